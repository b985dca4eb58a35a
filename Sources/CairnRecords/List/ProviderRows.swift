public import CairnNavigation
public import CairnScreens
public import CairnStore

extension ListScreen {
  /// Creates a list of the records of a provider, with its sections, texts, vetoes and errors.
  ///
  ///     let provider = try ListProvider("Recipe", by: "Name", in: context, at: { .current })
  ///     provider.mayDelete = { $0.links("Menus").isEmpty }
  ///     let screen = ListScreen(provider, client: client) { record in
  ///       ScreenURL(scheme: "kitchen", ["recipes", "\(record.id.key)"])
  ///     }
  ///
  /// - Parameters:
  ///   - provider: the rows and the actions on them.
  ///   - client: the client whose undo takes back what the provider saves.
  ///   - url: the screen that Enter opens for a record that may be selected; without it, Enter only
  ///     calls the provider's `selected`.
  public convenience init(
    _ provider: ListProvider, client: StoreClient, url: ((Record) -> ScreenURL)? = nil
  ) {
    self.init(ProviderRows(provider, client: client, url: url))
  }
}

/// The rows of a `ListProvider` for a list screen.
///
/// 1. Each row has the provider's text, or the columns of `show(_:)`. The list has the provider's
///    sections.
/// 2. A filter is the text after `where=` of the list's URL, in the grammar of record filters, and
///    narrows the provider's own request. An order by a column comes before the provider's own.
/// 3. The keys for opening, editing, deleting and marking as done ask the provider, which may
///    refuse. A refusal and an error are said in a message.
/// 4. The rows follow the provider's context at each refresh.
public final class ProviderRows: DescribedRows, AddressedRows, FilteredRows, GroupedRows,
  ChangeableRows, ActingRows, MarkableRows
{
  /// The provider of the rows.
  public let provider: ListProvider
  /// The title of the list: the plural of the records by default.
  public var title: String
  /// The effects of Enter on a record that may be selected, such as a web page; `nil` to open its
  /// URL.
  public var opens: ((Record) -> [Effect])?
  /// The effects that start a new record; `nil` if none can be added.
  public var adds: (() -> [Effect])?
  /// The effects that start editing a record that may be edited; `nil` if none can be edited.
  public var edits: ((Record) -> [Effect])?
  /// The effects of an action on a record that the screen doesn't handle; `nil` for an unknown
  /// action.
  public var acts: (ActionName, Record) -> [Effect]? = { _, _ in nil }
  /// Whether an action that `acts` performs does something for a record; `nil` for other actions.
  public var offers: (ActionName, Record) -> Bool? = { _, _ in nil }
  /// The columns: one column of the provider's texts, or the columns of `show(_:)`.
  public var columns: [ListColumn]
  /// The filter and the order; without an order, the provider decides.
  public private(set) var query = ListQuery()
  /// Why the filter can't be used.
  public private(set) var filterProblem: FilterProblem?
  private let client: StoreClient
  /// The columns of `show(_:)`, with the texts of the present snapshot; `nil` for the provider's
  /// text.
  private var shown: ShownColumns?
  private let url: ((Record) -> ScreenURL)?
  /// The provider's own request.
  private var base: FetchRequest { provider.request }
  /// The provider's request at the last change of the filter or the order.
  private var applied: FetchRequest?
  private var newestMessage: Message?
  /// The number of records of the provider's own request, in a snapshot.
  private var counted: (snapshot: Snapshot, request: FetchRequest, total: Int)?

  /// Creates the rows of a provider.
  ///
  /// - Parameters:
  ///   - provider: the provider; its callbacks for errors stay in use.
  ///   - client: the client whose undo takes back what the provider saves.
  ///   - url: the screen that Enter opens for a record.
  public init(
    _ provider: ListProvider, client: StoreClient, url: ((Record) -> ScreenURL)? = nil
  ) {
    self.provider = provider
    provider.saved = { [saved = provider.saved] transaction in
      saved(transaction)
      // Other rows of this provider may have noted the change.
      if client.done.last?.number != transaction.number {
        client.note(StoreClient.Change(transaction))
      }
    }
    (self.client, self.url) = (client, url)
    // Another list over the provider may have a filter.
    if provider.results.request != provider.request { _ = provider.showPart(provider.request) }
    let base = provider.request
    let entity = provider.results.snapshot.model[base.entity]
    title = entity?.caption.capitalizingFirst ?? base.entity
    let name = entity?.titleAttribute?.name ?? base.entity
    columns = [
      ListColumn(name.lowercased(), title: name, width: 8...200, isSortable: false)
    ]
  }

  /// Shows columns instead of the provider's text, each with a header, and with numbers on the right.
  ///
  ///     try rows.show(["Name", "Minutes", "Author.Name"])
  ///
  /// - Parameter columns: fields of the records, and columns with texts of your own.
  /// - Throws: `FilterError` for a field that the records don't have.
  public func show(_ columns: [Column]) throws(FilterError) {
    let shown = try ShownColumns(columns, of: provider)
    (self.shown, self.columns) = (shown, shown.shapes)
  }

  // MARK: Rows

  private var result: FetchResult { provider.results.result }

  /// The number of records that match the filter.
  public var count: Int { result.count }
  /// The number of records of the provider's own request.
  public var total: Int {
    let snapshot = provider.results.snapshot
    if query.filter.isEmpty { return count }
    if let counted, counted.snapshot === snapshot, counted.request == base { return counted.total }
    let total = (try? snapshot.count(base, at: provider.now)) ?? count
    counted = (snapshot, base, total)
    return total
  }
  /// The text of an empty list: the provider's own.
  public var emptyHint: KeyWords { KeyWords(stringLiteral: provider.emptyMessage) }
  /// The newest error of the provider.
  public var warnings: [String] { provider.newestError.map { ["\($0)"] } ?? [] }

  /// The row with a record's text.
  public func row(at index: Int) -> ListRow {
    shown?.row(id: id(at: index), result[index])
      ?? ListRow(id: id(at: index), cells: [provider.text(result[index])])
  }

  /// The entity and the key of a record.
  public func id(at index: Int) -> String { result.id(at: index).rowID }

  /// The place of a record by its id, or by its key, which earlier versions saved.
  public func index(of id: String) -> Int? {
    let record = ObjectID(rowID: id)
    if let record, record.entity != base.entity { return nil }
    return (record?.key ?? RecordKey(id)).flatMap(result.index)
  }

  /// Narrows the provider's request by the filter.
  public func apply(_ query: ListQuery) -> [Effect] {
    self.query = query
    filterProblem = nil
    var request = base
    do throws(FilterError) {
      if let predicate = try RecordPredicate.parse(query.filter) {
        request.predicate = base.predicate.map { .and([$0, predicate]) } ?? predicate
      }
      if let sorts = shown?.sorts(query.sorts), !sorts.isEmpty {
        request.sorts =
          sorts + base.sorts.filter { own in !sorts.contains { $0.field == own.field } }
      }
      try provider.results.snapshot.check(request, at: provider.now)
    } catch {
      filterProblem = FilterProblem(error, in: query.filter)
      return []
    }
    _ = provider.showPart(request)
    applied = base
    return []
  }

  /// Reads the changes that others saved, and updates the rows.
  public func refresh() -> [Effect] {
    _ = provider.context.mergeChanges()
    provider.refresh()
    // The provider may show another request since, which the filter narrows again.
    if let applied, applied != base { _ = apply(query) }
    if let shown, shown.snapshot !== provider.results.snapshot {
      do throws(FilterError) {
        try show(shown.columns)
      } catch {
        // Another program removed a field.
        (self.shown, columns) = (nil, Array(columns.prefix(1)))
        return [.say(Message("\(error)", tone: .warning))] + news()
      }
    }
    return news()
  }

  // MARK: Sections

  /// The first row of each section; empty for a list without sections.
  public var sectionStarts: [Int] {
    base.hasSections ? provider.results.sections.map(\.range.lowerBound) : []
  }

  /// A section with its value and title.
  public func section(at index: Int) -> ListSection {
    let section = provider.results.sections[index]
    return ListSection(
      id: section.value?.storedTexts.joined(separator: ",") ?? "", title: section.title ?? "none")
  }

  // MARK: Acting

  /// The kind of targets: each row has its own.
  public var targets: RowTargets { url == nil || opens != nil ? .none : .various }

  /// The URL of a record.
  public func url(of id: String) -> ScreenURL? {
    guard let url, let record = record(id) else { return nil }
    return url(record)
  }

  /// Selects a record and opens its screen, unless the provider refuses.
  public func open(_ id: String) -> [Effect] {
    guard let place = place(of: id) else { return [] }
    guard provider.select(at: place) else { return refusal("opened", id) }
    if let opens, let record = record(id) { return opens(record) + news() }
    return url(of: id).map { [.open($0)] } ?? news()
  }

  /// The changes that the list has closures for; deleting is decided by the provider.
  public var changes: ChangeOptions {
    var changes: ChangeOptions = .delete
    if adds != nil { changes.insert(.add) }
    if edits != nil { changes.insert(.edit) }
    let entity = provider.results.snapshot.model[base.entity]
    if entity?.doneField != nil { changes.insert(.complete) }
    return provider.context.store.isReadOnly ? [] : changes
  }

  /// Starts a new record.
  public func add(in section: String?) -> [Effect]? { adds?() }

  /// Starts editing a record, unless the provider refuses.
  public func edit(_ id: String) -> [Effect]? {
    guard let edits, let record = record(id) else { return nil }
    return provider.mayEdit(record) ? edits(record) : refusal("edited", id)
  }

  /// Deletes records as one change, except those that the provider refuses.
  public func delete(_ ids: [String]) -> [Effect]? {
    let records = ids.compactMap(record)
    let allowed = records.filter(provider.mayDelete)
    guard let first = allowed.first?.title else { return refusal("deleted", ids.first ?? "") }
    guard provider.delete(allowed.map(\.id)) else { return [.refresh] + news() }
    let left = records.count - allowed.count
    let words =
      (allowed.count == 1 ? first : Count.text(allowed.count, "record"))
      + (left == 0 ? "" : " · \(Count.text(left, "record")) can't be deleted here")
    let tone: Message.Tone = left == 0 ? .good : .warning
    return [.refresh, .say(Message("deleted \(words)", tone: tone, advice: .undo()))]
  }

  /// Marks records as done, or as open again if all of them are done, except those that the provider
  /// refuses; the client's undo takes that back.
  public func complete(_ ids: [String]) -> [Effect]? {
    let records = ids.compactMap(record)
    let allowed = records.filter(provider.mayEdit).map(\.id)
    let left = records.count - allowed.count
    let note = left == 0 ? "" : "; \(Count.text(left, "record")) can't be edited here"
    return FieldEdit(of: allowed, on: client)?.complete(telling: note)
      ?? refusal("edited", ids.first ?? "")
  }

  /// Performs an action on a record with the list's closure.
  public func perform(_ action: ActionName, on id: String) -> [Effect]? {
    record(id).flatMap { acts(action, $0) }
  }

  /// Whether an action does something for a record, by the list's closure.
  public func offers(_ action: ActionName, on id: String) -> Bool? {
    record(id).flatMap { offers(action, $0) }
  }

  private func place(of id: String) -> ResultPlace? {
    index(of: id).map { provider.results.place(at: $0) }
  }

  private func record(_ id: String) -> Record? { place(of: id).flatMap(provider.record) }

  /// The words for what the provider refused, or for its error.
  private func refusal(_ verb: String, _ id: String) -> [Effect] {
    if provider.newestError != nil { return news() }
    let title = record(id)?.title ?? id
    return [.say(Message("\(title) can't be \(verb) here", tone: .warning))]
  }

  /// The newest error, once.
  private func news() -> [Effect] {
    let message = provider.newestError.map { Message("\($0)", tone: .bad) }
    defer { newestMessage = message }
    return message == newestMessage ? [] : message.map { [.say($0)] } ?? []
  }
}
