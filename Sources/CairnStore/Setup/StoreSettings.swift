public import CairnFiles

/// What there is to decide about a store that is set up, each with a default.
public struct StoreSettings: Sendable {
  /// Where records are kept.
  public enum Kind: Hashable, Sendable {
    /// In a folder of text files.
    case files
    /// In memory, until the last reference to the store goes.
    case memory
  }

  /// Where the model comes from.
  public enum Model: Sendable {
    /// The store's own; that of a new store has no entities.
    case ofStore
    /// One made by the program.
    case made(ObjectModel)
    /// The text of one, comments and all.
    case text(String)
    /// Files, whose parts are merged in their order.
    case files([String])
  }

  /// The name of the program, or of one of its stores.
  public var name: String
  /// The store's folder; `nil` for the one called as the store in the person's data folder.
  public var folder: String?
  /// Where records are kept.
  public var kind = Kind.files
  /// The model that the store has, from the set-up on.
  public var model = Model.ofStore
  /// Whether nothing may be written; then there must be a store.
  public var isReadOnly = false
  /// Whether a store with another model takes on this one; its records keep every value.
  public var migrates = true
  /// What is done, as one change, to give the model to a store with another one.
  ///
  /// The default changes the model alone, which adds, takes out and renames fields and collections,
  /// and lets types widen. Anything else is a step of its own: it can read the records, change the
  /// model with `CommitDraft.updateModel`, and then say what becomes of them. One that leaves the
  /// store with another model than the settings' is refused.
  public var migration: Migration = { draft, model throws(StoreError) in
    try draft.updateModel(model)
  }
  /// What contexts check besides the model, by the entity's name.
  public var rules: [String: EntityRules] = [:]
  /// How long changes can be taken back, in days.
  public var historyDays = 90
  /// How long to wait for another process that is saving.
  public var patience = Duration.seconds(5)
  /// The file system that the folder and the model's files are in.
  public var fileSystem: any FileSystem = RealFileSystem()
  /// Where identities come from.
  public var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  /// The time that changes are stamped with.
  public var clock: @Sendable () -> Timestamp = { .now }

  /// Gives a model to the store of a draft.
  public typealias Migration =
    @Sendable (_ draft: inout CommitDraft, _ model: ObjectModel) throws(StoreError) -> Void

  /// The defaults for the store called `name`.
  public init(name: String) {
    self.name = name
  }

  /// What the store is opened or made with.
  var options: ObjectStore.Options {
    let place = folder ?? ProgramFolders(name).data
    var options = ObjectStore.Options(
      folder: kind == .memory ? "/\(name)" : place,
      fileSystem: kind == .memory ? MemoryFileSystem() : fileSystem, random: random, clock: clock)
    options.isReadOnly = isReadOnly
    options.rules = rules
    options.historyDays = historyDays
    options.patience = patience
    return options
  }

  /// The text of the model that the store is to have, `nil` for its own.
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

extension Timestamp {
  /// The present moment by the machine's clock.
  public static var now: Timestamp { Timestamp(microseconds: SystemClock.microseconds) }
}
