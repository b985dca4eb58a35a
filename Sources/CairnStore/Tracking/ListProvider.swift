/// A list of records made ready for a view: what its rows say, what may be done with them, and what
/// each change does to it.
///
///     let provider = try ListProvider("Recipe", by: "Name", in: context, at: clock)
///     provider.mayDelete = { record in record.links("Menus").isEmpty }
///     provider.changed = { change in view.follow(change) }
///     provider.delete(at: place)
///
/// 1. The rows are those of the context, unsaved edits included. `refresh`, called at a turn of the
///    run loop, takes in what the context, its store and others did, and tells it through
///    `changed`.
/// 2. What a person asks for goes by the callbacks first: what they refuse does not happen.
/// 3. An edit is saved at once unless `savesAfterEditing` is off; then it happens all the same, and
///    saving is left to the owner of the context. If the save fails, the edit is taken back.
/// 4. The selection belongs to a record, not to a row. If the record goes, the next one is
///    selected, or at the end the one before.
/// 5. An error is kept, told, and forgotten at the next success.
///
/// A provider belongs to the thread of its context.
public final class ListProvider {
  /// Why a provider could not do what was asked.
  public enum Failure: Error, Sendable, CustomStringConvertible {
    /// The request cannot be understood.
    case request(FilterError)
    /// The store refused.
    case store(StoreError)

    /// The reason in a sentence.
    public var description: String {
      switch self {
      case .request(let error): error.description
      case .store(let error): error.description
      }
    }
  }

  /// Where records are read and edited.
  public let context: ObjectContext

  /// The rows.
  public private(set) var results: FetchedResults

  /// The newest error; `nil` after a success.
  public private(set) var newestError: Failure?

  /// The record that is selected.
  public private(set) var selection: ObjectID?

  /// Whether each edit is saved by itself.
  public var savesAfterEditing = true

  /// Whether every change is told as a reload, for a view that can't follow rows.
  public var reloadsAtEachChange = false

  /// What stands in place of the rows when there are none.
  public var emptyMessage = ""

  // MARK: Callbacks

  /// What a row says; by default the display attribute's value.
  public var text: (Row) -> String

  /// Whether a record may be edited.
  public var mayEdit: (Record) -> Bool = { _ in true }

  /// Whether a record may be deleted.
  public var mayDelete: (Record) -> Bool = { _ in true }

  /// Whether a record may be selected.
  public var maySelect: (Record) -> Bool = { _ in true }

  /// Where a record may be moved among the ordered links that the list shows: the index that it
  /// gets, or `nil` to leave it.
  public var willReorder: (_ record: Record, _ index: Int) -> Int? = { _, index in index }

  /// Called when a person selected a record.
  public var selected: (Record) -> Void = { _ in }

  /// Called after the rows changed.
  public var changed: (ResultsChange) -> Void = { _ in }

  /// Called at each error.
  public var failed: (Failure) -> Void = { _ in }

  private let clock: () -> WallClock

  /// A provider of what `request` finds.
  ///
  /// - Parameters:
  ///   - request: Which records, in which order and sections.
  ///   - attribute: The attribute that rows show; by default the entity's title.
  ///   - context: Where records are read and edited.
  ///   - clock: What the person's clock shows.
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  public init(
    _ request: FetchRequest, showing attribute: String? = nil, in context: ObjectContext,
    at clock: @escaping () -> WallClock
  ) throws(FilterError) {
    results = try FetchedResults(request, in: context.contents, at: clock())
    self.context = context
    self.clock = clock
    text = { row in
      guard let attribute else { return row.title }
      return row[attribute].map { ValueText.display($0, at: clock()) } ?? ""
    }
  }

  /// A provider of all records of an entity, ordered by the attribute that they show.
  ///
  /// - Throws: `FilterError` for an attribute that the entity does not have.
  public convenience init(
    _ entity: String, by attribute: String, in context: ObjectContext,
    at clock: @escaping () -> WallClock
  ) throws(FilterError) {
    let request = FetchRequest(
      entity: entity, sorts: [SortDescriptor(FieldPath([attribute]))])
    try self.init(request, showing: attribute, in: context, at: clock)
  }
}

// MARK: - Rows

extension ListProvider {
  /// What the row at `place` says; `nil` where there is none.
  public func text(at place: ResultPlace) -> String? {
    results.index(of: place).map { text(results.result[$0]) }
  }

  /// The record at `place`; `nil` where there is none.
  public func record(at place: ResultPlace) -> Record? {
    results.index(of: place).flatMap { index in
      try? context.existingObject(with: results.result.id(at: index))
    }
  }

