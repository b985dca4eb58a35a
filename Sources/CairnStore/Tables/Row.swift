internal import Synchronization

/// One record in a chunk.
public struct Row: Sendable {
  /// The chunk that holds the record.
  public let chunk: Chunk

  /// The record's place in the chunk.
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

  /// The file that has the record with both sides of a merge, within the store's folder, if any.
  ///
  /// Nothing is saved of the record until one of them is chosen there.
  public var unmergedFile: String? {
    guard case .merge? = chunk.extras.contested[key] else { return nil }
    return chunk.shard.path(entity: chunk.entity.name)
  }

  /// Where several records with its Id stand: the file, within the store's folder, and the lines on
  /// which they begin; `nil` if it is the only one.
  ///
  /// Nothing is saved of the record until only one of them is there.
  public var repetition: (file: String, lines: [Int])? {
    guard case .repetition(let lines)? = chunk.extras.contested[key] else { return nil }
    return (chunk.shard.path(entity: chunk.entity.name), lines)
  }

  /// How many remarks the record has besides its fields: values of fields that the model does not
  /// know, texts that their fields cannot hold, and the other side of a merge, or another record
  /// with its Id.
  ///
  /// They are looked up, and nothing is read.
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

/// Values that are computed from a chunk when first asked for, one of each type, and then kept.
final class DerivedValues: Sendable {
  private let values = Mutex<[ObjectIdentifier: any Sendable]>([:])

  /// The value of type `Derived`, made by `make` the first time.
  ///
  /// Two threads that ask at once may both make it; the first one's is kept.
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
