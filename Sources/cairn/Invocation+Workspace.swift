internal import CairnApp
internal import CairnFiles
internal import CairnInterchange
internal import CairnNavigation

extension Invocation {
  /// The folder of the store.
  var storePath: String {
    StoreLocation.resolve(options.store, environment: environment, fileSystem: fileSystem)
  }

  /// The folder for a new store, which is never a parent of the current folder.
  var newStorePath: String {
    if let named = options.store ?? environment["CAIRN_STORE"] {
      return environment.absolute(named)
    }
    return environment.dataFolder
  }

  /// Whether the store exists.
  var hasStore: Bool {
    get throws(AppError) { try !Workspace.isVacant(storePath, fileSystem) }
  }

  /// Opens the store, runs `body`, and closes the store.
  ///
  /// - Parameters:
  ///   - tellsLosses: whether to report missing records, since `body` doesn't.
  ///   - body: works on the store.
  /// - Returns: the result of `body`.
  /// - Throws: ``AppError/failed(_:)`` if the store can't be opened; the error of `body`.
  func withWorkspace<Result>(
    tellsLosses: Bool = true, _ body: (Workspace) throws(AppError) -> Result
  ) throws(AppError) -> Result {
    try use(
      try Workspace.open(
        storePath, isReadOnly: options.isReadOnly, environment: environment),
      isBrief: true, tellsLosses: tellsLosses, body)
  }

  /// Runs `body` with the store, or with nil if it can't be opened.
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

  /// Opens the store or makes a new one, runs `body`, and closes the store.
  ///
  /// A new store is removed if `body` saves nothing in it.
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
      // The error of the work matters more than a new store that stays.
      if (try? workspace.discardIfUnused()) != true { try sayNew(workspace) }
      throw error
    }
    if try workspace.discardIfUnused() { return result }
    try sayNew(workspace)
    return result
  }

  /// Reports the new store, and closes it.
  private func sayNew(_ workspace: Workspace) throws(AppError) {
    try note("made a new store in \(environment.abbreviated(storePath))")
    try use(workspace, isBrief: true) { _ throws(AppError) in }
  }

  /// Runs `body` with a store, and closes the store.
  ///
  /// The saved changes are safe in the journal when `body` returns. So if the fold at the end
  /// fails, for example because the disk is full, the command succeeds with a note, and the next
  /// command folds. The command also succeeds with a note if files are damaged, or if another
  /// program's edit replaced a saved change.
  ///
  /// - Parameters:
  ///   - workspace: the store.
  ///   - isBrief: whether the next command may fold the changes of this one.
  ///   - tellsLosses: whether to report missing records.
  ///   - body: works on the store.
  /// - Returns: the result of `body`.
  /// - Throws: the error of `body`.
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
      // Of two errors, the first is reported.
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
    // The fold at the end may have added sentences.
    for sentence in workspace.overruledSaves { try note(sentence) }
    return result
  }

  /// Reports unreadable settings; work that needs them throws its own error.
  private func noteConfiguration(of workspace: Workspace) throws(AppError) {
    if let remark = workspace.configurationRemark { try note(remark) }
    guard let problem = workspace.configurationProblem else { return }
    try note("\(problem); your settings were not used")
  }

  /// A store for the app, with the first screen that the person chose and whether the store was
  /// made for an import.
  typealias Opening = (workspace: Workspace, url: ScreenURL?, isForImport: Bool)

  /// Opens the store for the app; if there is none, asks the person how to begin.
  ///
  /// - Parameter targets: the requested screens. They need a store, except the screen of an import,
  ///   for which one is made.
  /// - Returns: the store; `nil` if the person left without a choice.
  /// - Throws: ``AppError/failed(_:)`` if the store can't be opened or made.
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
