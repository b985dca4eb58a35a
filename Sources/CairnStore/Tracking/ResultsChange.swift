/// What became of a list of records when the store changed, so that a view can follow.
public enum ResultsChange: Hashable, Sendable {
  /// Too much changed to say it row by row, more than 1,000 rows, or the model did.
  ///
  /// What was selected is found again by its id.
  case reload

  /// Some rows and sections came, went, moved or have other values.
  case rows(RowChanges)
}

/// Which rows and sections came, went, moved or have other values.
///
/// Sections come first; rows that go or have other values are named by where they stood in the old
/// list, rows that come or move by where they stand in the new one. So this makes the new list of
/// the old one, exactly:
///
/// 1. take out the rows of `deletedRows` and those that `movedRows` start from;
/// 2. take out the sections of `deletedSections`, which are empty now;
/// 3. put in the sections of `insertedSections`, empty, in ascending order;
/// 4. put in the rows of `insertedRows` and those that `movedRows` lead to, in ascending order.
public struct RowChanges: Hashable, Sendable {
  /// A row that stays where it is relative to the others, with other values.
  public struct Update: Hashable, Sendable {
    /// Where it stood.
    public let place: ResultPlace

    /// The fields with other values, links stored by the records at their other end included.
    public let fields: [String]
  }

  /// A row whose place in the order, or whose section, is another one.
  public struct Move: Hashable, Sendable {
    /// Where it stood.
    public let origin: ResultPlace

    /// Where it stands.
    public let destination: ResultPlace

    /// The fields with other values; none where a linked record's values moved it.
    public let fields: [String]
  }

  /// Sections of the old list that are in the new one no more, ascending.
  public internal(set) var deletedSections: [Int] = []

  /// Sections of the new list that were not in the old one, ascending.
  public internal(set) var insertedSections: [Int] = []

  /// Rows that went, by where they stood, ascending.
  public internal(set) var deletedRows: [ResultPlace] = []

  /// Rows with other values, by where they stood, ascending.
  public internal(set) var updatedRows: [Update] = []

  /// Rows that came, by where they stand, ascending.
  public internal(set) var insertedRows: [ResultPlace] = []

  /// Rows that moved, by where they stand, ascending; such a row is not among the updated ones.
  public internal(set) var movedRows: [Move] = []

  /// The most events that are told row by row.
  static let limit = 1000

  var rowCount: Int {
    deletedRows.count + updatedRows.count + insertedRows.count + movedRows.count
  }

  var isEmpty: Bool { rowCount == 0 && deletedSections.isEmpty && insertedSections.isEmpty }

  mutating func sort() {
    deletedRows.sort()
    updatedRows.sort { $0.place < $1.place }
    insertedRows.sort()
    movedRows.sort { $0.destination < $1.destination }
  }
}

/// Where a row stands in a list of sections.
public struct ResultPlace: Hashable, Comparable, Sendable {
  /// The section, from 0.
  public var section: Int

  /// The row in the section, from 0.
  public var row: Int

  /// The place of row `row` in section `section`.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  /// Whether the left place comes first.
  public static func < (left: Self, right: Self) -> Bool {
    left.section == right.section ? left.row < right.row : left.section < right.section
  }
}
