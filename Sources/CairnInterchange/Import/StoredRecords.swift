internal import CairnStore

/// The records that a store has, as an import looks for them.
///
/// What cannot be read looks like nothing to those who ask, so that the last of them must not save
/// anything where `failure` says so: what is there already would come a second time.
final class StoredRecords {
  /// Why something could not be read, if so.
  private(set) var failure: StoreError?
  let snapshot: Snapshot

  init(_ snapshot: Snapshot) {
    self.snapshot = snapshot
  }

  /// Whether the store has the collection.
  func knows(_ entity: String) -> Bool { snapshot.model[entity] != nil }

  func row(_ id: ObjectID) -> Row? {
    // A rehearsal makes no collections, and nothing is in those that it would make.
    guard snapshot.model[id.entity] != nil else { return nil }
    return noting { () throws(StoreError) in try snapshot.record(id) }
  }

  /// The records that a record's link leads to; none of one that the store does not have.
  func links(of id: ObjectID, _ relationship: String) -> [RecordKey] {
    guard let row = row(id) else { return [] }
    return noting { () throws(StoreError) in try snapshot.links(of: row, relationship) } ?? []
  }

  /// The records of an entity, `nil` if the model has none of that name.
  func table(_ entity: String) -> Table? {
    guard snapshot.model[entity] != nil else { return nil }
    return noting { () throws(StoreError) in try snapshot.load(entity) }
  }

  /// The same for what nothing depends on; `nil` also where it can't be read.
  func readableTable(_ entity: String) -> Table? {
    snapshot.model[entity] == nil ? nil : try? snapshot.load(entity)
  }

  /// Whether each record has a value in a field, and no two the same.
  ///
  /// Cost: reads the table, up to the first record that has none or another's.
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

  /// Notes that something could not be read, as others found.
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
