public import CairnFiles
internal import Synchronization

/// The file of one session's navigation between runs.
///
///     NAME.jsonl            the newest state
///     NAME.1.jsonl … 5      what the newest was when earlier runs first saved
///     NAME.damaged-1.jsonl  a file that couldn't be read, or whose start failed twice, kept for a look
///     NAME.start-1, -2      a start that hasn't succeeded yet
///     NAME.lock             held while a process has the session
///
/// A session belongs to one process at a time. The file is replaced as a whole and synchronized. A
/// bad file is set aside, and the generation before it is used.
///
///     let session = try SessionFile.claim("main", in: folder, fileSystem: RealFileSystem())
///     let restored = session.start()
///     …                                       // make the navigator, draw
///     session.succeed()
///     try session.save(navigator.capture(), at: now)
public final class SessionFile: Sendable {
  /// The number of earlier states on disk.
  public static let generationCount = 5

  /// The session's name.
  public let name: String

  let paths: SessionPaths
  let fileSystem: any FileSystem
  private let lock: Mutex<any FileLock>
  private let hasRotated = Mutex(false)
  private let isReleased = Mutex(false)
  /// The drafts of other sessions, cached by the version of their files.
  let seen = Mutex<[StateFile: [WaitingDraft]]>([:])

  private init(
    _ name: String, _ paths: SessionPaths, _ fileSystem: any FileSystem, _ lock: any FileLock
  ) {
    self.name = name
    self.paths = paths
    self.fileSystem = fileSystem
    self.lock = Mutex(lock)
  }

  /// Claims a session for this process, until it is released.
  ///
  /// - Parameters:
  ///   - name: any text; characters that a file name can't have are escaped.
  ///   - folder: the folder of the sessions, which is created if it is missing.
  ///   - fileSystem: the file system of the folder.
  ///   - timeout: the maximum time to wait for another process.
  /// - Returns: the session.
  /// - Throws: ``NavigationError/sessionInUse(_:)``, ``NavigationError/file(_:)``.
  public static func claim(
    _ name: String, in folder: String, fileSystem: any FileSystem, timeout: Duration = .zero
  ) throws(NavigationError) -> SessionFile {
    let paths = SessionPaths(folder: folder, name: name)
    do throws(FileError) {
      try makeFolder(folder, fileSystem)
      let lock = try fileSystem.lock(paths.lock, byte: 0, exclusive: true, wait: timeout)
      removeUnusedLocks(from: folder, but: paths, fileSystem)
      return SessionFile(name, paths, fileSystem, lock)
    } catch .busy {
      throw .sessionInUse(name)
    } catch {
      throw .file(error)
    }
  }

  /// Claims the most recently saved session that no process uses.
  ///
  /// Without one, it claims `name`, or `name` with the next free number.
  ///
  /// - Parameters:
  ///   - name: the session to start if all others are in use.
  ///   - folder: the folder of the sessions, which is created if it is missing.
  ///   - fileSystem: the file system of the folder.
  /// - Returns: the session.
  /// - Throws: ``NavigationError/file(_:)``.
  public static func claimNewest(
    orStart name: String, in folder: String, fileSystem: any FileSystem
  ) throws(NavigationError) -> SessionFile {
    for kept in try sessions(in: folder, fileSystem: fileSystem) {
      if let session = try claimIfFree(kept, folder, fileSystem) { return session }
    }
    var (new, number) = (name, 1)
    while true {
      if let session = try claimIfFree(new, folder, fileSystem) { return session }
      number += 1
      new = "\(name)-\(number)"
    }
  }

  /// Claims the session of a terminal, else the most recently saved one that no process uses, else
  /// a new one.
  ///
  /// - Parameters:
  ///   - terminal: the name of the terminal, the same for each start in it; `nil` if it has none.
  ///   - folder: the folder of the sessions, which is created if it is missing.
  ///   - fileSystem: the file system of the folder.
  /// - Returns: the session.
  /// - Throws: ``NavigationError/file(_:)``, as in a read-only home.
  public static func claim(
    ofTerminal terminal: String?, in folder: String, fileSystem: any FileSystem
  ) throws(NavigationError) -> SessionFile {
    let own = terminal ?? "main"
    if try sessions(in: folder, fileSystem: fileSystem).contains(own) {
      do throws(NavigationError) {
        return try claim(own, in: folder, fileSystem: fileSystem, timeout: hangUpTimeout)
      } catch .sessionInUse {
        // This terminal's session is in use, for example by a stopped process. Any other session
        // will do.
      }
    }
    return try claimNewest(orStart: own, in: folder, fileSystem: fileSystem)
  }

  /// How long to wait for a process whose terminal hung up, and which saves its state and ends.
  public static let hangUpTimeout = Duration.seconds(1)

  private static func claimIfFree(
    _ name: String, _ folder: String, _ fileSystem: any FileSystem
  ) throws(NavigationError) -> SessionFile? {
    do throws(NavigationError) {
      // A process that checks whether the session is open holds the lock for an instant.
      return try claim(name, in: folder, fileSystem: fileSystem, timeout: .milliseconds(5))
    } catch .sessionInUse {
      return nil
    }
  }

  /// Returns the names of the sessions with a saved state, newest first.
  public static func sessions(
    in folder: String, fileSystem: any FileSystem
  ) throws(NavigationError) -> [String] {
    try stateFiles(in: folder, fileSystem).map(\.name)
  }

  /// The newest state of a session, in one version.
  struct StateFile: Hashable {
    let name: String
    let modified: Int64
  }

