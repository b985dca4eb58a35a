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
    guard !id.isTemporary, let source = savedSource(id.entity) else { return nil }
    return failures.noting { () throws(StoreError) in try source.row(id.key) }
  }

  /// The saved records of an entity among which are all that hold one of `texts` in an attribute.
  func savedChunks(
    of entity: String, holding texts: some Collection<[UInt8]>, in attribute: Attribute
  ) -> [Chunk] {
    guard let source = savedSource(entity) else { return [] }
    // Another type's text may be written in several ways.
    let mentions = attribute.type.isTextual ? texts.compactMap(StoredMention.init(text:)) : []
    let isSearch = mentions.count == texts.count && mentions.count <= StoredMention.searchLimit
    let wanted = Set(mentions)
    return failures.noting { () throws(StoreError) in
      isSearch ? try source.chunks(mentioning: wanted) : Array(try source.load().chunks)
    } ?? []
  }

  /// The saved records of `entity` whose stored field at `column` links to `target`.
  func savedSources(
    linkingTo target: RecordKey, by column: Int, of entity: String
  ) -> [RecordKey] {
    guard target.replica != .temporary, let source = savedSource(entity) else { return [] }
    let keys = failures.noting { () throws(StoreError) in
      try source.keys(linkingTo: target, by: column, snapshot.queries)
    }
    return keys ?? []
  }

  private func savedSource(_ entity: String) -> TableSource? {
    model[entity] == nil ? nil : snapshot.sources[entity]
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
    let renamed = snapshot.adopting(newest.model, ProblemLog()) { newest.sources[$0.name] }
    return EditedSnapshot(
      renamed, inheriting: inherited.replacing(names), edits: edits.replacing(names)
    ).noting(in: failures)
  }
}
