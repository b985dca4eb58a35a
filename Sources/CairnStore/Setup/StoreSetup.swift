internal import Synchronization

/// A store that is set up in one line, and created or opened on first use.
///
///     let kitchen = StoreSetup("kitchen") { $0.model = .files(["recipes.rec", "people.rec"]) }
///     let context = try kitchen.store().newContext()
///
/// 1. Only a call of `store` reads or writes. After the first success, each call returns the same
///    store.
/// 2. After a failure, the next call tries again. If there was no store before, no files are left.
/// 3. The newest error is kept until a call succeeds, and all observers receive each error.
public final class StoreSetup: Sendable {
  private struct State {
    var store: ObjectStore?
    var newestError: StoreError?
  }

  /// The settings of the store.
  public let settings: StoreSettings

  private let state = Mutex(State())
  private let observers = ObserverList<StoreError>()

  /// Creates the set-up of the store called `name`; `change` may change the default settings.
  public init(_ name: String, _ change: (inout StoreSettings) -> Void = { _ in }) {
    var settings = StoreSettings(name: name)
    change(&settings)
    self.settings = settings
  }

  /// The error of the newest call of `store`; `nil` after a success or before the first call.
  public var newestError: StoreError? { state.withLock(\.newestError) }

  /// Returns the store, opened and with the model of the settings; creates a missing store.
  ///
  /// - Throws: the errors of `ObjectStore.open` and `create`; `StoreError.modelDiffers` if the
  ///   store has another model and must not migrate.
  public func store() throws(StoreError) -> ObjectStore {
    do throws(StoreError) {
      return try state.withLock { state throws(StoreError) in
        if let store = state.store { return store }
        do throws(StoreError) {
          let store = try make()
          state = State(store: store)
          return store
        } catch {
          state.newestError = error
          throw error
        }
      }
    } catch {
      observers.notify(error)
      throw error
    }
  }

  /// Calls `body` with each error, on the thread that asked for the store.
  ///
  /// - Returns: the observation, which ends when it is released.
  public func observeErrors(_ body: @escaping @Sendable (StoreError) -> Void) -> Observation {
    observers.add(body)
  }

  private func make() throws(StoreError) -> ObjectStore {
    let options = settings.options
    let text = try settings.modelText()
    let folder = StoreFolder(path: options.folder, fileSystem: options.fileSystem)
    var isThere = try folder.fingerprint(of: folder.header) != nil
    // Records without a header: no new store is created, and opening reports the lost header.
    if !isThere { isThere = try folder.holdsRecords() }
    guard isThere || settings.isReadOnly else {
      return try ObjectStore.create(options, modelText: text ?? "")
    }
    let store = try ObjectStore.open(options)
    if let text { try migrate(store, to: try ObjectModel(parsing: text)) }
    return store
  }

  private func migrate(_ store: ObjectStore, to model: ObjectModel) throws(StoreError) {
    guard store.snapshot.model != model else { return }
    guard settings.migrates else { throw .modelDiffers(path: settings.options.folder) }
    // A store that cannot be written keeps its own model.
    guard !store.isReadOnly else { return }
    try store.commit(title: "Change the model") { draft throws(StoreError) in
      // Another process may have migrated it already, and a migration must not run twice.
      guard draft.model != model else { return }
      do {
        try settings.migration(&draft, model)
      } catch {
        throw StoreError(of: error)
      }
      guard draft.model == model else { throw .modelDiffers(path: settings.options.folder) }
    }
  }
}
