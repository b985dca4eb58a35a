public import CairnNavigation
public import CairnScreens
public import CairnStore

/// Where screens over a store meet it: the newest content, the clock, and the way to change things.
///
/// 1. Reads are answered at once from the store's snapshot, which nobody can change under a screen.
/// 2. Changes go to the writer's thread as jobs and come back as effects: a screen says that
///    something is saved, or leaves a record that was deleted, only when it is so.
/// 3. Undo takes back what was done through the desk, the newest first, and never what another one
///    did meanwhile; redo does it again until something new is done.
/// 4. A URL that leads to nothing is an `AddressProblem` that says what is missing, never an empty
///    screen.
///
/// The desk belongs to the thread that draws.
public final class RecordDesk {
  /// The store.
  public let store: ObjectStore

  /// What the person's clock shows now.
  public let clock: () -> WallClock

  /// Why what other programs did could not be taken in the last time, `nil` if it was.
  public private(set) var reloadProblem: String?

  /// Runs changes of several records as work that can be looked at and ended early; without it
  /// they run as those of one record do.
  public var bulkChanges: ((BulkChange, BulkChange.Ends) -> [Effect])?
  /// What is being changed meanwhile by long work: undo is about no older change then.
  public var changeUnderWay: () -> String? = { nil }

  /// The files that forms take contents from; without it, forms have no fields for contents.
  public var files: (any NamedFiles)?
  /// Where the app shows a collection of the model, or one of its fields, if it does.
  public var modelURL: ((Entity, Property?) -> ScreenURL)?

  /// The last change of a field, which can be made again.
  var lastFieldChange: FieldEdit.Saved?

  /// Where the store's records are among the app's URLs.
  public let mount: Mount
  private let isFixed: Bool
  /// What was done through the desk and not taken back, the newest last.
  var done: [Change] = []
  /// What was taken back and not done again, the newest last.
  var undone: [Change] = []

  /// Makes a desk over `store`.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - clock: what the person's clock shows now.
  ///   - isReadOnly: whether nothing can be changed here although the store could be.
  ///   - mount: where the store's records are among the app's URLs.
  public init(
    _ store: ObjectStore, clock: @escaping () -> WallClock, isReadOnly: Bool = false,
    mount: Mount = .root
  ) {
    self.store = store
    self.clock = clock
    self.mount = mount
    isFixed = isReadOnly
  }

  /// The store's newest content.
  public var snapshot: Snapshot { store.snapshot }

  /// Whether nothing can be changed.
  public var isReadOnly: Bool { isFixed || store.isReadOnly }

  /// What is in the way of changes, if anything is, as a part of a sentence.
  public var obstacle: String? {
    guard isReadOnly else { return nil }
    let words = "the store is read-only"
    return [words, isFixed ? nil : store.obstacle].compactMap(\.self).joined(separator: ": ")
  }
}

// MARK: - Changing

extension RecordDesk {
  /// Keeps history for so many days, from the next fold on.
  public func keepHistory(days: Int) -> [Effect] {
    let store = store
    return [
      .run(
        Job(lane: .writer) {
          store.historyDays = days
        } completion: { _ in
          []
        })
    ]
  }

  /// What a job that changes the store brings back.
  public typealias Outcome<Output> = Result<Output, StoreError>

  /// Saves a change off the drawing thread and goes on with what came of it.
  ///
  /// - Parameters:
  ///   - doing: what the status line says meanwhile, if it takes long.
  ///   - change: saves, on the writer's thread, and says which change it was, if it was one.
  ///   - completion: runs on the drawing thread.
  /// - Returns: the effects that start the work.
  public func change(
    _ doing: String? = nil,
    _ change: @escaping @Sendable (ObjectStore) throws(StoreError) -> Transaction?,
    completion: @escaping (Outcome<Transaction?>) -> [Effect]
  ) -> [Effect] {
    let store = store
    let job = Job(doing, lane: .writer, holdsKeys: true) {
      Outcome { () throws(StoreError) in try change(store) }
    } completion: { [weak self] outcome in
      if case .success(let transaction?) = outcome { self?.note(Change(transaction)) }
      return completion(outcome) + [.refresh]
    }
    return [.run(job)]
  }

  /// Takes note of a change that was saved here in another way, so that undo undoes it.
  ///
  /// - Parameters:
  ///   - number: the change's number in the store's history.
  ///   - replica: the replica that saved it, as another store may take the place of this one.
  public func note(_ number: UInt64, savedBy replica: Replica) {
    note(Change(number, savedBy: replica))
  }

