internal import CairnFiles

/// Decides under which replica a copy of a store writes (R2 to R6).
struct ReplicaClaim {
  private let folder: StoreFolder
  private let timeout: Duration

  /// Creates the claim of a process that opens the store in `folder`.
  ///
  /// The claim waits up to `timeout` for other processes.
  init(_ folder: StoreFolder, _ timeout: Duration) {
    self.folder = folder
    self.timeout = timeout
  }

  /// Returns the replica, whether it may write, and the error that prevents a requested write.
  func run(
    isReadOnly: Bool, _ random: inout any RandomNumberGenerator & Sendable
  ) throws(StoreError) -> (Replica, canWrite: Bool, obstacle: FileError?) {
    if let own = try own() { return (own, !isReadOnly, nil) }
    var obstacle: FileError?
    if !isReadOnly {
      do throws(StoreError) {
        return (try claim(&random), true, nil)
      } catch {
        guard case .file(let reason) = error, reason.preventsWriting else { throw error }
        obstacle = reason
      }
    }
    return (try lastWritten() ?? Self.mint(&random), false, obstacle)
  }

  private static func mint(_ random: inout any RandomNumberGenerator & Sendable) -> Replica {
    Replica(number: UInt32.random(in: 1..<Replica.temporary.number, using: &random))
  }

  /// Makes this folder a replica, unless another process did so first.
  private func claim(
    _ random: inout any RandomNumberGenerator & Sendable
  ) throws(StoreError) -> Replica {
    let lock = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.makeFolder(folder.privateFolders)
      return try fileSystem.lock(
        "\(folder.privateFolders)/lock", byte: 0, exclusive: true, wait: timeout)
    }
    defer { lock.release() }
    if let own = try own() { return own }
    let known = try lastWritten()
    // A private folder without a note is from a program that wrote none.
    let unnoted = try known.flatMap { known throws(StoreError) in
      try note(in: known) == nil ? known : nil
    }
    let replica = unnoted ?? Self.mint(&random)
    try folder.perform { fileSystem throws(FileError) in
      let path = folder.privateFolder(of: replica)
      if let known, known != replica {
        try fileSystem.rename(folder.privateFolder(of: known), to: path)
      } else {
        try fileSystem.makeFolder(path)
      }
      let identity = try fileSystem.identity(of: path)?.description ?? ""
      try fileSystem.replace(notePath(of: replica), with: Array("\(identity)\n".utf8))
      try fileSystem.synchronizeFolder(folder.privateFolders)
      try fileSystem.synchronizeFolder(folder.path)
    }
    return replica
  }

  /// The replica whose private folder is not a copy; `nil` if there is none.
  func own() throws(StoreError) -> Replica? {
    for replica in try replicas() {
      guard let note = try note(in: replica) else { continue }
      let identity: FileIdentity?
      do throws(FileError) {
        identity = try folder.fileSystem.identity(of: folder.privateFolder(of: replica))
      } catch .notFound {
        // Another process just renamed the folder of a copy to its own replica.
        continue
      } catch {
        throw .file(error)
      }
      if identity == nil || note == identity?.description { return replica }
    }
    return nil
  }

  /// The replica whose private folder has the newest change; the first of several equally new ones.
  ///
  /// A sync tool may bring several private folders to this machine.
  private func lastWritten() throws(StoreError) -> Replica? {
    var last: (replica: Replica, change: (number: UInt64, time: Timestamp))?
    let replicas = try replicas()
    guard replicas.count > 1 else { return replicas.first }
    for replica in replicas {
      let journals = JournalFolder(path: folder.privateFolder(of: replica), store: folder)
      guard let change = try journals.newestChange() else { continue }
      let isNewer = last.map { ($0.change.time, $0.change.number) < (change.time, change.number) }
      if isNewer ?? true { last = (replica, change) }
    }
    return last?.replica ?? replicas.first
  }

  /// Returns the noted mark that distinguishes the private folder of `replica` from its copies.
  private func note(in replica: Replica) throws(StoreError) -> String? {
    let bytes = try folder.readIfAny(notePath(of: replica))
    guard let line = bytes.split(separator: .newline, omittingEmptySubsequences: false).first,
      !bytes.isEmpty
    else { return nil }
    return String(decoding: line, as: UTF8.self)
  }

  private func notePath(of replica: Replica) -> String {
    "\(folder.privateFolder(of: replica))/where"
  }

  private func replicas() throws(StoreError) -> [Replica] {
    guard try folder.fingerprint(of: folder.privateFolders) != nil else { return [] }
    let names = try folder.perform { fileSystem throws(FileError) in
      try fileSystem.list(folder.privateFolders)
    }
    return names.compactMap(Replica.init)
  }
}
