public import CairnInterface
public import CairnNavigation

/// An answer that is there at once, or that takes so long that another thread finds it.
public enum Lookup<Value: Sendable> {
  /// The answer.
  case now(Value)
  /// What finds the answer; any thread may call it.
  case later(@Sendable () -> Value)

  /// The answer, however long it takes.
  package var value: Value {
    switch self {
    case .now(let value): value
    case .later(let find): find()
    }
  }
}

/// Rows with words for what is missing, and with a pace.
public protocol DescribedRows: ListSource {
  /// The name where what it is a list of stands before it: "History".
  var crumb: String { get }
  /// What an empty list says below "Nothing here": which key fills it.
  var emptyHint: KeyWords { get }
  /// What a list says below "Nothing matches".
  var noMatchHint: KeyWords { get }
  /// What the list's URL asks for and the list can't do, in sentences without full stops; asked for
  /// at each drawing.
  var warnings: [String] { get }
  /// After what time the data is looked at again although nothing happened; `nil` for never.
  var pace: Duration? { get }
  /// Whether new rows come before all others, so that who is on the first row waits for them there.
  var isNewestFirst: Bool { get }
}

extension DescribedRows {
  /// The name.
  public var crumb: String { title }
  /// How many rows there are without the filter.
  public var noMatchHint: KeyWords { unfilteredHint }
  /// Nothing.
  public var warnings: [String] { [] }
  /// Never.
  public var pace: Duration? { nil }
  /// New rows come anywhere.
  public var isNewestFirst: Bool { false }
}

/// Rows that have URLs.
public protocol AddressedRows: ListSource {
  /// Where rows lead.
  var targets: RowTargets { get }
  /// The URL that opening the row called `id` leads to, or `nil` if it leads to none; asked for rows
  /// in sight only, and for one of them where all are alike.
  func url(of id: String) -> ScreenURL?
  /// The id of the row that leads to `url`, in sight of the query or not.
  func id(leadingTo url: ScreenURL) -> String?
}

extension AddressedRows {
  /// None is known.
  public func id(leadingTo url: ScreenURL) -> String? { nil }
}

/// Rows with details to show beside the list.
public protocol DetailedRows: ListSource {
  /// Whether rows have details now.
  var hasDetails: Bool { get }
  /// What the row called `id` is in detail; asked for as the cursor moves, so it must cost little.
  func detail(of id: String) -> (any DetailSource)?
}

/// Rows that are filtered by a language of conditions.
public protocol FilteredRows: ListSource {
  /// What of the URL has the filter.
  var filterName: String { get }
  /// What is wrong with the filter; the rows are then those of the last good one.
  var filterProblem: FilterProblem? { get }
  /// What is wrong with a text as the filter; asked with each letter, so it must cost little.
  func problem(withFilter text: String) -> FilterProblem?
  /// Finds ways to go on with a filter that a person began to type, off the drawing thread; `nil`
  /// where none are known.
  ///
  /// - Parameter text: the filter up to the cursor.
  /// - Returns: what finds whole filters, each shown as the word that it goes on with.
  func completingFilter(_ text: String) -> (@Sendable () -> [Completion])?
  /// What of a filter behind the cursor belongs to the word that the cursor is in, and gives way to
  /// a word that goes on in another way.
  ///
  /// - Parameters:
  ///   - text: the filter up to the cursor.
  ///   - rest: the filter behind it.
  /// - Returns: the beginning of `rest` that gives way.
  func restOfFilterWord(_ text: String, _ rest: String) -> Substring
  /// How a filter is written, with examples of the list's own; `nil` where there is nothing to say.
  var filterHelp: String? { get }
  /// The hint for a filter that found records and probably has a mistake.
  var filterNote: String? { get }
  /// Whether it is the filter alone that keeps the row called `id` out of sight, as far as is known.
  func leavesOut(_ id: String) -> Bool
  /// Where the row called `id` has what the filter looks for and doesn't show; asked for the row
  /// with the cursor at each drawing.
  ///
  /// - Parameters:
  ///   - id: the row.
  ///   - columns: the names of those that are shown whole.
  ///   - seen: all of its text that is in sight.
  /// - Returns: the field's name and the line.
  func excerpt(of id: String, besides columns: [String], seen: String) -> String?
}

