public import CairnInterface

/// One row of a list.
public struct ListRow: Hashable, Sendable {
  /// The row's permanent identity.
  public var id: String
  /// The texts in the order of the columns; missing ones are blank.
  public var cells: [String]
  /// The tone of the row, which may call for attention.
  public var tone: Message.Tone
  /// The color roles of cells, by column.
  public var roles: [Int: Role] = [:]
  /// The color roles of words in cells with several words, by column.
  public var wordRoles: [Int: [String: Role]] = [:]
  /// The lengths of bars, from 0 to 1, by column; such a column has no text.
  public var bars: [Int: Double] = [:]
  /// Whether the record has remarks besides its fields; a mark in the gutter shows it.
  public var hasRemarks: Bool

  /// Creates a row.
  public init(
    id: String, cells: [String], tone: Message.Tone = .plain, hasRemarks: Bool = false
  ) {
    self.id = id
    self.cells = cells
    self.tone = tone
    self.hasRemarks = hasRemarks
  }
}

/// One column of a list.
public struct ListColumn: Hashable, Sendable {
  /// The alignment of the cells.
  public enum Alignment: Hashable, Sendable {
    /// At the left edge, as text.
    case leading
    /// At the right edge, as numbers.
    case trailing
  }

  /// The column's name in sorts and URLs.
  public var name: String
  /// The text of the header.
  public var title: String
  /// The alignment; trailing for numbers and ages.
  public var alignment: Alignment
  /// The minimum and maximum width, in terminal columns.
  public var width: ClosedRange<Int>
  /// The width of the longest text, for leftover space; the maximum width if that is more.
  public var fullWidth = 0
  /// The width that a person chose, which overrides minimum and maximum.
  public var chosenWidth: Int?
  /// Whether `s` and a click on the header sort by the column.
  public var isSortable: Bool
  /// Whether the column shows only if all others have their maximum width.
  public var isExtra = false

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - name: the column's name in sorts and URLs.
  ///   - title: the header's text; by default the name.
  ///   - alignment: the alignment of the cells.
  ///   - width: the minimum and maximum width, in terminal columns, 1 or more.
  ///   - isSortable: whether the list can be sorted by the column.
  public init(
    _ name: String, title: String? = nil, alignment: Alignment = .leading,
    width: ClosedRange<Int> = 8...30, isSortable: Bool = true
  ) {
    self.name = name
    self.title = title ?? name
    self.alignment = alignment
    self.width = max(1, width.lowerBound)...max(1, width.upperBound)
    self.isSortable = isSortable
  }

  /// Returns the column, no wider than its title and texts need, so that other columns get the
  /// space.
  public func fitted(to texts: some Sequence<String>) -> ListColumn {
    // The header has space for the sort mark after its title.
    let widest = texts.reduce(GlyphWidth.columns(of: title) + 1) {
      max($0, GlyphWidth.columns(of: String($1.prefix(400))))
    }
    var column = self
    column.width = min(width.lowerBound, widest)...min(width.upperBound, widest)
    column.fullWidth = widest
    return column
  }

  /// The possible widths.
  var shownWidth: ClosedRange<Int> { chosenWidth.map { $0...$0 } ?? width }

  /// The column in its URL form: "name", or "name:20" with a chosen width.
  public var choice: String { name + (chosenWidth.map { ":\($0)" } ?? "") }
}

/// A group of rows under a head.
public struct ListSection: Hashable, Sendable {
  /// The section's permanent identity: the rows' common value as text; empty for no value.
  public var id: String
  /// The value for display.
  public var title: String
  /// The totals of the rows in each column; blank or missing if there is no total.
  public var totals: [String]

  /// Creates a section.
  public init(id: String, title: String, totals: [String] = []) {
    self.id = id
    self.title = title
    self.totals = totals
  }
}

/// The function for the totals of a section's numbers.
public enum SectionTotals: String, CaseIterable, Hashable, Sendable {
  /// All numbers added together.
  case sum
  /// The sum divided by the number of values.
  case average
  /// The smallest number.
  case least
  /// The largest number.
  case greatest

  /// The name of the row with the totals of all rows.
  package var title: String {
    switch self {
    case .sum: "Total"
    case .average: "Average"
    case .least: "Least"
    case .greatest: "Greatest"
    }
  }
}

/// A field of a list's rows that can be a column or a group.
public struct ListField: Hashable, Sendable {
  /// The field's name in URLs.
  public var name: String
  /// The field's name for display.
  public var title: String
  /// Whether the field has long texts, which are no use for sorting or grouping.
  public var isLong: Bool
  /// Whether an order by the field begins with the newest: the field tells when something changed.
  public var isNewestFirst: Bool

  /// Creates a field; its title defaults to its name.
  public init(
    _ name: String, title: String? = nil, isLong: Bool = false, isNewestFirst: Bool = false
  ) {
    self.name = name
    self.title = title ?? name
    (self.isLong, self.isNewestFirst) = (isLong, isNewestFirst)
  }
}

/// The folded sections of a list, whose rows are hidden.
struct SectionFolds: Hashable {
  /// Whether sections are folded by default.
  private(set) var isAll = false
  /// The sections that differ from the default.
  private(set) var exceptions: Set<String> = []

  init(isAll: Bool = false, exceptions: Set<String> = []) {
    (self.isAll, self.exceptions) = (isAll, exceptions)
  }

  mutating func toggle(_ id: String) {
    if exceptions.remove(id) == nil { exceptions.insert(id) }
  }

  /// The indices of the folded sections among `count` sections with these ids.
  func places(among count: Int, id: (Int) -> String) -> Set<Int> {
    guard !exceptions.isEmpty else { return isAll ? Set(0..<count) : [] }
    return Set((0..<count).filter { exceptions.contains(id($0)) != isAll })
  }
}

/// The targets of a list's rows, which marks at their ends show.
public enum RowTargets: Hashable, Sendable {
  /// No URLs: rows have no marks.
  case none
  /// URLs that all open in the same way, so that all rows have the same mark.
  case alike
  /// A URL of its own kind for each row.
  case various
}
