public import CairnInterface
public import CairnNavigation

/// The abilities of a source, found once.
struct RowAbilities {
  let described: (any DescribedRows)?
  let addressed: (any AddressedRows)?
  let detailed: (any DetailedRows)?
  let examined: (any ExaminedRows)?
  let filtered: (any FilteredRows)?
  let fields: (any FieldRows)?
  let viewed: (any ViewedRows)?
  let grouped: (any GroupedRows)?
  let lettered: (any LetteredRows)?
  let markable: (any MarkableRows)?
  let gathering: (any GatheringRows)?
  let changeable: (any ChangeableRows)?
  let acting: (any ActingRows)?

  init(_ source: any ListSource) {
    described = source as? any DescribedRows
    addressed = source as? any AddressedRows
    detailed = source as? any DetailedRows
    examined = source as? any ExaminedRows
    filtered = source as? any FilteredRows
    fields = source as? any FieldRows
    viewed = source as? any ViewedRows
    grouped = source as? any GroupedRows
    lettered = source as? any LetteredRows
    markable = source as? any MarkableRows
    gathering = source as? any GatheringRows
    changeable = source as? any ChangeableRows
    acting = source as? any ActingRows
  }
}

/// An answer that is known at once, or a slow lookup for another thread.
public enum Lookup<Value: Sendable> {
  /// The answer.
  case now(Value)
  /// The function that finds the answer, on any thread.
  case later(@Sendable () -> Value)

  /// The answer; may take long.
  package var value: Value {
    switch self {
    case .now(let value): value
    case .later(let find): find()
    }
  }
}

/// Rows with texts for an empty list, and with a refresh interval.
public protocol DescribedRows: ListSource {
  /// The short title, used where the owner's name precedes it: "History".
  var crumb: String { get }
  /// The text of an empty list below "Nothing here": the key that adds to it.
  var emptyHint: KeyWords { get }
  /// The text below "Nothing matches".
  var noMatchHint: KeyWords { get }
  /// Warnings about parts of the URL that the list doesn't support, in sentences without full
  /// stops; each drawing asks for them.
  var warnings: [String] { get }
  /// The interval at which the data is read again without an event; `nil` for never.
  var pace: Duration? { get }
  /// Whether new rows come first, so that a cursor on the first row waits there for them.
  var isNewestFirst: Bool { get }
  /// Whether new rows come last, as in a log: a new list begins on its last row, and a cursor there
  /// moves to each newer row.
  var isNewestLast: Bool { get }
}

extension DescribedRows {
  /// The title by default.
  public var crumb: String { title }
  /// No text by default.
  public var emptyHint: KeyWords { "" }
  /// The number of rows without the filter, by default.
  public var noMatchHint: KeyWords { unfilteredHint }
  /// No warnings by default.
  public var warnings: [String] { [] }
  /// `nil` by default: the data is never read again without an event.
  public var pace: Duration? { nil }
  /// `false` by default: new rows may come anywhere.
  public var isNewestFirst: Bool { false }
  /// `false` by default: new rows may come anywhere.
  public var isNewestLast: Bool { false }
}

/// Rows that lead to URLs.
public protocol AddressedRows: ListSource {
  /// The kind of targets.
  var targets: RowTargets { get }
  /// The URL that the row `id` opens, or `nil` if it opens no URL.
  ///
  /// Only visible rows are asked for, and only one of them if all are alike.
  func url(of id: String) -> ScreenURL?
  /// The id of the row that leads to `url`, even if the query excludes the row.
  func id(leadingTo url: ScreenURL) -> String?
}

extension AddressedRows {
  /// `nil` by default: rows can't be found by URL.
  public func id(leadingTo url: ScreenURL) -> String? { nil }
}

/// Rows with details for a side pane.
public protocol DetailedRows: ListSource {
  /// The details of the row `id`; must be cheap, as each move of the cursor asks for them.
  func detail(of id: String) -> (any DetailSource)?
}

/// Rows with a filter language.
public protocol FilteredRows: ListSource {
  /// The URL parameter that holds the filter.
  var filterName: String { get }
  /// The problem in the filter; the rows are then of the last valid filter.
  var filterProblem: FilterProblem? { get }
  /// The problem in a text as a filter; must be cheap, as each letter asks for it.
  func problem(withFilter text: String) -> FilterProblem?
  /// A function that completes a filter, for another thread; `nil` if there are no completions.
  ///
  /// - Parameter text: the filter up to the cursor.
  /// - Returns: a function that finds whole filters, each shown as the completed word.
  func completingFilter(_ text: String) -> (@Sendable () -> [Completion])?
  /// The rest of the word at the cursor, which a completion replaces.
  ///
  /// - Parameters:
  ///   - text: the filter up to the cursor.
  ///   - rest: the filter after the cursor.
  /// - Returns: the beginning of `rest` to replace.
  func restOfFilterWord(_ text: String, _ rest: String) -> Substring
  /// Help for the filter language, with examples from this list; `nil` if there is no help.
  var filterHelp: String? { get }
  /// A hint about a filter that matches records but probably has a mistake.
  var filterNote: String? { get }
  /// Whether the row `id` exists and only the filter hides it, as far as is known.
  func leavesOut(_ id: String) -> Bool
  /// The hidden text that makes the row `id` match; each drawing asks for the row under the cursor.
  ///
  /// - Parameters:
  ///   - id: the row.
  ///   - columns: the names of the columns that show their whole text.
  ///   - seen: the visible text of the row.
  /// - Returns: the field's name and the line.
  func excerpt(of id: String, besides columns: [String], seen: String) -> String?
}

