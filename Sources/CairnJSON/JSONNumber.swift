/// A number as JSON writes it, digit for digit.
///
/// Two numbers are equal if they are written alike: `1.0` differs from `1`, because a person who
/// typed one of them would not want to find the other.
public struct JSONNumber: Hashable, Sendable {
  /// The digits with sign, fraction and exponent.
  public let text: String

  /// Creates the number that `text` is, or `nil` if JSON would not take it.
  public init?(_ text: String) {
    let bytes = [UInt8](text.utf8)
    guard !bytes.isEmpty, JSONParser.endOfNumber(in: bytes.span, from: 0) == bytes.count else {
      return nil
    }
    self.text = text
  }

  /// Creates a whole number.
  public init(_ integer: some BinaryInteger) { text = String(integer) }

  /// Creates the shortest number that reads as `double`, or `nil` for infinity and not-a-number.
  public init?(_ double: Double) {
    guard double.isFinite else { return nil }
    text = double.description
  }

  /// Creates a number from digits that were found to be one.
  init(valid text: String) { self.text = text }

  /// The number, if it fits 64 bits and is written without fraction and exponent.
  public var integer: Int64? { Int64(text) }

  /// The nearest double; infinite if none comes near.
  public var double: Double { Double(text) ?? .nan }
}

extension JSONNumber: CustomStringConvertible {
  /// The digits.
  public var description: String { text }
}