extension FilteredRows {
  /// The usual name.
  public var filterName: String { ListQuery.filterName }
  /// Any filter will do.
  public var filterProblem: FilterProblem? { nil }
  /// What is wrong with the filter of now.
  public func problem(withFilter text: String) -> FilterProblem? {
    text == query.filter ? filterProblem : nil
  }
  /// None are known.
  public func completingFilter(_ text: String) -> (@Sendable () -> [Completion])? { nil }
  /// Nothing.
  public func restOfFilterWord(_ text: String, _ rest: String) -> Substring { "" }
  /// Nothing to say.
  public var filterHelp: String? { nil }
  /// Nothing.
  public var filterNote: String? { nil }
  /// Not known.
  public func leavesOut(_ id: String) -> Bool { false }
  /// Not known.
  public func excerpt(of id: String, besides columns: [String], seen: String) -> String? { nil }
}

/// Rows with fields, and other ways to look at them.
public protocol ArrangedRows: ListSource {
  /// Whether rows have fields that can be shown, counted and grouped by; asked for at each drawing.
  var hasFields: Bool { get }
  /// The fields that rows can show or be grouped by.
  var fields: [ListField] { get }
  /// The values of the row called `id`, each with the filter that leaves only rows with it.
  func values(of id: String) -> [ListValue]
  /// Whether the rows can be looked at in other ways; asked for at each drawing.
  var hasViews: Bool { get }
  /// The ways to look at the rows, this one included.
  var views: [ListView] { get }
  /// How the rows are sorted where nobody asked for an order.
  var usualSorts: [ListSort] { get }
  /// Whether that order seldom leaves two rows alike, as a name or a key does, so that a further
  /// one behind it would do next to nothing.
  var isUsualOrderComplete: Bool { get }
}

extension ArrangedRows {
  /// None.
  public var hasFields: Bool { false }
  /// None.
  public var fields: [ListField] { [] }
  /// None.
  public func values(of id: String) -> [ListValue] { [] }
  /// They can where they have fields to count.
  public var hasViews: Bool { hasFields }
  /// None.
  public var views: [ListView] { [] }
  /// As they come.
  public var usualSorts: [ListSort] { [] }
  /// Not known.
  public var isUsualOrderComplete: Bool { false }
}

/// Rows in sections, and with totals.
public protocol GroupedRows: ListSource {
  /// The first row of each section, in ascending order; none where nothing is grouped.
  var sectionStarts: [Int] { get }
  /// How many sections there are; asked for at each drawing.
  var sectionCount: Int { get }
  /// The section at `index`; must cost little, for those in sight are asked for at each drawing.
  func section(at index: Int) -> ListSection
  /// What is computed of each section's numbers; nothing if nobody asked.
  var sectionTotals: SectionTotals? { get set }
  /// The totals of all rows in each column, if the list is not grouped.
  var totals: [String] { get }
  /// The places of the columns in which sections have these totals.
  func columns(with totals: SectionTotals) -> [Int]
}

extension GroupedRows {
  /// As many as begin somewhere.
  public var sectionCount: Int { sectionStarts.count }
  /// Never computed.
  public var sectionTotals: SectionTotals? {
    get { nil }
    set {}
  }
  /// None.
  public var totals: [String] { [] }
  /// Any of them may be one.
  public func columns(with totals: SectionTotals) -> [Int] { Array(columns.indices) }
}

/// Rows that are found by their first letter.
public protocol LetteredRows: ListSource {
  /// Looks for the next row behind `row`, and then from the first one on, whose cell begins with a
  /// letter.
  func index(
    beginningWith letter: Character, inColumn column: Int, after row: Int
  ) -> Lookup<Int?>
}

extension ListSource {
  /// The same by going through the rows, whatever capitals.
  func scannedIndex(
    beginningWith letter: Character, inColumn column: Int, after row: Int
  ) -> Int? {
    let wanted = letter.lowercased()
    return RowOrder.next(after: row, of: count) { index in
      let cells = self.row(at: index).cells
      return column < cells.count && cells[column].first?.lowercased() == wanted
    }
  }
}

/// Rows that can be marked, for what is then done with all of them.
public protocol MarkableRows: ListSource {
  /// Whether rows can be marked now.
  var takesMarks: Bool { get }
  /// What is another one whenever rows may have come, gone or moved; `nil` where that isn't known.
  var generation: Int? { get }
  /// Looks for the ids of some rows.
  func ids(of rows: Range<Int>) -> Lookup<[String]>
  /// Looks for those of some rows that are there, in sight of the filter or not.
  func existing(of ids: Set<String>) -> Lookup<Set<String>>
}

