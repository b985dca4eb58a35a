internal import CairnFiles
internal import CairnNavigation
internal import CairnRecords
internal import CairnStore
internal import Synchronization

extension Workspace {
  /// The folder of the store's sessions, apart from preferences and records.
  var sessionFolder: String { sessions.path }

  /// The jobs of all processes on the store.
  var jobFolder: JobFolder {
    JobFolder(path: sessionFolder + "/jobs", fileSystem: fileSystem, clock: environment.clock)
  }

  /// Claims the session called `name`.
  ///
  /// Without a name, it claims this terminal's session, else the newest free one, else a new one.
  ///
  /// A process whose terminal hung up takes a moment to save and end, so its session is waited for.
  ///
  /// - Throws: `NavigationError.sessionInUse` when another process has the session, `.file` when no
  ///   session can be saved, as in a read-only home.
  func claimSession(_ name: String?) throws(NavigationError) -> SessionFile {
    defer { sessions.note() }
    if let name {
      return try .claim(
        name, in: sessionFolder, fileSystem: fileSystem, timeout: SessionFile.hangUpTimeout)
    }
    return try .claim(
      ofTerminal: environment.terminalName, in: sessionFolder, fileSystem: fileSystem)
  }

  /// Returns the session that `claimSession` would claim now, if it has a saved state.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the folder can't be read.
  func newestSession(_ name: String?) throws(AppError) -> String? {
    do throws(NavigationError) {
      let known = try SessionFile.sessions(in: sessionFolder, fileSystem: fileSystem)
      if let name { return known.contains(name) ? name : nil }
      if let own = environment.terminalName, known.contains(own) { return own }
      return known.first
    } catch {
      throw .failed(error.description)
    }
  }

  /// Returns the saved navigation as a JSON document; `nil` without one.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the navigation can't be read.
  public func savedNavigation(session name: String?) throws(AppError) -> String? {
    guard let name = try newestSession(name) else { return nil }
    do throws(NavigationError) {
      return try SessionFile.peek(name, in: sessionFolder, fileSystem: fileSystem)?.jsonText
    } catch {
      throw .failed(error.description)
    }
  }

  /// Returns the sessions of the store, the newest first.
  ///
  /// - Throws: ``AppError/failed(_:)`` when their folder can't be read.
  func keptSessions() throws(AppError) -> [KeptSession] {
    do throws(NavigationError) {
      return try SessionFile.kept(in: sessionFolder, fileSystem: fileSystem)
    } catch {
      throw .failed(error.description)
    }
  }

  /// Permanently deletes a draft, or all drafts of a URL.
  ///
  /// - Parameters:
  ///   - address: the address in the list of drafts.
  ///   - name: the session with the draft; `nil` for any.
  ///   - isAll: whether several drafts may be deleted.
  /// - Returns: the titles of the deleted drafts.
  /// - Throws: ``AppError/failed(_:)`` when there is no such draft, there are several, or a process
  ///   has the session.
  @discardableResult
  public func discardDrafts(
    at address: Address, session name: String?, isAll: Bool
  ) throws(AppError) -> [String] {
    let typed = try url(of: address)
    let place = store.snapshot.canonical(typed, at: clock)
    let drafts = try keptSessions().drafts.filter {
      let url = store.snapshot.model.renamed($0.entry.url)
      return [typed, place].contains(url) && (name == nil || $0.session == name)
    }
    guard !drafts.isEmpty else {
      let form = typed.appending(StoreAddress.editSegment)
      let isMeant = try keptSessions().drafts.contains {
        store.snapshot.model.renamed($0.entry.url) == store.snapshot.canonical(form, at: clock)
      }
      let hint = isMeant ? "did you mean \(form.text)?" : "cairn state lists the drafts"
      throw .failed("no draft of \(typed.text); \(hint)")
    }
    guard drafts.count == 1 || isAll else {
      let names = Set(drafts.map(\.session)).sorted().joined(separator: ", ")
      throw .failed(
        "\(drafts.count) drafts of \(typed.text), in \(names); add --session NAME or --all")
    }
    do throws(NavigationError) {
      for draft in drafts {
        try TakenDraft(draft, in: sessionFolder, fileSystem: fileSystem)
          .finish(at: environment.clock())
      }
      return drafts.map(\.entry.title)
    } catch {
      throw .failed(error.description)
    }
  }

  /// Deletes the saved navigation.
  ///
  /// - Parameters:
  ///   - name: the session's name; `nil` for all free sessions.
  ///   - keepsDrafts: whether drafts are kept.
  /// - Returns: the number of kept drafts; `nil` if nothing was saved.
  /// - Throws: ``AppError/failed(_:)`` when another process has the session, or its drafts can't be
  ///   read.
  public func clearNavigation(
    session name: String?, keepingDrafts keepsDrafts: Bool
  ) throws(AppError) -> Int? {
    let known = try keptSessions()
    guard let name else {
      var count = 0
      let free = known.filter { !$0.isOpen }
      for session in free { count += try clear(session.name, keepingDrafts: keepsDrafts) }
      // All sessions are in use by other processes.
      if free.isEmpty, let first = known.first {
        throw .failed(NavigationError.sessionInUse(first.name).description)
      }
      return known.isEmpty ? nil : count
    }
    guard known.contains(where: { $0.name == name }) else { return nil }
    return try clear(name, keepingDrafts: keepsDrafts)
  }

