internal import CairnFiles

/// The paths of a store, and the file system that they are in.
struct StoreFolder: Sendable {
  let path: String
  /// The files in the folder, without links that `StoreLinks` doesn't list.
  let fileSystem: any FileSystem
  /// The model's file, whose path every save asks for.
  let model: String

  init(path: String, fileSystem: any FileSystem) {
    self.init(StoreLinks(of: path, in: fileSystem))
  }

  /// The folder whose links were read.
  init(_ links: StoreLinks) {
    path = links.path
    fileSystem = links.files
    model = "\(path)/\(Self.modelName)"
  }

  /// Where the model's file lies within the store.
  static let modelName = "model/1.rec"

  /// The file that says that a folder is a store, and in which format.
  static let headerName = "STORE"

  var header: String { "\(path)/\(Self.headerName)" }
  var modelFolder: String { "\(path)/model" }
  var identifiers: String { "\(path)/ids" }
  var data: String { "\(path)/data" }
  var privateFolders: String { "\(path)/.local" }

  /// What belongs to one replica on this machine alone.
  func privateFolder(of replica: Replica) -> String { "\(privateFolders)/\(replica)" }

  /// Where the highest keys of `replica` are noted.
  func identifiers(of replica: Replica) -> String { "\(identifiers)/\(replica).rec" }

  func path(of shard: ShardName, entity: String) -> String {
    "\(path)/\(shard.path(entity: entity))"
  }

  /// What a file is called within the store; one that a link leads to elsewhere has its path.
  func name(of path: String) -> String {
    let prefix = self.path + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  /// The folders between `path` and the store's own, which is the last.
  func ancestors(of path: String) -> [String] {
    var ancestors: [String] = []
    var parent = path
    while parent != self.path, parent.hasPrefix(self.path) {
      parent = parent.parentFolder
      ancestors.append(parent)
    }
    return ancestors
  }

  /// What to do about a folder of records that is no store for want of its header.
  static let lostHeader = "the file is missing, but the folder holds records; \(broughtBack)"

  /// What to do about a store without its model.
  static let lostModel = "the model file is missing; \(broughtBack)"

  private static let broughtBack =
    "restore it from git or a backup, or restore a backup into another folder"

  /// Whether records lie here, whatever became of the store's header.
  ///
  /// A model alone is what a program left that died while it made the store.
  func holdsRecords() throws(StoreError) -> Bool {
    if try fingerprint(of: data) != nil { return true }
    return try fingerprint(of: "\(path)/favorites.rec") != nil
  }

  /// Refuses to go on with a store that was opened and whose header or model was taken away since:
  /// without either, what is saved in it could not be opened again.
  ///
  /// Cost: two looks at files.
  ///
  /// - Throws: `StoreError.damaged`, with what to do.
  func requireWhole() throws(StoreError) {
    guard try fingerprint(of: header) != nil else {
      let isEmpty = try !holdsRecords()
      throw .damaged(
        file: header, line: 0,
        reason: isEmpty ? "the file is missing; \(Self.broughtBack)" : Self.lostHeader)
    }
    guard try fingerprint(of: model) != nil else {
      throw .damaged(file: model, line: 0, reason: Self.lostModel)
    }
  }

  /// Whether nothing is there, or an empty folder.
  func isVacant() throws(StoreError) -> Bool {
    try perform { fileSystem throws(FileError) in
      guard let status = try fileSystem.status(of: path) else { return true }
      guard status.kind == .folder else { return false }
      return try fileSystem.list(path).isEmpty
    }
  }

  /// Runs `work`, which creates a store in an empty place.
  ///
  /// If it fails, the half store is removed.
  func removingOnFailure<Result>(
    _ work: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let isVacant = try isVacant()
    let hadFolder = try fingerprint(of: path) != nil
    do throws(StoreError) {
      return try work()
    } catch {
      // The next attempt would find half a store. The first error is the one to report.
      if isVacant { try? clear(keepingFolder: hadFolder) }
      throw error
    }
  }

  private func clear(keepingFolder isKept: Bool) throws(FileError) {
    for name in try fileSystem.list(path) { try fileSystem.removeTree("\(path)/\(name)") }
    if !isKept { try fileSystem.remove(path) }
  }

  /// Does `work`, and passes on what the file system refuses as the store's error.
  func perform<Result>(
    _ work: (any FileSystem) throws(FileError) -> Result
  ) throws(StoreError) -> Result {
    do throws(FileError) {
      return try work(fileSystem)
    } catch  where error.isBusy {
      throw .busy(path: path)
    } catch {
      throw .file(error)
    }
  }

  /// Where a file is written: where it is, or, where a link stands, what that leads to.
  func destination(of path: String) throws(StoreError) -> String {
    try perform { fileSystem throws(FileError) in try fileSystem.destination(of: path) }
  }

  /// The state of a file, `nil` if there is none.
  func fingerprint(of path: String) throws(StoreError) -> FileFingerprint? {
    try perform { fileSystem throws(FileError) in try fileSystem.status(of: path) }
      .map(FileFingerprint.init)
  }

  /// Reads a file at a moment at which no program is writing it: half a text is no text.
  ///
  /// - Parameters:
  ///   - path: where the file is.
  ///   - wait: how long to wait for one who writes it; there may be some, one after the other.
  /// - Returns: its bytes, none if there is no file, and the state that they are of.
  /// - Throws: `StoreError.busy` when it was being written all the time, `.file`.
  func readSettled(
    _ path: String, atMost wait: Duration
  ) throws(StoreError) -> (text: [UInt8], state: FileFingerprint?) {
    for _ in 0..<10 {
      try perform { fileSystem throws(FileError) in
        try fileSystem.waitForWriters(of: path, atMost: wait)
      }
      let state = try fingerprint(of: path)
      let text = try readIfAny(path)
      // Somebody may have begun to write, and even be done, while it was read.
      if try !isBeingWritten(path), try fingerprint(of: path) == state { return (text, state) }
    }
    throw .busy(path: path)
  }

  /// The file's bytes, none if there is no file.
  ///
  /// - Throws: `StoreError.file`.
  func readIfAny(_ path: String) throws(StoreError) -> [UInt8] {
    do throws(FileError) {
      return try fileSystem.read(path)
    } catch .notFound {
      return []
    } catch {
      throw .file(error)
    }
  }

  /// Whether some program has the file open and may write it.
  func isBeingWritten(_ path: String) throws(StoreError) -> Bool {
    do throws(FileError) {
      try fileSystem.waitForWriters(of: path, atMost: .zero)
      return false
    } catch  where error.isBusy {
      return true
    } catch {
      throw .file(error)
    }
  }
}

extension FileFingerprint {
  init(_ status: FileStatus) {
    self.init(
      size: Int64(status.size), modified: status.modified, changed: status.changed,
      inode: status.inode)
  }
}
