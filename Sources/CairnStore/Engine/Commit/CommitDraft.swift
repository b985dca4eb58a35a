internal import CairnFiles

/// The changes of a commit, while they are collected under the commit lock.
///
/// A draft has changes of records, then perhaps a change of the model, and then again changes of
/// records:
///
///     changes, inserts ──▶ updateModel ──▶ changes, inserts
public struct CommitDraft {
  /// The title of the change in the history.
  public var title: String

  /// The store's present content, with the saves of all other processes.
  ///
  /// After `updateModel`, it is the content under the new model.
  public private(set) var snapshot: Snapshot

  /// The changes of records, in order; after a change of the model, only the later ones.
  ///
  /// The store fills in old values itself and drops changes without an effect.
  public var changes: [RecordChange] = []

  /// Whether the changes restore earlier values exactly.
  var isRestoring = false

  /// Whether the changes must obey the rules of the model and the program.
  ///
  /// Tests turn it off to write values that an editor can leave in a file.
  var mustObeyRules = true

  /// The program's rules in addition to the model's, by entity.
  let rules: [String: EntityRules]

  /// The check that can cancel the commit until it is written.
  var cancellation = CancellationCheck()

  /// The new records, one batch per entity; searching a few batches is faster than hashing each
  /// record.
  private var batches: [RecordBatch] = []
  private(set) var minter: KeyMinter
  private var modelUpdate: ModelUpdate?
  /// The model's text at the start of the draft.
  let modelText: String
  private let stored: StoredTables
  /// The person's local time.
  let localTime: LocalTime
  /// The last file of each entity that was searched for keys of other programs.
  private var searchedFiles: [String: ShardName] = [:]

  private struct ModelUpdate {
    var text: String
    /// The changes of records before the change of the model.
    var earlier: AppliedChanges
  }

  init(
    title: String, snapshot: Snapshot, rules: [String: EntityRules], minter: KeyMinter,
    modelText: String, stored: StoredTables, localTime: LocalTime
  ) {
    self.title = title
    self.snapshot = snapshot
    self.rules = rules
    self.minter = minter
    self.modelText = modelText
    self.stored = stored
    self.localTime = localTime
  }

  /// The shards of existing records that the draft changes or restores, by entity.
  var editedShards: [String: Set<ShardName>] {
    let all = modelUpdate.map { $0.earlier.changes + changes } ?? changes
    return all.lazy.filter { $0.kind != .insert || isRestoring }.shards
  }

  /// Returns a new key for a record of `entity`, which was never used before.
  ///
  /// An editor or git may have added records since the store read its files. So a draft searches
  /// each file that gets new records, once.
  ///
  /// - Throws: `StoreError.unknownEntity`, `.noKeyLeft`, or the errors of reading the entity's
  ///   files.
  public mutating func mintKey(for entity: String) throws(StoreError) -> RecordKey {
    while true {
      let key = try minter.mint(for: entity, in: snapshot)
      let shard = ShardName(of: key, inEntity: entity)
      if searchedFiles[entity] == shard { return key }
      searchedFiles[entity] = shard
      let used = try foreignKeys(in: shard, of: entity)
      for other in used { minter.note(ObjectID(entity: entity, key: other)) }
      if !used.contains(where: { $0.replica == key.replica && $0 >= key }) { return key }
    }
  }

  /// Returns the keys in the present file of a record, if it is not the version that was read.
  func foreignKeys(of id: ObjectID) throws(StoreError) -> [RecordKey] {
    try foreignKeys(in: ShardName(of: id.key, inEntity: id.entity), of: id.entity)
  }

  /// Returns the keys in the present file of a shard, if it is not the version that was read.
  private func foreignKeys(
    in shard: ShardName, of name: String
  ) throws(StoreError) -> [RecordKey] {
    guard let entity = snapshot.model[name] else { return [] }
    let path = try stored.folder.place(of: shard, of: entity)
    let state = try stored.folder.fingerprint(of: path)
    let table = try snapshot.lazyTable(name)
    guard let state else { return [] }
    // The chunk may have been read just now, so that its keys are not noted yet.
    if let chunk = try table.chunk(of: shard), chunk.origin == state { return chunk.keys }
    var bytes: [UInt8] = []
    do throws(StoreError) {
      bytes = try stored.folder.readIfAny(path)
    } catch .file(.isFolder) {
      // The folder is reported elsewhere as damage, and holds no key.
    }
    let read = ShardReader.read(bytes, of: shard, in: entity, origin: nil)
    return read.chunk.keys + read.chunk.extras.unreadable.flatMap(Snapshot.keys(inText:))
  }

