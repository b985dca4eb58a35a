public import CairnFiles
internal import CairnInterchange
public import CairnStore

/// A store as a person works on it: opened, with the words they use for what is in it.
///
/// It is what a command of the shell and the terminal app have in common.
public struct Workspace: Sendable {
  /// What the process was told.
  public let environment: Environment

  /// The store.
  public let store: ObjectStore

  /// The store's folder.
  public let path: String

  /// What the person has set, or why it can't be read.
  let configuration: Result<Configuration, AppError>

  let fileSystem: any FileSystem

  /// Where sessions are kept.
  let sessions: SessionFolder

  /// Whether the store's folder was made with it.
  private var hasOwnFolder = false

  private init(
    environment: Environment, store: ObjectStore, path: String,
    configuration: Result<Configuration, AppError>, fileSystem: any FileSystem,
    stateName: String? = nil
  ) {
    self.environment = environment
    self.store = store
    self.path = path
    self.configuration = configuration
    self.fileSystem = fileSystem
    sessions = SessionFolder(
      environment.stateFolder + "/" + (stateName ?? "\(store.id)"),
      of: stateName == nil ? path : nil, home: environment.home, fileSystem: fileSystem)
  }

  /// Opens the store in `path`.
  ///
  /// - Throws: ``AppError/failed(_:)`` that names `cairn init` where there is no store.
  public static func open(
    _ path: String, isReadOnly: Bool = false, environment: Environment,
    fileSystem: any FileSystem = RealFileSystem()
  ) throws(AppError) -> Workspace {
    let configuration = ConfigurationFile(environment, fileSystem).reading
    var options = options(path, environment, fileSystem, configuration)
    options.isReadOnly = isReadOnly
    do throws(StoreError) {
      return Workspace(
        environment: environment, store: try ObjectStore.open(options), path: path,
        configuration: configuration, fileSystem: fileSystem)
    } catch {
      if case .notAStore = error {
        throw .failed(
          "no store in \(environment.abbreviated(path)); cairn init makes one"
            + demoHint(environment, fileSystem))
      }
      throw AppError(error)
    }
  }

  /// Where the store of a demo is, which a person may take for their own.
  private static func demoHint(_ environment: Environment, _ fileSystem: any FileSystem) -> String {
    let demos = Sample.all.map { StoreLocation.demo($0.name, environment: environment) }
    // What can't be looked at is no help either.
    let path = demos.first { (try? isVacant($0, fileSystem)) == false }
    guard let path else { return "" }
    return "; --store \(environment.abbreviated(path)) opens the demo's store"
  }

  /// Makes a store in `path` and opens it.
  ///
  /// - Parameters:
  ///   - path: the folder; made if it isn't there.
  ///   - modelText: the model, comments and all; empty for no collections.
  ///   - modelFile: the file that the text comes from, for errors.
  ///   - environment: what the process was told.
  ///   - fileSystem: where the folder is.
  /// - Returns: the new store, open.
  /// - Throws: ``AppError/failed(_:)``; then no half store is left.
  public static func create(
    _ path: String, modelText: String = "", modelFile: String? = nil, environment: Environment,
    fileSystem: any FileSystem = RealFileSystem()
  ) throws(AppError) -> Workspace {
    let configuration = ConfigurationFile(environment, fileSystem).reading
    do throws(StoreError) {
      _ = try ObjectModel(parsing: modelText, file: modelFile)
      let hadFolder = (try? fileSystem.exists(path)) == true
      let store = try ObjectStore.create(
        options(path, environment, fileSystem, configuration), modelText: modelText)
      var workspace = Workspace(
        environment: environment, store: store, path: path, configuration: configuration,
        fileSystem: fileSystem)
      workspace.hasOwnFolder = !hadFolder
      return workspace
    } catch {
      throw AppError(error)
    }
  }

  /// Makes a store in memory, which is gone with the process; whatever else is kept or written is
  /// so in the machine's own files.
  ///
  /// - Parameters:
  ///   - name: what the store is called in place of a folder.
  ///   - stateName: under which name it is kept where a person was in it.
  ///   - environment: what the process was told.
  ///   - fileSystem: where other files are.
  /// - Returns: the store, empty.
  /// - Throws: ``AppError/failed(_:)``.
  static func inMemory(
    _ name: String, stateName: String, environment: Environment,
    fileSystem: any FileSystem = RealFileSystem()
  ) throws(AppError) -> Workspace {
    let configuration = ConfigurationFile(environment, fileSystem).reading
    do throws(StoreError) {
      let store = try ObjectStore.create(
        options("/store", environment, MemoryFileSystem(), configuration), modelText: "")
      return Workspace(
        environment: environment, store: store, path: name, configuration: configuration,
        fileSystem: fileSystem, stateName: stateName)
    } catch {
      throw AppError(error)
    }
  }

