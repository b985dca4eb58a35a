public import CairnInterface
public import CairnNavigation

/// A list of an array's elements, filtered by words and sorted by cells.
///
///     let list = ArrayListSource(
///       "Zones",
///       columns: [
///         .init(ListColumn("name")) { $0.name },
///         .init(ListColumn("offset", alignment: .trailing), text: { "\($0.offset)" }) {
///           $0.offset < $1.offset
///         },
///       ],
///       id: { $0.name }, elements: { zones })
///
/// A filter has words, phrases and conditions, as a filter for records has: `done`, `-state:done`,
/// `state=done`, `number>=5`, `no:note`, `a OR b`. A condition looks at the text of one column.
/// Elements match by their texts on the screen and in permanent output. Each change of the query
/// costs one pass over the array, so a source of a million rows should have its own index.
public final class ArrayListSource<Element>: DescribedRows, AddressedRows, ChangeableRows,
  ActingRows, LinkedRows, StatefulSource
{
  /// A column and the texts of its cells.
  public struct Column {
    var column: ListColumn
    var text: (Element) -> String
    var precedes: (Element, Element) -> Bool
    fileprivate let printing: ((Element) -> String)?

    /// Creates a column that sorts by `precedes`, or by its text.
    ///
    /// - Parameters:
    ///   - column: the column's name, title and width.
    ///   - text: the text of an element's cell.
    ///   - precedes: whether one element comes before another in the column's order.
    ///   - printing: the text for permanent output, if the text on screen changes over time.
    public init(
      _ column: ListColumn, text: @escaping (Element) -> String,
      sort precedes: ((Element, Element) -> Bool)? = nil, printing: ((Element) -> String)? = nil
    ) {
      self.column = column
      self.text = text
      self.precedes = precedes ?? { text($0) < text($1) }
      self.printing = printing
    }

    /// The column's name in filters, sorts and URLs.
    public var name: String { column.name }
    /// Whether the texts are right-aligned.
    public var isTrailing: Bool { column.alignment == .trailing }
    /// The column's header in permanent output.
    public var printedTitle: String { printing == nil ? column.title : column.name }
    /// The text of an element's cell in permanent output.
    public func printed(_ element: Element) -> String { (printing ?? text)(element) }
  }

  /// The title in the breadcrumb, or on the box.
  public let title: String
  /// The short title, used where the owner's name precedes it.
  public var crumb: String
  /// The filter and the order.
  public private(set) var query: ListQuery
  /// The tone of an element's row.
  public var tone: (Element) -> Message.Tone = { _ in .plain }
  /// The interval at which the elements are read again without an event; `nil` for never.
  public var repeats: () -> Duration? = { nil }
  /// A number that changes whenever the elements do; `nil` if they may have changed at each
  /// refresh.
  ///
  /// A list of very many elements needs one, or it reads and filters all of them again after each
  /// event and each interval of `repeats`.
  public var generation: () -> Int? = { nil }
  /// The effects after each refresh, such as work that fetches newer elements.
  public var followUp: () -> [Effect] = { [] }
  /// The effects of an action on an element that the screen doesn't handle; `nil` for an unknown
  /// action.
  public var acts: (ActionName, Element) -> [Effect]? = { _, _ in nil }
  /// Whether an action that `acts` performs does something for an element; `nil` for other actions.
  ///
  /// The last row, the help and the palette leave out an action that does nothing, and its key
  /// does nothing then.
  public var offers: (ActionName, Element) -> Bool? = { _, _ in nil }
  /// The effects that start editing an element; `nil` if elements can't be edited.
  public var edits: ((Element) -> [Effect])?
  /// The effects that merge what the elements show; `nil` if nothing can be merged.
  public var merges: (() -> [Effect])?
  /// Sentences for the status line about the elements as a whole.
  public var remarks: () -> [String] = { [] }
  /// Whether new elements come before older ones.
  public var hasNewestFirst = false
  /// Whether new elements come after older ones, as the lines of a log; the list follows its end.
  public var hasNewestLast = false
  /// Whether known elements never change, and new ones come after them, as the lines of a log do.
  ///
  /// Their texts never change either. Then a refresh filters only the new elements, unless the list
  /// is sorted. A list whose last known element is another one has begun again, as a log does. Then
  /// all elements are filtered.
  public var onlyGrows = false
  /// The owner of a state that the list keeps, such as a chosen level; `nil` without one.
  ///
  /// After a restart, the elements are read once its state is restored.
  public var state: (any StatefulSource)?
  /// Whether the elements are ready, loading, or failed.
  public var readiness: () -> ListPhase = { .ready }
  /// The text of an empty list: the key that adds to it.
  public var emptyHint: KeyWords = ""
  /// Whether the last row names the key for adding; false if the word "add" says too little.
  public var hintsAdding = true
  /// The URL that identifies an element without opening a screen.
  public var place: ((Element) -> ScreenURL)?
  private let elements: () -> [Element]
  private let identify: (Element) -> String
  private var fill: [Column]
  private let address: ((Element) -> ScreenURL)?
  /// The URL of an element from the links of the map.
  private var linked: (Element) -> ScreenURL? = { _ in nil }
  private let opened: ((Element) -> [Effect])?
  private let added: (() -> [Effect])?
  private let deleted: ((Element) -> [Effect])?
  private var all: [Element] = []
  private var shown: [Element] = []
  private var shownGeneration: Int?
  /// Whether ambiguous characters were two columns wide when the columns were measured.
  private var isMeasuredWide = AmbiguousWidth.isWide
  private var places: [String: Int] = [:]

  /// Creates a list.
  ///
  /// - Parameters:
  ///   - title: the list's name.
  ///   - query: the initial filter and order.
  ///   - columns: the columns.
  ///   - id: an element's unique text.
  ///   - url: the screen that Enter opens; a mark in the row shows how. Without it, a `Link` of the
  ///     map from the type of the elements names the screen.
  ///   - open: the effects of Enter, if it doesn't open a screen.
  ///   - add: starts a new element, if possible.
  ///   - delete: deletes an element, if possible.
  ///   - elements: the elements, read again at each refresh.
  public init(
    _ title: String, query: ListQuery = ListQuery(), columns: [Column],
    id: @escaping (Element) -> String, url: ((Element) -> ScreenURL)? = nil,
    open: ((Element) -> [Effect])? = nil, add: (() -> [Effect])? = nil,
    delete: ((Element) -> [Effect])? = nil,
    elements: @escaping () -> [Element]
  ) {
    self.title = title
    crumb = title
    self.query = query
    fill = columns
    self.columns = columns.map(\.column)
    identify = id
    address = url
    opened = open
    added = add
    deleted = delete
    self.elements = elements
    all = elements()
    measure()
    show()
  }

  /// Saves the state of the owner.
  public func encodeState(to encoder: inout StateEncoder) { state?.encodeState(to: &encoder) }

  /// Restores the state of the owner, and reads the elements again.
  public func decodeState(from decoder: StateDecoder) {
    guard let state else { return }
    state.decodeState(from: decoder)
    shownGeneration = nil
    readAgain()
  }

  /// The columns, each as wide as the texts of the first and the last 500 elements need.
  public private(set) var columns: [ListColumn]
  /// Whether the list is ready, loading, or failed.
  public var phase: ListPhase { readiness() }
  /// Whether new elements come first; false in a sorted list.
  public var isNewestFirst: Bool { hasNewestFirst && query.sorts.isEmpty }
  /// Whether new elements come last; false in a sorted list.
  public var isNewestLast: Bool { hasNewestLast && query.sorts.isEmpty }
  /// The number of elements that match the filter.
  public var count: Int { shown.count }
  /// The number of elements.
  public var total: Int { all.count }

  /// The element of the row at `index`.
  public func element(at index: Int) -> Element { shown[index] }

  /// The row of an element.
  public func row(at index: Int) -> ListRow {
    let element = shown[index]
    return ListRow(
      id: identify(element), cells: fill.map { $0.text(element) }, tone: tone(element))
  }

  /// The row index of an element.
  public func index(of id: String) -> Int? { places[id] }

  /// Filters and sorts at once.
  public func apply(_ query: ListQuery) -> [Effect] {
    self.query = query
    show()
    return []
  }

  /// Reads the elements again, unless `generation` says that they are the same.
  ///
  /// Cost: reads, filters and sorts all elements, on the drawing thread; see also `onlyGrows`.
  ///
  /// - Returns: the effects of `followUp`. The screen applies them; without that, work that they
  ///   start stays under way for ever.
  public func refresh() -> [Effect] {
    readAgain()
    return followUp()
  }

  private func readAgain() {
    let newest = generation()
    if newest == nil || newest != shownGeneration || isMeasuredWide != AmbiguousWidth.isWide {
      let (known, last) = (all.count, all.last.map(identify))
      all = elements()
      measure()
      let hasGrown =
        onlyGrows && query.sorts.isEmpty && all.count >= known
        && (known == 0 || identify(all[known - 1]) == last)
      show(from: hasGrown ? known : 0)
    }
    shownGeneration = newest
  }

  /// Reads the elements again, for new columns.
  public func refresh(filling columns: [Column]) {
    fill = columns
    self.columns = columns.map(\.column)
    shownGeneration = nil
    all = []
    readAgain()
  }

  /// The sentences from `remarks`.
  public var warnings: [String] { remarks() }

  /// The refresh interval from `repeats`.
  public var pace: Duration? { repeats() }

  /// Opens an element with the list's own closure or URL.
  public func open(_ id: String) -> [Effect] {
    guard let place = index(of: id) else { return [] }
    return opened?(shown[place]) ?? url(of: id).map { [.open($0)] } ?? []
  }

  /// The kind of targets: each row leads to its own URL, if the list has URLs.
  public var targets: RowTargets {
    let hasURL = address != nil || all.first.flatMap(linked) != nil
    return hasURL && opened == nil ? .various : .none
  }

  /// The URL of an element, if the list has URLs.
  public func url(of id: String) -> ScreenURL? {
    guard let place = index(of: id) else { return nil }
    return url(of: shown[place])
  }

  private func url(of element: Element) -> ScreenURL? {
    address.map { $0(element) } ?? linked(element)
  }

  func follow(links: @escaping (Any) -> ScreenURL?) {
    if address == nil, opened == nil { linked = { links($0) } }
  }

  /// The changes that the list has closures for.
  public var changes: ChangeOptions {
    var changes: ChangeOptions = []
    if added != nil { changes.insert(.add) }
    if edits != nil { changes.insert(.edit) }
    if deleted != nil { changes.insert(.delete) }
    if merges != nil { changes.insert(.merge) }
    return changes
  }

  /// Starts a new element with the list's closure.
  public func add(in section: String?) -> [Effect]? { added?() }

  /// Starts editing an element with the list's closure.
  public func edit(_ id: String) -> [Effect]? {
    index(of: id).flatMap { edits?(shown[$0]) }
  }

  /// Deletes an element with the list's closure.
  public func delete(_ ids: [String]) -> [Effect]? {
    guard let deleted, ids.count == 1, let place = index(of: ids[0]) else { return nil }
    return deleted(shown[place])
  }

  /// Merges what the elements show with the list's closure.
  public func merge(_ ids: [String], in section: String?) -> [Effect]? { merges?() }

  /// Whether the list merges anything.
  public var hintsMerging: Bool { merges != nil }

  /// Performs an action on an element with the list's closure.
  public func perform(_ action: ActionName, on id: String) -> [Effect]? {
    index(of: id).flatMap { acts(action, shown[$0]) }
  }

  /// Whether an action does something for an element, by the list's closure.
  public func offers(_ action: ActionName, on id: String) -> Bool? {
    index(of: id).flatMap { offers(action, shown[$0]) }
  }

  /// The id of the element with the URL `url`.
  public func id(leadingTo url: ScreenURL) -> String? {
    all.first { element in (place.map { $0(element) } ?? self.url(of: element)) == url }.map(
      identify)
  }

  /// The number of first and of last elements that are measured for the columns' widths.
  private static var measuredCount: Int { 500 }

  /// Measures the elements, before the filter; columns only grow while the list is open.
  private func measure() {
    isMeasuredWide = AmbiguousWidth.isWide
    let first = all.prefix(Self.measuredCount)
    let last = all.dropFirst(first.count).suffix(Self.measuredCount)
    for (place, column) in fill.enumerated() {
      let texts = [first, last].lazy.joined().map(column.text)
      let fitted = column.column.fitted(to: texts)
      let isWider = fitted.fullWidth > columns[place].fullWidth
      if isWider { columns[place] = fitted }
    }
  }

  /// Filters and sorts the elements from `first` on; the earlier ones are shown already.
  private func show(from first: Int = 0) {
    let filter = CellFilter(query.filter, columns: fill.map { [$0.name, $0.column.title] })
    if first == 0 { (shown, places) = ([], [:]) }
    let known = shown.count
    if filter.isEmpty {
      shown = all
    } else {
      shown += all[first...].filter { element in
        filter.matches(fill.map { [$0.text(element)] + ($0.printing.map { [$0(element)] } ?? []) })
      }
    }
    for sort in query.sorts.reversed() {
      guard let column = fill.first(where: { $0.column.name == sort.column }) else { continue }
      // `sort` is stable, so that less important columns, sorted first, decide among equals.
      shown.sort { sort.isDescending ? column.precedes($1, $0) : column.precedes($0, $1) }
    }
    places.reserveCapacity(shown.count)
    for place in known..<shown.count {
      let id = identify(shown[place])
      if places[id] == nil { places[id] = place }
    }
  }
}

/// Rows of an app's own values, whose screens the links of the map name.
protocol LinkedRows: ListSource {
  /// Takes the URLs of values, before the rows are read.
  func follow(links: @escaping (Any) -> ScreenURL?)
}
