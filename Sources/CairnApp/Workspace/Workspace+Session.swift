internal import CairnFiles
internal import CairnNavigation
internal import CairnStore

extension Workspace {
  /// The folder of the store's sessions, apart from preferences and records.
  var sessionFolder: String {
    environment.stateFolder + "/" + (stateName ?? "\(store.id)")
  }

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

  /// Forgets the saved navigation.
  ///
  /// - Returns: whether there was any.
  /// - Throws: ``AppError/failed(_:)`` when another process has the session.
  public func clearNavigation(session name: String?) throws(AppError) -> Bool {
    guard let name = try newestSession(name) else { return false }
    do throws(NavigationError) {
      let session = try SessionFile.claim(name, in: sessionFolder, fileSystem: fileSystem)
      defer { session.release() }
      try session.clear()
      return true
    } catch {
      throw .failed(error.description)
    }
  }
}
