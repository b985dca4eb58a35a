internal import CairnApp
internal import CairnFiles
internal import CairnInterchange
internal import CairnNavigation

extension Invocation {
  /// The folder of the store that the command works on.
  var storePath: String {
    StoreLocation.resolve(options.store, environment: environment, fileSystem: fileSystem)
  }

  /// The folder in which a store is made: never one that lies further up.
  var newStorePath: String {
    if let named = options.store ?? environment["CAIRN_STORE"] {
      return environment.absolute(named)
    }
    return environment.dataFolder
  }

  /// Whether there is a store to work on.
  var hasStore: Bool {
    get throws(AppError) { try !Workspace.isVacant(storePath, fileSystem) }
  }

  /// Opens the store, lets `body` work on it, and closes it.
  ///
  /// - Parameters:
  ///   - tellsLosses: whether it is said that records are missing, as `body` doesn't.
  ///   - body: the work.
  /// - Returns: what `body` returns.
  /// - Throws: ``AppError/failed(_:)`` when the store can't be opened; what `body` throws.
  func withWorkspace<Result>(
    tellsLosses: Bool = true, _ body: (Workspace) throws(AppError) -> Result
  ) throws(AppError) -> Result {
    try use(
      try Workspace.open(
        storePath, isReadOnly: options.isReadOnly, environment: environment),
      isBrief: true, tellsLosses: tellsLosses, body)
  }

  /// Lets `body` work with the store if there is one, and closes it.
  func withWorkspaceIfThere<Result>(
    _ body: (Workspace?) throws(AppError) -> Result
  ) throws(AppError) -> Result {
    guard
      let workspace = try? Workspace.open(
        storePath, isReadOnly: true, environment: environment)
    else { return try body(nil) }
    let result = try body(workspace)
    try workspace.close(isBrief: true)
    return result
  }

  /// Opens the store, or makes it and says so, lets `body` work on it, and closes it.
  ///
  /// A store that was made for `body`, which then saved nothing in it, is not left behind.
  func withNewWorkspace<Result>(
    _ body: (Workspace) throws(AppError) -> Result
  ) throws(AppError) -> Result {
    if options.isReadOnly { return try withWorkspace(body) }
    let (workspace, isNew) = try Workspace.openOrCreate(storePath, environment: environment)
    guard isNew else { return try use(workspace, isBrief: true, body) }
    let result: Result
    do throws(AppError) {
      result = try body(workspace)
    } catch {
      // Why the work failed matters more than whether anything stays of the store.
      if (try? workspace.discardIfUnused()) != true { try sayNew(workspace) }
      throw error
    }
    if try workspace.discardIfUnused() { return result }
    try sayNew(workspace)
    return result
  }

  /// Says that a store was made, and closes it.
  private func sayNew(_ workspace: Workspace) throws(AppError) {
    try note("made a new store in \(environment.abbreviated(storePath))")
    try use(workspace, isBrief: true) { _ throws(AppError) in }
  }

  /// Lets `body` work on a store, and closes it.
  ///
  /// What `body` saved is safe in the journal when it returns. A fold that fails at the end, on a
  /// full disk say, therefore is no failure of the command: it is noted, and the next one folds.
  /// Nor is what could not be read in the files that the work needed, or a saved change that gave
  /// way to what somebody wrote there: it is said.
  ///
  /// - Parameters:
  ///   - workspace: the store.
  ///   - isBrief: whether the next command may fold what this one saves.
  ///   - tellsLosses: whether it is said that records are missing.
  ///   - body: the work.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws.
  func use<Result>(
    _ workspace: Workspace, isBrief: Bool = false, tellsLosses: Bool = false,
    _ body: (Workspace) throws(AppError) -> Result
  ) throws(AppError) -> Result {
    if let feature = workspace.newerFeature {
      try note("the store was made by a newer version of Cairn (\(feature)); it is read-only here")
    }
    for link in workspace.newLinks { try note(link) }
    let result: Result
    do throws(AppError) {
      defer { ProgramChanges.tell(of: workspace) }
      result = try body(workspace)
    } catch {
      // The first of two errors is the one to report.
      try? workspace.close(isBrief: isBrief)
      if error != workspace.configurationProblem { try noteConfiguration(of: workspace) }
      throw error
    }
    try noteConfiguration(of: workspace)
    let damageCount = workspace.damageCount
    if damageCount > 0 {
      let places = counted(damageCount, "place")
      try note("the store is damaged in \(places); cairn store verify shows them")
    }
    if tellsLosses, let losses = workspace.losses { try note(losses) }
    do throws(AppError) {
      try workspace.close(isBrief: isBrief)
    } catch {
      try note("the changes are safe in the journal, but not yet in your files: \(error)")
    }
    // Also what the fold at the end met.
    for sentence in workspace.overruledSaves { try note(sentence) }
    return result
  }

  /// Says that the person's settings can't be read, or which of them; work that needs them fails by
  /// itself.
  private func noteConfiguration(of workspace: Workspace) throws(AppError) {
    if let remark = workspace.configurationRemark { try note(remark) }
    guard let problem = workspace.configurationProblem else { return }
    try note("\(problem); your settings were not used")
  }

  /// A store for the app, the screen that a person chose to begin with, if any, and whether the
  /// store was made for what may be imported.
  typealias Opening = (workspace: Workspace, url: ScreenURL?, isForImport: Bool)

  /// Opens the store for the app; where there is none, asks how to begin.
  ///
  /// - Parameter targets: the screens that were named, which only a store can have, but for that of
  ///   an import, which makes one.
  /// - Returns: the store, or `nil` when the person left without a choice.
  /// - Throws: ``AppError/failed(_:)`` when the store can't be opened or made.
  func openOrWelcome(_ targets: [Address]) throws(AppError) -> Opening? {
    let path = storePath
    let isImport = !targets.isEmpty && targets.allSatisfy(\.isImport)
    guard targets.isEmpty || isImport, !options.isReadOnly,
      try Workspace.isVacant(path, fileSystem)
    else {
      let workspace = try Workspace.open(
        path, isReadOnly: options.isReadOnly, environment: environment)
      return (workspace, nil, false)
    }
    if isImport { return (try Workspace.create(path, environment: environment), nil, true) }
    switch try Welcome(path, environment: environment, fileSystem: fileSystem)
      .ask(isPlain: options.isPlain)
    {
    case .leave: return nil
    case .demo(let sample): return (try sample.openDemo(environment: environment), nil, false)
    case .empty: return (try Workspace.create(path, environment: environment), nil, false)
    case .importing(let url):
      return (try Workspace.create(path, environment: environment), url, true)
    }
  }
}
