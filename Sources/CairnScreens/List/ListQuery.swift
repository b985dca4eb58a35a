public import CairnNavigation

/// The filter, order, group and columns of a list, as texts: they suit a list of anything.
///
/// A list of records reads them with the types of its fields, as a `RecordQuery`.
public struct ListQuery: Hashable, Sendable {
  /// The URL parameter for the filter of most lists.
  static let filterName = "where"

  /// The typed filter; empty for all rows.
  public var filter: String
  /// The sort, the most important column first.
  public var sorts: [ListSort]
  /// The field that rows are grouped by, or `nil`.
  public var group: String?
  /// The visible columns in the form of `ListColumn.choice`; `nil` for the list's default columns.
  public var columns: [String]?

  /// Creates a query; by default all rows in their own order.
  public init(
    filter: String = "", sorts: [ListSort] = [], group: String? = nil, columns: [String]? = nil
  ) {
    self.filter = filter
    self.sorts = sorts
    self.group = group
    self.columns = columns
  }

  /// Creates the query from a list's URL, from its `where=` and `sort=`; for lists without fields.
  public init(_ url: ScreenURL) {
    let keys = (url.value("sort") ?? "").split(separator: ",")
    filter = url.value(Self.filterName) ?? ""
    sorts = keys.map { ListSort(String($0.drop { $0 == "-" }), isDescending: $0.first == "-") }
  }

  /// The sort in its URL form: "-rating,name".
  public var sortText: String {
    sorts.map { ($0.isDescending ? "-" : "") + $0.column }.joined(separator: ",")
  }
}

/// One column of a sort.
public struct ListSort: Hashable, Sendable {
  /// The column's name.
  public var column: String
  /// Whether the greatest value comes first.
  public var isDescending: Bool

  /// Creates a sort by `column`.
  public init(_ column: String, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }
}

/// A problem in a filter, and its place.
public struct FilterProblem: Hashable, Sendable {
  /// A sentence about the problem.
  public var text: String
  /// The wrong characters, counted from 0.
  public var range: Range<Int>
  /// Whether the filter is merely unfinished; then the text shows the possible continuations.
  public var isUnfinished: Bool

  /// Creates a problem with the characters of `range`.
  public init(_ text: String, at range: Range<Int>, isUnfinished: Bool = false) {
    self.text = text
    self.range = range
    self.isUnfinished = isUnfinished
  }
}

extension String {
  /// The filter without blanks at its ends, and with one blank between its parts, so that URLs of
  /// the same view are equal.
  ///
  /// Blanks within quotation marks stay.
  package var tidyFilter: String {
    var tidy = ""
    var isQuoted = false
    for character in self {
      if character == "\"" { isQuoted.toggle() }
      if isQuoted || !character.isWhitespace {
        tidy.append(character)
      } else if !tidy.isEmpty, tidy.last != " " {
        tidy.append(" ")
      }
    }
    return isQuoted || tidy.last != " " ? tidy : String(tidy.dropLast())
  }
}
