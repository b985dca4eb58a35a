public import CairnStore

/// The URL of a record as every output prints it: `cairn://recipes/p3`.
///
/// A plural is a plain word and a key has only letters, digits and `-`, so nothing needs an escape.
public struct RecordAddress: Hashable, Sendable, LosslessStringConvertible {
  /// The collection's plural name.
  public let collection: String
  /// The record's key.
  public let key: RecordKey

  private static let scheme = "cairn://"

  /// Creates the address of a record.
  ///
  /// - Parameters:
  ///   - key: The record's key.
  ///   - entity: The record's entity.
  public init(_ key: RecordKey, of entity: Entity) {
    collection = entity.plural
    self.key = key
  }

  /// Creates the address of a record of the collection called `collection` in the plural.
  init(_ key: RecordKey, in collection: String) { (self.collection, self.key) = (collection, key) }

  /// Reads `cairn://recipes/p3`; `nil` for any other text.
  public init?(_ description: String) {
    guard description.hasPrefix(Self.scheme) else { return nil }
    let parts = description.dropFirst(Self.scheme.count)
      .split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, let key = RecordKey(String(parts[1])) else {
      return nil
    }
    collection = String(parts[0])
    self.key = key
  }

  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.starts(with: Self.scheme.utf8) else { return nil }
    self.init(String(decoding: bytes, as: UTF8.self))
  }

  /// What the addresses of an entity's records begin with; the key follows.
  static func start(of entity: Entity) -> String { start(ofCollection: entity.plural) }

  private static func start(ofCollection name: String) -> String { "\(scheme)\(name)/" }

  /// The address as it is printed.
  public var description: String { Self.start(ofCollection: collection) + key.description }
}