  func note(_ change: Change) {
    done.append(change)
    undone.removeAll()
  }

  /// Leads to the first visible one of the records, fields and collections that a change brought, as
  /// an editor leads to what changed.
  ///
  /// What came or went took links of other records along, which nobody looks for.
  ///
  /// - Parameters:
  ///   - transaction: the change.
  ///   - model: the model before it.
  /// - Returns: the effect; none for a change that brought nothing.
  func reveal(_ transaction: Transaction?, since model: ObjectModel) -> [Effect] {
    let changes = transaction?.changes ?? []
    let inserted = changes.filter { $0.kind == .insert }
    let left = inserted.isEmpty && !changes.contains { $0.kind == .delete } ? changes : inserted
    let parts = transaction?.model == nil ? [] : urls(newSince: model)
    let urls = parts + left.map { url(of: $0.id) }
    return urls.isEmpty ? [] : [.reveal(urls)]
  }

  /// The URLs of what the model has now and hadn't before.
  private func urls(newSince model: ObjectModel) -> [ScreenURL] {
    guard let modelURL else { return [] }
    return snapshot.model.entities.flatMap { entity in
      guard let old = model[entity.name] else { return [modelURL(entity, nil)] }
      return entity.properties.filter { old[$0.name] == nil }.map { modelURL(entity, $0) }
    }
  }

  /// Deletes records as one change, with what their delete rules say, and says what was done.
  ///
  /// - Parameters:
  ///   - ids: the records, all of one collection.
  ///   - effects: what follows once they are gone; nothing does where a rule denies it.
  /// - Returns: the effects that start the work.
  public func delete(_ ids: [ObjectID], then effects: [Effect] = []) -> [Effect] {
    guard !ids.isEmpty else { return [] }
    let title = snapshot.title(of: ids)
    let change = BulkChange(
      title: "delete \(title)", doing: "deleting \(title)", count: ids.count
    ) { store, control throws(StoreError) in
      let context = store.newContext()
      context.isCanceled = control.isCanceled
      try context.delete(ids)
      control.note(ids.count)
      return try context.save(title: "delete \(title)")
    } report: { transaction in
      let gone = transaction?.changes.count { $0.kind == .delete }
      return Self.deleted(title, ids.count, of: gone ?? ids.count)
    }
    let ends = BulkChange.Ends { _ in
      effects
    } failed: {
      [.say(Message($0, tone: .bad))]
    }
    return make(change, then: ends)
  }
}

// MARK: - Others

extension RecordDesk {
  /// Takes in what other programs saved; the store's observers hear of it.
  ///
  /// - Parameter ends: what follows where all could be read.
  /// - Returns: the effects that start the work.
  public func reload(then ends: @escaping () -> [Effect] = { [] }) -> [Effect] {
    let store = store
    let job = Job(lane: .writer) { () -> String? in
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

extension RecordDesk {
  /// Takes in what programs saved; undo takes back what those did that were started here.
  ///
  /// - Parameters:
  ///   - numbers: the numbers of the changes that these saved.
  ///   - isTold: whether something is said of what was saved, or that nothing was.
  /// - Returns: the effects that start the work.
  public func takeIn(_ numbers: [UInt64], isTold: Bool = true) -> [Effect] {
    let store = store
    let job = Job(lane: .writer, holdsKeys: true) {
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
      guard !numbers.isEmpty else {
        return isTold ? [.refresh, .say(Message("nothing was changed"))] : [.refresh]
      }
      for number in numbers { note(number, savedBy: store.replica) }
      let said =
        title?.replacingFirstWord("saved") ?? "saved \(Count.text(numbers.count)) changes"
      return [.refresh] + (isTold ? [.say(.saved(said, isChange: true))] : [])
    }
    return [.run(job)]
  }

  /// A sentence about a deletion.
  ///
  /// - Parameters:
  ///   - title: what the records are called that were to be deleted.
  ///   - count: how many they are.
  ///   - total: how many went in all, with those that belonged to them.
  /// - Returns: the words.
  public static func deleted(_ title: String, _ count: Int, of total: Int) -> String {
    guard total > count else { return "deleted \(title)" }
    let others = Count.text(total - count, "record")
    return "deleted \(title) and \(others) that belonged to \(count == 1 ? "it" : "them")"
  }
}

extension String {
  /// The text with a capital first letter, as a title has it.
  package var capitalizingFirst: String {
    prefix(1).uppercased() + dropFirst()
  }

  /// The text with another first word.
  func replacingFirstWord(_ word: String) -> String {
    word + drop { $0 != " " }
  }
}
