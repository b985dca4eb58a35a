/// The identity of a store: a random UUID that it gets when it is created.
public struct StoreID: Hashable, Sendable, LosslessStringConvertible {
  /// The UUID in lower-case text, such as `4f8b0f0e-6a55-4c0e-9f0a-2d7c3a1b9e10`.
  public let description: String

  /// Reads a UUID in either case; `nil` for any other text.
  public init?(_ description: String) {
    let bytes = Array(description.lowercased().utf8)
    guard bytes.count == 36 else { return nil }
    for (index, byte) in bytes.enumerated() {
      if [8, 13, 18, 23].contains(index) {
        guard byte == UInt8(ascii: "-") else { return nil }
      } else {
        guard byte.digitValue != nil || (97...102).contains(byte) else { return nil }
      }
    }
    self.description = String(decoding: bytes, as: UTF8.self)
  }

  /// A new identity of random version-4 form (RFC 9562 section 5.4) from `generator`.
  public init(using generator: inout some RandomNumberGenerator) {
    let high = generator.next() & ~0xF000 | 0x4000
    let low: UInt64 = generator.next() & ~(0b11 << 62) | 0b10 << 62
    let digits = Self.hexadecimal(high) + Self.hexadecimal(low)
    let ends = [8, 12, 16, 20, 32]
    var parts: [Substring] = []
    var rest = digits[...]
    for (start, end) in zip([0] + ends, ends) {
      parts.append(rest.prefix(end - start))
      rest = rest.dropFirst(end - start)
    }
    description = parts.joined(separator: "-")
  }

  private static func hexadecimal(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