  /// Inserts a record in a batch, which is fast for thousands of records.
  ///
  /// - Parameters:
  ///   - values: a value for each stored property of the entity, in their order.
  ///   - entity: the entity's name.
  /// - Returns: the new record's key.
  /// - Throws: `StoreError.unfitValue` when a value cannot be stored in its field.
  @discardableResult
  public mutating func insert(
    _ values: [Value?], into entity: String
  ) throws(StoreError) -> RecordKey {
    let key = try mintKey(for: entity)
    if let place = batches.firstIndex(where: { $0.entity == entity }) {
      try batches[place].append(key, values)
    } else {
      var batch = RecordBatch(extending: try snapshot.lazyTable(entity))
      try batch.append(key, values)
      batches.append(batch)
    }
    return key
  }

  /// Deletes records and follows the delete rules (S12), with the draft's changes so far.
  ///
  /// Cost: the draft's changes are applied.
  ///
  /// - Parameter ids: records of the store or of the draft; other ids are ignored.
  /// - Throws: `StoreError.deletionDenied`, or the errors of reading the links to the records.
  public mutating func delete(_ ids: [ObjectID]) throws(StoreError) {
    let (_, tables) = try appliedChanges()
    var content = EditedSnapshot(snapshot.with(tables))
    try content.delete(ids)
    changes += content.changes()
  }
}

// The model.
extension CommitDraft {
  /// The model after the draft's change.
  public var model: ObjectModel { snapshot.model }

  /// Changes the model, and keeps the comments and the order of its text.
  ///
  /// Records keep every value. A value that no longer fits its field, or has no field, stays in the
  /// text. A value that the new type spells differently is converted. A record without a value for
  /// a newly required field gets the field's default.
  ///
  /// - Parameter model: the store's new model; a draft can change it once.
  /// - Throws: the errors of reading records with a newly required field or a field of another
  ///   type.
  public mutating func updateModel(_ model: ObjectModel) throws(StoreError) {
    guard model != self.model else { return }
    try adopt(model, text: ModelText(modelText).updated(to: model))
  }

  /// Changes the model by a person's edit of its text, and keeps changes by others since then.
  ///
  /// Records keep every value, as they do with `updateModel(_:)`.
  ///
  /// - Parameters:
  ///   - base: the text before the person's edit.
  ///   - text: the text after the edit.
  /// - Throws: `StoreError.invalidModel`, with line numbers, if a text is not a model, or if others
  ///   changed the same places; the errors of `updateModel(_:)`.
  public mutating func updateModel(from base: String, to text: String) throws(StoreError) {
    _ = try ObjectModel(parsing: text)
    let change = ModelChange(old: base, new: text, position: 0)
    let replay = ModelReplay([change], on: modelText, model)
    guard replay.disputed.isEmpty else {
      throw .invalidModel(
        replay.disputed.map { ModelMistake(line: 0, message: "\($0) was also changed elsewhere") })
    }
    guard !replay.losesLines else {
      throw .invalidModel([
        ModelMistake(
          line: 0, message: "your comments can't be added, because the text changed elsewhere")
      ])
    }
    guard !replay.text.isIdentical(to: modelText) else { return }
    try adopt(replay.model, text: replay.text)
  }

  private mutating func adopt(_ model: ObjectModel, text: String) throws(StoreError) {
    let old = self.model
    try model.requireDistinctCaptions(since: old)
    changes += try RespelledValues(in: snapshot, under: model, localTime).changes()
    try replaceModel(with: model, text: text)
    changes = try RetypedDays(old: old, snapshot: snapshot, localTime: localTime)
      .added(to: RequiredDefaults(from: old, to: snapshot).changes())
  }