  /// Asks for other records, or the same in another order; what is selected stays so if it is
  /// among them.
  ///
  /// - Returns: Whether the request was understood; if not, the rows stay as they are.
  @discardableResult
  public func show(_ request: FetchRequest) -> Bool {
    attempt { () throws(Failure) in
      do throws(FilterError) {
        results = try FetchedResults(
          request, in: context.contents, at: clock(), reusing: results)
      } catch {
        throw .request(error)
      }
      follow(from: 0)
      changed(.reload)
    }
  }

  /// Takes in what changed in the context and what the context has taken in.
  ///
  /// - Returns: Whether the rows could be read; if not, they stay as they are.
  @discardableResult
  public func refresh() -> Bool {
    attempt { () throws(Failure) in
      let index = selection.flatMap { results.result.index(of: $0.key) }
      let change: ResultsChange?
      do throws(FilterError) {
        change = try results.update(to: context.contents, at: clock())
      } catch {
        throw .request(error)
      }
      follow(from: index)
      if let change { changed(reloadsAtEachChange ? .reload : change) }
    }
  }

  /// Keeps the selection on its record, or puts it on the one that took its place.
  private func follow(from index: Int?) {
    guard let selection else { return }
    let current = context.current(selection)
    self.selection = current
    guard results.place(of: current) == nil else { return }
    let count = results.result.count
    self.selection = index.flatMap { count == 0 ? nil : results.result.id(at: min($0, count - 1)) }
  }
}

// MARK: - Acting

extension ListProvider {
  /// Selects the record at `place`.
  ///
  /// - Returns: Whether it was; no if there is none, or it may not be.
  @discardableResult
  public func select(at place: ResultPlace) -> Bool {
    guard let record = record(at: place), maySelect(record) else { return false }
    selection = record.id
    selected(record)
    return true
  }

  /// Deletes the record at `place`, with what its delete rules say.
  ///
  /// - Returns: Whether it was; no if there is none, it may not be, or an error was told.
  @discardableResult
  public func delete(at place: ResultPlace) -> Bool {
    guard let record = record(at: place), mayDelete(record) else { return false }
    return edit("delete \(record.title)") { () throws(StoreError) in try record.delete() }
  }

  /// Changes the record at `place`.
  ///
  /// - Parameters:
  ///   - place: Where it stands.
  ///   - change: Changes its fields.
  /// - Returns: Whether it was; no if there is none, it may not be, or an error was told.
  @discardableResult
  public func edit(at place: ResultPlace, _ change: (Record) -> Void) -> Bool {
    guard let record = record(at: place), mayEdit(record) else { return false }
    return edit("change \(record.title)") { () throws(StoreError) in change(record) }
  }

  /// Moves a record to another place among the ordered links that the list shows.
  ///
  /// - Returns: Whether it was; no if the list is in any other order, or `willReorder` leaves it.
  @discardableResult
  public func move(from place: ResultPlace, to index: Int) -> Bool {
    guard let record = record(at: place), mayEdit(record), let origin = reorderableOrigin,
      let index = willReorder(record, index), results.result.indices.contains(index),
      let owner = try? context.existingObject(with: origin.id)
    else { return false }
    return edit("move \(record.title)") { () throws(StoreError) in
      var links = owner.links(origin.relationship)
      links.removeAll { $0.id == record.id }
      links.insert(record, at: min(index, links.count))
      owner.setLinks(origin.relationship, links)
    }
  }

  /// The record whose ordered links are shown, all of them and in their own order.
  private var reorderableOrigin: FetchRequest.Origin? {
    let request = results.request
    guard let origin = request.origin, request.predicate == nil, request.sorts.isEmpty,
      request.group == nil, request.offset == 0, request.limit == nil,
      context.snapshot.model[origin.id.entity]?.relationship(origin.relationship)?.isOrdered == true
    else { return nil }
    return origin
  }

  private func edit(_ title: String, _ change: () throws(StoreError) -> Void) -> Bool {
    let isDone = attempt { () throws(Failure) in
      do throws(StoreError) {
        guard savesAfterEditing else { return try change() }
        try context.allOrNothing { () throws(StoreError) in
          try change()
          try context.save(title: title)
        }
      } catch {
        throw .store(error)
      }
    }
    guard isDone else { return false }
    return refresh()
  }

  private func attempt(_ work: () throws(Failure) -> Void) -> Bool {
    do throws(Failure) {
      try work()
      newestError = nil
      return true
    } catch {
      newestError = error
      failed(error)
      return false
    }
  }
}
