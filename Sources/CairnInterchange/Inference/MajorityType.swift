internal import CairnStore

/// The type of nearly all values of a column, where a few placeholder words are among numbers or
/// dates: `n/a`, `k.A.`, `unknown`.
struct MajorityType: Sendable {
  /// The type of nearly all values.
  struct Conclusion: Sendable {
    let type: AttributeType
    /// The regional form of the values, if it differs from the store's form.
    let form: RegionalForm?
    /// The number of values that don't fit, and the first one.
    let strayCount: Int
    let stray: String
  }

  /// The number of values that are numbers in the store's form, how many of them have decimals, and
  /// how many have exactly three decimals.
  ///
  /// A point before three digits may separate thousands.
  private var (numbers, pointed, grouped) = (0, 0, 0)
  /// The number of dates, how many of them have a time, and how many have a zone.
  private var (dates, timed, zoned) = (0, 0, 0)
  /// For each form, the number of further values that it reads, and how many of them have decimals
  /// or a time.
  private var readings = RegionalForm.allCases.map { _ in (count: 0, finer: 0) }
  private var strayCount = 0
  private var stray: String?
  /// Whether a stray shows that the other values are codes, thus text.
  private var isOfCodes = false
  /// Whether a conclusion is still possible.
  private var isOpen = true

  /// The fewest values for a conclusion.
  private static let fewestValues = 6
  /// The fewest values for each stray.
  ///
  /// With fewer, the column has no majority type.
  private static let fewestPerStray = 5
  /// The number of strays to accept before their share is checked.
  private static let strayLimit = 50

  /// Adds a value.
  ///
  /// Cost: almost none for a value in the store's own form. Other values are read in each form,
  /// until there are too many strays.
  ///
  /// - Parameters:
  ///   - bytes: The value.
  ///   - own: The types that fit the value in the store's own form.
  ///   - isText: Whether the value is text even if it looks like a number.
  mutating func add(_ bytes: ArraySlice<UInt8>, _ own: Shapes, isText: Bool) {
    guard isOpen else { return }
    if own.contains(.decimal) {
      numbers += 1
      if !own.contains(.integer) { addPointed(bytes) }
    } else if own.contains(.datetime) {
      dates += 1
      if !own.contains(.date) { timed += 1 }
      if !own.contains(.localtime) { zoned += 1 }
    } else if !addForeign(bytes, isText: isText) {
      addStray(bytes)
    }
  }

  private mutating func addPointed(_ bytes: ArraySlice<UInt8>) {
    pointed += 1
    // Only a point before three last digits can separate thousands.
    guard bytes.count > 4, bytes[bytes.endIndex - 4] == Byte.point else { return }
    if RegionalForm.decimalComma.reading(of: bytes) != nil { grouped += 1 }
  }

  /// Returns whether some form reads a value.
  private mutating func addForeign(_ bytes: ArraySlice<UInt8>, isText: Bool) -> Bool {
    guard let first = bytes.first,
      Byte.isDigit(first) || Byte.isLetter(first) || first == Byte.minus
    else { return false }
    var isRead = false
    for (index, form) in RegionalForm.allCases.enumerated() {
      guard !(isText && form.isOfNumbers), let reading = form.reading(of: bytes) else { continue }
      let shapes = Shapes(of: reading.plain[...])
      readings[index].count += 1
      if !shapes.contains(form.isOfNumbers ? .integer : .date) { readings[index].finer += 1 }
      isRead = true
    }
    return isRead
  }

  /// Adds a stray.
  ///
  /// A stray with leading digits, such as `12a` among house numbers, shows that the column has
  /// codes and no numbers.
  private mutating func addStray(_ bytes: ArraySlice<UInt8>) {
    strayCount += 1
    if stray == nil { stray = String(decoding: bytes.prefix(Self.longestStray), as: UTF8.self) }
    let count = numbers + dates + strayCount + (readings.map(\.count).max() ?? 0)
    isOpen = strayCount <= Self.strayLimit || strayCount * Self.fewestPerStray <= count
    if bytes.first.map(Byte.isDigit) != false || bytes.count > Self.longestStray {
      isOfCodes = true
    }
  }

