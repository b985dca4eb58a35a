/// One of the places that make records of a store: a machine, or a clone on it.
///
///   R1  Two replicas never mint the same key and never add to the same file, which is why plain
///   `git
///       merge` works on their stores.
///   R2  A store without a private folder, as a clone or a restored backup is, becomes a replica of
///       its own when it is first opened for writing, also by who had another one open there.
///   R3  So does one whose private folder was copied along, with `cp -r` or to another machine: the
///       file `where` in it notes what tells it from its copies. What the copy had not yet folded,
///       and its history, go with it; the other's marks in `ids/` stay.
///   R4  Under a new name on the same file system it stays the replica that it is, and so it does
///       where the file system has nothing to tell a file from its copies by.
///   R5  Among several private folders, as a sync tool may carry them there, its own is the one
///   whose
///       note fits.
///   R6  Opened for reading only it stays as it is.
///
/// A copy of a whole disk, as of a virtual machine, is not told from the first.
public struct Replica: Hashable, Sendable, LosslessStringConvertible {
  /// The replica's number, below 2²⁰; the founder's is 0.
  public let number: UInt32

  /// The replica that created the store.
  public static let founder = Replica(number: 0)

  /// Stands in the keys of records that no store has yet; nothing in text is called so.
  static let temporary = Replica(number: (1 << 20) - 1)

  private static let letters = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  /// The replica with `number`, which is below 2²⁰.
  public init(number: UInt32) {
    precondition(number < 1 << 20, "a replica's number has twenty bits")
    self.number = number
  }

  /// Reads four letters such as `k7q2`; `nil` for any other text.
  public init?(_ description: String) {
    self.init(utf8: Array(description.utf8).span)
  }

  /// Four letters of Crockford's base 32, which leaves out i, l, o and u.
  public var description: String {
    String(
      decoding: [15, 10, 5, 0].map { Self.letters[Int(number >> UInt32($0) & 31)] }, as: UTF8.self)
  }

  init?(utf8: Span<UInt8>) {
    guard utf8.count == 4 else { return nil }
    var number: UInt32 = 0
    for index in utf8.indices {
      guard let value = Self.letters.firstIndex(of: utf8[index]) else { return nil }
      number = number << 5 | UInt32(value)
    }
    guard number != Self.temporary.number else { return nil }
    self.number = number
  }
}

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
