internal import CairnStore

/// What the values of a column have in common that are written as some region writes them.
struct RegionalProfile: Sendable {
  /// A form that all values so far have.
  private struct Candidate {
    let form: RegionalForm
    /// The types that all values have which aren't in the store's own form.
    var shapes = Shapes.all
    var isCertain = false
    /// The first value that isn't in the store's own form, or is another one in it.
    var example: Example?
  }

  /// A value that is not as the store writes it, and what it would be there.
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

  /// Whether the cells stand between commas, where somebody may write a list of numbers so.
  private let isBetweenCommas: Bool
  private var candidates = RegionalForm.allCases.map { Candidate(form: $0) }
  /// The types that all values have which are in the store's own form.
  private var native = Shapes.all
  /// Whether some value has a point before its decimals.
  private(set) var hasDecimalPoint = false
  /// The first value that two forms read otherwise.
  private var contested: Ambiguity?
  /// The forms that other columns of the table have.
  private var others: Set<RegionalForm> = []
  /// The form that a person says the values have.
  private(set) var asked: RegionalForm?

  /// A profile of no values.
  init(isBetweenCommas: Bool = false) { self.isBetweenCommas = isBetweenCommas }

  /// Takes note of a value that has no form.
  mutating func giveUp() { candidates = [] }

  /// Takes note of the forms that other columns of the table have, since one hand wrote all.
  mutating func settle(by others: Set<RegionalForm>) { self.others = others }

  /// Takes note of the form that a person says the values have, whatever they look like.
  mutating func ask(_ form: RegionalForm) { asked = form }

  /// Takes in a value.
  ///
  /// Cost: next to none for whole numbers, and for anything once a value had no form; otherwise that
  /// of reading it in each form that is left.
  ///
  /// - Parameters:
  ///   - bytes: The value.
  ///   - own: The types that it has in the store's own form.
  ///   - isText: Whether it is text even where it looks like a number.
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

  /// Takes in a number with a point, which may have thousands before it where a comma stands before
  /// decimals.
  private mutating func addPointed(_ bytes: ArraySlice<UInt8>) {
    guard candidates.first?.form == .decimalComma else { return }
    // Three digits behind it, or it is no thousand.
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
  /// A form that values have, with the types that they have in it and a value as an example.
  typealias Conclusion = (form: RegionalForm, shapes: Shapes, example: Example)

  /// The one form that all values have; `nil` if there is none, or nothing tells it from another.
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

  /// How numbers are to be read that all look like the store's own, where the other columns have a
  /// decimal comma: what stands after their points are thousands.
  var thousandsConclusion: Conclusion? {
    let isMeant =
      asked.map { $0 == .decimalComma }
      ?? (others.contains(.decimalComma) && !others.contains(.groupedThousands))
    guard isMeant, let candidate = candidates.first, candidate.form == .decimalComma,
      let example = candidate.example
    else { return nil }
    return (.decimalComma, [.integer, .decimal, .double], example)
  }

  /// The first value that two forms read otherwise which all values have, where nothing tells them
  /// apart.
  var ambiguity: Ambiguity? { asked == nil && conclusion == nil ? open : nil }

  /// The forms which all values have, where they read some otherwise and so one has to be chosen.
  var choices: [RegionalForm] { open?.readings.map(\.form) ?? [] }

  private var open: Ambiguity? { candidates.count > 1 ? contested : nil }
}
