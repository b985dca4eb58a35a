public import CairnInterface
public import CairnNavigation

/// A list over an array of any values, filtered by words and sorted by cells.
///
///     let list = ArrayListSource("Zones", zones, id: \.name, columns: [
///       .init("name") { $0.name },
///       .init("offset", alignment: .trailing) { String($0.offset) } sort: { $0.offset < $1.offset },
///     ])
///
/// A filter shows the values whose cells contain every one of its words, ignoring case. Each change
/// of the query costs one pass over the array, so a source of a million rows wants its own index.
public final class ArrayListSource<Element>: DescribedRows, AddressedRows, ChangeableRows,
  ActingRows
{
  /// A column and how to fill it.
  public struct Column {
    var column: ListColumn
    var text: (Element) -> String
    var precedes: (Element, Element) -> Bool
    private let printing: ((Element) -> String)?

    /// Describes a column that sorts by `precedes`, or by its text.
    ///
    /// - Parameters:
    ///   - column: The column's name, title and width.
    ///   - text: The text of an element's cell.
    ///   - precedes: Whether one element stands before another in the column's order.
    ///   - printing: The text where it is printed and stays, if that on a screen changes by itself.
    public init(
      _ column: ListColumn, text: @escaping (Element) -> String,
      sort precedes: ((Element, Element) -> Bool)? = nil, printing: ((Element) -> String)? = nil
    ) {
      self.column = column
      self.text = text
      self.precedes = precedes ?? { text($0) < text($1) }
      self.printing = printing
    }

    /// What filters, sorts and URLs call the column.
    public var name: String { column.name }
    /// Whether its texts end at one edge.
    public var isTrailing: Bool { column.alignment == .trailing }
    /// The head of the column where it is printed.
    public var printedTitle: String { printing == nil ? column.title : column.name }
    /// The text of an element's cell where it is printed.
    public func printed(_ element: Element) -> String { (printing ?? text)(element) }
  }

  /// The name in the breadcrumb, or on the box.
  public let title: String
  /// The name where what it is a list of stands before it.
  public var crumb: String
  /// What is filtered and how it is sorted.
  public private(set) var query: ListQuery
  /// How good the news of an element's row is.
  public var tone: (Element) -> Message.Tone = { _ in .plain }
  /// After what time the elements are asked for again although nothing happened; `nil` for never.
  public var repeats: () -> Duration? = { nil }
  /// What follows each look at the elements, such as work that fetches newer ones.
  public var followUp: () -> [Effect] = { [] }
  /// What an action does with an element that the screen knows nothing of; `nil` for none.
  public var acts: (ActionName, Element) -> [Effect]? = { _, _ in nil }
  /// What starts changing an element; `nil` where none can be changed.
  public var edits: ((Element) -> [Effect])?
  /// Whether elements that are new stand before the others.
  public var hasNewestFirst = false
  /// Whether the elements are there, on their way, or can't be had.
  public var readiness: () -> ListPhase = { .ready }
  /// What an empty list says: which key fills it.
  public var emptyHint: KeyWords = ""
  /// Whether the last row names the key for adding; not where "add" says too little.
  public var hintsAdding = true
  /// The URL by which others name an element, where no screen opens at it.
  public var place: ((Element) -> ScreenURL)?
  private let elements: () -> [Element]
  private let identify: (Element) -> String
  private var fill: [Column]
  private let address: ((Element) -> ScreenURL)?
  private let opened: ((Element) -> [Effect])?
  private let added: (() -> [Effect])?
  private let deleted: ((Element) -> [Effect])?
  private var all: [Element] = []
  private var shown: [Element] = []
  private var places: [String: Int] = [:]

  /// Makes a list.
  ///
  /// - Parameters:
  ///   - title: the list's name.
  ///   - query: what is filtered and sorted at first.
  ///   - columns: what a row has.
  ///   - id: a text that no two elements share.
  ///   - url: the screen that Enter on an element opens; a mark in its row tells how.
  ///   - open: what Enter on an element does instead, where that isn't opening a screen.
  ///   - add: starts a new element, where there can be one.
  ///   - delete: deletes an element, where that can be done.
  ///   - elements: asked again at each refresh.
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

  /// What a row has, each as wide as its texts need.
  public private(set) var columns: [ListColumn]
  /// Whether there is something to show yet.
  public var phase: ListPhase { readiness() }
  /// Where new elements stand before the others, unless the list is sorted.
  public var isNewestFirst: Bool { hasNewestFirst && query.sorts.isEmpty }
  /// How many elements the filter leaves.
  public var count: Int { shown.count }
  /// How many elements there are.
  public var total: Int { all.count }

  /// The element in the row at `index`.
  public func element(at index: Int) -> Element { shown[index] }

  /// The cells of an element.
  public func row(at index: Int) -> ListRow {
    let element = shown[index]
    return ListRow(
      id: identify(element), cells: fill.map { $0.text(element) }, tone: tone(element))
  }

  /// The place of an element.
  public func index(of id: String) -> Int? { places[id] }

  /// Filters and sorts at once.
  public func apply(_ query: ListQuery) -> [Effect] {
    self.query = query
    show()
    return []
  }

  /// Looks at its source again.
  public func refresh() -> [Effect] {
    all = elements()
    measure()
    show()
    return followUp()
  }

  /// Looks at its source again, and fills other columns.
  public func refresh(filling columns: [Column]) {
    fill = columns
    self.columns = columns.map(\.column)
    _ = refresh()
  }

  /// What the list was given.
  public var pace: Duration? { repeats() }

  /// Does what the list was made to do.
  public func open(_ id: String) -> [Effect] {
    guard let place = index(of: id) else { return [] }
    return opened?(shown[place]) ?? url(of: id).map { [.open($0)] } ?? []
  }

  /// Each row to its own URL, where the list was made with them.
  public var targets: RowTargets { address == nil || opened != nil ? .none : .various }

  /// The URL that the list was made to open.
  public func url(of id: String) -> ScreenURL? {
    guard let place = index(of: id) else { return nil }
    return address?(shown[place])
  }

  /// Those that the list was made with.
  public var changes: ChangeOptions {
    var changes: ChangeOptions = []
    if added != nil { changes.insert(.add) }
    if edits != nil { changes.insert(.edit) }
    if deleted != nil { changes.insert(.delete) }
    return changes
  }

  /// Does what the list was made to do.
  public func add() -> [Effect]? { added?() }

  /// Does what the list was given.
  public func edit(_ id: String) -> [Effect]? {
    index(of: id).flatMap { edits?(shown[$0]) }
  }

  /// Does what the list was made to do.
  public func delete(_ ids: [String]) -> [Effect]? {
    guard let deleted, ids.count == 1, let place = index(of: ids[0]) else { return nil }
    return deleted(shown[place])
  }

  /// Does what the list was given.
  public func perform(_ action: ActionName, on id: String) -> [Effect]? {
    index(of: id).flatMap { acts(action, shown[$0]) }
  }

  /// The id of the element whose URL is `url`.
  public func id(leadingTo url: ScreenURL) -> String? {
    all.first { (place ?? address)?($0) == url }.map(identify)
  }

  /// So many elements say how wide columns are.
  private static var measuredCount: Int { 500 }

  /// Measures the elements, whatever the filter leaves of them; no column gets narrower while it is
  /// looked at.
  private func measure() {
    let measured = all.prefix(Self.measuredCount)
    for (place, column) in fill.enumerated() {
      let fitted = column.column.fitted(to: measured.lazy.map(column.text))
      let isWider = fitted.fullWidth > columns[place].fullWidth
      if isWider { columns[place] = fitted }
    }
  }

  private func show() {
    let words = query.filter.lowercased().split(separator: " ")
    shown = all.filter { element in
      guard !words.isEmpty else { return true }
      let text = fill.map { $0.text(element) }.joined(separator: "\n").lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    for sort in query.sorts.reversed() {
      guard let column = fill.first(where: { $0.column.name == sort.column }) else { continue }
      // `sort` is stable, so the less important columns, sorted first, decide among equals.
      shown.sort { sort.isDescending ? column.precedes($1, $0) : column.precedes($0, $1) }
    }
    places = Dictionary(
      zip(shown.map(identify), shown.indices), uniquingKeysWith: { first, _ in first })
  }
}
