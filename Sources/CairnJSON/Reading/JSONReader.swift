/// Reads the values in bytes in memory.
///
/// A file usually has one value. JSON Lines and similar formats have several, separated by
/// whitespace:
///
///     var reader = JSONReader(bytes)
///     while let value = try reader.next() { … }
public struct JSONReader {
  /// The maximum nesting of arrays and objects (J4).
  public static let depthLimit = 512

  private let bytes: ArraySlice<UInt8>
  private var parser: JSONParser

  /// Creates a reader; errors count positions from `start`.
  public init(_ bytes: [UInt8], from start: JSONPosition = JSONPosition()) {
    self.init(bytes[...], from: start)
  }

  /// Creates a reader of a part of some bytes, for example a line.
  public init(_ bytes: ArraySlice<UInt8>, from start: JSONPosition = JSONPosition()) {
    self.bytes = bytes
    parser = JSONParser(start: start)
    if start.offset == 0 { parser.skipByteOrderMark(in: bytes.span) }
  }

  /// Returns the next value; `nil` if only whitespace is left.
  ///
  /// After an error the reader can't continue, since the start of the next value is unknown.
  public mutating func next() throws(JSONError) -> JSONValue? {
    let bytes = bytes
    let span = bytes.span
    parser.skipBlanks(in: span)
    if parser.isAtEnd(of: span) { return nil }
    let value = try parser.value(in: span)
    try parser.requireBlankOrEnd(in: span)
    return value
  }

  /// Returns the only value.
  public mutating func only() throws(JSONError) -> JSONValue {
    let bytes = bytes
    let span = bytes.span
    let value = try parser.value(in: span)
    parser.skipBlanks(in: span)
    try parser.requireEnd(in: span)
    return value
  }
}