  /// Returns the newest state of each session, newest first.
  ///
  /// After a full disk, a session may have only generations.
  static func stateFiles(
    in folder: String, _ fileSystem: any FileSystem
  ) throws(NavigationError) -> [StateFile] {
    do throws(FileError) {
      guard try fileSystem.exists(folder) else { return [] }
      var newest: [String: (file: String, age: Int)] = [:]
      for file in try fileSystem.list(folder) {
        guard let (name, age) = SessionPaths.state(ofFile: file) else { continue }
        if newest[name].map({ age < $0.age }) ?? true { newest[name] = (file, age) }
      }
      var found: [StateFile] = []
      for (name, state) in newest {
        guard let status = try fileSystem.status(of: "\(folder)/\(state.file)") else { continue }
        found.append(StateFile(name: name, modified: status.modified))
      }
      return found.sorted { ($1.modified, $0.name) < ($0.modified, $1.name) }
    } catch {
      throw .file(error)
    }
  }

  /// Creates a folder, and synchronizes its name; otherwise a power loss could remove the first
  /// state.
  private static func makeFolder(
    _ path: String, _ fileSystem: any FileSystem
  ) throws(FileError) {
    guard try !fileSystem.exists(path) else { return }
    try makeFolder(path.parentFolder, fileSystem)
    try fileSystem.makeFolder(path)
    try fileSystem.synchronizeFolder(path.parentFolder)
  }

  /// Releases the session for other processes.
  ///
  /// A session without a saved state leaves no file behind.
  public func release() {
    let isFirst = isReleased.withLock { isReleased in
      defer { isReleased = true }
      return !isReleased
    }
    // By now, another process may have a lock of the same name.
    guard isFirst else { return }
    // The file is removed while the lock is held, so a waiting process sees that the name is gone.
    let lock = lock.withLock { $0 }
    let isOwn = (try? lock.isNamed()) ?? false
    if isOwn, !Self.hasStates(paths, fileSystem) { try? fileSystem.remove(paths.lock) }
    lock.release()
  }

  /// Takes the lock again if another program deleted its file.
  ///
  /// - Throws: `FileError.busy` if another process has taken the session.
  private func keepLock() throws(FileError) {
    try lock.withLock { lock throws(FileError) in
      if try lock.isNamed() { return }
      lock = try fileSystem.lock(paths.lock, byte: 0, exclusive: true, wait: .zero)
      // The state of another process becomes a generation.
      hasRotated.withLock { $0 = false }
    }
  }

  /// Removes the locks of killed processes that saved no state.
  private static func removeUnusedLocks(
    from folder: String, but own: SessionPaths, _ fileSystem: any FileSystem
  ) {
    for file in (try? fileSystem.list(folder)) ?? [] {
      guard let name = SessionPaths.session(ofLock: file) else { continue }
      let paths = SessionPaths(folder: folder, name: name)
      guard paths != own, !hasStates(paths, fileSystem),
        let lock = try? fileSystem.lock(paths.lock, byte: 0, exclusive: true, wait: .zero)
      else { continue }
      // Another process may have saved its first state and ended in the meantime.
      if !hasStates(paths, fileSystem) {
        for path in paths.starts + [paths.lock] { try? fileSystem.remove(path) }
      }
      lock.release()
    }
  }

  /// Whether a session has a saved state; true if unknown.
  private static func hasStates(_ paths: SessionPaths, _ fileSystem: any FileSystem) -> Bool {
    paths.states.contains { (try? fileSystem.exists($0)) ?? true }
  }
}

extension SessionFile {
  /// Replaces the saved state.
  ///
  /// At the first save of a run, the earlier state becomes a generation.
  ///
  /// Any thread may call it, one call at a time.
  ///
  /// - Parameters:
  ///   - state: the result of ``Navigator/capture()``.
  ///   - moment: the present time.
  ///   - persistence: the part to save.
  /// - Throws: ``NavigationError/file(_:)``; then the earlier state is unchanged or a generation.
  public func save(
    _ state: NavigatorState, at moment: Timestamp, keeping persistence: Persistence = .all
  ) throws(NavigationError) {
    guard let kept = state.kept(by: persistence) else { return try clear() }
    let bytes = StateDocument.bytes(kept, savedAt: moment)
    do throws(FileError) {
      try keepLock()
      if !hasRotated.withLock({ $0 }) {
        try rotate()
        hasRotated.withLock { $0 = true }
      }
      try fileSystem.replace(paths.state, with: bytes)
    } catch .busy(.lock, _) {
      throw .sessionInUse(name)
    } catch {
      throw .file(error)
    }
  }

  /// Deletes the saved state and its generations; files that were set aside stay.
  ///
  /// - Parameter keepsNewest: whether to delete only the generations.
  /// - Throws: ``NavigationError/file(_:)``.
  public func clear(keepingNewest keepsNewest: Bool = false) throws(NavigationError) {
    do throws(FileError) {
      for path in paths.states.dropFirst(keepsNewest ? 1 : 0) { try removeIfThere(path) }
      try fileSystem.synchronizeFolder(paths.folder)
    } catch {
      throw .file(error)
    }
  }

  /// Renames each generation to the next older one.
  ///
  /// A crash before the new file is written leaves generation 1, which the next start uses.
  private func rotate() throws(FileError) {
    guard try fileSystem.exists(paths.state) else { return }
    for age in stride(from: Self.generationCount, to: 0, by: -1) {
      let younger = age == 1 ? paths.state : paths.generation(age - 1)
      guard try fileSystem.exists(younger) else { continue }
      try fileSystem.rename(younger, to: paths.generation(age))
    }
  }

  private func removeIfThere(_ path: String) throws(FileError) {
    do throws(FileError) {
      try fileSystem.remove(path)
    } catch .notFound {
      return
    }
  }
}
