/// Where a list gets its rows.
///
/// A source answers at once from what it has. Work that takes longer it returns as a job, shows the
/// old rows or `.loading` meanwhile, and ends the job's completion with `.refresh`.
///
/// What a source can do besides, it says by the protocols that it conforms to:
///
/// | protocol | the list |
/// |---|---|
/// | `DescribedRows` | has words for what is missing, and looks at the rows again by itself |
/// | `AddressedRows` | opens rows by URLs and finds the row that a URL leads to |
/// | `DetailedRows` | shows the row with the cursor beside it |
/// | `FilteredRows` | completes and explains filters |
/// | `ArrangedRows` | has fields to show, to sort and to group by, and views |
/// | `GroupedRows` | has sections and totals |
/// | `LetteredRows` | jumps to a row by its first letter, without going through all of them |
/// | `MarkableRows` | marks rows for what is then done with all of them |
/// | `ChangeableRows` | adds, edits, deletes and links rows |
/// | `ActingRows` | does actions that the screen knows nothing of |
public protocol ListSource: AnyObject {
  /// The list's name: "Contacts".
  var title: String { get }
  /// What a row has, in the order shown.
  var columns: [ListColumn] { get }
  /// Whether there is something to show yet.
  var phase: ListPhase { get }
  /// How many rows the query leaves.
  var count: Int { get }
  /// How many rows there are without a filter.
  var total: Int { get }
  /// The row at `index`, from 0 up to `count`; must cost little, for it is asked at each drawing.
  func row(at index: Int) -> ListRow
  /// The id of the row at `index`; asked of all rows where they are marked.
  func id(at index: Int) -> String
  /// The place of the row called `id`, or `nil` if the query leaves it out.
  func index(of id: String) -> Int?
  /// What is filtered and how it is sorted now, at first what the URL said.
  var query: ListQuery { get }
  /// Filters and sorts anew.
  func apply(_ query: ListQuery) -> [Effect]
  /// Looks at the data again.
  func refresh() -> [Effect]
  /// Opens the row called `id`.
  func open(_ id: String) -> [Effect]
}

extension ListSource {
  /// Always ready.
  public var phase: ListPhase { .ready }
  /// That of the row.
  public func id(at index: Int) -> String { row(at: index).id }
  /// Nothing to look at.
  public func refresh() -> [Effect] { [] }

  /// How many rows there are without the filter, and how to clear it.
  public var unfilteredHint: KeyWords {
    "\(Count.text(total)) without the filter · \(key: .leave) clears the filter"
  }

  var described: (any DescribedRows)? { self as? any DescribedRows }
  var addressed: (any AddressedRows)? { self as? any AddressedRows }
  var detailed: (any DetailedRows)? { self as? any DetailedRows }
  var filtered: (any FilteredRows)? { self as? any FilteredRows }
  var arranged: (any ArrangedRows)? { self as? any ArrangedRows }
  var grouped: (any GroupedRows)? { self as? any GroupedRows }
  var lettered: (any LetteredRows)? { self as? any LetteredRows }
  var markable: (any MarkableRows)? { self as? any MarkableRows }
  var changeable: (any ChangeableRows)? { self as? any ChangeableRows }
  var acting: (any ActingRows)? { self as? any ActingRows }
}

/// How far a source is with its data.
public enum ListPhase: Hashable, Sendable {
  case loading
  case ready
  /// What went wrong, in a sentence.
  case failed(String)
}

/// The order in which rows are gone through from where one is.
package enum RowOrder {
  /// As many rows are gone through one by one before the next key; more, on another thread.
  package static let fewRows = 1000

  /// The next row behind `row`, and then from the first one on, that passes a test.
  ///
  /// - Parameters:
  ///   - row: where one is; -1 for before the first.
  ///   - count: how many rows there are.
  ///   - isWanted: the test.
  /// - Returns: its place, or `nil` where none passes.
  package static func next(after row: Int, of count: Int, where isWanted: (Int) -> Bool) -> Int? {
    let next = min(row + 1, count)
    return (next..<count).first(where: isWanted) ?? (0..<next).first(where: isWanted)
  }
}
