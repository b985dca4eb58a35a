/// A snapshot as it looks with edits on top.
///
///     edits       what this context changed
///     inherited   what the contexts above it changed and have not saved
///     snapshot    what the store had when the context last looked
///
/// It is a value, so that a save can lay the same edits over newer content, apply the delete rules
/// there once more, and check what comes out.
struct EditedSnapshot {
  let snapshot: Snapshot
  private(set) var inherited = Edits()
  var edits = Edits()
  /// What could not be read so far.
  var failures = ReadFailures()

  init(_ snapshot: Snapshot, inheriting inherited: Edits = Edits(), edits: Edits = Edits()) {
    self.snapshot = snapshot
    self.inherited = inherited
    self.edits = edits
  }

  var model: ObjectModel { snapshot.model }

  /// The same content, from which reading notes in `failures` what fails.
  func noting(in failures: ReadFailures) -> EditedSnapshot {
    var content = self
    content.failures = failures
    return content
  }

  /// What a context below this one starts from.
  var flattened: EditedSnapshot {
    EditedSnapshot(snapshot, inheriting: inherited.followed(by: edits))
  }

  func exists(_ id: ObjectID) -> Bool {
    !edits.deleted.contains(id) && (edits.created.contains(id) || existsBelow(id))
  }

  /// Whether the record exists but for the edits on top.
  func existsBelow(_ id: ObjectID) -> Bool {
    !inherited.deleted.contains(id)
      && (inherited.created.contains(id) || savedRow(id) != nil)
  }

  /// The record as it was saved; of one that was made here no file is looked at.
  func savedRow(_ id: ObjectID) -> Row? {
    guard !id.isTemporary, let table = savedTable(id.entity) else { return nil }
    return failures.noting { () throws(StoreError) in try table.row(id.key) }
  }

  /// The saved records of an entity among which are all that hold one of `texts` in an attribute.
  func savedChunks(
    of entity: String, holding texts: some Collection<[UInt8]>, in attribute: Attribute
  ) -> [Chunk] {
    guard let table = savedTable(entity) else { return [] }
    // Another type's text may be written in several ways.
    let mentions = attribute.type.isTextual ? texts.compactMap(StoredMention.init(text:)) : []
    let isSearch = mentions.count == texts.count && mentions.count <= StoredMention.searchLimit
    let wanted = Set(mentions)
    return failures.noting { () throws(StoreError) in
      isSearch ? try table.chunks(mentioning: wanted) : Array(try table.load().chunks)
    } ?? []
  }

  /// The saved records of `entity` whose stored field at `column` links to `target`.
  func savedSources(
    linkingTo target: RecordKey, by column: Int, of entity: String
  ) -> [RecordKey] {
    guard target.replica != .temporary, let table = savedTable(entity) else { return [] }
    let keys = failures.noting { () throws(StoreError) in
      try table.keys(linkingTo: target, by: column, snapshot.queries)
    }
    return keys ?? []
  }

  private func savedTable(_ entity: String) -> LazyTable? {
    model[entity] == nil ? nil : snapshot.tables[entity]
  }

  /// The value of a stored field.
  func value(_ field: String, of id: ObjectID) -> Value? {
    if let edited = edits.entry(field, of: id) { return edited }
    return valueBelow(field, of: id)
  }

  /// The value of a stored field but for the edits on top.
  func valueBelow(_ field: String, of id: ObjectID) -> Value? {
    if let edited = inherited.entry(field, of: id) { return edited }
    return savedRow(id)?[field]
  }

  mutating func set(_ value: Value?, _ field: String, of id: ObjectID) {
    edits.set(entry(for: value, field, id), field, of: id)
  }

  /// What stands for a value among the edits: nothing where it is what was there before.
  func entry(for value: Value?, _ field: String, _ id: ObjectID) -> Value?? {
    contentBelow(field, of: id) == value ? .none : .some(value)
  }

  /// What is in a stored field's place but for the edits on top: its value, or a text of the file
  /// that it cannot hold, which is no value and can be cleared.
  func contentBelow(_ field: String, of id: ObjectID) -> Value? {
    if let edited = inherited.entry(field, of: id) { return edited }
    guard let row = savedRow(id) else { return nil }
    return row[field] ?? ChunkDraft(row.chunk).value(of: field, row: row.index)
  }

  func step(_ relationship: Relationship, of id: ObjectID) -> LinkStep? {
    model[id.entity].flatMap { LinkStep(relationship, of: $0, in: model) }
  }

  /// The same content with other keys of records that were made here.
  func replacing(_ names: NameReplacement) -> EditedSnapshot {
    EditedSnapshot(
      snapshot, inheriting: inherited.replacing(names), edits: edits.replacing(names))
  }

  /// The same content under the names that it has in `newest`.
  func renamed(as newest: Snapshot) -> EditedSnapshot {
    let renaming = Renaming(from: model, to: newest.model)
    guard !renaming.isEmpty else { return self }
    let names = NameReplacement(renaming: renaming, model: newest.model)
    let renamed = snapshot.adopting(newest.model, ProblemLog()) { newest.tables[$0.name] }
    return EditedSnapshot(
      renamed, inheriting: inherited.replacing(names), edits: edits.replacing(names)
    ).noting(in: failures)
  }
}

