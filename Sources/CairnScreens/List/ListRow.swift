internal import CairnInterface

/// One row of a list.
public struct ListRow: Hashable, Sendable {
  /// What stays the same while the row's place changes.
  public var id: String
  /// The texts, in the order of the columns; missing ones are blank.
  public var cells: [String]
  /// Whether the row wants attention, or none.
  public var tone: Message.Tone
  /// Whether its screen has remarks besides its fields, which a mark in the gutter tells.
  public var hasRemarks: Bool

  /// A row.
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
  /// Which side the cells lean to.
  public enum Alignment: Hashable, Sendable {
    case leading
    case trailing
  }

  /// What a sort and a URL call it.
  public var name: String
  /// What the header says.
  public var title: String
  /// Numbers and ages lean to the trailing side.
  public var alignment: Alignment
  /// The fewest columns of the terminal that make sense, and the most that are of use.
  public var width: ClosedRange<Int>
  /// How wide its longest text is, for room that nobody else can use; the most that is of use if
  /// that is more.
  public var fullWidth = 0
  /// How wide it is, whatever makes sense, where a person said so.
  public var chosenWidth: Int?
  /// Whether `s` and a click on the header sort by it.
  public var isSortable: Bool
  /// Whether it is there only where all others have all the room that they can use.
  public var isExtra = false

  /// Describes a column.
  ///
  /// - Parameters:
  ///   - name: what a sort and a URL call it.
  ///   - title: the header's words; the name if left out.
  ///   - alignment: which side the cells lean to.
  ///   - width: in columns of the terminal, 1 or more.
  ///   - isSortable: whether the list can be sorted by it.
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

  /// The same, no wider than its title and texts need, so that others have the room.
  public func fitted(to texts: some Sequence<String>) -> ListColumn {
    // Behind the title stands the way that the list is sorted by it.
    let widest = texts.reduce(GlyphWidth.columns(of: title) + 1) {
      max($0, GlyphWidth.columns(of: String($1.prefix(400))))
    }
    var column = self
    column.width = min(width.lowerBound, widest)...min(width.upperBound, widest)
    column.fullWidth = widest
    return column
  }

  /// The widths that it may have.
  var shownWidth: ClosedRange<Int> { chosenWidth.map { $0...$0 } ?? width }

  /// The column as the URL of a list has it: "name", or "name:20" with a chosen width.
  public var choice: String { name + (chosenWidth.map { ":\($0)" } ?? "") }
}

/// Rows of a list that belong together, under a head that says why.
public struct ListSection: Hashable, Sendable {
  /// What stays the same while rows come and go: the value that the rows share, as text; empty
  /// where they have none.
  public var id: String
  /// The value for people.
  public var title: String
  /// What the rows come to in each column; blank or missing where nothing is computed.
  public var totals: [String]

  /// A section.
  public init(id: String, title: String, totals: [String] = []) {
    self.id = id
    self.title = title
    self.totals = totals
  }
}

/// What is computed of the numbers of a section's rows.
public enum SectionTotals: String, CaseIterable, Hashable, Sendable {
  case sum
  case average
  case least
  case greatest
}

/// A field of a list's rows that can be a column or make sections.
public struct ListField: Hashable, Sendable {
  /// What a URL calls it.
  public var name: String
  /// What people call it.
  public var title: String
  /// Whether it has long texts, by which nobody sorts or groups.
  public var isLong: Bool

  /// A field; called by its name where there is no other title.
  public init(_ name: String, title: String? = nil, isLong: Bool = false) {
    self.name = name
    self.title = title ?? name
    self.isLong = isLong
  }
}

/// Which sections of a list have their rows out of sight.
struct SectionFolds: Hashable {
  /// Whether sections are folded that nobody said anything of.
  private(set) var isAll = false
  /// The sections for which it is the other way round.
  private(set) var exceptions: Set<String> = []

  init(isAll: Bool = false, exceptions: Set<String> = []) {
    (self.isAll, self.exceptions) = (isAll, exceptions)
  }

  mutating func toggle(_ id: String) {
    if exceptions.remove(id) == nil { exceptions.insert(id) }
  }

  /// The places of the folded ones among `count` sections with these ids.
  func places(among count: Int, id: (Int) -> String) -> Set<Int> {
    guard !exceptions.isEmpty else { return isAll ? Set(0..<count) : [] }
    return Set((0..<count).filter { exceptions.contains(id($0)) != isAll })
  }
}

/// Where the rows of a list lead, which the marks at their ends tell.
public enum RowTargets: Hashable, Sendable {
  /// To no URLs: rows have no marks.
  case none
  /// To URLs that all open in the same way, so that the mark of one is that of all.
  case alike
  /// Each to a URL of its own kind.
  case various
}
