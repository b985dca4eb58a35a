/// A JSON value that forgets nothing.
///
/// What is read and written again stays the same for the person who compares the two files. The
/// rules, which the tests cite:
///
///   J1  The reader takes what RFC 8259 allows and nothing else: no comments, no trailing commas,
///       no lone surrogates, no invalid UTF-8. A byte order mark at the start is skipped.
///   J2  A number keeps its digits: `1.10` stays `1.10`, and no number is too large.
///   J3  An object keeps its members in order, those with the same name included.
///   J4  Nesting deeper than 512 is refused, so that no input exhausts the stack.
///   J5  An error names line, column and byte offset of the first thing that is wrong.
///   J6  What the writer writes, the reader reads as the same value.
public enum JSONValue: Hashable, Sendable {
  /// No value.
  case null
  /// True or false.
  case boolean(Bool)
  /// A number, with the digits that it was written with.
  case number(JSONNumber)
  /// A text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Named values in order.
  case object(JSONObject)
}

extension JSONValue {
  /// Reads the one value that `bytes` hold.
  public init(reading bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes)
    self = try reader.only()
  }

  /// Reads the one value that `text` holds.
  public init(reading text: String) throws(JSONError) {
    try self.init(reading: [UInt8](text.utf8))
  }

  /// Returns the value as UTF-8, without a line end.
  public func bytes(_ layout: JSONWriter.Layout = .compact) -> [UInt8] {
    var writer = JSONWriter(layout)
    writer.write(self)
    return writer.bytes
  }

  /// Returns the value as text, without a line end.
  public func text(_ layout: JSONWriter.Layout = .compact) -> String {
    String(decoding: bytes(layout), as: UTF8.self)
  }
}

extension JSONValue: CustomStringConvertible {
  /// The value as compact JSON.
  public var description: String { text() }
}
