/// The change of a list of records after a change of the store, for views that follow it.
public enum ResultsChange: Hashable, Sendable {
  /// The model or more than 1,000 rows changed, so the rows are not reported one by one.
  ///
  /// A view finds the selected record again by its id.
  case reload

  /// Some rows and sections were inserted, deleted, moved or updated.
  case rows(RowChanges)
}

/// The rows and sections that were inserted, deleted, moved or updated.
///
/// Sections are applied first. Deleted and updated rows have their places in the old list; inserted
/// and moved rows have their places in the new list. These steps turn the old list into the new one
/// exactly:
///
/// 1. remove the rows of `deletedRows` and the origins of `movedRows`;
/// 2. remove the sections of `deletedSections`, which are empty now;
/// 3. insert the sections of `insertedSections`, empty, in ascending order;
/// 4. insert the rows of `insertedRows` and the destinations of `movedRows`, in ascending order.
public struct RowChanges: Hashable, Sendable {
  /// A row with changed values, which did not move among the other rows.
  public struct Update: Hashable, Sendable {
    /// The row's place in the old list.
    public let place: ResultPlace

    /// The fields with changed values, including links that other records store.
    public let fields: [String]
  }

  /// A row that moved in the order or to another section.
  public struct Move: Hashable, Sendable {
    /// The row's place in the old list.
    public let origin: ResultPlace

    /// The row's place in the new list.
    public let destination: ResultPlace

    /// The fields with changed values; empty if a linked record's values moved the row.
    public let fields: [String]
  }

  /// The sections of the old list that are not in the new one, ascending.
  public internal(set) var deletedSections: [Int] = []

  /// The sections of the new list that were not in the old one, ascending.
  public internal(set) var insertedSections: [Int] = []

  /// The deleted rows, by their places in the old list, ascending.
  public internal(set) var deletedRows: [ResultPlace] = []

  /// The updated rows, by their places in the old list, ascending.
  public internal(set) var updatedRows: [Update] = []

  /// The inserted rows, by their places in the new list, ascending.
  public internal(set) var insertedRows: [ResultPlace] = []

  /// The moved rows, by their new places, ascending; a moved row is not among the updated ones.
  public internal(set) var movedRows: [Move] = []

  /// The largest number of changes that are reported row by row.
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

/// The place of a row in a list of sections.
public struct ResultPlace: Hashable, Comparable, Sendable {
  /// The section, from 0.
  public var section: Int

  /// The row in the section, from 0.
  public var row: Int

  /// Creates the place of row `row` in section `section`.
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

  /// Updates `old` to the content of `snapshot`.
  init(_ old: FetchResult, to snapshot: Snapshot, at clock: WallClock) throws(FilterError) {
    // One changed value may bring other records into a group of duplicates.
    guard snapshot.model == old.snapshot.model, old.request.likeness.isEmpty else {
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

/// A result that was updated by testing only the changed records.
struct ResultPatch {
  let result: FetchResult

  /// Removes the changed records from `old`, and inserts them at their new places.
  ///
  /// It is `nil` for a request whose rows depend on other records or other times too; such a
  /// request is fetched again.
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
    guard matches.texts == old.matches.texts else { return nil }
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
  /// Whether the request has no origin, offset or limit, so that its result has all matches.
  var isWhole: Bool { origin == nil && offset == 0 && limit == nil }
}

/// The mapping from old sections to new ones.
struct SectionMatch {
  /// The new section for each old one; `nil` for a deleted section.
  private(set) var new: [Int?] = []

  /// The deleted sections of the old list, ascending.
  private(set) var deleted: [Int] = []

  /// The inserted sections of the new list, ascending.
  private(set) var inserted: [Int] = []

  /// Compares the sections, which have the same order in both lists, one by one.
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
