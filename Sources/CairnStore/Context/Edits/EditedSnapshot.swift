/// A snapshot with edits on top.
///
///     edits       the changes of this context
///     inherited   the unsaved changes of its parent contexts
///     snapshot    the store's content at the context's last merge
///
/// It is a value, so that a save can apply the same edits to newer content, apply the delete rules
/// again, and check the result.
struct EditedSnapshot {
  let snapshot: Snapshot
  private(set) var inherited: Edits
  var edits: Edits
  /// The errors of files that could not be read.
  var failures = ReadFailures()

  init(_ snapshot: Snapshot, inheriting inherited: Edits = Edits(), edits: Edits = Edits()) {
    self.snapshot = snapshot
    self.inherited = inherited
    self.edits = edits
  }

  var model: ObjectModel { snapshot.model }

  /// Returns the same content; errors of reading it are noted in `failures`.
  func noting(in failures: ReadFailures) -> EditedSnapshot {
    var content = self
    content.failures = failures
    return content
  }

  /// The content from which a child context starts.
  var flattened: EditedSnapshot {
    EditedSnapshot(snapshot, inheriting: inherited.followed(by: edits))
  }

  /// Whether the edits were made on exactly the content of `other`, which has no edits.
  func isBased(on other: EditedSnapshot) -> Bool {
    snapshot === other.snapshot && inherited.touched.isEmpty && other.inherited.touched.isEmpty
  }

  func exists(_ id: ObjectID) -> Bool {
    !edits.deleted.contains(id) && (edits.created.contains(id) || existsBelow(id))
  }

  /// Whether the record exists without the edits on top.
  func existsBelow(_ id: ObjectID) -> Bool {
    !inherited.deleted.contains(id)
      && (inherited.created.contains(id) || savedRow(id) != nil)
  }

  /// Returns the saved state of a record; for a new record, no file is read.
  func savedRow(_ id: ObjectID) -> Row? {
    guard !id.isTemporary, let table = savedTable(id.entity) else { return nil }
    return failures.noting { () throws(StoreError) in try table.row(id.key) }
  }

  /// Returns the saved records that may have one of `texts` in an attribute.
  func savedChunks(
    of entity: String, holding texts: some Collection<[UInt8]>, in attribute: Attribute
  ) -> [Chunk] {
    guard let table = savedTable(entity) else { return [] }
    // The text of another type may have several spellings.
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

  /// The value of a stored field without the edits on top.
  func valueBelow(_ field: String, of id: ObjectID) -> Value? {
    if let edited = inherited.entry(field, of: id) { return edited }
    return savedRow(id)?[field]
  }

  mutating func set(_ value: Value?, _ field: String, of id: ObjectID) {
    edits.set(entry(for: value, field, id), field, of: id)
  }

  /// Returns the entry for a value in the edits; no entry if the value is the same as below.
  func entry(for value: Value?, _ field: String, _ id: ObjectID) -> Value?? {
    contentBelow(field, of: id) == value ? .none : .some(value)
  }

  /// The content of a stored field without the edits on top.
  ///
  /// It is the field's value, or a text in the file that the field cannot hold; such a text can be
  /// cleared.
  func contentBelow(_ field: String, of id: ObjectID) -> Value? {
    if let edited = inherited.entry(field, of: id) { return edited }
    guard let row = savedRow(id) else { return nil }
    return row[field] ?? ChunkDraft(row.chunk).value(of: field, row: row.index)
  }

  func step(_ relationship: Relationship, of id: ObjectID) -> LinkStep? {
    model[id.entity].flatMap { LinkStep(relationship, of: $0, in: model) }
  }

  /// Returns the content with other keys for new records.
  func replacing(_ names: NameReplacement) -> EditedSnapshot {
    EditedSnapshot(
      snapshot, inheriting: inherited.replacing(names), edits: edits.replacing(names))
  }

  /// The names and keys in `newest` that this content does not have yet; `nil` if there are none.
  func replacement(in newest: Snapshot) -> NameReplacement? {
    let renaming = Renaming(from: model, to: newest.model)
    let moves = newest.keyMoves.since(snapshot.keyMoves.renamed(renaming))
    guard !renaming.isEmpty || !moves.isEmpty else { return nil }
    return NameReplacement(ids: moves.ids, renaming: renaming, model: newest.model)
  }

  /// Returns the content with the names and keys of `newest`.
  func renamed(as newest: Snapshot) -> EditedSnapshot {
    guard let names = replacement(in: newest) else { return self }
    let edits = edits.replacing(names)
    var renamed = snapshot
    if !names.renaming.isEmpty {
      renamed = renamed.adopting(newest.model, ProblemLog()) { newest.tables[$0.name] }
    }
    if !names.ids.isEmpty {
      renamed = renamed.moved(to: names.ids, linksOf: edits.touched)
    }
    return EditedSnapshot(renamed, inheriting: inherited.replacing(names), edits: edits)
      .noting(in: failures)
  }
}

extension EditedSnapshot {
  /// The effect of the edits: one change a record, in the order of editing.
  func changes() -> [RecordChange] {
    edits.touched.compactMap(change)
  }

