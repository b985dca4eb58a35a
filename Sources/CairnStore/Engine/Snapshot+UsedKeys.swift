/// Which keys are taken where a shard holds records that cannot be read.
///
/// Such a record still owns its key: were the key given to a new record, the links to the old one
/// would lead to the new. The mark in `ids/` tells in a store that has folded a save; these look at
/// the text itself, for one that has not.
extension Snapshot {
  /// The highest sequence of `replica` that an unreadable record of `entity`, or a link, may name.
  ///
  /// - Returns: the sequence, 0 for none; where all records can be read nothing else is looked at.
  /// - Throws: what reading the files throws.
  func lastUnreadableSequence(
    of entity: String, replica: Replica
  ) throws(StoreError) -> UInt64 {
    let unreadable = try load(entity).chunks.flatMap(\.extras.unreadable)
    guard !unreadable.isEmpty else { return 0 }
    let keys = unreadable.flatMap(Self.keys(inText:)) + (try keysLinked(to: entity))
    return keys.filter { $0.replica == replica }.map(\.sequence).max() ?? 0
  }

  /// The keys that stand as words of their own in a text that is no record.
  private static func keys(inText bytes: [UInt8]) -> [RecordKey] {
    bytes.split { $0 == .space || $0 == .newline }.compactMap { RecordKey(utf8: Array($0).span) }
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
