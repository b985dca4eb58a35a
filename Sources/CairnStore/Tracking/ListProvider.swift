/// A list of records for a view: the texts of its rows, its permitted actions and its changes.
///
///     let provider = try ListProvider("Recipe", by: "Name", in: context, at: clock)
///     provider.mayDelete = { record in record.links("Menus").isEmpty }
///     provider.changed = { change in view.follow(change) }
///     provider.delete(at: place)
///
/// 1. The rows show the context, with its unsaved edits. Call `refresh` at a turn of the run loop.
///    It updates the rows after edits, saves and merges of the context, and reports the change to
///    `changed`.
/// 2. A person's requests are passed to the callbacks first, which can refuse them.
/// 3. An edit is saved at once unless `savesAfterEditing` is off. Then the owner of the context
///    saves it. If the save fails, the edit is undone.
/// 4. The selection belongs to a record, not to a row. If the record disappears, the next one is
///    selected, or at the end the one before.
/// 5. An error is stored and reported, and cleared at the next success.
///
/// A provider belongs to the thread of its context.
public final class ListProvider {
  /// The reason why a provider could not do the requested work.
  public enum Failure: Error, Sendable, CustomStringConvertible {
    /// The request is invalid.
    case request(FilterError)
    /// The store refused the work.
    case store(StoreError)

    /// The reason in a sentence.
    public var description: String {
      switch self {
      case .request(let error): error.description
      case .store(let error): error.description
      }
    }
  }

  /// The context in which records are read and edited.
  public let context: ObjectContext

  /// The rows.
  public private(set) var results: FetchedResults

  /// The request that the program made; a list may show fewer rows, by a filter of the person.
  public private(set) var request: FetchRequest

  /// The newest error; `nil` after a success.
  public private(set) var newestError: Failure?

  /// The selected record.
  public private(set) var selection: ObjectID?

  /// Whether each edit is saved at once.
  public var savesAfterEditing = true

  /// Whether every change is reported as a reload, for a view that cannot follow rows.
  public var reloadsAtEachChange = false

  /// The message shown when there are no rows.
  public var emptyMessage = ""

  /// The present time on the person's clock.
  public var now: WallClock { clock() }

  // MARK: Callbacks

  /// The text of a row; by default the value of the displayed attribute.
  public var text: (Row) -> String

  /// Whether a record may be edited.
  public var mayEdit: (Record) -> Bool = { _ in true }

  /// Whether a record may be deleted.
  public var mayDelete: (Record) -> Bool = { _ in true }

  /// Whether a record may be selected.
  public var maySelect: (Record) -> Bool = { _ in true }

  /// Decides the new index of a record in the ordered links that the list shows; `nil` refuses the
  /// move.
  public var willReorder: (_ record: Record, _ index: Int) -> Int? = { _, index in index }

  /// Called when a person selected a record.
  public var selected: (Record) -> Void = { _ in }

  /// Called after the rows changed.
  public var changed: (ResultsChange) -> Void = { _ in }

  /// Called after each save of the provider, for example so that an undo finds the change.
  public var saved: (Transaction) -> Void = { _ in }

  /// Called at each error.
  public var failed: (Failure) -> Void = { _ in }

  private let clock: () -> WallClock

  /// Creates a provider of the records of `request`.
  ///
  /// - Parameters:
  ///   - request: The filter, the order and the sections.
  ///   - attribute: The attribute that rows show; by default the entity's title.
  ///   - context: The context in which records are read and edited.
  ///   - clock: The person's clock.
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  public init(
    _ request: FetchRequest, showing attribute: String? = nil, in context: ObjectContext,
    at clock: @escaping () -> WallClock = { .current }
  ) throws(FilterError) {
    results = try FetchedResults(request, in: context.contents, at: clock())
    self.request = request
    self.context = context
    self.clock = clock
    text = { row in
      guard let attribute else { return row.title }
      return row[attribute].map { ValueText.display($0, at: clock()) } ?? ""
    }
  }

  /// Creates a provider of all records of an entity, ordered by the attribute that rows show.
  ///
  /// - Throws: `FilterError` for an attribute that the entity does not have.
  public convenience init(
    _ entity: String, by attribute: String, in context: ObjectContext,
    at clock: @escaping () -> WallClock = { .current }
  ) throws(FilterError) {
    let request = FetchRequest(
      entity: entity, sorts: [RecordSort(FieldPath([attribute]))])
    try self.init(request, showing: attribute, in: context, at: clock)
  }
}