  /// Whether the edits have an effect.
  var hasChanges: Bool {
    edits.touched.contains { change(of: $0) != nil } || !lostRecords.isEmpty
      || !displacedEdits.isEmpty
  }

  /// The effect of the edits on one record.
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
    guard edits.fields[id] != nil else { return nil }
    let fields = edits.properties(of: id, in: model).compactMap { property -> FieldChange? in
      let name = property.name
      let old = kind == .insert ? nil : contentBelow(name, of: id)
      guard let new = edits.entry(name, of: id), new != old else { return nil }
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

  /// The edits without a place in the model, because others removed or renamed a collection or
  /// field.
  ///
  /// The field is `nil` if the whole record has no place. Fields of a deleted record do not count,
  /// and neither do links that the delete rules took from other records.
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

  /// The edited records that are missing below, except those created or deleted here.
  var lostRecords: [ObjectID] {
    edits.touched.filter { id in
      !edits.created.contains(id) && !edits.deleted.contains(id)
        && edits.fields[id]?.isEmpty == false && !existsBelow(id)
    }
  }
}

/// One step of editing, with the data for its undo.
enum EditDelta {
  /// A record was created, or its creation was undone.
  case existence(ObjectID, isCreated: Bool)
  /// A record was deleted, or its deletion was undone.
  case deletion(ObjectID, isDeleted: Bool)
  /// A deletion of a record was requested, or the request was withdrawn; after a merge, with the
  /// record that replaces it.
  case request(ObjectID, replacement: ObjectID?, isMade: Bool)
  /// A rule removed a link, or the removal was undone.
  case cut(LinkCut, isMade: Bool)
  /// A field's entry changed; no entry means that the field is not edited.
  case field(ObjectID, String, old: Value??, new: Value??)

  /// The step in the opposite direction.
  var inverse: EditDelta {
    switch self {
    case .existence(let id, let isCreated): .existence(id, isCreated: !isCreated)
    case .deletion(let id, let isDeleted): .deletion(id, isDeleted: !isDeleted)
    case .request(let id, let replacement, let isMade):
      .request(id, replacement: replacement, isMade: !isMade)
    case .cut(let cut, let isMade): .cut(cut, isMade: !isMade)
    case .field(let id, let field, let old, let new): .field(id, field, old: new, new: old)
    }
  }

  /// Returns the step with other names of records and fields.
  func replacing(_ names: NameReplacement) -> EditDelta {
    switch self {
    case .existence(let id, let isCreated): .existence(names.replace(id), isCreated: isCreated)
    case .deletion(let id, let isDeleted): .deletion(names.replace(id), isDeleted: isDeleted)
    case .request(let id, let replacement, let isMade):
      .request(
        names.replace(id), replacement: replacement.map { names.replace($0) }, isMade: isMade)
    case .cut(let cut, let isMade): .cut(names.replace(cut), isMade: isMade)
    case .field(let id, let field, let old, let new):
      .field(
        names.replace(id), names.replace(field, of: id.entity),
        old: old.map { names.replace($0, field, of: id.entity) },
        new: new.map { names.replace($0, field, of: id.entity) })
    }
  }
}

/// A link that a delete rule removed from a remaining record: the field's entry before and after.
struct LinkCut: Hashable {
  var id: ObjectID
  var field: String
  var before: Value??
  var after: Value??
}