  /// Opens the store in `path`, or makes it where nothing is there.
  ///
  /// - Returns: the workspace, and whether the store was made.
  public static func openOrCreate(
    _ path: String, environment: Environment, fileSystem: any FileSystem = RealFileSystem()
  ) throws(AppError) -> (workspace: Workspace, isNew: Bool) {
    guard try isVacant(path, fileSystem) else {
      return (try open(path, environment: environment, fileSystem: fileSystem), false)
    }
    return (try create(path, environment: environment, fileSystem: fileSystem), true)
  }

  /// Whether a store can be made in `path`: nothing is there, or an empty folder.
  public static func isVacant(_ path: String, _ fileSystem: any FileSystem) throws(AppError) -> Bool
  {
    do throws(FileError) {
      guard let status = try fileSystem.status(of: path) else { return true }
      guard status.kind == .folder else { return false }
      return try fileSystem.list(path).isEmpty
    } catch {
      throw .failed(error.description)
    }
  }

  private static func options(
    _ path: String, _ environment: Environment, _ fileSystem: any FileSystem,
    _ configuration: Result<Configuration, AppError>
  ) -> ObjectStore.Options {
    var options = ObjectStore.Options(
      folder: path, fileSystem: fileSystem, random: environment.random, clock: environment.clock)
    options.origin = environment.origin
    options.localTime = environment.wallClock.localTime
    // A default must not take the history from somebody whose wish can't be read.
    options.historyDays = (try? configuration.get())?.historyDays ?? Configuration.mostDays
    return options
  }

  /// What the person has set.
  ///
  /// - Throws: ``AppError/failed(_:)`` that says where their file is wrong.
  var settings: Configuration {
    get throws(AppError) { try configuration.get() }
  }

  /// Why what the person has set can't be read, `nil` if it can.
  ///
  /// What needs none of it is done without, and says so; so does the app, which tells how to mend it.
  public var configurationProblem: AppError? {
    if case .failure(let problem) = configuration { problem } else { nil }
  }

  /// What to say of the person's keys and commands that can't be used, `nil` where all can.
  public var configurationRemark: String? {
    guard case .success(let configuration) = configuration else { return nil }
    return ConfigurationFile(environment, fileSystem)
      .remark(on: configuration.leftOut)
  }

  /// What keeps this version of the program from writing to the store, which a newer one made.
  public var newerFeature: String? { store.newerFeature }

  /// Removes a store that was just made and in which nothing was saved, with the folder if that was
  /// made for it.
  ///
  /// - Returns: whether it was removed.
  public func discardIfUnused() throws(AppError) -> Bool {
    do throws(StoreError) {
      let isGone = try store.discardIfUnused()
      // An empty folder does no harm where it can't be removed.
      if isGone, hasOwnFolder { try? fileSystem.remove(path) }
      return isGone
    } catch {
      throw failure(error)
    }
  }

  /// Ends work on the store: what was saved goes into its text.
  ///
  /// - Parameter isBrief: whether a command ends, which may leave what it saved to the next one if
  ///   the text was brought up to date within two seconds.
  /// - Throws: ``AppError/failed(_:)`` when the text can't be written; nothing saved is lost.
  public func close(isBrief: Bool = false) throws(AppError) {
    do throws(StoreError) {
      try store.close(isBrief: isBrief)
    } catch {
      throw failure(error)
    }
  }
}

// Records are called by their collections' plurals in what a person is told, as URLs call them.
extension Workspace {
  /// What the open store refused, as a person is told.
  func failure(_ error: StoreError) -> AppError { AppError(error, in: store.snapshot.model) }

  /// Why an import or export could not go on, as a person is told.
  func failure(_ error: InterchangeError) -> AppError { AppError(error, in: store.snapshot.model) }
}

extension AppError {
  /// What a store refused that is not open.
  init(_ error: StoreError) {
    self = .failed(error.description)
  }

  /// What a store with `model` refused.
  init(_ error: StoreError, in model: ObjectModel) {
    let text = error.description(in: model)
    if case .unmerged = error {
      self = .failed("\(text), or with cairn sync resolve")
    } else {
      self = .failed(text)
    }
  }

  /// Why an import or export of records of `model` could not go on.
  init(_ error: InterchangeError, in model: ObjectModel) {
    switch error {
    case .store(let error): self.init(error, in: model)
    case .request(let error): self.init(error)
    default: self = .failed(error.description)
    }
  }
}
