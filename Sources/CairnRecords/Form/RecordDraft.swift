internal import CairnScreens
internal import CairnStore

/// Records to link and to unlink, independent of the other linked records.
struct LinkChange: Sendable {
  /// Ids of records to append, or new records as ``NewRecord`` writes them.
  var added: [String] = []
  /// Ids of records to unlink.
  var removed: Set<String> = []
}

/// The typed values for one or several records, to be saved in the store.
///
/// The writer's thread parses the texts, as part of the change that it checks and saves.
struct RecordDraft: Sendable {
  let entity: Entity
  /// The records to change; empty for a new record.
  let ids: [ObjectID]
  /// The texts by field; an empty text clears the field.
  let values: [String: String]
  /// The contents read from the files that fields name, by field.
  var contents: [String: [UInt8]] = [:]
  /// The changes of links whose other targets stay.
  var linking: [String: LinkChange] = [:]
  /// The fields whose values are new choices, in the model after the change.
  var newChoices: Set<String> = []
  /// The mark that identifies a new record after a restart.
  var receipt: Receipt?
  /// The change's title; `nil` for one made from its fields.
  var title: String?
  /// The content that the person saw.
  let seen: Snapshot
  let input: ValueInput
  /// Reads the files at typed paths, of which the store keeps copies.
  var files: (any NamedFiles)?
  /// The paths of which the form told that their files will be kept.
  var promised: Set<String> = []
  /// The texts that were in the fields before a person typed, by field.
  var prefilled: [String: String] = [:]

  /// Saves the draft as one change.
  ///
  /// Renamed fields are saved under their new names. When several records are changed, deleted ones
  /// are skipped.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - control: reports progress and cancels.
  /// - Returns: the change; `nil` if the records already have these values.
  /// - Throws: `StoreError.conflict` for a field that another process changed too; `.unfitValue`
  ///   for a field that is gone; `.canceled`; other errors of `ObjectContext.save`.
  func save(
    to store: ObjectStore, under control: BulkChange.Control = .none
  ) throws(StoreError) -> Transaction? {
    let context = store.newContext(at: seen)
    context.isCanceled = control.isCanceled
    var made: [NewRecord: Record] = [:]
    let keeper = files.map { FileKeeper($0, in: store, promised: promised) }
    guard !ids.isEmpty else {
      let record = try context.create(seen.model.currentName(of: entity.name))
      try fill(record, &made, keeper)
      return try context.save(title: "add \(record.title)", receipt: receipt)
    }
    let ids = try present(in: store)
    let records = try ids.map { id throws(StoreError) in try context.existingObject(with: id) }
    for (done, record) in records.enumerated() {
      if control.isCanceled() { throw .canceled }
      try fill(record, &made, keeper)
      control.note(done + 1)
    }
    if let title { return try context.save(title: title) }
    let fields = (Array(values.keys) + linking.keys).sorted().joined(separator: ", ")
    let subject =
      // If the record has lost its title, use the previous one.
      records.count == 1
      ? (records[0].title.isEmpty ? seen.title(of: ids) : records[0].title)
      : "\(fields) of \(seen.title(of: ids))"
    return try context.save(title: "change \(subject)")
  }

  /// The records that still exist, or all of them if there is only one or none exists.
  private func present(in store: ObjectStore) throws(StoreError) -> [ObjectID] {
    guard ids.count > 1 else { return ids }
    _ = try store.refresh()
    let snapshot = store.snapshot
    let present = zip(ids, snapshot.currentIDs(of: ids, since: seen))
      .filter { snapshot.row($1) != nil }.map(\.0)
    return present.isEmpty ? ids : present
  }

