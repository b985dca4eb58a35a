public import CairnFiles
internal import Synchronization

/// A session as it lies on the disk.
public struct KeptSession: Sendable {
  /// The session's name.
  public let name: String
  /// Whether a process has the session.
  public let isOpen: Bool
  /// When it was last saved; nil where no state can be read.
  public let savedAt: Moment?
  /// Its newest state; nil where none can be read.
  public let state: NavigatorState?

  /// Its drafts, the newest first.
  public var drafts: [WaitingDraft] { (state?.drafts(in: name) ?? []).newestFirst }
}

extension NavigatorState {
  /// The drafts of the session with this state.
  fileprivate func drafts(in session: String) -> [WaitingDraft] {
    entries.filter { $0.importance == .draft }.map { WaitingDraft(session: session, entry: $0) }
  }
}

/// A draft and the session that has it.
public struct WaitingDraft: Identifiable, Hashable, Sendable {
  /// The identity of a draft among all drafts of a store.
  public struct ID: Hashable, Sendable {
    /// The draft's session; nil for the one that this process has.
    public let session: String?
    /// The draft's entry there.
    public let entry: Entry.ID

    /// Identifies a draft of a session; of the one that this process has, if that is nil.
    public init(session: String? = nil, entry: Entry.ID) {
      self.session = session
      self.entry = entry
    }
  }

  /// The session.
  public let session: String
  /// The draft: its place and the typed texts.
  public let entry: Entry

  /// Identifies the draft.
  public var id: ID { ID(session: session, entry: entry.id) }
}

extension Sequence where Element == WaitingDraft {
  /// The drafts, the one that was changed last first.
  public var newestFirst: [WaitingDraft] { sorted { $1.entry.savedAt < $0.entry.savedAt } }
}

extension SessionFile {
  /// The sessions that a folder has, the newest first.
  ///
  /// Cost: reads each session's newest state, and decodes its header.
  ///
  /// - Throws: ``NavigationError/file(_:)`` where the folder can't be read.
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

  /// The drafts of the other sessions in the folder that no process has, the newest first.
  ///
  /// Cost: looks at each session's file, and reads those that have changed since the last look.
  ///
  /// - Throws: ``NavigationError/file(_:)`` where the folder can't be read.
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

  /// Takes the session of a draft, to move the draft here.
  ///
  /// - Throws: ``NavigationError/sessionInUse(_:)``, ``NavigationError/file(_:)``,
  ///   ``NavigationError/noDraft``.
  public func take(_ draft: WaitingDraft) throws(NavigationError) -> TakenDraft {
    try TakenDraft(draft, in: paths.folder, fileSystem: fileSystem)
  }

  /// Whether a process has a session, as far as can be told.
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

/// A draft that is being moved out of its session, which this process has until the end.
///
/// First the draft is kept elsewhere, then ``finish(at:)`` takes it out. A process that is killed
/// between the two leaves it in both, never in none.
public final class TakenDraft: Sendable {
  /// The draft: its place and the typed texts.
  public let visit: Visit
  private let session: SessionFile
  private let rest: NavigatorState?

  /// Takes the session of a draft.
  ///
  /// - Parameters:
  ///   - draft: which one.
  ///   - folder: where the sessions are.
  ///   - fileSystem: where the folder is.
  /// - Throws: ``NavigationError/sessionInUse(_:)``, ``NavigationError/file(_:)``,
  ///   ``NavigationError/noDraft`` where the session has no such draft by now.
  public init(
    _ draft: WaitingDraft, in folder: String, fileSystem: any FileSystem
  ) throws(NavigationError) {
    session = try .claim(
      draft.session, in: folder, fileSystem: fileSystem, patience: .milliseconds(50))
    let state = try SessionFile.peek(draft.session, in: folder, fileSystem: fileSystem)
    guard let state, let entry = state.entry(draft.entry.id), entry == draft.entry else {
      session.release()
      throw .noDraft
    }
    visit = entry.visit
    // A state always has a place; what would be the session's last one goes with its file.
    let isAll = state.entries.allSatisfy { $0.id == entry.id }
    rest = isAll ? nil : .reduce(state, .remove(entry.id))
  }

  /// Takes the draft out of its session, and gives that back.
  ///
  /// - Parameter moment: now.
  /// - Throws: ``NavigationError/file(_:)``; the draft stays there, too.
  public func finish(at moment: Moment) throws(NavigationError) {
    defer { session.release() }
    if let rest { try session.save(rest, at: moment) } else { try session.clear() }
  }

  deinit { session.release() }
}

extension Entry {
  /// The place once more, as somewhere to go.
  var visit: Visit {
    Visit(
      url, mode: mode, title: title, state: state, stateVersion: stateVersion,
      importance: importance, savedAt: savedAt, listURL: listURL, isSaved: isSaved)
  }
}
