/// A parser of the grammar of RFC 8259, for bytes in memory.
///
/// The bytes are passed to each function and not stored. So the compiler proves that no function
/// outlives them, and each access is checked.
struct JSONParser {
  private(set) var start: JSONPosition
  var index = 0
  private var depth = 0

  init(start: JSONPosition) { self.start = start }

  /// Reads one value and the whitespace before it.
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

extension JSONParser {
  mutating func number(in bytes: Span<UInt8>) throws(JSONError) -> JSONNumber {
    guard let end = Self.endOfNumber(in: bytes, from: index) else {
      throw .invalidNumber(at: position(in: bytes))
    }
    let text = String(ascii: bytes.extracting(index..<end))
    index = end
    return JSONNumber(valid: text)
  }

  /// Returns the end of the number at `start`; `nil` if there is none (RFC 8259, section 6).
  static func endOfNumber(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var index = start
    if index < bytes.count, bytes[index] == ASCII.minus { index += 1 }
    let whole = index
    guard skipDigits(in: bytes, &index) else { return nil }
    if bytes[whole] == ASCII.zero, index > whole + 1 { return nil }
    if index < bytes.count, bytes[index] == ASCII.dot {
      index += 1
      guard skipDigits(in: bytes, &index) else { return nil }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count, bytes[index] == ASCII.plus || bytes[index] == ASCII.minus {
        index += 1
      }
      guard skipDigits(in: bytes, &index) else { return nil }
    }
    return index
  }

  /// Moves `index` over digits, and tells whether there are any.
  private static func skipDigits(in bytes: Span<UInt8>, _ index: inout Int) -> Bool {
    let start = index
    while index < bytes.count, ASCII.isDigit(bytes[index]) { index += 1 }
    return index > start
  }
}

extension JSONParser {
  func isAtEnd(of bytes: Span<UInt8>) -> Bool { index >= bytes.count }

  mutating func skipBlanks(in bytes: Span<UInt8>) {
    while index < bytes.count, ASCII.isBlank(bytes[index]) { index += 1 }
  }

  /// Skips the byte order mark of some editors, which RFC 8259, section 8.1, permits.
  mutating func skipByteOrderMark(in bytes: Span<UInt8>) {
    guard bytes.count >= 3 else { return }
    if bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF { index = 3 }
  }

  /// Skips whitespace and then `byte`, and tells whether `byte` was there.
  mutating func skip(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
    skipBlanks(in: bytes)
    guard index < bytes.count, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  func requireBlankOrEnd(in bytes: Span<UInt8>) throws(JSONError) {
    guard index < bytes.count, !ASCII.isBlank(bytes[index]) else { return }
    throw unexpected(in: bytes, expected: "a blank or the end")
  }

  func requireEnd(in bytes: Span<UInt8>) throws(JSONError) {
    guard index >= bytes.count else { throw unexpected(in: bytes, expected: "the end") }
  }
}

// Lines are counted only for an error, so valid input pays nothing for them.
extension JSONParser {
  func position(in bytes: Span<UInt8>, at index: Int? = nil) -> JSONPosition {
    var position = start
    position.advance(over: bytes.extracting(first: index ?? self.index))
    return position
  }

  func unexpected(in bytes: Span<UInt8>, expected: String) -> JSONError {
    let position = position(in: bytes)
    guard index < bytes.count else { return .unfinished(expected: expected, at: position) }
    return .unexpected(found: found(in: bytes), expected: expected, at: position)
  }

  /// The character at the index, in a form that is visible and safe for terminals.
  private func found(in bytes: Span<UInt8>) -> String {
    switch bytes[index] {
    case ASCII.lineFeed, ASCII.carriageReturn: "the end of the line"
    case 0x21...0x7E: String(UnicodeScalar(bytes[index]))
    case let byte: "the byte 0x" + String(byte, radix: 16, uppercase: true)
    }
  }
}

/// The bytes with a meaning in JSON.
enum ASCII {
  static let backspace = UInt8(ascii: "\u{8}")
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let formFeed = UInt8(ascii: "\u{C}")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")
  static let colon = UInt8(ascii: ":")
  static let slash = UInt8(ascii: "/")
  static let backslash = UInt8(ascii: "\\")
  static let openBracket = UInt8(ascii: "[")
  static let closeBracket = UInt8(ascii: "]")
  static let openBrace = UInt8(ascii: "{")
  static let closeBrace = UInt8(ascii: "}")
  static let plus = UInt8(ascii: "+")
  static let minus = UInt8(ascii: "-")
  static let dot = UInt8(ascii: ".")
  static let zero = UInt8(ascii: "0")
  static let nine = UInt8(ascii: "9")

  static let null = Array("null".utf8)
  static let `true` = Array("true".utf8)
  static let `false` = Array("false".utf8)

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte >= zero && byte <= nine }
}
