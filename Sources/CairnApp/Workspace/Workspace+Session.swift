internal import CairnFiles
internal import CairnNavigation
internal import CairnRecords
internal import CairnStore

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
