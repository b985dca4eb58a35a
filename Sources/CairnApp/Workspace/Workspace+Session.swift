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

  /// Takes the session called `name`; without a name that of this terminal, else the newest that
  /// nobody has, else a new one.
  ///
  /// A process whose terminal hung up takes a moment to save and end, so that one is waited for.
  ///
  /// - Throws: `NavigationError.sessionInUse` when another process keeps the session called so,
  ///   `.file` where none can be kept, as in a home that can't be written to.
  func claimSession(_ name: String?) throws(NavigationError) -> SessionFile {
    defer { sessions.note() }
    func claim(_ name: String) throws(NavigationError) -> SessionFile {
      try .claim(name, in: sessionFolder, fileSystem: fileSystem, patience: Self.hangUpPatience)
    }
    if let name { return try claim(name) }
    let own = environment.terminalName ?? "main"
    let known = try SessionFile.sessions(in: sessionFolder, fileSystem: fileSystem)
    if known.contains(own) {
      do throws(NavigationError) {
        return try claim(own)
      } catch .sessionInUse {
        // Somebody keeps this terminal's, as one that is stopped there does; any other will do.
      }
    }
    return try .claimNewest(orStart: own, in: sessionFolder, fileSystem: fileSystem)
  }

  private static let hangUpPatience = Duration.seconds(1)

  /// The session that `claimSession` would take now, if it has a saved state.
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

  /// The saved navigation as a JSON document, or `nil` where there is none.
  ///
  /// - Throws: ``AppError/failed(_:)`` when it can't be read.
  public func savedNavigation(session name: String?) throws(AppError) -> String? {
    guard let name = try newestSession(name) else { return nil }
    do throws(NavigationError) {
      return try SessionFile.peek(name, in: sessionFolder, fileSystem: fileSystem)?.jsonText
    } catch {
      throw .failed(error.description)
    }
  }

  /// The sessions of the store, the newest first.
  ///
  /// - Throws: ``AppError/failed(_:)`` when their folder can't be read.
  func keptSessions() throws(AppError) -> [KeptSession] {
    do throws(NavigationError) {
      return try SessionFile.kept(in: sessionFolder, fileSystem: fileSystem)
    } catch {
      throw .failed(error.description)
    }
  }

  /// Deletes a draft, or all drafts of a URL, for good.
  ///
  /// - Parameters:
  ///   - address: the draft's, as the list of drafts has it.
  ///   - name: the session that has it; `nil` for any.
  ///   - isAll: whether several drafts are deleted.
  /// - Returns: the titles of the deleted drafts.
  /// - Throws: ``AppError/failed(_:)`` when there is none, or more than one, or a process has its
  ///   session.
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
          .finish(at: Moment(environment.clock()))
      }
      return drafts.map(\.entry.title)
    } catch {
      throw .failed(error.description)
    }
  }

  /// Forgets the saved navigation.
  ///
  /// - Parameters:
  ///   - name: the session's name; `nil` for all that no process has.
  ///   - keepsDrafts: whether drafts stay.
  /// - Returns: how many drafts stay; `nil` where nothing was saved.
  /// - Throws: ``AppError/failed(_:)`` when another process has the session, or when its drafts can't
  ///   be read.
  public func clearNavigation(
    session name: String?, keepingDrafts keepsDrafts: Bool
  ) throws(AppError) -> Int? {
    let known = try keptSessions()
    guard let name else {
      var count = 0
      let free = known.filter { !$0.isOpen }
      for session in free { count += try clear(session.name, keepingDrafts: keepsDrafts) }
      // Another process has the only sessions.
      if free.isEmpty, let first = known.first {
        throw .failed(NavigationError.sessionInUse(first.name).description)
      }
      return known.isEmpty ? nil : count
    }
    guard known.contains(where: { $0.name == name }) else { return nil }
    return try clear(name, keepingDrafts: keepsDrafts)
  }

  /// - Returns: how many drafts stay.
  private func clear(_ name: String, keepingDrafts keepsDrafts: Bool) throws(AppError) -> Int {
    do throws(NavigationError) {
      let session = try SessionFile.claim(
        name, in: sessionFolder, fileSystem: fileSystem, patience: Self.hangUpPatience)
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
      let now = Moment(environment.clock())
      try session.save(drafts.beginning(at: Visit(drafts.home, savedAt: now)), at: now)
      // Only now: a failure before this line loses no draft.
      try session.clear(keepingNewest: true)
      return drafts.draftCount
    } catch {
      throw .failed(error.description)
    }
  }
}

/// The folder for the sessions, drafts and jobs of a store.
///
/// A copy of the store has another one.
///
///     STATE/ID          of the store's folder that was opened first
///     STATE/ID-2 …      of copies, such as a restored backup or a clone
///     STATE/ID/store    whose it is: the identity of the store's folder, and a line below its path
///
/// A store keeps its sessions wherever it is moved, as its folder has the same identity. On another
/// disk it gets a new one, and takes the sessions of which no store is left at the path. Paths
/// below the home begin with `~`, so that a home can be copied as a whole.
final class SessionFolder: Sendable {
  private let first: String
  /// The store's folder; nil for one in memory, which has no copies.
  private let store: String?
  private let home: String
  private let fileSystem: any FileSystem
  private let found = Mutex<String?>(nil)

  /// Creates it without reading anything.
  ///
  /// - Parameters:
  ///   - first: the folder for the store, where it is no copy.
  ///   - store: the store's folder; `nil` for one in memory.
  ///   - home: the person's own folder.
  ///   - fileSystem: where all three are.
  init(_ first: String, of store: String?, home: String, fileSystem: any FileSystem) {
    self.first = first
    self.store = store
    self.home = fileSystem.realPath(of: home)
    self.fileSystem = fileSystem
  }

  /// The folder, found once.
  ///
  /// It need not exist yet. If it exists, it gets its note.
  var path: String {
    found.withLock { found in
      let path = found ?? look()
      found = path
      return path
    }
  }

  /// Writes the note, now that the folder exists.
  func note() {
    found.withLock { $0 = nil }
    _ = path
  }

  /// The store that a folder of sessions belongs to.
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
    // Another folder with the store's id is at the path, as after a restore.
    let replaced = known.first { $0.owner?.path == path }
    // A folder of an earlier version has no note, nor has one that a job has just made.
    let unnoted = known.first { $0.owner == nil }
    let left = known.first { $0.owner.map { identity(of: $0.path) == nil } ?? false }
    return (replaced ?? unnoted ?? left).map { take($0.folder, owner) } ?? free
  }

  /// The identity of a folder: its path where the file system has no better one; nil if there is no
  /// folder.
  private func identity(of path: String) -> String? {
    guard (try? fileSystem.exists(path)) == true else { return nil }
    return (try? fileSystem.identity(of: path)) ?? path
  }

  // MARK: The note

  /// Writes the note into a folder; without it where the folder is read-only.
  private func take(_ folder: String, _ owner: Owner) -> String {
    let isBelow = owner.path.hasPrefix(home + "/")
    let path = isBelow ? "~" + owner.path.dropFirst(home.count) : owner.path
    try? fileSystem.replace("\(folder)/store", with: Array("\(owner.identity)\n\(path)\n".utf8))
    return folder
  }

  private func owner(of folder: String) -> Owner? {
    guard let bytes = try? fileSystem.read("\(folder)/store") else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2, !lines[0].isEmpty, lines[1].hasSuffix("\n") else { return nil }
    let path = String(lines[1].dropLast())
    return Owner(
      identity: String(lines[0]), path: path.hasPrefix("~/") ? home + path.dropFirst() : path)
  }
}
