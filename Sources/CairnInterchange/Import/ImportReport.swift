public import CairnStore

/// What an import did, or would do.
public struct ImportReport: Sendable {
  /// A row, or a value of one, that could not be imported.
  public struct BadRow: Hashable, Sendable, CustomStringConvertible {
    /// The place of its table among those of all inputs.
    var table: Int
    /// The input's name.
    public var input: String
    /// Where the row starts.
    public var start: RowLine
    /// Why it could not.
    public var problem: RowProblem

    /// The line at which the row starts, from 1.
    public var line: Int { start.number }

    /// The line of the problem, from 1; that at which the row starts where no better one is known.
    public var problemLine: Int { problem.position?.line ?? line }

    /// Where the problem lies, without the input: "line 3, column 4".
    public var place: String { problem.place(in: start) }

    /// Where and why, in one line.
    public var description: String { "\(input), \(place): \(problem.reason)" }
  }

  /// What happened to one collection.
  public struct Collection: Sendable, CustomStringConvertible {
    /// The collection.
    public var entity: Entity
    /// Whether the import made it.
    public var isNew: Bool
    /// Records added.
    public var inserted = 0
    /// Records changed.
    public var updated = 0
    /// Records found that were as they should be.
    public var unchanged = 0
    /// Records of the store, otherwise unchanged or not, whose links became others.
    public var relinked = 0
    /// Records taken out, since others stand in their place within a record that was changed.
    public var deleted = 0

    /// Whether anything is other than it was.
    public var changesAnything: Bool { inserted + updated + relinked + deleted > 0 }

    /// The collection's name and the counts, in words.
    public var description: String { "\(entity.plural): \(counts { "\($0)" })" }

    /// The counts in words; of what there is none, only new records are told.
    ///
    /// - Parameter text: how a number is written.
    /// - Returns: the counts, as in "2 new, 1 deleted".
    public func counts(_ text: (Int) -> String) -> String {
      var parts = ["\(text(inserted)) new"]
      if updated > 0 { parts.append("\(text(updated)) updated") }
      if unchanged > 0 { parts.append("\(text(unchanged)) unchanged") }
      if deleted > 0 { parts.append("\(text(deleted)) deleted") }
      return parts.joined(separator: ", ")
    }
  }

  /// The collections, in the order of the inputs.
  public internal(set) var collections: [Collection] = []
  /// What a person should hear: types widened, values kept as JSON text, links that lead nowhere.
  public internal(set) var notices: [String] = []
  /// The first rows that could not be imported, at most `badRowLimit`.
  public internal(set) var badRows: [BadRow] = []
  /// How many rows could not be imported.
  public internal(set) var badRowCount = 0
  /// The first values that found no place in a row that was imported, at most `badRowLimit`.
  public internal(set) var lostValues: [BadRow] = []
  /// How many values found no place.
  public internal(set) var lostValueCount = 0
  /// The rows that were looked at, where the import was stopped and what came so far was kept.
  public internal(set) var stoppedAfter: Int?
  /// The number of the saved change; `nil` when nothing was changed.
  public internal(set) var transaction: UInt64?
  /// The replica that saved it.
  public internal(set) var replica: Replica?

  /// Whether the model gets or loses anything.
  public internal(set) var changesModel = false

  /// Whether anything is other than it was.
  public var changesAnything: Bool {
    changesModel || collections.contains(where: \.changesAnything)
  }

  /// Whether some row is a record, be it as it was.
  public var hasRecords: Bool {
    collections.contains { $0.changesAnything || $0.unchanged > 0 }
  }

  /// Whether rows came, and each of them was refused.
  public var isFruitless: Bool { badRowCount > 0 && !hasRecords }

  /// Bad rows that are kept one by one; of a million wrong ones nobody reads more.
  public static let badRowLimit = 1000

  /// Adds rows of other tables, as far as the limit allows, in the order of the tables.
  mutating func add(_ rows: [BadRow], count: Int) {
    let all = Dictionary(grouping: badRows + rows, by: \.table)
    badRows = Array(all.sorted { $0.key < $1.key }.flatMap(\.value).prefix(Self.badRowLimit))
    badRowCount += count
  }

  /// Notes a value that found no place in its row, which is imported without it.
  mutating func noteLost(_ problem: RowProblem, of row: WaitingLink.Origin) {
    lostValueCount += 1
    guard lostValues.count < Self.badRowLimit else { return }
    lostValues.append(
      BadRow(table: row.table, input: row.input, start: row.line, problem: problem))
  }

  /// The row that was noted last.
  private var lastBadRow: WaitingLink.Origin?

  /// Notes what is wrong with a row; one with several things wrong, noted one after the other,
  /// counts once.
  mutating func note(_ problem: RowProblem, of row: WaitingLink.Origin) {
    if lastBadRow != row { badRowCount += 1 }
    lastBadRow = row
    guard badRows.count < Self.badRowLimit else { return }
    badRows.append(
      BadRow(table: row.table, input: row.input, start: row.line, problem: problem))
  }
}

/// How far an import has come.
public struct ImportProgress: Sendable {
  /// What an import does after it has reported its progress.
  public enum Answer: Sendable {
    /// It goes on.
    case proceed
    /// It stops, and nothing is changed.
    case cancel
    /// It takes no more rows, and what came so far stays; nothing does while it finds the types.
    case keep
  }

  /// What an import goes through its rows for.
  public enum Phase: Sendable {
    /// It finds the types.
    case inspecting
    /// It makes the records: twice where there are tables of which each row was refused.
    case converting
  }

  /// What the import is doing.
  public var phase: Phase
  /// Rows done in this phase.
  public var rows: Int
  /// Rows there are, known once they have been inspected.
  public var total: Int?

  /// Rows between two reports.
  static let interval = 4096
}
