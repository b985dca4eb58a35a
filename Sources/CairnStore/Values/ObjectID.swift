/// The identity of a record within its store, the same in every context and every process.
public struct ObjectID: Hashable, Sendable, CustomStringConvertible {
  /// The name of the record's entity.
  public let entity: String

  /// The record's key in that entity.
  public let key: RecordKey

  /// The identity of the record with `key` of `entity`.
  public init(entity: String, key: RecordKey) {
    self.entity = entity
    self.key = key
  }

  /// Whether the record was made in a context and not saved yet.
  public var isTemporary: Bool { key.replica == .temporary }

  /// The short form, `Recipe/p3`.
  public var description: String { "\(entity)/\(key)" }
}
