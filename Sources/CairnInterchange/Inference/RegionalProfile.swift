internal import CairnStore

/// The common properties of a column's values that are written in a regional form.
struct RegionalProfile: Sendable {
  /// A form that fits all values so far.
  private struct Candidate {
    let form: RegionalForm
    /// The types that fit all values outside the store's own form.
    var shapes = Shapes.all
    var isCertain = false
    /// The first value that isn't in the store's own form, or has another meaning in it.
    var example: Example?
  }

  /// A value outside the store's own form, and the same value in that form.
  struct Example: Sendable {
    let text: String
    let plain: String

    init(_ bytes: ArraySlice<UInt8>, _ plain: [UInt8]) {
      text = String(decoding: bytes, as: UTF8.self)
      self.plain = String(decoding: plain, as: UTF8.self)
    }
  }

  /// A value that can be read in two ways.
  struct Ambiguity: Sendable {
    let text: String
    let readings: [(form: RegionalForm, plain: String)]
  }

  /// Whether commas separate the cells, where a comma in a cell may separate the numbers of a list.
  private let isBetweenCommas: Bool
  private var candidates = RegionalForm.allCases.map { Candidate(form: $0) }
  /// The types that fit all values in the store's own form.
  private var native = Shapes.all
  /// Whether some value has a decimal point.
  private(set) var hasDecimalPoint = false
  /// The first value that two forms read differently.
  private var contested: Ambiguity?
  /// The forms of other columns of the table.
  private var others: Set<RegionalForm> = []
  /// The form that a person chose.
  private(set) var asked: RegionalForm?

  /// Creates a profile without values.
  init(isBetweenCommas: Bool = false) { self.isBetweenCommas = isBetweenCommas }

  /// Excludes all forms.
  mutating func giveUp() { candidates = [] }

  /// Records the forms of other columns.
  ///
  /// One author is assumed to write all columns alike.
  mutating func settle(by others: Set<RegionalForm>) { self.others = others }

  /// Sets the form that a person chose, which overrides all evidence.
  mutating func ask(_ form: RegionalForm) { asked = form }

  /// Adds a value.
  ///
  /// Cost: almost none for whole numbers, and for any value after all forms are excluded. Other
  /// values are read in each remaining form.
  ///
  /// - Parameters:
  ///   - bytes: The value.
  ///   - own: The types that fit the value in the store's own form.
  ///   - isText: Whether the value is text even if it looks like a number.
  mutating func add(_ bytes: ArraySlice<UInt8>, _ own: Shapes, isText: Bool) {
    guard !candidates.isEmpty else { return }
    if own.isEmpty {
      addForeign(bytes, isText: isText)
    } else if own.contains(.decimal) {
      native.formIntersection(own)
      if candidates.last?.form.isOfNumbers == false {
        candidates.removeAll { !$0.form.isOfNumbers }
      }
      if !own.contains(.integer) { addPointed(bytes) }
    } else {
      giveUp()
    }
  }

  /// Adds a number with a point.
  ///
  /// The point may separate thousands, if a comma separates decimals.
  private mutating func addPointed(_ bytes: ArraySlice<UInt8>) {
    guard candidates.first?.form == .decimalComma else { return }
    // A separator of thousands has exactly three digits after it.
    let mark = bytes.index(bytes.endIndex, offsetBy: -4, limitedBy: bytes.startIndex)
    guard let mark, bytes[mark] == Byte.point,
      let reading = RegionalForm.decimalComma.reading(of: bytes)
    else {
      candidates.removeFirst()
      hasDecimalPoint = true
      return
    }
    if candidates[0].example == nil { candidates[0].example = Example(bytes, reading.plain) }
  }

  private mutating func addForeign(_ bytes: ArraySlice<UInt8>, isText: Bool) {
    var readings: [(form: RegionalForm, plain: [UInt8])] = []
    for index in candidates.indices.reversed() {
      let form = candidates[index].form
      guard !(isText && form.isOfNumbers), let reading = form.reading(of: bytes) else {
        candidates.remove(at: index)
        continue
      }
      candidates[index].shapes.formIntersection(Shapes(of: reading.plain[...]))
      if candidates[index].shapes.isEmpty {
        candidates.remove(at: index)
        continue
      }
      if reading.isCertain, !(isBetweenCommas && reading.isPair) {
        candidates[index].isCertain = true
      }
      if candidates[index].example == nil {
        candidates[index].example = Example(bytes, reading.plain)
      }
      if contested == nil { readings.insert((form, reading.plain), at: 0) }
    }
    if readings.count > 1, readings.contains(where: { $0.plain != readings[0].plain }) {
      contested = Ambiguity(
        text: String(decoding: bytes, as: UTF8.self),
        readings: readings.map { ($0.form, String(decoding: $0.plain, as: UTF8.self)) })
    }
  }
}

// MARK: - Conclusion

extension RegionalProfile {
  /// A form of the values, the types that fit them in it, and an example.
  typealias Conclusion = (form: RegionalForm, shapes: Shapes, example: Example)

  /// The one form that fits all values; `nil` if there is none, or several are equally likely.
  var conclusion: Conclusion? {
    if let asked {
      guard let candidate = candidates.first(where: { $0.form == asked }) else { return nil }
      return candidate.example.map { (asked, candidate.shapes.intersection(native), $0) }
    }
    let isOpen = candidates.count > 1 && contested != nil
    let settled = candidates.filter { others.contains($0.form) }
    guard let candidate = isOpen ? settled.first : candidates.first,
      let example = candidate.example,
      candidate.isCertain || others.contains(candidate.form), !isOpen || settled.count == 1
    else { return nil }
    return (candidate.form, candidate.shapes.intersection(native), example)
  }

  /// The form of numbers that all fit the store's own form, if other columns have a decimal comma:
  /// the points then separate thousands.
  var thousandsConclusion: Conclusion? {
    let isMeant =
      asked.map { $0 == .decimalComma }
      ?? (others.contains(.decimalComma) && !others.contains(.groupedThousands))
    guard isMeant, let candidate = candidates.first, candidate.form == .decimalComma,
      let example = candidate.example
    else { return nil }
    return (.decimalComma, [.integer, .decimal, .double], example)
  }

  /// The first number whose point may separate thousands, if all points may, as in `629.447`.
  var thousandsDoubt: Example? {
    guard asked == nil, others.isEmpty, !hasDecimalPoint,
      candidates.first?.form == .decimalComma
    else { return nil }
    return candidates[0].example
  }

  /// The form and the first value of dates that may also be other texts, such as versions: `1.2.24`.
  ///
  /// `nil` if some value is certainly a date, or if the form is known.
  var dateDoubt: (form: RegionalForm, example: Example)? {
    guard asked == nil, conclusion == nil, open == nil, native == .all,
      let candidate = candidates.first(where: { !$0.form.isOfNumbers })
    else { return nil }
    return candidate.example.map { (candidate.form, $0) }
  }

  /// The first value that two forms read differently, if both fit all values and no other
  /// evidence decides between the forms.
  var ambiguity: Ambiguity? { asked == nil && conclusion == nil ? open : nil }

  /// The forms that fit all values, if they read some values differently and a person has to
  /// choose.
  var choices: [RegionalForm] { open?.readings.map(\.form) ?? [] }

  private var open: Ambiguity? { candidates.count > 1 ? contested : nil }
}