// MARK: - Rows

extension ListProvider {
  /// Returns the text of the row at `place`; `nil` for an invalid place.
  public func text(at place: ResultPlace) -> String? {
    results.index(of: place).map { text(results.result[$0]) }
  }

  /// Returns the record at `place`; `nil` for an invalid place.
  public func record(at place: ResultPlace) -> Record? {
    results.index(of: place).flatMap { index in
      try? context.existingObject(with: results.result.id(at: index))
    }
  }

  /// Shows the records of another request; the selected record stays selected if it is among them.
  ///
  /// - Returns: Whether the request is valid; if not, the rows stay the same.
  @discardableResult
  public func show(_ request: FetchRequest) -> Bool {
    guard showPart(request) else { return false }
    self.request = request
    return true
  }

  /// Shows some of the records, such as those that match a person's filter.
  ///
  /// - Returns: Whether the request is valid; if not, the rows stay the same.
  package func showPart(_ request: FetchRequest) -> Bool {
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

  /// Updates the rows to the present content of the context.
  ///
  /// - Returns: Whether the rows could be read; if not, they stay the same.
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

  /// Keeps the selection on its record, or moves it to the record that took its place.
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
  /// - Returns: Whether it was selected; false if there is no record, or `maySelect` refuses.
  @discardableResult
  public func select(at place: ResultPlace) -> Bool {
    guard let record = record(at: place), maySelect(record) else { return false }
    selection = record.id
    selected(record)
    return true
  }

  /// Deletes the record at `place`, and follows the delete rules.
  ///
  /// - Returns: Whether it was deleted; false if there is no record, `mayDelete` refuses, or an
  ///   error was reported.
  @discardableResult
  public func delete(at place: ResultPlace) -> Bool {
    guard let record = record(at: place), mayDelete(record) else { return false }
    return edit("delete \(record.title)") { () throws(StoreError) in try record.delete() }
  }

  /// Deletes several records as one change, and follows the delete rules.
  ///
  /// - Returns: Whether they were deleted; false if one is missing, `mayDelete` refuses one, or an
  ///   error was reported. Then all of them stay.
  @discardableResult
  public func delete(_ ids: [ObjectID]) -> Bool {
    let records = ids.compactMap { try? context.existingObject(with: $0) }
    guard let first = records.first, records.count == ids.count, records.allSatisfy(mayDelete)
    else { return false }
    let title = records.count == 1 ? first.title : "\(records.count) records"
    return edit("delete \(title)") { () throws(StoreError) in
      for record in records where !record.isDeleted { try record.delete() }
    }
  }

  /// Edits the record at `place`.
  ///
  /// - Parameters:
  ///   - place: The record's place.
  ///   - change: Changes the fields.
  /// - Returns: Whether it was edited; false if there is no record, `mayEdit` refuses, or an error
  ///   was reported.
  @discardableResult
  public func edit(at place: ResultPlace, _ change: (Record) -> Void) -> Bool {
    guard let record = record(at: place), mayEdit(record) else { return false }
    return edit("change \(record.title)") { () throws(StoreError) in change(record) }
  }

  /// Moves a record to another index in the ordered links that the list shows.
  ///
  /// - Returns: Whether it was moved; false if the list has another order, or `mayEdit` or
  ///   `willReorder` refuses.
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

  /// The owner of the ordered links, if the list shows all of them in their own order.
  private var reorderableOrigin: FetchRequest.Origin? {
    let request = results.request
    guard let origin = request.origin, request.predicate == nil, request.sorts.isEmpty,
      !request.hasSections, request.offset == 0, request.limit == nil,
      context.snapshot.model[origin.id.entity]?.relationship(origin.relationship)?.isOrdered == true
    else { return nil }
    return origin
  }

  private func edit(_ title: String, _ change: () throws(StoreError) -> Void) -> Bool {
    let isDone = attempt { () throws(Failure) in
      do throws(StoreError) {
        guard savesAfterEditing else { return try change() }
        var transaction: Transaction?
        try context.allOrNothing { () throws(StoreError) in
          try change()
          transaction = try context.save(title: title)
        }
        if let transaction { saved(transaction) }
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
