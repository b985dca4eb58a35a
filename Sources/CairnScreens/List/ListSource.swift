/// The rows of a list.
///
/// A source answers at once from its data. It returns longer work as a job, shows the old rows or
/// `.loading` until then, and ends the job's completion with `.refresh`.
///
/// A source declares its further abilities by conforming to protocols:
///
/// | protocol | the list |
/// |---|---|
/// | `DescribedRows` | has texts for missing rows, and reads the rows again at an interval |
/// | `AddressedRows` | opens rows by URL and finds the row of a URL |
/// | `DetailedRows` | shows the row under the cursor in a side pane |
/// | `ExaminedRows` | finds out slow facts about visible rows on another thread |
/// | `FilteredRows` | completes and explains filters |
/// | `FieldRows` | has fields to show, sort and group by |
/// | `ViewedRows` | has other views, such as counts |
/// | `GroupedRows` | has sections and totals |
/// | `LetteredRows` | jumps to a row by its first letter, without visiting all rows |
/// | `MarkableRows` | marks rows, for commands on several rows |
/// | `GatheringRows` | opens, exports and copies the records of the marked rows |
/// | `ChangeableRows` | adds, edits, deletes and links rows |
/// | `ActingRows` | performs actions that the screen doesn't handle |
public protocol ListSource: AnyObject {
  /// The list's name: "Contacts".
  var title: String { get }
  /// The columns in display order.
  var columns: [ListColumn] { get }
  /// Whether the source is ready, loading, or failed.
  var phase: ListPhase { get }
  /// The number of rows that match the query.
  var count: Int { get }
  /// The number of rows without a filter.
  var total: Int { get }
  /// A number that changes when rows may have been added, removed or moved; `nil` if unknown.
  var generation: Int? { get }
  /// The row at `index`, from 0 up to `count`; must be cheap, as each drawing asks for it.
  func row(at index: Int) -> ListRow
  /// The id of the row at `index`; marking all rows reads all ids.
  func id(at index: Int) -> String
  /// The index of the row `id`, or `nil` if the query excludes it.
  func index(of id: String) -> Int?
  /// The present filter and order, initially from the URL.
  var query: ListQuery { get }
  /// Filters and sorts again.
  func apply(_ query: ListQuery) -> [Effect]
  /// Reads the data again.
  func refresh() -> [Effect]
  /// Opens the row `id`.
  func open(_ id: String) -> [Effect]
}

extension ListSource {
  /// Ready by default.
  public var phase: ListPhase { .ready }
  /// `nil` by default, which means unknown.
  public var generation: Int? { nil }
  /// The id of the row by default.
  public func id(at index: Int) -> String { row(at: index).id }
  /// No effects by default.
  public func refresh() -> [Effect] { [] }

  /// The number of rows without the filter, and the key that clears it.
  public var unfilteredHint: KeyWords {
    "\(Count.text(total)) without the filter · \(key: .leave) clears the filter"
  }
}

/// The state of a source's data.
public enum ListPhase: Hashable, Sendable {
  /// The rows are not complete yet.
  case loading
  /// The rows are complete.
  case ready
  /// The reason for the failure, in a sentence.
  case failed(String)
}

/// The order of a search through rows: forward from the present row, then from the first one.
package enum RowOrder {
  /// Up to this many rows are searched before the next key; more are searched on another thread.
  package static let fewRows = 1000

  /// The next row after `row`, or else from the first one on, that passes a test.
  ///
  /// - Parameters:
  ///   - row: the present row; -1 to start with the first one.
  ///   - count: the number of rows.
  ///   - isWanted: the test.
  /// - Returns: the row's index, or `nil` if no row passes.
  package static func next(after row: Int, of count: Int, where isWanted: (Int) -> Bool) -> Int? {
    let next = min(row + 1, count)
    return (next..<count).first(where: isWanted) ?? (0..<next).first(where: isWanted)
  }
}

/// Rows with facts that only another thread finds out, such as the state of their files.
public protocol ExaminedRows: ListSource {
  /// Whether the rows have such facts now.
  var haveSlowFacts: Bool { get }
  /// Whether the facts about rows are known.
  ///
  /// The list asks after each key. If they are unknown, it rests and then examines the rows.
  func areExamined(_ ids: [String]) -> Bool
  /// Examines visible rows on another thread, also those whose facts may have changed.
  func examine(_ ids: [String]) -> [Effect]
}
