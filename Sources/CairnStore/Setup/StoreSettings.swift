public import CairnFiles

/// The settings of a store, each with a default.
public struct StoreSettings: Sendable {
  /// The place of the records.
  public enum Kind: Hashable, Sendable {
    /// In a folder of text files.
    case files
    /// In memory, until the last reference to the store goes.
    case memory
  }

  /// The source of the model.
  public enum Model: Sendable {
    /// The store's own model; a new store's model has no entities.
    case ofStore
    /// A model made by the program.
    case made(ObjectModel)
    /// The text of a model, with its comments.
    case text(String)
    /// Files whose parts are merged in their order.
    case files([String])
  }

  /// The name of the program, or of one of its stores.
  public var name: String
  /// The store's folder; `nil` for the folder with the store's name in the person's data folder.
  public var folder: String?
  /// The place of the records.
  public var kind = Kind.files
  /// The model that the store has after the set-up.
  public var model = Model.ofStore
  /// Whether nothing may be written; the store must exist then.
  public var isReadOnly = false
  /// Whether a store with another model gets this model; its records keep every value.
  public var migrates = true
  /// The migration of a store from another model to this one, saved as one change.
  ///
  /// The default changes only the model: it adds, removes and renames fields and collections, and
  /// widens types. A custom migration can read the records, call `CommitDraft.updateModel`, and
  /// then change the records. A migration that leaves the store with a different model is refused.
  public var migration: Migration = { draft, model in try draft.updateModel(model) }
  /// The rules that contexts check in addition to the model, by the entity's name.
  public var rules: [String: EntityRules] = [:]
  /// How long changes can be undone, in days.
  public var historyDays = 90
  /// How long to wait for another process that is saving.
  public var lockTimeout = Duration.seconds(5)
  /// The file system that the folder and the model's files are in.
  public var fileSystem: any FileSystem = RealFileSystem()
  /// The source of identities.
  public var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  /// The clock that gives each change its time.
  public var clock: @Sendable () -> Timestamp = { .now }

  /// A function that gives the model to the store of a draft.
  ///
  /// An error that is no `StoreError` becomes `StoreError.refused` with its description.
  public typealias Migration =
    @Sendable (_ draft: inout CommitDraft, _ model: ObjectModel) throws -> Void

  /// Creates the default settings for the store called `name`.
  public init(name: String) {
    self.name = name
  }

  /// The options for opening or creating the store.
  var options: ObjectStore.Options {
    let place = folder ?? ProgramFolders(name).data
    var options = ObjectStore.Options(
      folder: kind == .memory ? "/\(name)" : place,
      fileSystem: kind == .memory ? MemoryFileSystem() : fileSystem, random: random, clock: clock)
    options.isReadOnly = isReadOnly
    options.rules = rules
    options.historyDays = historyDays
    options.lockTimeout = lockTimeout
    return options
  }

  /// The text of the requested model; `nil` for the store's own.
  ///
  /// - Throws: `StoreError.invalidModel` with every mistake of every file; `.file`.
  func modelText() throws(StoreError) -> String? {
    let sources: [ModelSource]
    switch model {
    case .ofStore: return nil
    case .made(let model): return model.text
    case .text(let text): sources = [ModelSource(text)]
    case .files(let paths):
      do throws(FileError) {
        sources = try paths.map { (path) throws(FileError) in
          ModelSource(String(decoding: try fileSystem.read(path), as: UTF8.self), file: path)
        }
      } catch {
        throw .file(error)
      }
    }
    _ = try ObjectModel(merging: sources)
    return sources.map(\.text).joined(separator: "\n")
  }
}
