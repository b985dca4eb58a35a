internal import CairnFiles
internal import Synchronization

extension ObjectStore {
  /// Opens the store in a folder.
  ///
  /// Reads the header, the model and the journal; records are read when they are asked for. A
  /// folder that cannot be written to is opened for reading only, and so is a store that a newer
  /// program made. Cost: under a millisecond, and
  /// time in proportion to the changes that are not yet in the text.
  ///
  /// - Throws: `StoreError.notAStore`, `.needsNewer`, `.damaged`, `.invalidModel`, `.file`.
  public static func open(_ options: Options) throws(StoreError) -> ObjectStore {
    ObjectStore(try Writer.open(options))
  }

  /// Makes a new store with `model` and opens it.
  ///
  /// - Throws: `StoreError.alreadyAStore` if the folder holds one, `.damaged` if it
  ///   holds the records of one, `.file`.
  public static func create(
    _ options: Options, model: ObjectModel = ObjectModel()
  ) throws(StoreError) -> ObjectStore {
    try create(options, modelText: model.text)
  }

  /// Makes a new store whose model is `modelText`, comments and all, and opens it.
  ///
  /// - Throws: `StoreError.alreadyAStore` if the folder holds one, `.damaged` if it
  ///   holds the records of one, `.invalidModel`, `.file`.
  public static func create(
    _ options: Options, modelText: String
  ) throws(StoreError) -> ObjectStore {
    let model = try ObjectModel(parsing: modelText)
    let folder = StoreFolder(path: options.folder, fileSystem: options.fileSystem)
    guard try folder.fingerprint(of: folder.header) == nil else {
      throw .alreadyAStore(path: options.folder)
    }
    // A store that lost its header: a new model in the place of its own would hide the records.
    guard try !folder.holdsRecords() else {
      throw .damaged(file: folder.header, line: 0, reason: StoreFolder.lostHeader)
    }
    var opening = options
    let header = StoreHeader(
      id: StoreID(using: &opening.random), created: options.clock(), model: model)
    return try folder.removingOnFailure { () throws(StoreError) in
      try write(header, modelText, to: folder)
      return try open(opening)
    }
  }

  private static func write(
    _ header: StoreHeader, _ modelText: String, to folder: StoreFolder
  ) throws(StoreError) {
    try folder.perform { fileSystem throws(FileError) in
      try fileSystem.makeFolder(folder.privateFolder(of: .founder))
      try fileSystem.makeFolder(folder.modelFolder)
      try fileSystem.replace(folder.model, with: Array(modelText.utf8))
      try fileSystem.replace("\(folder.path)/.gitignore", with: Array("/.local/\n".utf8))
      try fileSystem.replace("\(folder.path)/.gitattributes", with: Array("*.rec -text\n".utf8))
      try fileSystem.synchronizeFolder(folder.privateFolders)
      // The header comes last: without it the folder is no store, with it the store is whole.
      try fileSystem.replace(folder.header, with: Array(header.text.utf8))
      try fileSystem.synchronizeFolder(folder.path.parentFolder)
    }
  }
}

extension ObjectStore {
  /// Removes the store if nothing was ever saved in it, and closes it then.
  ///
  /// It is for a store that was made for something which then came to nothing.
  ///
  /// - Returns: whether it was removed; the folder itself stays, empty.
  /// - Throws: `StoreError.readOnly`, `.busy`, `.file`.
  public func discardIfUnused() throws(StoreError) -> Bool {
    try writer.withLock { writer throws(StoreError) in try writer.discardIfUnused() }
  }
}

extension Writer {
  mutating func discardIfUnused() throws(StoreError) -> Bool {
    try requireWritable()
    let lock = try journal.folder.lock(.commit, patience: options.patience)
    defer { lock.release() }
    try catchUp()
    guard snapshot.version == 0 else { return false }
    journal.state = .closed
    let folder = folder
    try folder.perform { fileSystem throws(FileError) in
      // Without its header, the folder is no store, even if a later step fails.
      try fileSystem.remove(folder.header)
      for name in try fileSystem.list(folder.path) {
        try fileSystem.removeTree("\(folder.path)/\(name)")
      }
    }
    return true
  }
}
