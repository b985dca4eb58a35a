/// Contradictions between the journal and the text, found while changes are replayed.
///
/// A field that holds neither the old nor the new value was changed in the text, or by a later
/// change that is in the text already. Only the end of the replay tells which: the contradiction
/// is dropped when a later change of the field fits.
struct ReplayLog {
  private struct Place: Hashable {
    var id: ObjectID
    var field: String?
  }

  private var doubts: [Place: String] = [:]
  /// Changes of fields that are in doubt, to be merged at the end.
  private var waiting: [Place: FieldChange] = [:]
  /// Deletions of records that have other values in the text.
  private var doubtedDeletions: [ObjectID: [FieldChange]] = [:]

  mutating func doubt(_ id: ObjectID, _ field: String? = nil, _ message: String) {
    doubts[Place(id: id, field: field)] = message
  }

  mutating func doubtDeletion(_ change: RecordChange, _ message: String) {
    doubt(change.id, nil, message)
    doubtedDeletions[change.id] = change.fields
  }

  /// Drops the doubt about a deletion of `id`, because the record came back.
  ///
  /// - Returns: the fields of the deleted record; `nil` if no deletion is in doubt.
  mutating func comeBack(_ id: ObjectID) -> [FieldChange]? {
    guard let fields = doubtedDeletions.removeValue(forKey: id) else { return nil }
    doubts[Place(id: id, field: nil)] = nil
    return fields
  }

  /// Notes a change to merge with the text at the end; several changes are combined.
  mutating func wait(_ id: ObjectID, _ change: FieldChange) {
    let place = Place(id: id, field: change.name)
    waiting[place] = FieldChange(
      name: change.name, old: waiting[place].map(\.old) ?? change.old, new: change.new)
  }

  /// The changes to merge, in the order of records and fields.
  var waitingChanges: [(id: ObjectID, change: FieldChange)] {
    waiting.sorted { ($0.key.id.key, $0.key.field ?? "") < ($1.key.id.key, $1.key.field ?? "") }
      .map { ($0.key.id, $0.value) }
  }

  mutating func settle(_ id: ObjectID, _ field: String) {
    guard !doubts.isEmpty else { return }
    doubts[Place(id: id, field: field)] = nil
    waiting[Place(id: id, field: field)] = nil
  }

  mutating func settle(_ id: ObjectID) {
    guard !doubts.isEmpty else { return }
    doubts = doubts.filter { $0.key.id != id }
    waiting = waiting.filter { $0.key.id != id }
    doubtedDeletions[id] = nil
  }

  /// Returns the remaining doubts as problems of the files of `entity`.
  func problems(in entity: Entity) -> [StoreProblem] {
    doubts.sorted { ($0.key.id.key, $0.key.field ?? "") < ($1.key.id.key, $1.key.field ?? "") }
      .map { place, message in
        let shard = ShardName(of: place.id.key, in: entity)
        return StoreProblem(
          severity: .note, file: shard.path(entity: entity.name), line: 0,
          message: "\(place.field.map { "\($0) of " } ?? "")\(place.id.key) \(message)",
          overrulesSave: true)
      }
  }
}
