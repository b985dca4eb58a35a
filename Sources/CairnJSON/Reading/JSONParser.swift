/// The grammar of RFC 8259 over bytes that are all at hand.
///
/// The bytes are passed to each step and not stored: the compiler then proves that no step
/// outlives them, and each access is checked.
struct JSONParser {
  private(set) var start: JSONPosition
  var index = 0
  private var depth = 0

  init(start: JSONPosition) { self.start = start }

  /// Reads one value, with the blanks before it.
  mutating func value(in bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
    skipBlanks(in: bytes)
    guard index < bytes.count else { throw unexpected(in: bytes, expected: "a value") }
    switch bytes[index] {
    case ASCII.quote: return .string(try string(in: bytes))
    case ASCII.openBrace: return .object(try nested(in: bytes, Self.object))
    case ASCII.openBracket: return .array(try nested(in: bytes, Self.array))
    case ASCII.minus, ASCII.zero...ASCII.nine: return .number(try number(in: bytes))
    case UInt8(ascii: "t"): return try word(ASCII.true, .boolean(true), in: bytes)
    case UInt8(ascii: "f"): return try word(ASCII.false, .boolean(false), in: bytes)
    case UInt8(ascii: "n"): return try word(ASCII.null, .null, in: bytes)
    default: throw unexpected(in: bytes, expected: "a value")
    }
  }

  private mutating func nested<Contents>(
    in bytes: Span<UInt8>,
    _ read: (inout Self, Span<UInt8>) throws(JSONError) -> Contents
  ) throws(JSONError) -> Contents {
    guard depth < JSONReader.depthLimit else { throw .tooDeep(at: position(in: bytes)) }
    depth += 1
    defer { depth -= 1 }
    index += 1
    return try read(&self, bytes)
  }

  private static func array(
    _ parser: inout Self, in bytes: Span<UInt8>
  ) throws(JSONError) -> [JSONValue] {
    var elements: [JSONValue] = []
    if parser.skip(ASCII.closeBracket, in: bytes) { return elements }
    while true {
      elements.append(try parser.value(in: bytes))
      if parser.skip(ASCII.comma, in: bytes) { continue }
      if parser.skip(ASCII.closeBracket, in: bytes) { return elements }
      throw parser.unexpected(in: bytes, expected: "a comma or ]")
    }
  }

  private static func object(
    _ parser: inout Self, in bytes: Span<UInt8>
  ) throws(JSONError) -> JSONObject {
    var members: [JSONObject.Member] = []
    if parser.skip(ASCII.closeBrace, in: bytes) { return JSONObject() }
    while true {
      members.append(try parser.member(in: bytes))
      if parser.skip(ASCII.comma, in: bytes) { continue }
      if parser.skip(ASCII.closeBrace, in: bytes) { return JSONObject(members) }
      throw parser.unexpected(in: bytes, expected: "a comma or }")
    }
  }

  private mutating func member(in bytes: Span<UInt8>) throws(JSONError) -> JSONObject.Member {
    skipBlanks(in: bytes)
    guard index < bytes.count, bytes[index] == ASCII.quote else {
      throw unexpected(in: bytes, expected: "a name in quotation marks")
    }
    let name = try string(in: bytes)
    guard skip(ASCII.colon, in: bytes) else { throw unexpected(in: bytes, expected: "a colon") }
    return JSONObject.Member(name: name, value: try value(in: bytes))
  }

  private mutating func word(
    _ word: [UInt8], _ value: JSONValue, in bytes: Span<UInt8>
  ) throws(JSONError) -> JSONValue {
    let isThere =
      index + word.count <= bytes.count
      && word.indices.allSatisfy { bytes[index + $0] == word[$0] }
    guard isThere else { throw unexpected(in: bytes, expected: "a value") }
    index += word.count
    return value
  }
}
