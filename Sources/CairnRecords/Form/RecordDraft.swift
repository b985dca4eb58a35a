internal import CairnStore

/// A record as it was typed, on its way to the store.
///
/// Texts become values on the writer's thread, in the same change that is checked and saved.
struct RecordDraft: Sendable {
  let entity: Entity
  /// The record that is changed, or `nil` for a new one.
  let id: ObjectID?
  /// The texts by field; an empty one clears the field.
  let values: [String: String]
  /// The content that the person saw.
  let seen: Snapshot
  let input: ValueInput

  /// Saves the draft as one change.
  ///
  /// - Throws: `StoreError.conflict` for a field that somebody else changed too; what else
  ///   `ObjectContext.save` throws.
  func save(to store: ObjectStore) throws(StoreError) -> Transaction? {
    let context = store.newContext(at: seen)
    let record: Record
    if let id {
      record = try context.existingObject(with: id)
    } else {
      record = try context.create(entity.name)
    }
    for (name, text) in values { record[name] = try value(of: text, for: name, record.id) }
    let verb = id == nil ? "add" : "change"
    return try context.save(title: "\(verb) \(record.title)")
  }

  /// What was done, for the status line.
  func report(_ transaction: Transaction?) -> String {
    guard let transaction else { return "nothing changed" }
    return transaction.title.replacingFirstWord(id == nil ? "added" : "saved")
      + " · u takes it back"
  }

  private func value(
    of text: String, for name: String, _ id: ObjectID
  ) throws(StoreError) -> Value? {
    guard !text.isEmpty else { return nil }
    do throws(InputError) {
      if let attribute = entity.attribute(name) { return try input.value(of: text, for: attribute) }
      guard let link = entity.relationship(name) else { return nil }
      return try input.links(of: text, for: link)
    } catch {
      throw .unfitValue(id, field: name, reason: "needs " + error.expected)
    }
  }
}
