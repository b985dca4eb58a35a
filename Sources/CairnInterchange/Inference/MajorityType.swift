internal import CairnStore

/// The type that nearly all values of a column have, where a few words stand among numbers or
/// dates: `n/a`, `k.A.`, `unknown`.
struct MajorityType: Sendable {
  /// What nearly all values are.
  struct Conclusion: Sendable {
    let type: AttributeType
    /// How they are written, where the store writes them otherwise.
    let form: RegionalForm?
    /// How many values are something else, and the first of them.
    let strayCount: Int
    let stray: String
  }

  /// How many values are numbers as the store writes them, and how many of these have decimals, as
  /// many with three digits, before which a point may stand between thousands.
  private var (numbers, pointed, grouped) = (0, 0, 0)
  /// How many are dates, how many of these have a time, and how many have a zone.
  private var (dates, timed, zoned) = (0, 0, 0)
  /// How many others each form reads, in the order of all forms, and how many of these aren't whole
  /// numbers, or have a time.
  private var readings = RegionalForm.allCases.map { _ in (count: 0, finer: 0) }
  private var strayCount = 0
  private var stray: String?
  /// Whether a stray says that even the others are text.
  private var isOfCodes = false
  /// Whether it can come to a conclusion still.
  private var isOpen = true

  /// So many values are too few to speak of most of them.
  private static let fewestValues = 6
  /// One stray among so many values, or fewer, makes them no numbers.
  private static let fewestPerStray = 5
  /// So many strays are looked at before their share is.
  private static let patience = 50

  /// Takes in a value.
  ///
  /// Cost: next to none for what is in the store's own form; otherwise that of reading it in each
  /// form, until there are too many strays.
  ///
  /// - Parameters:
  ///   - bytes: the value.
  ///   - own: the types that it has in the store's own form.
  ///   - isText: whether it is text even where it looks like a number.
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
    if RegionalForm.decimalComma.reading(of: bytes) != nil { grouped += 1 }
  }

  /// Whether some form reads a value.
  private mutating func addForeign(_ bytes: ArraySlice<UInt8>, isText: Bool) -> Bool {
    guard let first = bytes.first, Byte.isDigit(first) || first == Byte.minus else { return false }
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

  /// A stray with digits in front is a code among codes, such as `12a` among numbers of houses, so
  /// that nothing of the column is a number.
  private mutating func addStray(_ bytes: ArraySlice<UInt8>) {
    strayCount += 1
    if stray == nil { stray = String(decoding: bytes.prefix(Self.longestStray), as: UTF8.self) }
    let count = numbers + dates + strayCount + (readings.map(\.count).max() ?? 0)
    isOpen = strayCount <= Self.patience || strayCount * Self.fewestPerStray <= count
    if bytes.first.map(Byte.isDigit) != false || bytes.count > Self.longestStray {
      isOfCodes = true
    }
  }

  /// A longer text, in bytes, says something of its own.
  private static let longestStray = 40

  /// What nearly all of `count` values are; `nil` where all are of one kind, or too many are not, or
  /// nothing tells two ways to read them apart.
  func conclusion(of count: Int) -> Conclusion? {
    guard isOpen, !isOfCodes, let stray, count >= Self.fewestValues else { return nil }
    let fits = [(form: RegionalForm?.none, count: max(numbers, dates))] + foreignFits
    let most = fits.map(\.count).max() ?? 0
    let best = fits.filter { $0.count == most }
    // Whoever reads no more values needs no form.
    guard count - most == strayCount, strayCount * Self.fewestPerStray <= count,
      best.count == 1 || best[0].form == nil
    else { return nil }
    return Conclusion(
      type: type(in: best[0].form), form: best[0].form, strayCount: strayCount, stray: stray)
  }

  /// How most of `count` values are written that a person takes for a type; `nil` where they are as
  /// the store writes them, or nothing tells two ways to read them apart.
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

/// The type that a column's values are found to have.
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

  /// What `bytes` say, in capitals or not, or `nil` if they are another word.
  static func value(of bytes: ArraySlice<UInt8>) -> Bool? {
    words.first { word in
      word.text.count == bytes.count && zip(word.text, bytes).allSatisfy { $0 == $1 | 0x20 }
    }?.value
  }
}

extension ArraySlice<UInt8> {
  /// Whether the text that these bytes are has more than `count` characters.
  ///
  /// Cost: that of the first of them, even of a text of gigabytes, unless they have many marks each.
  func hasMoreCharacters(than count: Int) -> Bool {
    guard self.count > count else { return false }
    let start = prefix(16 * (count + 1))
    // Where it is cut there may stand one character that is none of the text's.
    if String(decoding: start, as: UTF8.self).count > count + 1 { return true }
    return String(decoding: self, as: UTF8.self).count > count
  }
}
