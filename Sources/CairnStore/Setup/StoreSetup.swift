internal import Synchronization

/// A store set up in one line, and made or opened when it is first asked for.
///
///     let kitchen = StoreSetup("kitchen") { $0.model = .files(["recipes.rec", "people.rec"]) }
///     let context = try kitchen.store().newContext()
///
/// 1. Nothing is read or written before `store` is called; once that succeeded, each call returns
///    the same store.
/// 2. After a failure the next call tries anew. Where nothing was before, nothing is left behind.
/// 3. The newest error is kept until a call succeeds, and everybody who observes hears each of
///    them.
public final class StoreSetup: Sendable {
  private struct State {
    var store: ObjectStore?
    var newestError: StoreError?
  }

  /// What was decided.
  public let settings: StoreSettings

  private let state = Mutex(State())
  private let observers = ObserverList<StoreError>()

  /// A set-up of the store called `name`, with the defaults that `change` leaves.
  public init(_ name: String, _ change: (inout StoreSettings) -> Void = { _ in }) {
    var settings = StoreSettings(name: name)
    change(&settings)
    self.settings = settings
  }

  /// Why the newest call of `store` failed; `nil` if it did not, or there was none.
  public var newestError: StoreError? { state.withLock(\.newestError) }

  /// The store; made if there is none, opened, and given the model of the settings.
  ///
  /// - Throws: what `ObjectStore.open` and `create` throw; `StoreError.modelDiffers` if the store
  ///   has another model and must not migrate.
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
    // Records without a header are no place for a new store, and opening them says so.
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
    // One that can't be written is read as it is.
    guard !store.isReadOnly else { return }
    try store.commit(title: "Change the model") { draft throws(StoreError) in
      // Another process may have done it meanwhile, and a step must not be taken twice.
      guard draft.model != model else { return }
      try settings.migration(&draft, model)
      guard draft.model == model else { throw .modelDiffers(path: settings.options.folder) }
    }
  }
}
