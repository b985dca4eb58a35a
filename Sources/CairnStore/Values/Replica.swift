/// A place that creates records of a store: a machine, or a clone on it.
///
///   R1  Two replicas never create the same key and never append to the same file. That is why a
///       plain `git merge` works on their stores. The one exception is a record that comes back
///       (`Repetition`): all replicas derive the same key for it. If two of them add it, Cairn's
///       merge driver makes one record.
///   R2  A store without a private folder, such as a clone or a restored backup, becomes a new
///       replica when it is first opened for writing. This also holds for a process that had
///       another store open at the same path.
///   R3  A store whose private folder was copied along, with `cp -r` or to another machine, becomes
///       a new replica too. The file `where` in the folder identifies the original. The copy keeps
///       its unfolded changes and its history; the original's marks in `ids/` stay.
///   R4  A store that is renamed on the same file system stays the same replica. So does a copy on
///       a file system that can't distinguish a file from its copies.
///   R5  A sync tool may add several private folders. The store's own is the one whose note fits.
///   R6  A store that is opened only for reading keeps its replica.
///
/// A copy of a whole disk, such as a virtual machine's, can't be told from the original.
public struct Replica: Hashable, Sendable, LosslessStringConvertible {
  /// The replica's number, below 2²⁰; the founder's is 0.
  public let number: UInt32

  /// The replica that created the store.
  public static let founder = Replica(number: 0)

  /// The replica of temporary keys, for records that no store has yet.
  ///
  /// Text never contains it.
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
