internal import CairnStore

/// How the numbers of a column are written, where that decides about their type.
///
/// | numbers | type |
/// |---|---|
/// | some whole ones, some with an exponent | decimal, which keeps all digits |
/// | some with more digits than binary has, some with an exponent | decimal |
/// | all such as `1E5`, in a table | text, since they are codes |
/// | others with an exponent | double |
struct NumberForms: Sendable {
  private var count = 0
  private var wholeCount = 0
  private var exponentCount = 0
  private var codeCount = 0
  private var areDigits = true
  private var isBinary = true

  /// Takes in a value that is spelled as a number.
  ///
  /// - Parameters:
  ///   - bytes: the value.
  ///   - isWhole: whether it is an integer.
  ///   - isPlain: whether it is a cell of a table, which may as well be a code.
  mutating func add(_ bytes: ArraySlice<UInt8>, isWhole: Bool, isPlain: Bool) {
    count += 1
    if isWhole { wholeCount += 1 }
    // Binary numbers keep fifteen digits.
    if bytes.count > 15 { isBinary = false }
    guard !isWhole, bytes.contains(where: { $0 | 0x20 == UInt8(ascii: "e") }) else { return }
    exponentCount += 1
    if Self.decimal(bytes) == nil { areDigits = false }
    let isCode = bytes.allSatisfy { Byte.isDigit($0) || $0 | 0x20 == UInt8(ascii: "e") }
    if isPlain, isCode { codeCount += 1 }
  }

  /// Whether each value can be written without an exponent.
  var fitDecimal: Bool { areDigits }

  /// Whether decimal is the type of the values, of which some have an exponent.
  var areDecimal: Bool { exponentCount > 0 && areDigits && (wholeCount > 0 || !isBinary) }

  /// Whether all of so many values look like codes.
  func areCodes(of valueCount: Int) -> Bool { codeCount > 0 && codeCount == valueCount }

  /// The decimal number of a text with an exponent: `1.5e3` is 1500; `nil` for one of very many
  /// digits.
  static func decimal(_ bytes: ArraySlice<UInt8>) -> Value? {
    guard Shapes(of: bytes).contains(.double) else { return nil }
    let digits = TypedNumber(String(decoding: bytes, as: UTF8.self))?.digits
    return digits.flatMap { Value(storedText: $0, as: .decimal) }
  }
}
