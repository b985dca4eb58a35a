public import CairnNavigation

/// What a list shows and in which order.
public struct ListQuery: Hashable, Sendable {
  /// The part of a URL that has the filter of most lists.
  static let filterName = "where"

  /// The filter as typed; empty for all rows.
  public var filter: String
  /// The sort, the most important column first.
  public var sorts: [ListSort]
  /// The field whose values make sections, or none.
  public var group: String?
  /// The columns that are shown, each as `ListColumn.choice` writes it; `nil` for those that the
  /// list shows by itself.
  public var columns: [String]?

  /// A query; all rows in their own order if nothing is said.
  public init(
    filter: String = "", sorts: [ListSort] = [], group: String? = nil, columns: [String]? = nil
  ) {
    self.filter = filter
    self.sorts = sorts
    self.group = group
    self.columns = columns
  }

  /// The query that the URL of a list without fields says, in its `where=` and `sort=`.
  public init(_ url: ScreenURL) {
    let keys = (url.value("sort") ?? "").split(separator: ",")
    filter = url.value(Self.filterName) ?? ""
    sorts = keys.map { ListSort(String($0.drop { $0 == "-" }), isDescending: $0.first == "-") }
  }

  /// The sort as a URL writes it: "-rating,name".
  public var sortText: String {
    sorts.map { ($0.isDescending ? "-" : "") + $0.column }.joined(separator: ",")
  }
}

/// One column to sort by.
public struct ListSort: Hashable, Sendable {
  /// The column's name.
  public var column: String
  /// Whether the greatest comes first.
  public var isDescending: Bool

  /// A sort by `column`.
  public init(_ column: String, isDescending: Bool = false) {
    self.column = column
    self.isDescending = isDescending
  }
}

/// What is wrong with a filter, and where.
public struct FilterProblem: Hashable, Sendable {
  /// A sentence for the person who typed it.
  public var text: String
  /// The characters at fault, counted from 0.
  public var range: Range<Int>
  /// Whether it is no mistake yet, as typing on can make it right; the text says what can follow.
  public var isUnfinished: Bool

  /// A problem with the characters of `range`.
  public init(_ text: String, at range: Range<Int>, isUnfinished: Bool = false) {
    self.text = text
    self.range = range
    self.isUnfinished = isUnfinished
  }
}

extension String {
  /// A filter without blanks at its ends, so that two URLs of the same view are equal.
  package var tidyFilter: String {
    let start = drop(while: \.isWhitespace)
    return String(
      start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)])
  }
}
