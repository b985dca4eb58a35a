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
  func knows(_ entity: String) -> Bool { snapshot.model[entity] != nil }

  func row(_ id: ObjectID) -> Row? {
    // A dry run creates no collections, and the collections it would create are empty.
    guard snapshot.model[id.entity] != nil else { return nil }
    return noting { () throws(StoreError) in try snapshot.record(id) }
  }

  /// Returns the records that a record links to; empty if the store does not have the record.
  func links(of id: ObjectID, _ relationship: String) -> [RecordKey] {
    guard let row = row(id) else { return [] }
    return noting { () throws(StoreError) in try snapshot.links(of: row, relationship) } ?? []
  }

  /// Returns the table of an entity; `nil` if the model has no such entity.
  func table(_ entity: String) -> Table? {
    guard snapshot.model[entity] != nil else { return nil }
    return noting { () throws(StoreError) in try snapshot.load(entity) }
  }

  /// Returns a table for an optional purpose.
  ///
  /// A read error gives `nil` and is not noted.
  func readableTable(_ entity: String) -> Table? {
    snapshot.model[entity] == nil ? nil : try? snapshot.load(entity)
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

/// A check whether the store already has the new records of an import: for example, because a file
/// is imported a second time.
struct KnownRecordCheck {
  /// The number of new records of each collection that are searched: the first ones.
  static let limit = 100

  /// The first new records of a collection.
  private struct Sample {
    let entity: Entity
    var records: [[Value?]] = []
  }

  private var samples: [String: Sample] = [:]

  /// Adds a new record, if it is one of the first of its collection.
  mutating func note(_ draft: RecordDraft) {
    let name = draft.entity.name
    if let count = samples[name]?.records.count, count == Self.limit { return }
    samples[name, default: Sample(entity: draft.entity)].records.append(draft.values)
  }

  /// Returns a notice for each collection that has all of its searched records already.
  ///
  /// Cost: reads these collections, mostly one field of each record.
  func notices(_ stored: StoredRecords) -> [String] {
    samples.values.sorted { $0.entity.name < $1.entity.name }.compactMap { sample in
      guard let table = stored.readableTable(sample.entity.name), isAllThere(sample, in: table)
      else {
        return nil
      }
      let subject =
        switch sample.records.count {
        case 1: "the new record is"
        case ..<Self.limit: "the \(sample.records.count) new records are"
        default: "the first \(sample.records.count) new records are"
        }
      return "\(sample.entity.plural): \(subject) already in the store, with the same values; "
        + "--match FIELD updates such records"
    }
  }

  /// Returns whether the table has each record, apart from fields without a value in all records.
  private func isAllThere(_ sample: Sample, in table: Table) -> Bool {
    let places = sample.entity.storedProperties.indices.filter { place in
      sample.records.contains { $0[place] != nil }
    }
    let title = sample.entity.title.flatMap(sample.entity.storedIndex)
    // The field with the most distinct values is compared first, so other fields are rarely needed.
    let telling = places.map { place in
      (place: place, count: Set(sample.records.map { $0[place] }).count)
    }.max { ($0.count, $0.place == title ? 1 : 0) < ($1.count, $1.place == title ? 1 : 0) }
    guard let key = telling?.place,
      table.entity.storedProperties == sample.entity.storedProperties
    else { return false }
    var missing = Dictionary(grouping: sample.records) { $0[key] }
    for chunk in table.chunks {
      let column = chunk.columns[key]
      for row in 0..<chunk.count {
        let value = column[row]
        guard let wanted = missing[value] else { continue }
        let left = wanted.filter { record in
          places.contains { chunk.columns[$0][row] != record[$0] }
        }
        missing[value] = left.isEmpty ? nil : left
        if missing.isEmpty { return true }
      }
    }
    return false
  }
}
