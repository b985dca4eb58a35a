public import CairnNavigation
public import CairnScreens
public import CairnStore

/// A client of a store for screens: it reads the newest content, and makes all changes.
///
/// 1. Reads are answered at once from the store's snapshot, which never changes under a screen.
/// 2. Changes go to the writer's thread as jobs and come back as effects. A screen reports a save,
///    or leaves a deleted record, only after it has happened.
/// 3. Undo reverts changes that were made through the client, the newest first, and never changes
///    by other processes. Redo repeats them until a new change is made.
/// 4. A URL without a target is an `AddressProblem` that names the missing part, never an empty
///    screen.
///
/// The client belongs to the drawing thread.
public final class StoreClient {
  /// The store.
  public private(set) var store: ObjectStore

  /// The current time on the person's clock.
  public let clock: () -> WallClock

  /// The reason why the last reload of other programs' changes failed; `nil` if it succeeded.
  public private(set) var reloadProblem: String?

  /// Runs changes of several records as a job with progress and cancellation.
  ///
  /// Without it, they run like a change of one record.
  public var bulkChanges: ((BulkChange, BulkChange.Ends) -> [Effect])?
  /// The long-running change under way, if any; undo refuses while it runs.
  public var changeUnderWay: () -> String? = { nil }

  /// The files that forms read contents from; without it, forms have no fields for contents.
  public var files: (any NamedFiles)?
  /// The faults of the store's kept files.
  private(set) var health: FileHealth
  /// The types of files that the person opens without a question.
  var openedTypes: Set<String> = []
  /// The app's URL of a collection of the model, or of one of its fields, if the app has one.
  public var modelURL: ((Entity, Property?) -> ScreenURL)?

  /// The last change of a field, which can be repeated.
  var lastFieldChange: FieldEdit.Saved?

  /// The place of the store's records in the app's URLs.
  public let mount: Mount
  private let isFixed: Bool
  /// The changes made through the client and not undone, the newest last.
  var done: [Change] = []
  /// The changes that were undone and not redone, the newest last.
  var undone: [Change] = []

  /// Creates a client over `store`.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - clock: the current time on the person's clock.
  ///   - isReadOnly: whether the client refuses changes even if the store allows them.
  ///   - mount: the place of the store's records in the app's URLs.
  public init(
    _ store: ObjectStore, clock: @escaping () -> WallClock = { .current },
    isReadOnly: Bool = false, mount: Mount = Mount(scheme: ScreenURL.defaultScheme)
  ) {
    self.store = store
    health = FileHealth(store)
    self.clock = clock
    self.mount = mount
    isFixed = isReadOnly
  }

  /// Creates a client over an app's own store.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - scheme: the scheme of the app's URLs.
  ///   - clock: the current time on the person's clock.
  public convenience init(
    _ store: ObjectStore, scheme: String, clock: @escaping () -> WallClock = { .current }
  ) {
    self.init(store, clock: clock, mount: Mount(scheme: scheme))
  }

  /// Shows another store from now on, such as one with more rows of a file.
  ///
  /// The screens take it in with their next refresh.
  public func show(_ store: ObjectStore) {
    (self.store, health) = (store, FileHealth(store))
  }

  /// The store's newest content.
  public var snapshot: Snapshot { store.snapshot }

  /// Whether the client refuses changes.
  public var isReadOnly: Bool { isFixed || store.isReadOnly }

  /// The reason why changes are refused, if they are, as part of a sentence.
  public var obstacle: String? {
    guard isReadOnly else { return nil }
    if !mount.isOwn { return "files are read-only here; import them first" }
    let words = "the store is read-only"
    return [words, isFixed ? nil : store.obstacle].compactMap(\.self).joined(separator: ": ")
  }
}

// MARK: - Changing

extension StoreClient {
  /// Keeps history for this many days, from the next fold on.
  public func keepHistory(days: Int) -> [Effect] {
    let store = store
    return [
      .run(
        BackgroundJob(lane: .writer) {
          store.historyDays = days
        } completion: { _ in
          []
        })
    ]
  }

  /// The result of a job that changes the store.
  public typealias Outcome<Output> = Result<Output, StoreError>

  /// Saves a change off the drawing thread and continues with the result.
  ///
  /// - Parameters:
  ///   - doing: the status line's words if the change takes long.
  ///   - change: saves on the writer's thread, and returns the saved change, if there was one. An
  ///     error that is no `StoreError` becomes `StoreError.refused` with its description.
  ///   - completion: the effects of the result; runs on the drawing thread.
  /// - Returns: the effects that start the work.
  public func change(
    _ doing: String? = nil,
    _ change: @escaping @Sendable (ObjectStore) throws -> Transaction?,
    completion: @escaping (Outcome<Transaction?>) -> [Effect]
  ) -> [Effect] {
    let store = store
    let job = BackgroundJob(doing, lane: .writer, holdsKeys: true) {
      Outcome(ofCaller: { try change(store) })
    } completion: { [weak self] outcome in
      if case .success(let transaction?) = outcome { self?.note(Change(transaction)) }
      return completion(outcome) + [.refresh]
    }
    return [.run(job)]
  }

  /// Records a change that was saved here in another way, so that undo finds it.
  ///
  /// - Parameters:
  ///   - number: the change's number in the store's history.
  ///   - replica: the replica that saved it; the client's store may be replaced by another one.
  public func note(_ number: UInt64, savedBy replica: Replica) {
    note(Change(number, savedBy: replica))
  }

  func note(_ change: Change) {
    done.append(change)
    undone.removeAll()
  }