extension MarkableRows {
  /// They can.
  public var takesMarks: Bool { true }
  /// Not known.
  public var generation: Int? { nil }
  /// Those of the rows.
  public func ids(of rows: Range<Int>) -> Lookup<[String]> { .now(rows.map(id)) }
  /// Those in sight.
  public func existing(of ids: Set<String>) -> Lookup<Set<String>> { .now(inSight(of: ids)) }
}

extension ListSource {
  func inSight(of ids: Set<String>) -> Set<String> { ids.filter { index(of: $0) != nil } }
}

/// Rows that can be changed.
public protocol ChangeableRows: ListSource {
  /// Which changes can be made: their keys are named, and the methods of the others are never
  /// called.
  var changes: ChangeOptions { get }
  /// Why nothing can be changed that could be at other times, such as "the store is read-only".
  var obstacle: String? { get }
  /// Whether the last row names the key for adding; not where "add" says too little.
  var hintsAdding: Bool { get }
  /// Starts a new row, or returns `nil` where none can be added now.
  func add() -> [Effect]?
  /// Starts changing the row called `id`, or returns `nil` where it can't be changed.
  func edit(_ id: String) -> [Effect]?
  /// Deletes rows, one or with marks some in no order, or returns `nil` where they can't be deleted.
  func delete(_ ids: [String]) -> [Effect]?
  /// Asks which records the link leads to whose list this is, or returns `nil`.
  func link() -> [Effect]?
  /// Takes rows out of the link whose list this is, one or some in no order, or returns `nil`.
  func unlink(_ ids: [String]) -> [Effect]?
  /// Asks for a field and gives rows, which come in no order, another value in it, or returns `nil`
  /// where that can't be done.
  func changeField(of ids: [String]) -> [Effect]?
  /// Gives rows, which come in no order, the value that another record got last, or returns `nil`
  /// where that can't be done.
  func repeatChange(of ids: [String]) -> [Effect]?
}

extension ChangeableRows {
  /// Nothing is in the way.
  public var obstacle: String? { nil }
  /// It does.
  public var hintsAdding: Bool { true }
  /// Not here.
  public func add() -> [Effect]? { nil }
  /// Not here.
  public func edit(_ id: String) -> [Effect]? { nil }
  /// Not here.
  public func delete(_ ids: [String]) -> [Effect]? { nil }
  /// Not here.
  public func link() -> [Effect]? { nil }
  /// Not here.
  public func unlink(_ ids: [String]) -> [Effect]? { nil }
  /// Not here.
  public func changeField(of ids: [String]) -> [Effect]? { nil }
  /// Not here.
  public func repeatChange(of ids: [String]) -> [Effect]? { nil }
}

/// Rows with actions that the screen knows nothing of.
public protocol ActingRows: ListSource {
  /// Does an action with the row called `id`, or returns `nil`.
  func perform(_ action: ActionName, on id: String) -> [Effect]?
  /// Does an action that is about no row, or returns `nil`.
  func perform(_ action: ActionName) -> [Effect]?
}

extension ActingRows {
  /// None.
  public func perform(_ action: ActionName, on id: String) -> [Effect]? { nil }
  /// None.
  public func perform(_ action: ActionName) -> [Effect]? { nil }
}

/// A value of a row, and the filter that leaves only rows with it.
public struct ListValue: Hashable, Sendable {
  /// The field and the value: "City: Lyon".
  public var title: String
  /// The whole filter, with the conditions of now.
  public var filter: String

  /// A value.
  public init(_ title: String, filter: String) {
    (self.title, self.filter) = (title, filter)
  }
}

/// A way to look at the rows of a list.
public struct ListView: Hashable, Sendable {
  /// The kinds of views.
  public enum Kind: Hashable, Sendable {
    /// The rows.
    case table
    /// How often each value of a field occurs; the field's title.
    case counts(of: String)
  }

  /// The kind of the view.
  public var kind: Kind
  /// Where it is.
  public var url: ScreenURL
  /// Whether it is shown now.
  public var isNow: Bool

  /// A view.
  public init(_ kind: Kind, url: ScreenURL, isNow: Bool = false) {
    (self.kind, self.url, self.isNow) = (kind, url, isNow)
  }

  /// The word that gives it its letter.
  var word: String {
    switch kind {
    case .table: "Table"
    case .counts(let field): field
    }
  }

  /// The title in a menu.
  var title: String {
    switch kind {
    case .table: "Table"
    case .counts(let field): "Counts by \(field)"
    }
  }
}
