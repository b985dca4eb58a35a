internal import Synchronization

/// One record in a chunk.
public struct Row: Sendable {
  /// The chunk that holds the record.
  public let chunk: Chunk

  /// The record's index in the chunk.
  public let index: Int

  /// The record at `index` of `chunk`.
  public init(chunk: Chunk, index: Int) {
    self.chunk = chunk
    self.index = index
  }

  /// The record's key.
  public var key: RecordKey { chunk.keys[index] }

  /// The record's identity.
  public var id: ObjectID { ObjectID(entity: chunk.entity.name, key: key) }

  /// The path within the store of the file that has both sides of a merge of the record, if any.
  ///
  /// Changes of the record can't be saved until a person chooses one side in the file.
  public var unmergedFile: String? {
    guard case .merge? = chunk.extras.contested[key] else { return nil }
    return chunk.shard.path(entity: chunk.entity.name)
  }

  /// The file with several records of the same Id, and the lines on which they begin; `nil` if the
  /// record is the only one.
  ///
  /// The file's path is within the store.
  ///
  /// Changes of the record can't be saved until only one of these records is left.
  public var repetition: (file: String, lines: [Int])? {
    guard case .repetition(let lines)? = chunk.extras.contested[key] else { return nil }
    return (chunk.shard.path(entity: chunk.entity.name), lines)
  }

  /// The number of remarks about the record, besides its fields.
  ///
  /// A remark is an unknown field, a text that its field can't hold, the other side of a merge, or
  /// another record with the same Id.
  ///
  /// The count reads no file.
  public var remarkCount: Int {
    (chunk.extras.fields[key]?.count ?? 0) + (chunk.extras.contested[key] != nil ? 1 : 0)
  }

  /// The value of the stored property at `column`.
  public subscript(column: Int) -> Value? { chunk.columns[column][index] }

  /// The value of the stored property called `name`; `nil` also for a field that is not stored.
  public subscript(name: String) -> Value? {
    chunk.entity.storedIndex(of: name).flatMap { self[$0] }
  }
}

/// Values that are computed from a chunk on first use, one for each type, and then kept.
final class DerivedValues: Sendable {
  private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

  /// Returns the value of type `Derived`; the first call makes it with `make`.
  ///
  /// Two threads may both make it at once; the first value is kept.
  func value<Derived: Sendable>(_ type: Derived.Type, make: () -> Derived) -> Derived {
    let identifier = ObjectIdentifier(type)
    if let known = values.withLock({ $0[identifier] }) as? Derived { return known }
    let made = make()
    return values.withLock { values in
      if let known = values[identifier] as? Derived { return known }
      values[identifier] = made
      return made
    }
  }
}
