internal import CairnFiles

/// What a commit is going to save, while it is put together under the commit lock.
///
/// A draft is what happens to records, then perhaps a change of the model, and then again what
/// happens to records:
///
///     changes, inserts ──▶ updateModel ──▶ changes, inserts
public struct CommitDraft {
  /// What the change does, in words for the history.
  public var title: String

  /// The store's content as it is now, with everything that other processes saved; after
  /// `updateModel` as it will be under the new model.
  public private(set) var snapshot: Snapshot

  /// What happens to records, in order, since the model changed if it did.
  ///
  /// The store fills in old values itself and drops what changes nothing.
  public var changes: [RecordChange] = []

  /// Whether the changes bring back what was there before, as it was.
  var isRestoring = false

  /// Whether the changes must obey the rules of the model and the program.
  ///
  /// Tests turn it off to put in what an editor can leave in a file.
  var mustObeyRules = true

  /// What the program checks besides the model's rules, by entity.
  let rules: [String: EntityRules]

  /// Ends the commit with nothing changed, until it is written.
  var cancellation = CancellationCheck()

  /// New records, a batch an entity; of so few a search is quicker than a hash for each record.
  private var batches: [RecordBatch] = []
  private(set) var minter: KeyMinter
  private var modelUpdate: ModelUpdate?
  /// The model's text, as the draft found it.
  let modelText: String
  private let stored: StoredTables
  /// What clocks show where the person is.
  let localTime: LocalTime
  /// The file of each entity that was last searched for keys that another program added.
  private var searchedFiles: [String: ShardName] = [:]

  private struct ModelUpdate {
    var text: String
    /// What happened to records before.
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

  /// Returns a key for a new record of `entity` that was never used before.
  ///
  /// An editor or git may have added records since the store read its files. So a draft searches each
  /// file that gets new records, once.
  ///
  /// - Throws: `StoreError.unknownEntity`, `.noKeyLeft`, or what reading the entity's files throws.
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

  /// Returns the keys that the file of a shard has by now, if it isn't the file that was read.
  private func foreignKeys(
    in shard: ShardName, of name: String
  ) throws(StoreError) -> [RecordKey] {
    guard let entity = snapshot.model[name] else { return [] }
    let path = try stored.folder.place(of: shard, of: entity)
    let state = try stored.folder.fingerprint(of: path)
    let table = try snapshot.lazyTable(name)
    guard let state, try table.chunk(of: shard)?.origin != state else { return [] }
    var bytes: [UInt8] = []
    do throws(StoreError) {
      bytes = try stored.folder.readIfAny(path)
    } catch .file(.isFolder) {
      // It is damage, which is named elsewhere, and holds no key.
    }
    let read = ShardReader.read(bytes, of: shard, in: entity, origin: nil)
    return read.chunk.keys + read.chunk.extras.unreadable.flatMap(Snapshot.keys(inText:))
  }

  /// Inserts a record the fast way, which is for thousands at a time.
  ///
  /// - Parameters:
  ///   - values: a value for each stored property of the entity, in their order.
  ///   - entity: the entity's name.
  /// - Returns: the new record's key.
  /// - Throws: `StoreError.unfitValue` when a value cannot stand in its field.
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

  /// Deletes records with all that the delete rules say of them (S12), as the draft leaves them.
  ///
  /// Cost: that of applying the draft's changes.
  ///
  /// - Parameter ids: records of the store or of the draft; others are passed over.
  /// - Throws: `StoreError.deletionDenied`, or what reading the links to them throws.
  public mutating func delete(_ ids: [ObjectID]) throws(StoreError) {
    let (_, tables) = try appliedChanges()
    let current = Snapshot(
      storeID: snapshot.storeID, model: snapshot.model, version: snapshot.version,
      tables: tables, queries: snapshot.queries)
    var content = EditedSnapshot(current)
    try content.delete(ids)
    changes += content.changes()
  }
}

// The model.
extension CommitDraft {
  /// The model, as it is or as the draft leaves it.
  public var model: ObjectModel { snapshot.model }

