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

  /// Deletes a draft for good.
  ///
  /// - Parameters:
  ///   - address: the draft's, as the list of drafts has it.
  ///   - name: the session that has it; `nil` where it is the only one of that address.
  /// - Throws: ``AppError/failed(_:)`` when there is none, or more than one, or a process has its
  ///   session.
  public func discardDraft(at address: Address, session name: String?) throws(AppError) {
    let typed = try url(of: address)
    let place = store.snapshot.canonical(typed, at: clock)
    let drafts = try keptSessions().drafts.filter {
      [typed, place].contains($0.entry.url) && (name == nil || $0.session == name)
    }
    guard let draft = drafts.first else {
      throw .failed("no draft of \(typed.text); cairn state lists the drafts")
    }
    guard drafts.count == 1 else {
      let names = drafts.map(\.session).joined(separator: ", ")
      throw .failed("\(drafts.count) drafts of \(typed.text), in sessions \(names); add --session")
    }
    do throws(NavigationError) {
      try TakenDraft(draft, in: sessionFolder, fileSystem: fileSystem)
        .finish(at: Moment(environment.clock()))
    } catch {
      throw .failed(error.description)
    }
  }

  /// Forgets the saved navigation.
  ///
  /// - Parameters:
  ///   - name: the session's name; `nil` for the one that the next start would take.
  ///   - keepsDrafts: whether drafts stay.
  /// - Returns: how many drafts stay; `nil` where nothing was saved.
  /// - Throws: ``AppError/failed(_:)`` when another process has the session, or when its drafts can't
  ///   be read.
  public func clearNavigation(
    session name: String?, keepingDrafts keepsDrafts: Bool
  ) throws(AppError) -> Int? {
    guard let name = try newestSession(name) else { return nil }
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
