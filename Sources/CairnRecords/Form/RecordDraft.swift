internal import CairnStore

/// A record as it was typed, or what is typed for several, on its way to the store.
///
/// Texts become values on the writer's thread, in the same change that is checked and saved.
struct RecordDraft: Sendable {
  let entity: Entity
  /// The records that are changed; none for a new one.
  let ids: [ObjectID]
  /// The texts by field; an empty one clears the field.
  let values: [String: String]
  /// The content that the person saw.
  let seen: Snapshot
  let input: ValueInput

  /// Saves the draft as one change.
  ///
  /// Fields that got other names since are saved under those.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - control: hears how far it is, and ends it.
  /// - Returns: the change, `nil` where the records have these values.
  /// - Throws: `StoreError.conflict` for a field that somebody else changed too; `.unfitValue` for
  ///   one that is gone; `.canceled`; what else `ObjectContext.save` throws.
  func save(
    to store: ObjectStore, under control: BulkChange.Control = .none
  ) throws(StoreError) -> Transaction? {
    let context = store.newContext(at: seen)
    context.isCanceled = control.isCanceled
    var made: [NewRecord: Record] = [:]
    guard !ids.isEmpty else {
      let record = try context.create(seen.model.currentName(of: entity.name))
      try fill(record, &made)
      return try context.save(title: "add \(record.title)")
    }
    let records = try ids.map { id throws(StoreError) in try context.existingObject(with: id) }
    for (done, record) in records.enumerated() {
      if control.isCanceled() { throw .canceled }
      try fill(record, &made)
      control.note(done + 1)
    }
    let fields = values.keys.sorted().joined(separator: ", ")
    let subject =
      // By the title that it had where it has none any more.
      records.count == 1
      ? (records[0].title.isEmpty ? seen.title(of: ids) : records[0].title)
      : "\(fields) of \(seen.title(of: ids))"
    return try context.save(title: "change \(subject)")
  }

  /// Gives a record the values; what several records link to and isn't there yet is made once.
  private func fill(
    _ record: Record, _ made: inout [NewRecord: Record]
  ) throws(StoreError) {
    for (name, text) in values {
      let present = record.entity.currentName(of: name)
      if let link = record.entity.relationship(present) {
        if let lines = OwnedLines(link, in: record.context.store.snapshot.model) {
          try lines.apply(text, to: record, input)
          continue
        }
        if let new = NewRecord(text, of: link.destination) {
          if made[new] == nil { made[new] = try new.make(in: record.context) }
          record.setLinks(present, made[new].map { [$0] } ?? [])
          continue
        }
      }
      record[present] = try value(of: text, for: present, record)
    }
  }

  /// What was done, a sentence about the change.
  func report(_ transaction: Transaction?) -> String {
    guard let transaction else { return "nothing changed" }
    return transaction.title.replacingFirstWord(ids.isEmpty ? "added" : "saved")
  }

  private func value(
    of text: String, for name: String, _ record: Record
  ) throws(StoreError) -> Value? {
    guard let property = record.entity[name] else {
      throw .unfitValue(record.id, field: name, reason: "is no field of the model any more")
    }
    guard !text.isEmpty else { return nil }
    do throws(InputError) {
      switch property {
      case .attribute(let attribute): return try input.value(of: text, for: attribute)
      case .relationship(let link): return try input.links(of: text, for: link)
      }
    } catch {
      throw .unfitValue(record.id, field: name, reason: "needs " + error.expected)
    }
  }
}