  /// The longest stray, in bytes.
  ///
  /// A longer text carries information of its own.
  private static let longestStray = 40

  /// Returns the type of nearly all of `count` values.
  ///
  /// `nil` if all values are of one kind, too many don't fit, or two forms fit equally well.
  func conclusion(of count: Int) -> Conclusion? {
    guard isOpen, !isOfCodes, let stray, count >= Self.fewestValues else { return nil }
    let fits = [(form: RegionalForm?.none, count: max(numbers, dates))] + foreignFits
    let most = fits.map(\.count).max() ?? 0
    let best = fits.filter { $0.count == most }
    // A regional form that reads no more values than the store's form is not needed.
    guard count - most == strayCount, strayCount * Self.fewestPerStray <= count,
      best.count == 1 || best[0].form == nil
    else { return nil }
    return Conclusion(
      type: type(in: best[0].form), form: best[0].form, strayCount: strayCount, stray: stray)
  }

  /// Returns the form of most of `count` values, if a person asks for `type`.
  ///
  /// `nil` if the values are in the store's form, or two forms fit equally well.
  func form(for type: AttributeType, of count: Int) -> RegionalForm? {
    guard isOpen else { return nil }
    let fits = foreignFits.filter { $0.form?.applies(to: type) == true }
    let most = fits.map(\.count).max() ?? 0
    let best = fits.filter { $0.count == most }
    let isOfNumbers = best.first?.form?.isOfNumbers == true
    guard best.count == 1, most > (isOfNumbers ? numbers : dates), 2 * most > count else {
      return nil
    }
    return best[0].form
  }

  private var foreignFits: [(form: RegionalForm?, count: Int)] {
    zip(RegionalForm.allCases, readings).map { form, reading in
      if !form.isOfNumbers { return (form, reading.count + dates) }
      let isMixed = form == .decimalComma && pointed > grouped
      return (form, isMixed ? 0 : reading.count + numbers)
    }
  }

  private func type(in form: RegionalForm?) -> AttributeType {
    let finer =
      form.flatMap { RegionalForm.allCases.firstIndex(of: $0) }
      .map { readings[$0].finer } ?? 0
    let isOfNumbers = form?.isOfNumbers ?? (numbers > dates)
    guard isOfNumbers else {
      return timed + finer == 0 ? .date : zoned > 0 ? .datetime : .localtime
    }
    let decimals = form == .decimalComma ? 0 : pointed
    return decimals + finer > 0 ? .decimal : .integer
  }
}

/// The inferred type of a column.
struct ColumnType: Hashable, Sendable {
  var type: AttributeType
  var isMultiple: Bool
  var choices: [String]

  init(_ type: AttributeType, isMultiple: Bool = false, choices: [String] = []) {
    self.type = type
    self.isMultiple = isMultiple
    self.choices = choices
  }
}

/// The words for yes and no in data.
enum BooleanText {
  private static let words: [(text: [UInt8], value: Bool)] = [
    (Array("true".utf8), true), (Array("false".utf8), false),
    (Array("yes".utf8), true), (Array("no".utf8), false),
  ]

  /// Returns the value of a word, ignoring case; `nil` for any other word.
  static func value(of bytes: ArraySlice<UInt8>) -> Bool? {
    words.first { word in
      word.text.count == bytes.count && zip(word.text, bytes).allSatisfy { $0 == $1 | 0x20 }
    }?.value
  }
}

extension ArraySlice<UInt8> {
  /// Returns whether these bytes, as text, have more than `count` characters.
  ///
  /// Cost: reads only about `count` characters, even of gigabytes, unless characters have many
  /// marks.
  func hasMoreCharacters(than count: Int) -> Bool {
    guard self.count > count else { return false }
    let start = prefix(16 * (count + 1))
    // The cut may split a character, which then counts as one more.
    if String(decoding: start, as: UTF8.self).count > count + 1 { return true }
    return String(decoding: self, as: UTF8.self).count > count
  }
}
