/// Which keys are taken, those of records that cannot be read included.
///
/// Such a record still owns its key: were the key given to a new record, the links to the old one
/// would lead to the new. Where `ids/` has a mark, the store's own keys are all below it, and a
/// person adds at the end, so that the last shard tells. Else the whole text is looked at, and
/// where a mark was lost also what is linked to: its record may be deleted.
extension Snapshot {
  /// The highest sequence of `replica` that a record of `entity` has, or may have had.
  ///
  /// - Parameters:
  ///   - entity: the entity's name.
  ///   - replica: the replica whose keys count.
  ///   - isMarked: whether a mark is known that is above all keys the store gave out.
  ///   - countsLinks: whether records count, too, that others are linked to.
  /// - Returns: the sequence, 0 for none.
  /// - Throws: what reading the files throws.
  func lastSequence(
    of entity: String, replica: Replica, isMarked: Bool, countsLinks: Bool
  ) throws(StoreError) -> UInt64 {
    // Also of a collection that the model gave up: its keys must not come again with it.
    guard let source = sources[entity] else { throw .unknownEntity(entity) }
    let last = try source.lastChunks(of: replica)
    let readable = last.last?.keys.last { $0.replica == replica }?.sequence ?? 0
    if isMarked, last.allSatisfy(\.extras.unreadable.isEmpty) { return readable }
    let others = try otherKeys(of: source, countingLinks: countsLinks)
    return max(readable, others.filter { $0.replica == replica }.map(\.sequence).max() ?? 0)
  }

  /// The keys that unreadable records of `source` may have, and links to its records.
  ///
  /// - Parameters:
  ///   - source: where the records are.
  ///   - countsLinks: whether links count also where all records can be read.
  /// - Returns: the keys, of any replica.
  /// - Throws: what reading the files throws.
  private func otherKeys(
    of source: TableSource, countingLinks countsLinks: Bool
  ) throws(StoreError) -> [RecordKey] {
    let unreadable = try source.load().chunks.flatMap(\.extras.unreadable)
    guard countsLinks || !unreadable.isEmpty else { return [] }
    return unreadable.flatMap(Self.keys(inText:)) + (try keysLinked(to: source.entity.name))
  }

  /// The keys that stand as words of their own in a text that is no record.
  static func keys(inText bytes: [UInt8]) -> [RecordKey] {
    let between: Set<UInt8> = [.space, .newline, .carriageReturn, .colon]
    return bytes.split(whereSeparator: between.contains).compactMap {
      RecordKey(utf8: Array($0).span)
    }
  }

  /// The keys of `entity` that any record links to, of records that are there or not.
  private func keysLinked(to entity: String) throws(StoreError) -> [RecordKey] {
    var keys: [RecordKey] = []
    for source in model.entities {
      for link in source.relationships where link.isStored && link.destination == entity {
        guard let column = source.storedIndex(of: link.name) else { continue }
        for row in try load(source.name).rows {
          for case .link(let key) in row[column]?.elements ?? [] { keys.append(key) }
        }
      }
    }
    return keys
  }
}
