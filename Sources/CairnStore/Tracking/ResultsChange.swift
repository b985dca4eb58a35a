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

/// A result of the same request in newer content, with the differences.
struct ResultsUpdate {
  private(set) var result: FetchResult
  private(set) var change: ResultsChange?

  /// Brings `old` up to date.
  init(_ old: FetchResult, to snapshot: Snapshot, at clock: WallClock) throws(FilterError) {
    guard snapshot.model == old.snapshot.model else {
      result = try snapshot.fetch(old.request, at: clock)
      change = .reload
      return
    }
    let run = try FetchRun(old.request, in: snapshot, at: clock)
    let difference = TableDifference(from: old.table, to: run.table)
    let links = LinkDifference(of: run.table.entity, from: old.snapshot, to: snapshot)
    guard difference.entries.count + links.fields.count <= RowChanges.limit else {
      result = try run.result(reusing: old)
      change = .reload
      return
    }
    let touched: TouchedRows
    if let patch = try ResultPatch(old, difference, run) {
      result = patch.result
      touched = TouchedRows(difference, links, from: old, patch)
    } else {
      result = try run.result(reusing: old)
      touched = TouchedRows(difference, links, from: old, to: result)
    }
    change = touched.change(from: old, to: result)
  }
}

/// A result brought up to date by looking only at the records that changed.
struct ResultPatch {
  let result: FetchResult

  /// Takes what changed out of `old` and puts it in again where it belongs; `nil` for a request
  /// whose rows do not depend on their own values alone, which must be fetched again.
  init?(
    _ old: FetchResult, _ difference: TableDifference, _ run: FetchRun
  ) throws(FilterError) {
    guard run.request.isWhole, old.matches.isLocal,
      old.matches.clock.localTime == run.clock.localTime,
      run.request.predicate?.meansTheSame(at: old.matches.clock, as: run.clock) ?? true
    else { return nil }
    let plan = try run.plan()
    guard plan.isLocal else { return nil }
    let matches = try run.matches(reusing: old)
    let ranks = SortRanks(plan, reusing: old.ranks)
    let added = difference.entries.compactMap(\.new).filter { matches.contains($0, of: run.table) }
    var kept: [RowPlace] = []
    kept.reserveCapacity(old.places.count)
    for place in old.places {
      if let place = difference.place(ofUnchanged: place) { kept.append(place) }
    }
    let places = ranks.merged(kept, ranks.sorted(added))
    result = FetchResult(
      request: run.request, snapshot: run.snapshot,
      sections: run.sections(places[...], ranks, plan), totalCount: places.count, table: run.table,
      places: places[...], matches: matches, ranks: ranks)
  }
}

extension FetchRequest {
  /// Whether the result has all records that fit, and only their own values decide.
  var isWhole: Bool { origin == nil && offset == 0 && limit == nil }
}

/// Which section of a new list is which of the old one.
struct SectionMatch {
  /// By old section, the new one; `nil` for a section that is gone.
  private(set) var new: [Int?] = []

  /// Sections of the old list that are gone, ascending.
  private(set) var deleted: [Int] = []

  /// Sections of the new list that were not there, ascending.
  private(set) var inserted: [Int] = []

  /// Compares the sections, which stand in the same order in both lists, one after the other.
  init(from old: FetchResult, to current: FetchResult) {
    guard old.request.group != nil else {
      new = [0]
      return
    }
    var next = 0
    for section in old.sections {
      let first = old.places[old.places.startIndex + section.range.lowerBound]
      var order = -1
      while next < current.sections.count {
        let start = current.places.startIndex + current.sections[next].range.lowerBound
        order = current.ranks.compareSections(current.places[start], with: first, of: old.ranks)
        if order >= 0 { break }
        inserted.append(next)
        next += 1
      }
      if order == 0, next < current.sections.count {
        new.append(next)
        next += 1
      } else {
        deleted.append(new.count)
        new.append(nil)
      }
    }
    inserted += next..<current.sections.count
  }
}
