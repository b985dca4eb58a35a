internal import CairnFiles

extension Writer {
  /// Reads the model anew when its file is another one than was read last.
  mutating func reloadModelIfEdited() throws(StoreError) {
    let file = try folder.fingerprint(of: folder.model)
    guard file != modelFile, file != nil else { return }
    let text = try modelText()
    use(try ObjectModel(parsing: text, file: folder.model))
    modelFile = file
  }

  /// Saves what `change` makes of the model, in the text that a person may have written.
  mutating func updateModel(
    _ change: (ObjectModel) throws(StoreError) -> ObjectModel
  ) throws(StoreError) {
    try requireWritable()
    let lock = try journals.lock(.commit, patience: options.patience)
    defer { lock.release() }
    try catchUp()
    let model = try change(snapshot.model)
    guard model != snapshot.model else { return }
    let text = ModelText(try modelText()).updated(to: model)
    try folder.perform { fileSystem throws(FileError) in
      try fileSystem.replace(folder.model, with: Array(text.utf8))
    }
    modelFile = try folder.fingerprint(of: folder.model)
    use(model)
  }

  private func modelText() throws(StoreError) -> String {
    let bytes = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.read(folder.model)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Gives every table the form that `model` wants.
  private mutating func use(_ model: ObjectModel) {
    // A writer that has just been made has no tables yet, whatever its model is.
    guard model != snapshot.model || snapshot.sources.isEmpty else { return }
    var sources: [String: TableSource] = [:]
    for entity in model.storedEntities {
      if let source = snapshot.sources[entity.name], let old = snapshot.model[entity.name] {
        sources[entity.name] = old == entity ? source : source.converted(to: entity, problems)
      } else {
        sources[entity.name] = source(of: entity, model)
      }
    }
    snapshot = Snapshot(
      storeID: header.id, model: model, version: snapshot.version, sources: sources)
    arrived.modelChanged = true
  }

  /// The records that the files of `entity` hold, to be read when they are asked for.
  func source(of entity: Entity, _ model: ObjectModel) -> TableSource {
    let reader = TableReader(folder: folder, entity: entity, problems: problems)
    let files = ShardFiles(reader, tail, model)
    return TableSource(PartialTable(entity, from: .files(files), problems))
  }
}
