internal import CairnScreens
internal import CairnStore

/// Records that are linked and others that aren't any more, whatever else is.
struct LinkChange: Sendable {
  /// Ids of records, or new ones as ``NewRecord`` writes them, to be linked after the others.
  var added: [String] = []
  /// Ids of records that are no longer to be linked.
  var removed: Set<String> = []
}

/// A record as it was typed, or what is typed for several, on its way to the store.
///
/// Texts become values on the writer's thread, in the same change that is checked and saved.
struct RecordDraft: Sendable {
  let entity: Entity
  /// The records that are changed; none for a new one.
  let ids: [ObjectID]
  /// The texts by field; an empty one clears the field.
  let values: [String: String]
  /// What was read from the files that fields name, by field.
  var contents: [String: [UInt8]] = [:]
  /// What becomes of links of which only some are said.
  var linking: [String: LinkChange] = [:]
  /// The fields whose values are new choices, in the model after the change.
  var newChoices: Set<String> = []
  /// By what a new record is found again.
  var receipt: Receipt?
  /// What the change is called, unless that follows from its fields.
  var title: String?
  /// The content that the person saw.
  let seen: Snapshot
  let input: ValueInput

  /// Saves the draft as one change.
  ///
  /// Fields that got other names since are saved under those. Of several records, those that were
  /// deleted since are passed over.
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
      return try context.save(title: "add \(record.title)", receipt: receipt)
    }
    let ids = try present(in: store)
    let records = try ids.map { id throws(StoreError) in try context.existingObject(with: id) }
    for (done, record) in records.enumerated() {
      if control.isCanceled() { throw .canceled }
      try fill(record, &made)
      control.note(done + 1)
    }
    if let title { return try context.save(title: title) }
    let fields = (Array(values.keys) + linking.keys).sorted().joined(separator: ", ")
    let subject =
      // By the title that it had where it has none any more.
      records.count == 1
      ? (records[0].title.isEmpty ? seen.title(of: ids) : records[0].title)
      : "\(fields) of \(seen.title(of: ids))"
    return try context.save(title: "change \(subject)")
  }

  /// The records that are there still, or the only one whether it is or not.
  private func present(in store: ObjectStore) throws(StoreError) -> [ObjectID] {
    guard ids.count > 1 else { return ids }
    _ = try store.refresh()
    let snapshot = store.snapshot
    let present = ids.filter { snapshot.row(snapshot.model.currentID(of: $0)) != nil }
    return present.isEmpty ? ids : present
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
        let keys = try keys(of: FormField.Kind.ids(in: text), link, record, &made)
        record[present] = Value(list: keys.map(Value.link))
        continue
      }
      if let bytes = contents[name] {
        guard record.entity.attribute(present) != nil else { throw gone(name, record) }
        record[present] = .data(bytes)
      } else if newChoices.contains(name), record.entity.attribute(present)?.type == .choice {
        record.context.addChoice(text, to: present, of: record.entity.name)
        record[present] = .text(text)
      } else {
        record[present] = try value(of: text, for: present, record)
      }
    }
    for (name, change) in linking {
      guard let link = record.entity.relationship(record.entity.currentName(of: name)) else {
        throw gone(name, record)
      }
      let added = try keys(of: change.added, link, record, &made)
      let removed = Set(change.removed.compactMap { RecordKey($0) })
      let present = record[link.name].linkedKeys
      let kept = present.filter { !removed.contains($0) }
      record[link.name] = Value(
        list: (kept + added.filter { !kept.contains($0) }).map(Value.link))
    }
  }

  /// The keys of records that a link's field names; new ones are made.
  private func keys(
    of ids: [String], _ link: Relationship, _ record: Record, _ made: inout [NewRecord: Record]
  ) throws(StoreError) -> [RecordKey] {
    try ids.map { id throws(StoreError) in
      if let key = RecordKey(id) { return key }
      guard let new = NewRecord(id, of: link.destination) else {
        throw .unfitValue(record.id, field: link.name, reason: "has no record \(id)")
      }
      if let record = made[new] { return record.id.key }
      let record = try new.make(in: record.context)
      made[new] = record
      return record.id.key
    }
  }

  private func gone(_ name: String, _ record: Record) -> StoreError {
    .unfitValue(record.id, field: name, reason: "is no longer a field")
  }

  /// What was done, a sentence about the change.
  func report(_ transaction: Transaction?) -> String {
    guard let transaction else { return "nothing changed" }
    return transaction.title.replacingFirstWord(ids.isEmpty ? "added" : "saved")
  }

  private func value(
    of text: String, for name: String, _ record: Record
  ) throws(StoreError) -> Value? {
    guard let attribute = record.entity.attribute(name) else { throw gone(name, record) }
    guard !text.isEmpty else { return nil }
    do throws(InputError) {
      return try input.value(of: text, for: attribute)
    } catch {
      throw .unfitValue(record.id, field: name, reason: "needs " + error.expected)
    }
  }
}

/// A record that a link leads to and that is made when the link is saved.
///
/// In the text of a link's field it stands as `+` and its title, which no key looks like.
struct NewRecord: Hashable {
  private static let sign: Character = "+"

  /// What it is called.
  let title: String
  private let entity: String

  /// The new record that the text of a link stands for; `nil` for one that is there.
  init?(_ text: String, of entity: String) {
    guard text.first == Self.sign, text.count > 1 else { return nil }
    title = String(text.dropFirst())
    self.entity = entity
  }

  /// The text of a link to a new record called `title`.
  static func text(for title: String) -> String { "\(sign)\(title)" }

  /// Whether a title is enough for a new record.
  static func canBeMade(of entity: Entity) -> Bool {
    guard let title = entity.titleAttribute, [.string, .text].contains(title.type) else {
      return false
    }
    return entity.attributes.allSatisfy { attribute in
      !attribute.isRequired || attribute.name == title.name || attribute.defaultText != nil
    } && entity.relationships.allSatisfy { !$0.isRequired }
  }

  /// Makes it in `context`.
  ///
  /// - Throws: what creating throws; `StoreError.unknownEntity` where it has no title.
  func make(in context: ObjectContext) throws(StoreError) -> Record {
    let record = try context.create(entity)
    guard let attribute = record.entity.titleAttribute else { throw .unknownEntity(entity) }
    record[attribute.name] = .text(title)
    return record
  }
}
