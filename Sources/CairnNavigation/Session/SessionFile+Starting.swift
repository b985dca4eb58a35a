public import CairnFiles

/// The result of a session's start.
public struct RestoredSession: Sendable {
  /// The state of the last run; nil to start at home.
  public let state: NavigatorState?

  /// Whether the app starts at home, with the restored tabs behind it.
  public let startsAtHome: Bool

  /// Whether no session of the app has saved a state yet.
  public let isFirst: Bool

  /// Sentences for the person about files that were set aside or can't be saved.
  public let notices: [String]
}

extension SessionFile {
  /// Reads the state of the last run, and marks the beginning of a start.
  ///
  /// Cost: reads the whole file, and decodes only its header. After two starts that ended before
  /// ``succeed()``, the state is set aside. Then the session starts at home, and its drafts wait in
  /// tabs.
  ///
  /// - Parameters:
  ///   - persistence: the part of the saved state to restore; the setting may have changed since.
  ///   - oldest: older entries are left out, except drafts; nil keeps all. Decodes every entry.
  /// - Returns: the state and sentences about it; this throws no error, since the app must start.
  public func start(
    keeping persistence: Persistence = .all, expiringBefore oldest: Timestamp? = nil
  ) -> RestoredSession {
    var notices: [String] = []
    let isFirst = hasNoStates
    if hasFailedTwice(&notices) {
      let failed = try? Self.peek(name, in: paths.folder, fileSystem: fileSystem)
      setAside(paths.state, because: "the last two starts with it failed", &notices)
      succeed()
      countStart(&notices)
      return RestoredSession(
        state: failed?.kept(by: .none), startsAtHome: true, isFirst: false, notices: notices)
    }
    countStart(&notices)
    var state = newestReadable(&notices)
    if persistence != .all { state = state?.kept(by: persistence) }
    if let oldest { state = state?.expiring(before: oldest) }
    return RestoredSession(
      state: state, startsAtHome: persistence == .none, isFirst: isFirst, notices: notices)
  }

  /// Whether the folder has no state of any session, also none that was set aside.
  private var hasNoStates: Bool {
    do throws(FileError) {
      return try !fileSystem.list(paths.folder).contains { $0.hasSuffix(".jsonl") }
    } catch {
      return error.isNotFound
    }
  }

  /// Removes the mark of the start: the first screen is drawn, and the app waits for input.
  public func succeed() {
    // A mark that stays costs at most one start at home, with the state kept.
    for path in paths.starts { try? fileSystem.remove(path) }
  }

  /// Reads a session's state without claiming the session.
  ///
  /// - Parameters:
  ///   - name: the session.
  ///   - folder: the folder of the sessions.
  ///   - fileSystem: the file system of the folder.
  /// - Returns: the newest readable state, or nil.
  /// - Throws: ``NavigationError/file(_:)``.
  public static func peek(
    _ name: String, in folder: String, fileSystem: any FileSystem
  ) throws(NavigationError) -> NavigatorState? {
    try newest(name, in: folder, fileSystem: fileSystem)?.state
  }

  /// The newest readable state of a session.
  static func newest(
    _ name: String, in folder: String, fileSystem: any FileSystem
  ) throws(NavigationError) -> StateDocument.Contents? {
    for path in SessionPaths(folder: folder, name: name).states {
      do throws(FileError) {
        let bytes = try fileSystem.read(path)
        if let contents = try? StateDocument.read(bytes) { return contents }
      } catch .notFound, .isFolder, .notFile {
        continue
      } catch {
        throw .file(error)
      }
    }
    return nil
  }

  /// The number of failed starts in a row after which the state is set aside.
  static var startLimit: Int { 2 }

  private func hasFailedTwice(_ notices: inout [String]) -> Bool {
    do throws(FileError) {
      return try fileSystem.exists(paths.start(Self.startLimit))
    } catch {
      notices.append(error.description)
      return false
    }
  }

  /// Creates a mark, which ``succeed()`` removes.
  ///
  /// It need not reach the disk.
  private func countStart(_ notices: inout [String]) {
    for path in paths.starts {
      do throws(FileError) {
        _ = try fileSystem.open(path, .create)
        return
      } catch .alreadyExists {
        continue
      } catch {
        return notices.append(error.description)
      }
    }
  }

  /// Returns the newest readable state, and sets unreadable ones aside.
  private func newestReadable(_ notices: inout [String]) -> NavigatorState? {
    for path in paths.states {
      do throws(FileError) {
        let bytes = try fileSystem.read(path)
        if let state = readable(bytes, path, &notices) { return state }
      } catch .isFolder, .notFile {
        // A folder or device of this name would block every later save.
        setAside(path, because: "no file of states", &notices)
      } catch {
        if error.isNotFound { continue }
        // As a generation, the file would be deleted after a few starts.
        setAside(path, because: "the saved state can't be read, \(error)", &notices)
      }
    }
    return nil
  }

  private func readable(
    _ bytes: [UInt8], _ path: String, _ notices: inout [String]
  ) -> NavigatorState? {
    do throws(StateDamage) {
      let state = try StateDocument.read(bytes).state
      keepDamage(of: state, bytes, &notices)
      return state
    } catch {
      setAside(path, because: "the saved state can't be read, \(error)", &notices)
      return nil
    }
  }

  /// Copies a state with an unreadable entry, which may be a draft.
  private func keepDamage(
    of state: NavigatorState, _ bytes: [UInt8], _ notices: inout [String]
  ) {
    let broken = Set(state.entries.filter { $0.damage != nil })
    guard !broken.isEmpty else { return }
    do throws(FileError) {
      let copy = try freeDamagedPath { old in
        (try? StateDocument.read(old).state).map { broken.isSubset(of: $0.entries) } ?? false
      }
      guard let copy else { return }
      try fileSystem.replace(copy, with: bytes)
      let entries = broken.count == 1 ? "1 saved screen" : "\(broken.count) saved screens"
      notices.append("\(entries) can't be read; a copy of the state is in \(copy)")
    } catch {
      notices.append(error.description)
    }
  }

  /// Returns the first free name for a damaged state; nil if `isEnough` accepts an existing file.
  private func freeDamagedPath(
    unless isEnough: ([UInt8]) -> Bool = { _ in false }
  ) throws(FileError) -> String? {
    var number = 1
    while try fileSystem.exists(paths.damaged(number)) {
      if isEnough(try fileSystem.read(paths.damaged(number))) { return nil }
      number += 1
    }
    return paths.damaged(number)
  }

  /// Renames a file, so that nothing overwrites unreadable data.
  private func setAside(_ path: String, because reason: String, _ notices: inout [String]) {
    do throws(FileError) {
      guard try fileSystem.exists(path) else { return }
      guard let other = try freeDamagedPath() else { return }
      try fileSystem.rename(path, to: other)
      notices.append("\(reason): \(path) is kept as \(other)")
    } catch {
      notices.append(error.description)
    }
  }
}