  /// Moves the cursor to the first visible record, field or collection that a change brought, as an
  /// editor does after an undo.
  ///
  /// If the change inserted or deleted records, only inserted ones count: updates merely changed
  /// links to them.
  ///
  /// - Parameters:
  ///   - transaction: the change.
  ///   - model: the model before the change.
  /// - Returns: the effect; empty for a change that brought nothing.
  func reveal(_ transaction: Transaction?, since model: ObjectModel) -> [Effect] {
    let changes = transaction?.visibleChanges ?? []
    let inserted = changes.filter { $0.kind == .insert }
    let left = inserted.isEmpty && !changes.contains { $0.kind == .delete } ? changes : inserted
    let parts = transaction?.model == nil ? [] : urls(newSince: model)
    let urls = parts + left.map { url(of: $0.id) }
    return urls.isEmpty ? [] : [.reveal(urls)]
  }

  /// The URLs of collections and fields that the model has now and lacked before.
  private func urls(newSince model: ObjectModel) -> [ScreenURL] {
    guard let modelURL else { return [] }
    return snapshot.model.entities.flatMap { entity in
      guard let old = model[entity.name] else { return [modelURL(entity, nil)] }
      return entity.properties.filter { old[$0.name] == nil }.map { modelURL(entity, $0) }
    }
  }

  /// Deletes records as one change, follows their delete rules, and reports the result.
  ///
  /// - Parameters:
  ///   - ids: the records, all of one collection.
  ///   - effects: the effects after the deletion; they are dropped if a delete rule denies it.
  /// - Returns: the effects that start the work.
  public func delete(_ ids: [ObjectID], then effects: [Effect] = []) -> [Effect] {
    guard !ids.isEmpty else { return [] }
    let seen = snapshot
    let title = seen.title(of: ids)
    let change = BulkChange(
      title: "delete \(title)", doing: "deleting \(title)", count: ids.count
    ) { store, control throws(StoreError) in
      let context = store.newContext()
      context.isCanceled = control.isCanceled
      try context.delete(context.snapshot.currentIDs(of: ids, since: seen))
      control.note(ids.count)
      return try context.save(title: "delete \(title)")
    } report: { transaction in
      let gone = transaction?.visibleChanges.count { $0.kind == .delete }
      return Self.deleted(title, ids.count, of: gone ?? ids.count)
    }
    let ends = BulkChange.Ends { _, _ in
      effects
    } failed: {
      [.say(Message($0, tone: .bad))]
    }
    return make(change, then: ends)
  }
}

// MARK: - Others

extension StoreClient {
  /// Reads what other programs saved; the store notifies its observers.
  ///
  /// - Parameter ends: the effects that follow if everything could be read.
  /// - Returns: the effects that start the work.
  public func reload(then ends: @escaping () -> [Effect] = { [] }) -> [Effect] {
    let store = store
    let job = BackgroundJob(lane: .writer) { () -> String? in
      do throws(StoreError) {
        _ = try store.refresh()
        return nil
      } catch {
        return error.description(in: store.snapshot.model)
      }
    } completion: { [weak self] problem in
      self?.reloadProblem = problem
      return problem.map { [.say(Message($0, tone: .bad))] } ?? ends()
    }
    return [.run(job)]
  }
}

extension StoreClient {
  /// Reads what a job or a child program saved, and makes its changes undoable.
  ///
  /// - Parameters:
  ///   - numbers: the numbers of the changes that these programs saved.
  ///   - isTold: whether a message reports the saved changes, or that there were none.
  ///   - message: the message to show instead, such as one about refused rows.
  /// - Returns: the effects that start the work.
  public func takeIn(
    _ numbers: [UInt64], isTold: Bool = true, telling message: Message? = nil
  ) -> [Effect] {
    let store = store
    let job = BackgroundJob(lane: .writer, holdsKeys: true) {
      Outcome { () throws(StoreError) in
        _ = try store.refresh()
        guard numbers.count == 1 else { return String?.none }
        return try store.summary(of: numbers[0], savedBy: store.replica)?.title
      }
    } completion: { [weak self] outcome in
      guard let self else { return [] }
      let title: String?
      switch outcome {
      case .success(let success): title = success
      case .failure(let error):
        return [.say(Message(error.description(in: snapshot.model), tone: .bad))]
      }
      for number in numbers { note(number, savedBy: store.replica) }
      if let message { return [.refresh, .say(message)] }
      guard !numbers.isEmpty else {
        return isTold ? [.refresh, .say(Message("nothing was changed"))] : [.refresh]
      }
      let said =
        title?.replacingFirstWord("saved") ?? "saved \(Count.text(numbers.count)) changes"
      return [.refresh] + (isTold ? [.say(.saved(said, isChange: true))] : [])
    }
    return [.run(job)]
  }

  /// A sentence about a deletion.
  ///
  /// - Parameters:
  ///   - title: the deleted records in words.
  ///   - count: the number of these records.
  ///   - total: the number of all deleted records, owned ones included.
  /// - Returns: the words.
  public static func deleted(_ title: String, _ count: Int, of total: Int) -> String {
    guard total > count else { return "deleted \(title)" }
    let others = Count.text(total - count, "record")
    return "deleted \(title) and \(others) that belonged to \(count == 1 ? "it" : "them")"
  }
}

extension String {
  /// The text with a capital first letter, for titles.
  package var capitalizingFirst: String {
    prefix(1).uppercased() + dropFirst()
  }

  /// The text with its first word replaced.
  func replacingFirstWord(_ word: String) -> String {
    word + drop { $0 != " " }
  }
}