  /// Replaces the model and its text only, without converting values.
  ///
  /// - Returns: the content before, with the draft's changes of records so far.
  @discardableResult
  mutating func replaceModel(
    with model: ObjectModel, text: String
  ) throws(StoreError) -> Snapshot {
    precondition(modelUpdate == nil, "a draft changes the model once")
    let (applied, tables) = try appliedChanges()
    let before = snapshot.with(tables)
    // The entity's files may move to another folder before the rest of them is read.
    for name in model.entities.flatMap(\.earlierNames) { _ = try before.tables[name]?.load() }
    modelUpdate = ModelUpdate(text: text, earlier: applied)
    (changes, batches) = ([], [])
    snapshot = before.adopting(model, from: stored)
    return before
  }

  private mutating func appliedChanges() throws(StoreError) -> (
    changes: AppliedChanges, tables: [String: LazyTable]
  ) {
    var editor = try batchEditor()
    return (try apply(to: &editor), editor.tables)
  }

  /// The content with the new records of the batches.
  mutating func batchEditor() throws(StoreError) -> SnapshotEditor {
    batches.sort { $0.entity < $1.entity }
    for place in batches.indices { batches[place].finish() }
    var editor = SnapshotEditor(snapshot, isRestoring: isRestoring)
    for batch in batches { try editor.apply(batch) }
    return editor
  }

  /// Whether the program has rules for the records of an entity.
  package func hasRules(for entity: String) -> Bool { rules[entity] != nil }

  /// Returns the rules of the program that new and changed records break.
  ///
  /// Cost: the new records of the batches are applied.
  package mutating func breaches() throws(StoreError) -> [(ObjectID, EntityRules.Breach)] {
    if rules.isEmpty { return [] }
    let content = batches.isEmpty ? snapshot : snapshot.with(try batchEditor().tables)
    return try validator(over: content).breaches()
  }

  /// Returns the rules that the changes break.
  func issues() throws(StoreError) -> [ValidationIssue] { try issues(over: snapshot) }

  /// Returns the rules that the changes break, over the content with the new records of the batches.
  private func issues(over content: Snapshot) throws(StoreError) -> [ValidationIssue] {
    if changes.isEmpty, batches.isEmpty { return [] }
    return try validator(over: content).readIssues(cancellation)
  }

  private func validator(over content: Snapshot) throws(StoreError) -> Validator {
    Validator(
      content: EditedSnapshot(content, edits: try Edits(changes, cancellation)), rules: rules,
      isRestoring: isRestoring, batches: batches)
  }

  private func apply(to editor: inout SnapshotEditor) throws(StoreError) -> AppliedChanges {
    var applied: [RecordChange] = []
    for change in changes {
      try cancellation()
      if let change = try editor.apply(change) { applied.append(change) }
    }
    return AppliedChanges(model: model, batches: batches, changes: applied)
  }

  /// Throws the errors that a commit would throw; after this call, the draft takes no more changes.
  package mutating func check() throws(StoreError) { _ = try finish() }

  /// Checks everything in the draft, and applies it.
  ///
  /// After a change of the model, only later changes are checked.
  ///
  /// - Throws: `StoreError.invalid` with all issues; the error of a file that the check needs and
  ///   cannot read; the errors of applying a change.
  mutating func finish() throws(StoreError) -> FinishedDraft {
    if !isRestoring { try addRepetitions() }
    try deleteVainMergeNotes()
    var editor = try batchEditor()
    let content = batches.isEmpty ? snapshot : snapshot.with(editor.tables)
    let issues = mustObeyRules ? try issues(over: content) : []
    guard issues.isEmpty else { throw .invalid(issues) }
    let last = try apply(to: &editor)
    var steps = [last]
    var change: ModelChange?
    if let modelUpdate {
      steps = [modelUpdate.earlier, last]
      change = ModelChange(
        old: modelText, new: modelUpdate.text, position: modelUpdate.earlier.count)
    }
    return FinishedDraft(steps: steps, model: change, content: snapshot, tables: editor.tables)
  }
}