extension EditedSnapshot {
  /// What the edits come to: one change a record, in the order of editing.
  func changes() -> [RecordChange] {
    edits.touched.compactMap(change)
  }

  /// Whether the edits come to something.
  var hasChanges: Bool {
    edits.touched.contains { change(of: $0) != nil } || !lostRecords.isEmpty
      || !displacedEdits.isEmpty
  }

  /// What the edits come to for one record.
  func change(of id: ObjectID) -> RecordChange? {
    switch (edits.created.contains(id), edits.deleted.contains(id)) {
    case (true, true): nil
    case (true, false): change(.insert, id)
    case (false, true):
      existsBelow(id) ? RecordChange(id: id, kind: .delete, fields: deletedFields(of: id)) : nil
    case (false, false): existsBelow(id) ? change(.update, id) : nil
    }
  }

  private func change(_ kind: RecordChange.Kind, _ id: ObjectID) -> RecordChange? {
    guard let entries = edits.fields[id], kind == .insert || !entries.isEmpty else { return nil }
    let names = model[id.entity]?.storedProperties.map(\.name) ?? []
    let fields = names.compactMap { name -> FieldChange? in
      let old = kind == .insert ? nil : contentBelow(name, of: id)
      guard let new = entries[name], new != old else { return nil }
      return FieldChange(name: name, old: old, new: new)
    }
    return fields.isEmpty && kind == .update
      ? nil : RecordChange(id: id, kind: kind, fields: fields)
  }

  private func deletedFields(of id: ObjectID) -> [FieldChange] {
    let names = model[id.entity]?.storedProperties.map(\.name) ?? []
    return names.compactMap { name in
      valueBelow(name, of: id).map { FieldChange(name: name, old: $0, new: nil) }
    }
  }

  /// The edits for which the model has no place: others took the collection away or gave it another
  /// name, or the field, which is `nil` where it is about the whole record.
  ///
  /// Fields of a deleted record count for nothing, nor what the delete rules took from others.
  var displacedEdits: [(id: ObjectID, field: String?)] {
    var restored = edits
    if !edits.deleted.isEmpty { restored.restoreDeleted() }
    return edits.touched.flatMap { id -> [(id: ObjectID, field: String?)] in
      let isCreated = edits.created.contains(id)
      if edits.deleted.contains(id) {
        return isCreated || model[id.entity] != nil ? [] : [(id, nil)]
      }
      let names = (restored.fields[id] ?? [:]).keys.sorted()
      guard let entity = model[id.entity] else {
        return isCreated ? [(id, nil)] : names.map { (id, $0) }
      }
      return names.filter { entity.storedIndex(of: $0) == nil }.map { (id, $0) }
    }
  }

  /// The edited records that are gone below, apart from those made or deleted here.
  var lostRecords: [ObjectID] {
    edits.touched.filter { id in
      !edits.created.contains(id) && !edits.deleted.contains(id)
        && edits.fields[id]?.isEmpty == false && !existsBelow(id)
    }
  }
}

/// One step of editing, and the way back.
enum EditDelta {
  /// A record came to be, or never was.
  case existence(ObjectID, isCreated: Bool)
  /// A record is to go, or to stay.
  case deletion(ObjectID, isDeleted: Bool)
  /// A deletion of a record was requested, or the request was withdrawn.
  case request(ObjectID, isMade: Bool)
  /// A rule took a link, or left it.
  case cut(LinkCut, isMade: Bool)
  /// A field's entry changed; no entry means that the field is not edited.
  case field(ObjectID, String, old: Value??, new: Value??)

  /// The step back.
  var inverse: EditDelta {
    switch self {
    case .existence(let id, let isCreated): .existence(id, isCreated: !isCreated)
    case .deletion(let id, let isDeleted): .deletion(id, isDeleted: !isDeleted)
    case .request(let id, let isMade): .request(id, isMade: !isMade)
    case .cut(let cut, let isMade): .cut(cut, isMade: !isMade)
    case .field(let id, let field, let old, let new): .field(id, field, old: new, new: old)
    }
  }

  /// The same step with other names of records and fields.
  func replacing(_ names: NameReplacement) -> EditDelta {
    switch self {
    case .existence(let id, let isCreated): .existence(names.replace(id), isCreated: isCreated)
    case .deletion(let id, let isDeleted): .deletion(names.replace(id), isDeleted: isDeleted)
    case .request(let id, let isMade): .request(names.replace(id), isMade: isMade)
    case .cut(let cut, let isMade): .cut(names.replace(cut), isMade: isMade)
    case .field(let id, let field, let old, let new):
      .field(
        names.replace(id), names.replace(field, of: id.entity),
        old: old.map { names.replace($0, field, of: id.entity) },
        new: new.map { names.replace($0, field, of: id.entity) })
    }
  }
}

/// A link that a delete rule took from a record that stays: the field's entry before and after.
struct LinkCut: Hashable {
  var id: ObjectID
  var field: String
  var before: Value??
  var after: Value??
}