extension FilteredRows {
  /// The usual parameter by default.
  public var filterName: String { ListQuery.filterName }
  /// `nil` by default: any filter is valid.
  public var filterProblem: FilterProblem? { nil }
  /// The problem of the present filter, by default.
  public func problem(withFilter text: String) -> FilterProblem? {
    text == query.filter ? filterProblem : nil
  }
  /// `nil` by default: there are no completions.
  public func completingFilter(_ text: String) -> (@Sendable () -> [Completion])? { nil }
  /// An empty rest by default.
  public func restOfFilterWord(_ text: String, _ rest: String) -> Substring { "" }
  /// No help by default.
  public var filterHelp: String? { nil }
  /// No hint by default.
  public var filterNote: String? { nil }
  /// `false` by default, which means unknown.
  public func leavesOut(_ id: String) -> Bool { false }
  /// `nil` by default, which means unknown.
  public func excerpt(of id: String, besides columns: [String], seen: String) -> String? { nil }
}

/// Rows with several views.
public protocol ViewedRows: ListSource {
  /// The views of the rows, including this one.
  var views: [ListView] { get }
  /// Returns the view of the rows that are likely the same, compared by a field, or by the fields
  /// that the list chooses; `nil` if the rows can't be compared.
  func duplicates(by field: String?) -> ListView?
}

extension ViewedRows {
  /// `nil` by default: the rows can't be compared.
  public func duplicates(by field: String?) -> ListView? { nil }
}

/// Rows with sections and totals.
public protocol GroupedRows: ListSource {
  /// The first row of each section, in ascending order; empty without groups.
  var sectionStarts: [Int] { get }
  /// The number of sections; each drawing asks for it.
  var sectionCount: Int { get }
  /// The section at `index`; must be cheap, as each drawing asks for the visible ones.
  func section(at index: Int) -> ListSection
  /// The function for the totals of sections; `nil` for no totals.
  var sectionTotals: SectionTotals? { get set }
  /// The totals of all rows in each column, if the list is not grouped.
  var totals: [String] { get }
  /// Returns the totals of marked rows in each column, by their ids; `nil` if there are too many
  /// rows for a drawing.
  func totals(among marked: Set<String>) -> [String]?
  /// The indices of the columns that have these totals.
  func columns(with totals: SectionTotals) -> [Int]
}

extension GroupedRows {
  /// The number of section starts, by default.
  public var sectionCount: Int { sectionStarts.count }
  /// `nil` by default: there are no totals.
  public var sectionTotals: SectionTotals? {
    get { nil }
    set {}
  }
  /// No totals by default.
  public var totals: [String] { [] }
  /// `nil` by default: marked rows have no totals of their own.
  public func totals(among marked: Set<String>) -> [String]? { nil }
  /// All columns by default.
  public func columns(with totals: SectionTotals) -> [Int] { Array(columns.indices) }
}

/// Rows that can be found by their first letter.
public protocol LetteredRows: ListSource {
  /// Finds the next row after `row`, or else from the first one on, whose cell begins with a
  /// letter.
  func index(
    beginningWith letter: Character, inColumn column: Int, after row: Int
  ) -> Lookup<Int?>
}

