public import CairnFiles
internal import Synchronization

/// A saved session on disk.
public struct KeptSession: Sendable {
  /// The session's name.
  public let name: String
  /// Whether a process uses the session.
  public let isOpen: Bool
  /// The time of the last save; nil if no state is readable.
  public let savedAt: Timestamp?
  /// The newest state; nil if none is readable.
  public let state: NavigatorState?

  /// The drafts, newest first.
  public var drafts: [WaitingDraft] { (state?.drafts(in: name) ?? []).newestFirst }
}

extension NavigatorState {
  /// Returns the drafts of the session with this state.
  fileprivate func drafts(in session: String) -> [WaitingDraft] {
    entries.filter { $0.importance == .draft }.map { WaitingDraft(session: session, entry: $0) }
  }
}

/// A draft in a session.
public struct WaitingDraft: Identifiable, Hashable, Sendable {
  /// The identity of a draft among all drafts of a store.
  public struct ID: Hashable, Sendable {
    /// The session of the draft; nil for the session of this process.
    public let session: String?
    /// The entry of the draft in that session.
    public let entry: Entry.ID

    /// Creates the identity of a draft; without a session, it belongs to the session of this
    /// process.
    public init(session: String? = nil, entry: Entry.ID) {
      self.session = session
      self.entry = entry
    }
  }

  /// The session.
  public let session: String
  /// The draft with its place and the typed texts.
  public let entry: Entry

  /// The identity of the draft.
  public var id: ID { ID(session: session, entry: entry.id) }
}

extension Sequence where Element == WaitingDraft {
  /// The drafts, newest change first.
  public var newestFirst: [WaitingDraft] { sorted { $1.entry.savedAt < $0.entry.savedAt } }
}

extension SessionFile {
  /// Returns the sessions of a folder, newest first.
  ///
  /// Cost: reads each session's newest state, and decodes its header.
  ///
  /// - Throws: ``NavigationError/file(_:)`` if the folder is unreadable.
  public static func kept(
    in folder: String, fileSystem: any FileSystem
  ) throws(NavigationError) -> [KeptSession] {
    var kept: [KeptSession] = []
    for name in try sessions(in: folder, fileSystem: fileSystem) {
      let found = try newest(name, in: folder, fileSystem: fileSystem)
      kept.append(
        KeptSession(
          name: name, isOpen: isOpen(name, in: folder, fileSystem: fileSystem),
          savedAt: found?.savedAt, state: found?.state))
    }
    return kept
  }

  /// Returns the drafts of the other sessions in the folder that no process uses, newest first.
  ///
  /// Cost: examines each session's file, and reads the files that changed since the last call.
  ///
  /// - Throws: ``NavigationError/file(_:)`` if the folder is unreadable.
  public func waitingDrafts() throws(NavigationError) -> [WaitingDraft] {
    var waiting: [WaitingDraft] = []
    for file in try Self.stateFiles(in: paths.folder, fileSystem) where file.name != name {
      let drafts = try drafts(of: file)
      guard !drafts.isEmpty,
        !Self.isOpen(file.name, in: paths.folder, fileSystem: fileSystem)
      else { continue }
      waiting += drafts
    }
    return waiting.newestFirst
  }

  private func drafts(of file: StateFile) throws(NavigationError) -> [WaitingDraft] {
    if let known = seen.withLock({ $0[file] }) { return known }
    let state = try Self.peek(file.name, in: paths.folder, fileSystem: fileSystem)
    let drafts = state?.drafts(in: file.name) ?? []
    seen.withLock { seen in
      for old in seen.keys where old.name == file.name { seen[old] = nil }
      seen[file] = drafts
    }
    return drafts
  }

  /// Claims the session of a draft, to move the draft to the running session.
  ///
  /// - Throws: ``NavigationError/sessionInUse(_:)``, ``NavigationError/file(_:)``,
  ///   ``NavigationError/noDraft``.
  public func take(_ draft: WaitingDraft) throws(NavigationError) -> TakenDraft {
    try TakenDraft(draft, in: paths.folder, fileSystem: fileSystem)
  }

  /// Whether a process uses a session, as far as is known.
  private static func isOpen(
    _ name: String, in folder: String, fileSystem: any FileSystem
  ) -> Bool {
    do throws(FileError) {
      let lock = SessionPaths(folder: folder, name: name).lock
      guard try fileSystem.exists(lock) else { return false }
      // A shared lock needs no right to write.
      try fileSystem.lock(lock, byte: 0, exclusive: false, wait: .zero).release()
      return false
    } catch .busy {
      return true
    } catch {
      // A session whose lock can't be read is treated as open.
      return true
    }
  }
}

/// A draft on its way out of its session, which this process holds until the end.
///
/// The caller first saves the draft elsewhere, then calls ``finish(at:)``, which removes it here.
/// If the process is killed in between, both sessions have the draft.
public final class TakenDraft: Sendable {
  /// The draft with its place and the typed texts.
  public let visit: Visit
  private let session: SessionFile
  private let rest: NavigatorState?

  /// Claims the session of a draft.
  ///
  /// - Parameters:
  ///   - draft: the draft to move.
  ///   - folder: the folder of the sessions.
  ///   - fileSystem: the file system of the folder.
  /// - Throws: ``NavigationError/sessionInUse(_:)``, ``NavigationError/file(_:)``, or
  ///   ``NavigationError/noDraft`` if the session no longer has the draft.
  public init(
    _ draft: WaitingDraft, in folder: String, fileSystem: any FileSystem
  ) throws(NavigationError) {
    session = try .claim(
      draft.session, in: folder, fileSystem: fileSystem, timeout: .milliseconds(50))
    let state = try SessionFile.peek(draft.session, in: folder, fileSystem: fileSystem)
    guard let state, let entry = state.entry(draft.entry.id), entry == draft.entry else {
      session.release()
      throw .noDraft
    }
    visit = entry.visit
    // A state needs at least one place. If the draft is the last one, the session's file is
    // deleted.
    let isAll = state.entries.allSatisfy { $0.id == entry.id }
    rest = isAll ? nil : .reduce(state, .remove(entry.id))
  }

  /// Removes the draft from its session, and releases the session.
  ///
  /// - Parameter moment: the present time.
  /// - Throws: ``NavigationError/file(_:)``; then the draft stays in the session, too.
  public func finish(at moment: Timestamp) throws(NavigationError) {
    defer { session.release() }
    if let rest { try session.save(rest, at: moment) } else { try session.clear() }
  }

  deinit { session.release() }
}

extension Entry {
  /// A visit to the place of the entry.
  var visit: Visit {
    Visit(
      url, mode: mode, title: title, state: state, stateVersion: stateVersion,
      importance: importance, savedAt: savedAt, listURL: listURL, isSaved: isSaved)
  }
}