  /// Changes the model, in the words of its author: comments and order of its text stay.
  ///
  /// Records keep every value: one that does not fit its field any more, or has none, stays in the
  /// text; one of the store that is written otherwise as another type is changed to that. A record
  /// without a value for a field that is now required gets the field's default.
  ///
  /// - Parameter model: the model that the store gets; a draft can change it once.
  /// - Throws: what reading the records throws that have a field which is now required, or of
  ///   another type.
  public mutating func updateModel(_ model: ObjectModel) throws(StoreError) {
    guard model != self.model else { return }
    try adopt(model, text: ModelText(modelText).updated(to: model))
  }

  /// Changes the model as a person changed its text; what others changed in it meanwhile stays.
  ///
  /// Records keep every value, as they do with `updateModel(_:)`.
  ///
  /// - Parameters:
  ///   - base: the text that they began with.
  ///   - text: what they made of it.
  /// - Throws: `StoreError.invalidModel` where one of them is none, by its lines, or others changed
  ///   the same; what `updateModel(_:)` throws.
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
    guard replay.text != modelText else { return }
    try adopt(replay.model, text: replay.text)
  }

  private mutating func adopt(_ model: ObjectModel, text: String) throws(StoreError) {
    let old = self.model
    changes += try RespelledValues(in: snapshot, under: model, localTime).changes()
    try replaceModel(with: model, text: text)
    changes = try RetypedDays(old: old, snapshot: snapshot, localTime: localTime)
      .added(to: RequiredDefaults(from: old, to: snapshot).changes())
  }

  /// Changes the model to what `text` says, and nothing else.
  ///
  /// - Returns: the content before, with the draft's changes of records so far.
  @discardableResult
  mutating func replaceModel(
    with model: ObjectModel, text: String
  ) throws(StoreError) -> Snapshot {
    precondition(modelUpdate == nil, "a draft changes the model once")
    let (applied, tables) = try appliedChanges()
    let before = Snapshot(
      storeID: snapshot.storeID, model: snapshot.model, version: snapshot.version,
      tables: tables, queries: snapshot.queries)
    // Its files may get another folder before the rest of them is read.
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

  /// The content with the new records that came the fast way.
  mutating func batchEditor() throws(StoreError) -> SnapshotEditor {
    batches.sort { $0.entity < $1.entity }
    for place in batches.indices { batches[place].finish() }
    var editor = SnapshotEditor(snapshot, isRestoring: isRestoring)
    for batch in batches { try editor.apply(batch) }
    return editor
  }

  /// Returns the rules that the changes break.
  func issues() throws(StoreError) -> [ValidationIssue] {
    try issues(over: snapshot.tables)
  }

  private func issues(over tables: [String: LazyTable]) throws(StoreError) -> [ValidationIssue] {
    if changes.isEmpty, batches.isEmpty { return [] }
    let below = Snapshot(
      storeID: snapshot.storeID, model: model, version: snapshot.version, tables: tables,
      queries: snapshot.queries)
    let content = EditedSnapshot(below, edits: try Edits(changes, cancellation))
    return try Validator(
      content: content, rules: rules, isRestoring: isRestoring, batches: batches
    ).readIssues(cancellation)
  }

  private func apply(to editor: inout SnapshotEditor) throws(StoreError) -> AppliedChanges {
    var applied: [RecordChange] = []
    for change in changes {
      try cancellation()
      if let change = try editor.apply(change) { applied.append(change) }
    }
    return AppliedChanges(model: model, batches: batches, changes: applied)
  }

  /// Throws what a commit of the draft would throw; nothing can be added to the draft then.
  package mutating func check() throws(StoreError) { _ = try finish() }

  /// Checks everything in the draft, and applies it.
  ///
  /// - Throws: `StoreError.invalid` with all that is wrong; the error of a file that the check
  ///   needs and cannot read; what applying a change throws. After a change of the model, only
  ///   later changes are checked.
  mutating func finish() throws(StoreError) -> FinishedDraft {
    var editor = try batchEditor()
    let issues = mustObeyRules ? try issues(over: editor.tables) : []
    guard issues.isEmpty else { throw .invalid(issues) }
    let last = try apply(to: &editor)
    var steps = [last]
    var change: ModelChange?
    if let modelUpdate {
      steps = [modelUpdate.earlier, last]
      change = ModelChange(
        old: modelText, new: modelUpdate.text, position: modelUpdate.earlier.all.count)
    }
    return FinishedDraft(steps: steps, model: change, content: snapshot, tables: editor.tables)
  }
}
