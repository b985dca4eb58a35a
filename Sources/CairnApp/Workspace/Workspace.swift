public import CairnFiles
internal import CairnInterchange
public import CairnStore
internal import CairnSync

/// An open store together with the person's settings and environment.
///
/// The shell commands and the terminal app share this type.
public struct Workspace: Sendable {
  /// The process environment.
  public let environment: Environment

  /// The store.
  public let store: ObjectStore

  /// The store's folder.
  public let path: String

  /// The person's settings, or the reason why they can't be read.
  let configuration: Result<Configuration, AppError>

  let fileSystem: any FileSystem

  /// The folder of the sessions.
  let sessions: SessionFolder

  /// Whether the store's folder was created together with the store.
  private var hasOwnFolder = false

  private init(
    environment: Environment, store: ObjectStore, path: String,
    configuration: Result<Configuration, AppError>, fileSystem: any FileSystem,
    stateName: String? = nil
  ) {
    self.environment = environment.following(configuration)
    (try? configuration.get())?.useWidths()
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
  /// - Throws: ``AppError/failed(_:)`` that names `cairn init` if there is no store.
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

  /// Returns a hint with the path of a demo's store, which a person may take for their own store.
  private static func demoHint(_ environment: Environment, _ fileSystem: any FileSystem) -> String {
    let demos = Sample.all.map { StoreLocation.demo($0.name, environment: environment) }
    // A path that can't be read would be no help.
    let path = demos.first { (try? isVacant($0, fileSystem)) == false }
    guard let path else { return "" }
    return "; --store \(environment.abbreviated(path)) opens the demo's store"
  }

  /// Creates a store in `path` and opens it.
  ///
  /// - Parameters:
  ///   - path: the folder, created if necessary.
  ///   - modelText: the model's text with its comments; empty for no collections.
  ///   - modelFile: the file that the text comes from, for errors.
  ///   - environment: the process environment.
  ///   - fileSystem: the file system of the folder.
  /// - Returns: the new store, open.
  /// - Throws: ``AppError/failed(_:)``; a partly created store is removed.
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

  /// Creates a store in memory, which is lost when the process ends.
  ///
  /// Sessions and exports still go to real files.
  ///
  /// - Parameters:
  ///   - name: the name of the store, used instead of a folder's path.
  ///   - stateName: the name under which the session's state is saved.
  ///   - environment: the process environment.
  ///   - fileSystem: the file system for other files.
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

  /// Opens the store in `path`, or creates one if the folder is missing or empty.
  ///
  /// - Returns: the workspace, and whether the store is new.
  public static func openOrCreate(
    _ path: String, environment: Environment, fileSystem: any FileSystem = RealFileSystem()
  ) throws(AppError) -> (workspace: Workspace, isNew: Bool) {
    guard try isVacant(path, fileSystem) else {
      return (try open(path, environment: environment, fileSystem: fileSystem), false)
    }
    return (try create(path, environment: environment, fileSystem: fileSystem), true)
  }

  /// Returns whether a store can be created in `path`, which must be missing or an empty folder.
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
    if fileSystem is RealFileSystem {
      options.textHistory = GitHistory(
        of: environment.absolute(path), variables: environment.variables,
        clock: environment.clock)
    }
    // If the setting can't be read, the longest history is kept. The default could delete changes
    // that the person wants to keep.
    options.historyDays = (try? configuration.get())?.historyDays ?? Configuration.mostDays
    return options
  }

  /// The person's settings.
  ///
  /// - Throws: ``AppError/failed(_:)`` with the place of the mistake in the settings file.
  var settings: Configuration {
    get throws(AppError) { try configuration.get() }
  }

  /// The reason why the settings can't be read; `nil` if they can.
  ///
  /// Commands that don't need the settings run without them and show this. The app also tells how
  /// to fix the file.
  public var configurationProblem: AppError? {
    if case .failure(let problem) = configuration { problem } else { nil }
  }

  /// A message about keys and commands in the settings that can't be used; `nil` if all can.
  public var configurationRemark: String? {
    guard case .success(let configuration) = configuration else { return nil }
    return ConfigurationFile(environment, fileSystem)
      .remark(on: configuration.leftOut)
  }

  /// The feature of a newer Cairn in the store, which prevents this version from writing.
  public var newerFeature: String? { store.newerFeature }

  /// Removes a new store in which nothing was saved, and its folder if it was created for the
  /// store.
  ///
  /// - Returns: whether it was removed.
  public func discardIfUnused() throws(AppError) -> Bool {
    do throws(StoreError) {
      let isGone = try store.discardIfUnused()
      // If the empty folder can't be removed, it does no harm.
      if isGone, hasOwnFolder { try? fileSystem.remove(path) }
      return isGone
    } catch {
      throw failure(error)
    }
  }

  /// Closes the store and folds saved changes into its files.
  ///
  /// - Parameter isBrief: whether a command ends. The command may then leave its changes in the
  ///   journal, if the files were brought up to date within the last two seconds.
  /// - Throws: ``AppError/failed(_:)`` when the files can't be written; saved changes are not lost.
  public func close(isBrief: Bool = false) throws(AppError) {
    do throws(StoreError) {
      try store.close(isBrief: isBrief)
    } catch {
      throw failure(error)
    }
  }
}

// Messages use the plural names of collections, as URLs do.
extension Workspace {
  /// Returns the app's error for an error of the open store.
  func failure(_ error: StoreError) -> AppError { AppError(error, in: store.snapshot.model) }

  /// Returns the app's error for a failed import or export.
  func failure(_ error: InterchangeError) -> AppError { AppError(error, in: store.snapshot.model) }
}

extension AppError {
  /// Creates the error for a store that could not be opened.
  init(_ error: StoreError) {
    self = .failed(error.description)
  }

  /// Creates the error of a store with `model`.
  init(_ error: StoreError, in model: ObjectModel) {
    let text = error.description(in: model)
    if case .unmerged = error {
      self = .failed("\(text), or with cairn sync resolve")
    } else {
      self = .failed(text)
    }
  }

  /// Creates the error of an import or export with `model`.
  init(_ error: InterchangeError, in model: ObjectModel) {
    switch error {
    case .store(let error): self.init(error, in: model)
    case .request(let error): self.init(error)
    default: self = .failed(error.sentence(.commandOptions))
    }
  }
}
