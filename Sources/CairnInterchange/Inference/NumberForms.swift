internal import CairnStore

/// The spellings of a column's numbers, as far as they determine the type.
///
/// | numbers | type |
/// |---|---|
/// | some whole, some with an exponent | decimal, which keeps all digits |
/// | some with more digits than a double keeps, some with an exponent | decimal |
/// | all like `1E5`, in a table | text, since they are codes |
/// | other numbers with an exponent | double |
struct NumberForms: Sendable {
  private var count = 0
  private var wholeCount = 0
  private var exponentCount = 0
  private var codeCount = 0
  private var areDigits = true
  private var isBinary = true

  /// Adds a value that is spelled as a number.
  ///
  /// - Parameters:
  ///   - bytes: the value.
  ///   - isWhole: whether it is an integer.
  ///   - isPlain: whether it is a cell of a table, which may also be a code.
  mutating func add(_ bytes: ArraySlice<UInt8>, isWhole: Bool, isPlain: Bool) {
    count += 1
    if isWhole { wholeCount += 1 }
    // Doubles keep fifteen digits.
    if bytes.count > 15 { isBinary = false }
    guard !isWhole, bytes.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return }
    exponentCount += 1
    if Self.decimal(bytes) == nil { areDigits = false }
    let isCode = bytes.allSatisfy { Byte.isDigit($0) || $0 | 0x20 == UInt8(ascii: "e") }
    if isPlain, isCode { codeCount += 1 }
  }

  /// Whether each value can be written without an exponent.
  var fitDecimal: Bool { areDigits }

  /// Whether the type of the values is decimal, although some have an exponent.
  var areDecimal: Bool { exponentCount > 0 && areDigits && (wholeCount > 0 || !isBinary) }

  /// Returns whether all of `valueCount` values look like codes.
  func areCodes(of valueCount: Int) -> Bool { codeCount > 0 && codeCount == valueCount }

  /// Returns the decimal number of a text with an exponent: `1.5e3` is 1500; `nil` for a number
  /// with too many digits.
  static func decimal(_ bytes: ArraySlice<UInt8>) -> Value? {
    guard Shapes(of: bytes).contains(.double) else { return nil }
    let digits = TypedNumber(String(decoding: bytes, as: UTF8.self))?.digits
    return digits.flatMap { Value(storedText: $0, as: .decimal) }
  }
}

extension RegionalForm {
  /// The mark before the decimals.
  private var decimalMark: UInt8 { self == .decimalComma ? Byte.comma : Byte.point }

  /// The marks that may separate thousands, and whether each mark occurs only in numbers.
  private var thousandsMarks: [(bytes: [UInt8], isCertain: Bool)] {
    self == .decimalComma ? Self.marksBesideComma : Self.marksBesidePoint
  }

  /// A plain blank, a no-break space, and a narrow no-break space.
  private static let blanks: [(bytes: [UInt8], isCertain: Bool)] = [" ", "\u{A0}", "\u{202F}"]
    .map { (Array($0.utf8), false) }
  private static let marksBesideComma = [([Byte.point], false)] + blanks
  private static let marksBesidePoint =
    [([Byte.comma], true), ([Byte.apostrophe], true), (Array("’".utf8), true)] + blanks

  /// Reads a number without leading zeros and plus sign.
  ///
  /// All marks between thousands must be the same, and three digits must follow each mark.
  func number(_ bytes: ArraySlice<UInt8>) -> Reading? {
    guard case (let whole, var rest)? = Shapes.wholePart(of: bytes), let first = whole.first
    else { return nil }
    var reading = Reading(plain: Array(bytes[..<whole.endIndex]), isCertain: false)
    if let mark = thousandsMarks.first(where: { rest.starts(with: $0.bytes) }) {
      guard whole.count <= 3, first != Byte.zero else { return nil }
      // Several groups of three digits may also be a list of numbers.
      reading.isCertain = mark.isCertain && whole.count < 3
      while rest.starts(with: mark.bytes) {
        let group = rest.dropFirst(mark.bytes.count).prefix(while: Byte.isDigit)
        guard group.count == 3 else { return nil }
        reading.plain += group
        rest = rest.dropFirst(mark.bytes.count + group.count)
      }
    }
    if rest.isEmpty { return reading }
    let decimals = rest.dropFirst()
    guard rest.first == decimalMark, !decimals.isEmpty, decimals.allSatisfy(Byte.isDigit) else {
      return nil
    }
    // A whole number with a leading zero is unlikely, so this is no list of numbers. Three digits
    // and two others are most likely an amount of money.
    let isAmount = whole.count > 2 && decimals.count == 2
    reading.isPair =
      first != Byte.zero && decimals.first != Byte.zero && reading.plain.count == whole.count
      && !isAmount
    reading.plain += [Byte.point] + decimals
    reading.isCertain = true
    return reading
  }
}
