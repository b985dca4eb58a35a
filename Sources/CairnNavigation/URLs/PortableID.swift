/// An object's URI as one path segment: base64url without padding, RFC 4648 section 5.
///
/// It identifies a record in a URL that leaves its store. Each URI has exactly one spelling, so
/// equal objects have equal URLs: padding, other alphabets and stray bits at the end are refused.
public struct PortableID: Hashable, Sendable {
  /// The object's URI, `x-cairn://STORE/Entity/p3`.
  public let uri: String

  /// Creates an identity; nil for an empty URI, which has no spelling.
  public init?(uri: String) {
    guard !uri.isEmpty else { return nil }
    self.uri = uri
  }

  /// Reads the one spelling that ``text`` prints.
  public init?(_ text: String) {
    guard let bytes = Base64URL.decode(text.utf8), !bytes.isEmpty,
      let uri = String(validating: bytes, as: UTF8.self)
    else { return nil }
    self.uri = uri
  }

  /// The segment for a URL.
  public var text: String { Base64URL.encode(uri.utf8) }
}

/// The URL-safe alphabet of RFC 4648 section 5, without padding, one spelling for each input.
enum Base64URL {
  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    for byte in bytes {
      buffer = (buffer << 8 | UInt32(byte)) & 0xFFFF
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(buffer >> bits & 63)])
      }
    }
    if bits > 0 { text.append(alphabet[Int(buffer << (6 - bits) & 63)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Returns the bytes; nil for a character outside the alphabet, an impossible length, or stray
  /// bits.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer: UInt32 = 0
    var bits: UInt32 = 0
    for character in text {
      guard let value = value(of: character) else { return nil }
      buffer = (buffer << 6 | value) & 0x3FFF
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
      }
    }
    let leftover = buffer & (1 << bits - 1)
    return bits < 6 && leftover == 0 ? bytes : nil
  }

  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
