public import CairnFiles

/// What a session's start found.
public struct RestoredSession: Sendable {
  /// The state of the last run; nil to start at home.
  public let state: NavigatorState?

  /// Whether the app starts at home, with the restored tabs behind it.
  public let startsAtHome: Bool

  /// Sentences about what was set aside or can't be kept, for the person to read.
  public let notices: [String]
}

extension SessionFile {
  /// Reads the last run's state, and notes that a start is on its way.
  ///
  /// Cost: the file is read whole, its header decoded, no entry. After two starts that ended before
  /// ``succeed()`` the state is set aside and the session starts at home, with its drafts in tabs
  /// that wait.
  ///
  /// - Parameters:
  ///   - persistence: how much comes back of what was saved; the setting may have changed since.
  ///   - oldest: entries from before it are left out, drafts not; nil keeps all. Decodes every
  ///     entry.
  /// - Returns: the state and what there is to say about it; nothing is thrown, as an app must
  ///   start.
  public func start(
    keeping persistence: Persistence = .all, expiringBefore oldest: Moment? = nil
  ) -> RestoredSession {
    var notices: [String] = []
    if hasFailedTwice(&notices) {
      let failed = try? Self.peek(name, in: paths.folder, fileSystem: fileSystem)
      setAside(paths.state, because: "the last two starts with it failed", &notices)
      succeed()
      countStart(&notices)
      return RestoredSession(
        state: failed?.kept(by: .none), startsAtHome: true, notices: notices)
    }
    countStart(&notices)
    var state = newestReadable(&notices)
    if persistence != .all { state = state?.kept(by: persistence) }
    if let oldest { state = state?.expiring(before: oldest) }
    return RestoredSession(
      state: state, startsAtHome: persistence == .none, notices: notices)
  }

  /// Notes that the start succeeded: the first screen is drawn and input was waited for.
  public func succeed() {
    // A mark that stays costs at most one start at home, with the state kept.
    for path in paths.starts { try? fileSystem.remove(path) }
  }

  /// Reads a session's state without taking it, for showing it.
  ///
  /// - Parameters:
  ///   - name: the session.
  ///   - folder: where sessions are.
  ///   - fileSystem: where the folder is.
  /// - Returns: the newest state that can be read, or nil; nothing is changed.
  /// - Throws: ``NavigationError/file(_:)``.
  public static func peek(
    _ name: String, in folder: String, fileSystem: any FileSystem
  ) throws(NavigationError) -> NavigatorState? {
    try newest(name, in: folder, fileSystem: fileSystem)?.state
  }

  /// The newest readable state of a session.
  ///
  /// It only reads.
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

  /// How many starts in a row may fail.
  static var startLimit: Int { 2 }

  private func hasFailedTwice(_ notices: inout [String]) -> Bool {
    do throws(FileError) {
      return try fileSystem.exists(paths.start(Self.startLimit))
    } catch {
      notices.append(error.description)
      return false
    }
  }

  /// Leaves a mark that only ``succeed()`` takes away; it needn't reach the disk.
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

  /// The newest state that can be read; those before it that can't are set aside.
  private func newestReadable(_ notices: inout [String]) -> NavigatorState? {
    for path in paths.states {
      do throws(FileError) {
        let bytes = try fileSystem.read(path)
        if let state = readable(bytes, path, &notices) { return state }
      } catch .isFolder, .notFile {
        // What can't be replaced either would be in the way of every later state.
        setAside(path, because: "no file of states", &notices)
      } catch {
        if error.isNotFound { continue }
        // As a generation it would be deleted after a few starts.
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

  /// Copies a state of which an entry can't be read; it may be a draft.
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

  /// The first free name for a damaged state; nil if `isEnough` accepts a file that is kept already.
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

  /// Gives a file another name, so that nothing overwrites what can't be read.
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