extension ListSource {
  /// Finds the row by visiting the rows; ignores case.
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

/// Rows that can be marked, for commands on several rows.
public protocol MarkableRows: ListSource {
  /// Looks up the ids of rows.
  func ids(of rows: Range<Int>) -> Lookup<[String]>
  /// Looks up which rows exist, visible or hidden by the filter.
  func existing(of ids: Set<String>) -> Lookup<Set<String>>
}

extension MarkableRows {
  /// The ids, found at once, by default.
  public func ids(of rows: Range<Int>) -> Lookup<[String]> { .now(rows.map(id)) }
  /// The visible rows by default.
  public func existing(of ids: Set<String>) -> Lookup<Set<String>> { .now(inSight(of: ids)) }
}

extension ListSource {
  func inSight(of ids: Set<String>) -> Set<String> { ids.filter { index(of: $0) != nil } }
}

/// Rows that represent records, such as the counts of a field's values.
public protocol GatheringRows: MarkableRows {
  /// The URL of the list with the records of some rows.
  func url(ofAll ids: Set<String>) -> ScreenURL?
}

/// Rows that can be changed.
public protocol ChangeableRows: ListSource {
  /// The supported changes: hints name their keys, and methods of other changes are never called.
  var changes: ChangeOptions { get }
  /// The obstacle to all changes, such as "the store is read-only"; `nil` if there is none.
  var obstacle: String? { get }
  /// Whether the last row names the key for adding; false if the word "add" says too little.
  var hintsAdding: Bool { get }
  /// Whether the last row names the key for merging, because that is the purpose of the list.
  var hintsMerging: Bool { get }
  /// Starts a new row.
  ///
  /// - Parameter section: the id of the section under the cursor; `nil` without sections.
  /// - Returns: the effects that start it; `nil` if no row can be added now.
  func add(in section: String?) -> [Effect]?
  /// Asks for a new row in one line, as `add` starts one; `nil` if that is impossible.
  func capture(in section: String?) -> [Effect]?
  /// Starts editing the row `id`; returns `nil` if it can't be edited.
  func edit(_ id: String) -> [Effect]?
  /// Deletes one row, or the marked rows in any order; returns `nil` if they can't be deleted.
  func delete(_ ids: [String]) -> [Effect]?
  /// Asks for the targets of the link that the list belongs to; returns `nil` if there is no such
  /// link.
  func link() -> [Effect]?
  /// Removes one row, or several in any order, from the list's link; returns `nil` if that is
  /// impossible.
  func unlink(_ ids: [String]) -> [Effect]?
  /// Asks for the new value of a field for rows, or first for the field.
  ///
  /// - Parameters:
  ///   - column: the current column; `nil` if none was chosen.
  ///   - ids: the rows, in any order.
  /// - Returns: the effects that ask; `nil` if that is impossible.
  func changeField(_ column: String?, of ids: [String]) -> [Effect]?
  /// Repeats the last change of a field on rows, in any order; returns `nil` if that is impossible.
  func repeatChange(of ids: [String]) -> [Effect]?
  /// Marks rows as done, or as open again if all of them are done; returns `nil` if that is
  /// impossible.
  func complete(_ ids: [String]) -> [Effect]?
  /// Starts to merge rows into one.
  ///
  /// - Parameters:
  ///   - ids: the marked rows, in any order; empty for the rows of the section.
  ///   - section: the id of the section under the cursor; `nil` without sections.
  /// - Returns: the effects that start it; `nil` if rows can't be merged.
  func merge(_ ids: [String], in section: String?) -> [Effect]?
}

extension ChangeableRows {
  /// No obstacle by default.
  public var obstacle: String? { nil }
  /// `true` by default.
  public var hintsAdding: Bool { true }
  /// `false` by default.
  public var hintsMerging: Bool { false }
  /// `nil` by default: no row can be added.
  public func add(in section: String?) -> [Effect]? { nil }
  /// `nil` by default: no row can be added in a line.
  public func capture(in section: String?) -> [Effect]? { nil }
  /// `nil` by default: no row can be edited.
  public func edit(_ id: String) -> [Effect]? { nil }
  /// `nil` by default: no row can be deleted.
  public func delete(_ ids: [String]) -> [Effect]? { nil }
  /// `nil` by default: no record can be linked.
  public func link() -> [Effect]? { nil }
  /// `nil` by default: no record can be unlinked.
  public func unlink(_ ids: [String]) -> [Effect]? { nil }
  /// `nil` by default: no field can be changed.
  public func changeField(_ column: String?, of ids: [String]) -> [Effect]? { nil }
  /// `nil` by default: no change can be repeated.
  public func repeatChange(of ids: [String]) -> [Effect]? { nil }
  /// `nil` by default: no row can be done.
  public func complete(_ ids: [String]) -> [Effect]? { nil }
  /// `nil` by default: no rows can be merged.
  public func merge(_ ids: [String], in section: String?) -> [Effect]? { nil }
}

/// Rows with actions that the screen doesn't handle.
public protocol ActingRows: ListSource {
  /// Performs an action on the row `id`; returns `nil` for an unknown action.
  func perform(_ action: ActionName, on id: String) -> [Effect]?
  /// Performs an action that needs no row; returns `nil` for an unknown action.
  func perform(_ action: ActionName) -> [Effect]?
  /// Whether an action does something for the row `id`; `nil` for an unknown action.
  func offers(_ action: ActionName, on id: String) -> Bool?
}

extension ActingRows {
  /// `nil` by default: rows have no actions.
  public func perform(_ action: ActionName, on id: String) -> [Effect]? { nil }
  /// `nil` by default: the list has no actions.
  public func perform(_ action: ActionName) -> [Effect]? { nil }
  /// `nil` by default, which means unknown.
  public func offers(_ action: ActionName, on id: String) -> Bool? { nil }
}

/// A value of a row, and the filter that keeps only rows with it.
public struct ListValue: Hashable, Sendable {
  /// The field and the value: "City: Lyon".
  public var title: String
  /// The name of the column.
  public var column: String
  /// The whole filter, including the present conditions.
  public var filter: String

  /// Creates a value.
  public init(_ title: String, of column: String, filter: String) {
    (self.title, self.column, self.filter) = (title, column, filter)
  }
}