  /// Sets the values of a record; a new record that several records link to is created once.
  private func fill(
    _ record: Record, _ made: inout [NewRecord: Record], _ keeper: FileKeeper?
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
        record[present] = try value(of: text, for: present, record, keeper)
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

  /// The keys of the records in a link's field; new records are created.
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

  /// A sentence about the saved change.
  ///
  /// - Parameters:
  ///   - transaction: the change; `nil` if nothing changed.
  ///   - store: the store after the change.
  ///   - verb: the first word; `nil` for the usual one.
  /// - Returns: the sentence.
  func report(
    _ transaction: Transaction?, in store: ObjectStore, verb: String? = nil
  ) -> String {
    guard let transaction else { return "nothing changed" }
    return transaction.title.replacingFirstWord(verb ?? (ids.isEmpty ? "added" : "saved"))
      + comebacks(after: transaction, in: store.snapshot) + unkept(in: transaction)
  }

  /// The fields whose files were not kept, as the end of a sentence.
  private func unkept(in transaction: Transaction) -> String {
    let change = transaction.changes.first {
      $0.id.entity == seen.model.currentName(of: entity.name)
    }
    let names = (change?.fields ?? []).filter { field in
      guard values[field.name] != nil, entity.attribute(field.name)?.type == .file else {
        return false
      }
      return field.new?.elements.contains { KeptFile(of: $0) == nil } == true
    }.map(\.name)
    return names.isEmpty ? "" : "; only the path is saved in \(names.joined(separator: ", "))"
  }

  /// What came back with a change, as the end of a sentence.
  private func comebacks(after transaction: Transaction, in snapshot: Snapshot) -> String {
    let clock = input.clock
    let found = Comebacks(after: transaction, in: snapshot, clock.localTime)
    var parts: [String] = []
    if found.records.count > 1 { parts.append("\(Count.text(found.records.count)) come back") }
    if found.records.count == 1, let id = found.records.first,
      let due = snapshot.model[id.entity]?.due, let day = snapshot.row(id)?[due]
    {
      let distance = ValueText.distance(of: day, at: clock).map { ", \($0)" } ?? ""
      parts.append("the next is due \(ValueText.display(day, at: clock))\(distance)")
    }
    if let first = found.missing.first {
      let count = found.missing.count
      let subject = count > 1 ? "\(Count.text(count)) do" : ids.count > 1 ? "1 does" : "it does"
      parts.append("\(subject) not come back: \(first.reason)")
    }
    return parts.map { "; \($0)" }.joined()
  }

  private func value(
    of text: String, for name: String, _ record: Record, _ keeper: FileKeeper?
  ) throws(StoreError) -> Value? {
    guard let attribute = record.entity.attribute(name) else { throw gone(name, record) }
    guard !text.isEmpty else { return nil }
    let value: Value?
    do throws(InputError) {
      value = try input.value(of: text, for: attribute)
    } catch {
      throw .unfitValue(record.id, field: name, reason: "needs " + error.expected)
    }
    guard attribute.type == .file, let value, let keeper else { return value }
    let before = prefilled[name].flatMap { try? input.value(of: $0, for: attribute) }
    do throws(StoreError) {
      return try keeper.value(value, besides: [record[name], before])
    } catch .refused(let reason) {
      throw .unfitValue(record.id, field: name, reason: reason)
    }
  }
}

/// A record at the end of a link, to be created when the link is saved.
///
/// The text of a link's field has it as `+` and its title; no key looks like that.
struct NewRecord: Hashable {
  private static let sign: Character = "+"

  let title: String
  private let entity: String

  /// Reads the new record from the text of a link; `nil` for an existing record.
  init?(_ text: String, of entity: String) {
    guard text.first == Self.sign, text.count > 1 else { return nil }
    title = String(text.dropFirst())
    self.entity = entity
  }

  /// The text of a link to a new record with this title.
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

  /// Creates the record in `context`.
  ///
  /// - Throws: errors from creating a record; `StoreError.unknownEntity` if the entity has no
  ///   title.
  func make(in context: ObjectContext) throws(StoreError) -> Record {
    let record = try context.create(entity)
    guard let attribute = record.entity.titleAttribute else { throw .unknownEntity(entity) }
    record[attribute.name] = .text(title)
    return record
  }
}
