internal import CairnFiles

extension Writer {
  /// Reads the model again if its file has changed since the last read.
  ///
  /// Model changes in the journal that the file may lack are applied to it.
  mutating func reloadModelIfEdited() throws(StoreError) {
    let file = try folder.fingerprint(of: folder.model)
    hasModel = file != nil
    guard file != stored.file, file != nil else { return }
    let found: (text: [UInt8], state: FileFingerprint?)
    do throws(StoreError) {
      let isOpening = stored.file == nil
      found = try folder.readSettled(
        folder.model, atMost: isOpening ? options.lockTimeout : .zero)
    } catch .busy where stored.file != nil {
      // An incomplete model is ignored, because an empty one would hide every collection.
      return
    }
    guard found.state != nil else { return }
    let text = try StoreFolder.modelText(found.text)
    let model = try ObjectModel(parsing: text, file: folder.model)
    try forgetFoldedModelChanges()
    let replay = ModelReplay(stored.pending.map(\.change), on: text, model)
    stored.file = found.state
    adopt(replay)
  }

  /// Applies the model changes in frames of other processes.
  mutating func takeModelChanges(_ frames: [[UInt8]]) {
    let found = frames.compactMap(FrameDecoder.modelChange)
    guard !found.isEmpty else { return }
    for (number, change) in found { stored.add(change, number: number) }
    adopt(ModelReplay(found.map(\.change), on: stored.text, snapshot.model))
  }

  private mutating func adopt(_ replay: ModelReplay) {
    problems.add(replay.problems)
    stored.text = replay.text
    // A new writer has no tables yet, even if the models are equal.
    guard replay.model != snapshot.model || snapshot.tables.isEmpty else { return }
    if !snapshot.tables.isEmpty { noteRenamed(from: snapshot.model, to: replay.model) }
    snapshot = snapshot.adopting(replay.model, from: storedTables)
    arrived.modelChanged = true
    // The process that changed the model may have changed STORE, too.
    if !replay.model.features.isSubset(of: header.needs) { try? readHeaderAnew() }
  }

  /// Notes the entities whose records may be under other names than they were read from.
  ///
  /// This includes entities that the model has again.
  mutating func noteRenamed(from old: ObjectModel, to new: ObjectModel) {
    for entity in new.entities where entity.earlierNames != old[entity.name]?.earlierNames {
      // The journal has no records of a new entity.
      let isNew = old[entity.name] == nil && entity.earlierNames.isEmpty
      guard !isNew || unfolded.touched[entity.name] != nil else { continue }
      renamed.insert(entity.name)
      minter.forgetCheck(of: entity.name)
    }
  }

  /// Forgets model changes whose segment left the journal: a person may have undone them in the
  /// file.
  private mutating func forgetFoldedModelChanges() throws(StoreError) {
    guard !stored.pending.isEmpty,
      let oldest = try journal.generations().afterLastGap.first,
      let segment = try journal.folder.open(oldest, .read)
    else { return }
    stored.forget(before: segment.header.base)
  }

  var storedTables: StoredTables {
    StoredTables(
      folder: folder, modelFile: stored.file, problems: problems, tail: journal.tail,
      counts: RecordCounts(journal.folder, snapshot.model))
  }
}

extension StoreFolder {
  /// Returns the text of the model's file.
  ///
  /// - Throws: `StoreError.file`; `.invalidModel` for bytes that are not text, because rewriting
  ///   the file would lose them.
  func modelText() throws(StoreError) -> String {
    let bytes = try perform { fileSystem throws(FileError) in try fileSystem.read(model) }
    return try Self.modelText(bytes)
  }

  static func modelText(_ bytes: [UInt8]) throws(StoreError) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let lines = bytes.split(separator: .newline, omittingEmptySubsequences: false)
    let line = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0
    throw .invalidModel([ModelMistake(line: line + 1, message: "the line is not valid UTF-8")])
  }
}
