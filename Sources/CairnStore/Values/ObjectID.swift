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

/// The address of a record that holds in any store: `x-cairn://STORE/Entity/p3`.
public struct ObjectURI: Hashable, Sendable, CustomStringConvertible {
  /// The store that the record belongs to.
  public let store: StoreID

  /// The record within that store.
  public let id: ObjectID

  /// The address of the record `id` of `store`.
  public init(store: StoreID, id: ObjectID) {
    self.store = store
    self.id = id
  }

  /// The part of an address that could not be read.
  public enum Part: String, Sendable {
    /// The beginning, `x-cairn://`.
    case scheme
    /// The identifier of the store.
    case store
    /// The name of the collection.
    case entity
    /// The key of the record in its collection.
    case key
  }

  /// Reads an address.
  ///
  /// - Throws: `StoreError.malformedURI`, which names the first part that is wrong.
  public init(parsing text: String) throws(StoreError) {
    let prefix = "x-cairn://"
    guard text.hasPrefix(prefix) else { throw .malformedURI(text, .scheme) }
    let parts = text.dropFirst(prefix.count)
      .split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let store = StoreID(parts[0]) else { throw .malformedURI(text, .store) }
    guard parts.count > 1, Name.isValid(parts[1]) else { throw .malformedURI(text, .entity) }
    guard parts.count == 3, let key = RecordKey(parts[2]) else {
      throw .malformedURI(text, .key)
    }
    self.init(store: store, id: ObjectID(entity: parts[1], key: key))
  }

  /// The address in text.
  public var description: String { "x-cairn://\(store)/\(id)" }
}
