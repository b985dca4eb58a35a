internal import CairnFiles
internal import Synchronization

extension ObjectStore {
  /// Opens the store in a folder.
  ///
  /// Reads the header, the model and the journal; records are read on demand. A folder that cannot
  /// be written is opened read-only, and so is a store of a newer program. Cost: under a
  /// millisecond, and time in proportion to the changes that are not in the text yet.
  ///
  /// - Throws: `StoreError.notAStore`, `.needsNewer`, `.damaged`, `.invalidModel`, `.file`.
  public static func open(_ options: Options) throws(StoreError) -> ObjectStore {
    ObjectStore(try Writer.open(options))
  }

  /// Creates a new store with `model` and opens it.
  ///
  /// - Throws: `StoreError.alreadyAStore` if the folder holds a store, `.damaged` if it holds the
  ///   records of a store, `.file`.
  public static func create(
    _ options: Options, model: ObjectModel = ObjectModel()
  ) throws(StoreError) -> ObjectStore {
    try create(options, modelText: model.text)
  }

  /// Creates a new store whose model is `modelText`, with its comments, and opens it.
  ///
  /// - Throws: `StoreError.alreadyAStore` if the folder holds a store, `.damaged` if it holds the
  ///   records of a store, `.invalidModel`, `.file`.
  public static func create(
    _ options: Options, modelText: String
  ) throws(StoreError) -> ObjectStore {
    let model = try ObjectModel(parsing: modelText)
    let folder = StoreFolder(path: options.folder, fileSystem: options.fileSystem)
    guard try folder.fingerprint(of: folder.header) == nil else {
      throw .alreadyAStore(path: options.folder)
    }
    // A store that lost its header: a new model would hide the records of the old one.
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
      // The header is last: the folder becomes a store only when all other files are written.
      try fileSystem.replace(folder.header, with: Array(header.text.utf8))
      try fileSystem.synchronizeFolder(folder.path.parentFolder)
    }
  }
}

extension ObjectStore {
  /// Removes and closes the store if no change was ever saved in it, and it holds no records.
  ///
  /// For a store that was created for work which then did not happen. Files that do not belong to
  /// the store stay.
  ///
  /// - Returns: whether the store was removed; the folder itself stays.
  /// - Throws: `StoreError.readOnly`, `.busy`, `.file`.
  public func discardIfUnused() throws(StoreError) -> Bool {
    try writer.withLock { writer throws(StoreError) in try writer.discardIfUnused() }
  }
}

extension Writer {
  mutating func discardIfUnused() throws(StoreError) -> Bool {
    try requireWritable()
    let lock = try journal.folder.lock(.commit, timeout: options.lockTimeout)
    defer { lock.release() }
    try catchUp()
    guard snapshot.version == 0, try !folder.holdsRecords() else { return false }
    journal.state = .closed
    let folder = folder
    try folder.perform { fileSystem throws(FileError) in
      // Without its header, the folder is no store, even if a later step fails.
      try fileSystem.remove(folder.header)
      // An unused store has no kept files; a folder of this name is the person's own.
      let folders = StoreContents.rootFolders.filter { $0 != KeptFile.folder }
      let own = StoreContents.rootFiles + folders + [StoreFolder.privateName]
      for name in try fileSystem.list(folder.path) where own.contains(name) {
        try fileSystem.removeTree("\(folder.path)/\(name)")
      }
    }
    return true
  }
}
