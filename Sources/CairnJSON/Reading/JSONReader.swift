/// Reads the values in bytes that are all at hand.
///
/// A file usually holds one value; JSON Lines and the like hold several, with blanks or line ends
/// between:
///
///     var reader = JSONReader(bytes)
///     while let value = try reader.next() { … }
public struct JSONReader {
  /// How deep arrays and objects may lie in each other (J4).
  public static let depthLimit = 512

  private let bytes: ArraySlice<UInt8>
  private var parser: JSONParser

  /// Creates a reader of `bytes`, of which errors say that they begin at `start` of a text.
  public init(_ bytes: [UInt8], from start: JSONPosition = JSONPosition()) {
    self.init(bytes[...], from: start)
  }

  /// Creates a reader of a part, one line for example, of some bytes.
  public init(_ bytes: ArraySlice<UInt8>, from start: JSONPosition = JSONPosition()) {
    self.bytes = bytes
    parser = JSONParser(start: start)
    if start.offset == 0 { parser.skipByteOrderMark(in: bytes.span) }
  }

  /// Returns the next value, or `nil` if only blanks are left.
  ///
  /// After an error the reader is of no more use: where the next value would begin is unknown.
  public mutating func next() throws(JSONError) -> JSONValue? {
    let bytes = bytes
    let span = bytes.span
    parser.skipBlanks(in: span)
    if parser.isAtEnd(of: span) { return nil }
    let value = try parser.value(in: span)
    try parser.requireBlankOrEnd(in: span)
    return value
  }

  /// Returns the value, which must be there and the only one.
  public mutating func only() throws(JSONError) -> JSONValue {
    let bytes = bytes
    let span = bytes.span
    let value = try parser.value(in: span)
    parser.skipBlanks(in: span)
    try parser.requireEnd(in: span)
    return value
  }
}
