internal import CairnStore

/// The records of the store, as an import searches them.
///
/// A read error looks like missing records to callers. So an import must check `failure` before it
/// saves, or it would add existing records a second time.
final class StoredRecords {
  /// The first read error, if any.
  private(set) var failure: StoreError?
  let snapshot: Snapshot

  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
  }

  /// Returns whether the store has the collection.
  func knows(_ entity: String) -> Bool { snapshot.model.contains(entity) }

  func row(_ id: ObjectID) -> Row? {
    // A dry run creates no collections, and the collections it would create are empty.
    guard snapshot.model[id.entity] != nil else { return nil }
    return noting { () throws(StoreError) in try snapshot.record(id) }
  }

  /// Returns the records that a record links to; empty if the store does not have the record.
  func links(of id: ObjectID, _ relationship: String) -> [RecordKey] {
    guard let row = row(id) else { return [] }
    return noting { () throws(StoreError) in try snapshot.linkedKeys(of: row, relationship) } ?? []
  }

  /// Returns the records of an entity that were merged.
  func mergedRecords(of entity: Entity) -> [MergedRecord] {
    guard knows(entity.name) else { return [] }
    return noting { () throws(StoreError) in try snapshot.mergedRecords(of: entity) } ?? []
  }

  /// Returns the table of an entity; `nil` if the model has no such entity.
  func table(_ entity: String) -> Table? {
    guard snapshot.model[entity] != nil else { return nil }
    return noting { () throws(StoreError) in try snapshot.load(entity) }
  }

  /// Returns whether a field has a unique value in each record.
  ///
  /// Cost: reads the table up to the first record with a missing or repeated value.
  func isKey(_ name: FieldIndex.Name) -> Bool {
    guard let table = table(name.entity), let place = table.entity.storedIndex(of: name.field)
    else { return false }
    var key = KeyColumn()
    for chunk in table.chunks {
      for row in 0..<chunk.count {
        guard let value = chunk.columns[place][row] else { return false }
        key.add(FieldIndex.text(of: value))
        if !key.isKey { return false }
      }
    }
    return key.isKey
  }

  /// Returns the names of a collection's notes, in lower case.
  func noteNames(of entity: String) -> Set<String> {
    guard let table = table(entity),
      let name = table.entity.attribute(matching: MarkdownReader.name)?.name
    else { return [] }
    return Set(
      table.rows.compactMap { row in
        row[name].map { FieldIndex.text(of: $0).lowercased() }
      })
  }

  /// Notes a read error that other code found.
  func fail(_ reason: String) { failure = failure ?? .refused(reason) }

  private func noting<Result>(_ read: () throws(StoreError) -> Result?) -> Result? {
    do throws(StoreError) {
      return try read()
    } catch {
      failure = failure ?? error
      return nil
    }
  }
}
