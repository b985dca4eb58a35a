internal import CairnFiles

/// The paths of a store, and the file system that they are in.
struct StoreFolder: Sendable {
  let path: String
  /// The files in the folder, without links that `StoreLinks` doesn't list.
  let fileSystem: any FileSystem
  /// The paths of the model's file and of the header, which every save looks at.
  let model, header: String

  init(path: String, fileSystem: any FileSystem) {
    self.init(StoreLinks(of: path, in: fileSystem))
  }

  /// Creates the folder whose links were read.
  init(_ links: StoreLinks) {
    path = links.path
    fileSystem = links.files
    model = "\(path)/\(Self.modelName)"
    header = "\(path)/\(Self.headerName)"
  }

  /// The path of the model's file within the store.
  static let modelName = "model/1.rec"

  /// The name of the file that marks a folder as a store, and holds its format.
  static let headerName = "STORE"

  /// The name of the folder that is private to this machine.
  static let privateName = ".local"

  var modelFolder: String { "\(path)/model" }
  var identifiers: String { "\(path)/ids" }
  var data: String { "\(path)/data" }
  var privateFolders: String { "\(path)/\(Self.privateName)" }

  /// The private folder of one replica on this machine.
  func privateFolder(of replica: Replica) -> String { "\(privateFolders)/\(replica)" }

  /// The file with the highest keys of `replica`.
  func identifiers(of replica: Replica) -> String { "\(identifiers)/\(replica).rec" }

  func path(of shard: ShardName, entity: String) -> String {
    "\(path)/\(shard.path(entity: entity))"
  }

  /// The path of a file within the store; the whole path for a link target outside.
  func name(of path: String) -> String {
    let prefix = self.path + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
  }

  /// The folders above `path`, up to and including the store's own.
  func ancestors(of path: String) -> [String] {
    var ancestors: [String] = []
    var parent = path
    while parent != self.path, parent.hasPrefix(self.path) {
      parent = parent.parentFolder
      ancestors.append(parent)
    }
    return ancestors
  }

  /// The message for a folder with records but without a header.
  static let lostHeader = "the file is missing, but the folder holds records; \(broughtBack)"

  /// The message for a store without its model.
  static let lostModel = "the model file is missing; \(broughtBack)"

  private static let broughtBack =
    "restore it from git or a backup, or restore a backup into another folder"

  /// Whether the folder holds records, with or without a header.
  ///
  /// A model alone is a leftover of a program that was killed while it created the store.
  func holdsRecords() throws(StoreError) -> Bool {
    if try fingerprint(of: data) != nil { return true }
    for file in ShardName.ofBuiltIns.values {
      if try fingerprint(of: "\(path)/\(file)") != nil { return true }
    }
    return false
  }

  /// Refuses further work on an open store whose header or model was removed.
  ///
  /// Without them, new saves could not be opened again. Cost: two checks of files.
  ///
  /// - Throws: `StoreError.damaged`, with the remedy.
  func requireWhole() throws(StoreError) {
    try requireHeader()
    try requireModel(hasModel: try fingerprint(of: model) != nil)
  }

  /// Refuses further work on an open store whose header was removed.
  func requireHeader() throws(StoreError) {
    guard try fingerprint(of: header) != nil else {
      let isEmpty = try !holdsRecords()
      throw .damaged(
        file: header, line: 0,
        reason: isEmpty ? "the file is missing; \(Self.broughtBack)" : Self.lostHeader)
    }
  }

  /// Refuses further work on an open store without its model.
  func requireModel(hasModel: Bool) throws(StoreError) {
    guard hasModel else { throw .damaged(file: model, line: 0, reason: Self.lostModel) }
  }

  /// Whether the path is free or an empty folder.
  func isVacant() throws(StoreError) -> Bool {
    try perform { fileSystem throws(FileError) in
      guard let status = try fileSystem.status(of: path) else { return true }
      guard status.kind == .folder else { return false }
      return try fileSystem.list(path).isEmpty
    }
  }

  /// Runs `work`, which creates a store in an empty place.
  ///
  /// If it fails, the incomplete store is removed.
  func removingOnFailure<Result>(
    _ work: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    let isVacant = try isVacant()
    let hadFolder = try fingerprint(of: path) != nil
    do throws(StoreError) {
      return try work()
    } catch {
      // Otherwise the next attempt would find an incomplete store. The first error is the one to
      // report.
      if isVacant { try? clear(keepingFolder: hadFolder) }
      throw error
    }
  }

  private func clear(keepingFolder isKept: Bool) throws(FileError) {
    for name in try fileSystem.list(path) { try fileSystem.removeTree("\(path)/\(name)") }
    if !isKept { try fileSystem.remove(path) }
  }

  /// Runs `work`, and converts errors of the file system to store errors.
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

  /// The path that a file is written to: its own, or the target of a link.
  func destination(of path: String) throws(StoreError) -> String {
    try perform { fileSystem throws(FileError) in try fileSystem.destination(of: path) }
  }

  /// The state of a file; `nil` if there is no file.
  func fingerprint(of path: String) throws(StoreError) -> FileFingerprint? {
    try perform { fileSystem throws(FileError) in try fileSystem.status(of: path) }
      .map(FileFingerprint.init)
  }

  /// Reads a file while no program is writing it, so that the text is complete.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - wait: how long to wait for each program that writes it; there may be several in turn.
  /// - Returns: the file's bytes, empty if there is no file, and their state.
  /// - Throws: `StoreError.busy` when the file was being written all the time, `.file`.
  func readSettled(
    _ path: String, atMost wait: Duration
  ) throws(StoreError) -> (text: [UInt8], state: FileFingerprint?) {
    for _ in 0..<10 {
      try perform { fileSystem throws(FileError) in
        try fileSystem.waitForWriters(of: path, atMost: wait)
      }
      let state = try fingerprint(of: path)
      let text = try readIfAny(path)
      // A program may have started, and even finished, a write during the read.
      if try !isBeingWritten(path), try fingerprint(of: path) == state { return (text, state) }
    }
    throw .busy(path: path)
  }

  /// Returns the file's bytes; empty if there is no file.
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

  /// Whether a program has the file open and may write it.
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