  /// - Returns: the number of kept drafts.
  private func clear(_ name: String, keepingDrafts keepsDrafts: Bool) throws(AppError) -> Int {
    do throws(NavigationError) {
      let session = try SessionFile.claim(
        name, in: sessionFolder, fileSystem: fileSystem, timeout: SessionFile.hangUpTimeout)
      defer { session.release() }
      guard keepsDrafts else {
        try session.clear()
        return 0
      }
      let state = try SessionFile.peek(name, in: sessionFolder, fileSystem: fileSystem)
      guard let state else { throw .unreadableSession(name) }
      guard let drafts = state.kept(by: .none) else {
        try session.clear()
        return 0
      }
      let now = environment.clock()
      try session.save(drafts.beginning(at: Visit(drafts.home, savedAt: now)), at: now)
      // The session is cleared last, so that an earlier failure loses no draft.
      try session.clear(keepingNewest: true)
      return drafts.draftCount
    } catch {
      throw .failed(error.description)
    }
  }
}

/// The folder for the sessions, drafts and jobs of a store.
///
/// A copy of the store has its own folder.
///
///     STATE/ID          of the store's folder that was opened first
///     STATE/ID-2 …      of copies, such as a restored backup or a clone
///     STATE/ID/store    the identity of the store's folder, and on the next line its path
///
/// A store keeps its sessions when it is moved, because its folder keeps its identity. On another
/// disk the folder gets a new identity; it then takes over the sessions whose path no longer has a
/// store. A folder that is older than the note of such sessions is another copy, and takes nothing.
/// Paths below the home begin with `~`, so that a home can be copied as a whole.
final class SessionFolder: Sendable {
  private let first: String
  /// The store's folder; `nil` for a store in memory, which has no copies.
  private let store: String?
  private let home: String
  private let fileSystem: any FileSystem
  private let found = Mutex<String?>(nil)

  /// Creates the object without reading any file.
  ///
  /// - Parameters:
  ///   - first: the folder to use if the store is not a copy.
  ///   - store: the store's folder; `nil` for one in memory.
  ///   - home: the person's home folder.
  ///   - fileSystem: the file system of all three.
  init(_ first: String, of store: String?, home: String, fileSystem: any FileSystem) {
    self.first = first
    self.store = store
    self.home = fileSystem.realPath(of: home)
    self.fileSystem = fileSystem
  }

  /// The path of the folder, found once.
  ///
  /// The folder may be missing. If it exists, its note is written.
  var path: String {
    found.withLock { found in
      let path = found ?? look()
      found = path
      return path
    }
  }

  /// Writes the note after the folder was created.
  func note() {
    found.withLock { $0 = nil }
    _ = path
  }

  /// The store that a session folder belongs to.
  private struct Owner: Equatable {
    var identity: String
    var path: String
  }

  private func look() -> String {
    guard let store else { return first }
    let path = fileSystem.realPath(of: store)
    let owner = Owner(identity: identity(of: path) ?? path, path: path)
    var known: [(folder: String, owner: Owner?)] = []
    var free = first
    while (try? fileSystem.exists(free)) == true {
      known.append((free, self.owner(of: free)))
      free = "\(first)-\(known.count + 1)"
    }
    if let own = known.first(where: { $0.owner?.identity == owner.identity }) {
      return own.owner == owner ? own.folder : take(own.folder, owner)
    }
    // The path now has another folder with the store's id, as after a restore.
    let replaced = known.first { $0.owner?.path == path }
    // A folder from an earlier version has no note, nor has one that a job has just created.
    let unnoted = known.first { $0.owner == nil }
    let left = known.first { known in
      known.owner.map { identity(of: $0.path) == nil && !existed(path, besides: known.folder) }
        ?? false
    }
    return (replaced ?? unnoted ?? left).map { take($0.folder, owner) } ?? free
  }

  /// Returns the identity of a folder.
  ///
  /// If the file system has no identities, it is the path; `nil` without a folder.
  private func identity(of path: String) -> String? {
    guard (try? fileSystem.exists(path)) == true else { return nil }
    return (try? fileSystem.identity(of: path)?.description) ?? path
  }

  /// Whether a store existed when the owner of a session folder was noted, so that it is not this
  /// owner, moved to another disk.
  private func existed(_ store: String, besides folder: String) -> Bool {
    guard let created = try? fileSystem.identity(of: store)?.created,
      let noted = try? fileSystem.status(of: note(of: folder))?.modified
    else { return false }
    return created < noted
  }

  // MARK: The note

  private func note(of folder: String) -> String { "\(folder)/store" }

  /// Writes the note into a folder, unless the folder is read-only.
  private func take(_ folder: String, _ owner: Owner) -> String {
    let isBelow = owner.path.hasPrefix(home + "/")
    let path = isBelow ? "~" + owner.path.dropFirst(home.count) : owner.path
    try? fileSystem.replace(note(of: folder), with: Array("\(owner.identity)\n\(path)\n".utf8))
    return folder
  }

  private func owner(of folder: String) -> Owner? {
    guard let bytes = try? fileSystem.read(note(of: folder)) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2, !lines[0].isEmpty, lines[1].hasSuffix("\n") else { return nil }
    let path = String(lines[1].dropLast())
    return Owner(
      identity: String(lines[0]), path: path.hasPrefix("~/") ? home + path.dropFirst() : path)
  }
}
