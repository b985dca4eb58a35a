public import CairnStore

/// The results of an import, or of a dry run.
public struct ImportReport: Sendable {
  /// A row, or one of its values, that could not be imported.
  public struct BadRow: Hashable, Sendable, CustomStringConvertible {
    /// The position of the table among the tables of all inputs.
    var table: Int
    /// The input's name.
    public var input: String
    /// The place where the row starts.
    public var start: RowLine
    /// The reason, with the name of the field.
    public var problem: RowProblem
    /// The words that people see for the fields, where they differ from the names.
    var captions: [String: String] = [:]

    /// The line at which the row starts, from 1.
    public var line: Int { start.number }

    /// The line of the problem, from 1; if it is unknown, the line at which the row starts.
    public var problemLine: Int { problem.position?.line ?? line }

    /// The place of the problem, without the input: "line 3, column 4".
    public var place: String { problem.place(in: start) }

    /// The reason, with the words that people see for the field.
    public var reason: String { problem.captioned(captions).reason }

    /// The place and the reason, in one line.
    public var description: String { "\(input), \(place): \(reason)" }
  }

  /// The results for one collection.
  public struct Collection: Sendable, CustomStringConvertible {
    /// The collection.
    public var entity: Entity
    /// Whether the import created the collection.
    public var isNew: Bool
    /// The number of added records.
    public var inserted = 0
    /// The number of changed records.
    public var updated = 0
    /// The number of records that were found and already up to date.
    public var unchanged = 0
    /// The number of added records that equal stored records.
    public var equal = 0
    /// The number of stored records whose links changed, with or without other changes.
    public var relinked = 0
    /// The number of deleted records, which other records replaced within a changed record.
    public var deleted = 0

    /// Whether the collection changed.
    public var changesAnything: Bool { inserted + updated + relinked + deleted > 0 }

    /// The collection's name and the counts, in words.
    public var description: String { "\(entity.plural): \(counts { "\($0)" })" }

    /// Returns the counts in words.
    ///
    /// Counts of zero are left out, except for new records.
    ///
    /// - Parameter text: Formats a number.
    /// - Returns: the counts, as in "2 new, 1 deleted".
    public func counts(_ text: (Int) -> String) -> String {
      var parts = ["\(text(inserted)) new"]
      if updated > 0 { parts.append("\(text(updated)) updated") }
      if unchanged > 0 { parts.append("\(text(unchanged)) unchanged") }
      if deleted > 0 { parts.append("\(text(deleted)) deleted") }
      return parts.joined(separator: ", ")
    }
  }

  /// A link that takes the place of a column, with the records that its values name.
  public struct NamedLink: Sendable {
    /// The collection that has the link.
    public let entity: Entity
    /// The link.
    public let relationship: Relationship
    /// The collection at the other end.
    public let destination: Entity
    /// The number of different values.
    public let valueCount: Int
    /// The number of records that were created for values.
    public let createdCount: Int
  }

  /// A table of the inputs.
  public struct Input: Sendable {
    /// The input's name.
    public let name: String
    /// The form in which the table was read.
    public let form: InputForm
    /// The number of rows that repeat an earlier row.
    public let repeatedCount: Int
  }

  /// The tables of all inputs.
  public internal(set) var inputs: [Input] = []
  /// The collections, in the order of the inputs.
  public internal(set) var collections: [Collection] = []
  /// The links that take the place of columns, in the order of the rows.
  public internal(set) var namedLinks: [NamedLink] = []
  /// Notices for the person: widened types, values kept as JSON text, links that lead nowhere.
  public internal(set) var notices: [String] = []
  /// The first rows that could not be imported, at most `badRowLimit`.
  public internal(set) var badRows: [BadRow] = []
  /// The number of rows that could not be imported.
  public internal(set) var badRowCount = 0
  /// The words that people see for fields, by the positions of the tables and the fields' names.
  var captions: [Int: [String: String]] = [:]
  /// The rows that could not be imported, by the positions of their tables.
  var refusedRows: [Int: RefusedRows] = [:]
  /// The first values that could not be stored, in rows that were imported; at most `badRowLimit`.
  public internal(set) var lostValues: [BadRow] = []
  /// The number of values that could not be stored.
  public internal(set) var lostValueCount = 0
  /// The values that did not fit their fields and were left empty or moved, as a person chose.
  public internal(set) var misfits: [Misfits] = []
  /// The number of rows read when the import was stopped and the rows so far were kept.
  public internal(set) var stoppedAfter: Int?
  /// The number of the saved change; `nil` if nothing changed.
  public internal(set) var transaction: UInt64?
  /// The replica that saved it.
  public internal(set) var replica: Replica?

  /// Whether the model changes.
  public internal(set) var changesModel = false

  /// Whether the model or a collection changes.
  public var changesAnything: Bool {
    changesModel || collections.contains(where: \.changesAnything)
  }

  /// The columns that have no field, if the import must not change collections.
  public internal(set) var leftOutColumns: [String] = []

  /// Whether every value of every row was imported, except columns that the options leave out.
  public var isWhole: Bool {
    badRowCount == 0 && lostValueCount == 0 && leftOutColumns.isEmpty
  }

  /// What the import did, in a sentence: the records of each collection, the refused rows, and the
  /// values that found no place.
  public var summary: String {
    let first = badRows.first.map { ", the first in \($0.place)" } ?? ""
    let lost = lostValues.first.map { ", the first in \($0.place)" } ?? ""
    let parts = [
      stoppedAfter.map { "stopped after row \($0)" },
      badRowCount > 0 ? "\(counted(badRowCount, "row")) refused\(first)" : nil,
      lostValueCount > 0 ? "\(counted(lostValueCount, "value")) found no place\(lost)" : nil,
      leftOutColumns.isEmpty ? nil : "\(counted(leftOutColumns.count, "column")) left out",
    ]
    return (collections.map(\.description) + parts.compactMap(\.self)).joined(separator: "; ")
  }

  /// Sentences for a person: the notices, each refused row and each value that found no place, with
  /// the reason; of many rows and values, the first thousand.
  public var details: [String] {
    var details = notices + badRows.prefix(Self.readLimit).map(\.description)
    if badRowCount > Self.readLimit { details.append("and \(badRowCount - Self.readLimit) more") }
    details += lostValues.prefix(Self.readLimit).map(\.description)
    if lostValueCount > Self.readLimit {
      details.append("and \(lostValueCount - Self.readLimit) more values")
    }
    return details
  }

  /// Whether some row became or matched a record, even an unchanged one.
  public var hasRecords: Bool {
    collections.contains { $0.changesAnything || $0.unchanged > 0 }
  }

  /// Whether there were rows, and each of them was refused.
  public var isFruitless: Bool { badRowCount > 0 && !hasRecords }

  /// The most bad rows, and the most lost values, that are kept individually.
  ///
  /// All are counted. A person can't read a million of them, and a program needs no more to decide.
  public static let badRowLimit = 100_000

  /// The most bad rows, and the most lost values, in a text for a person.
  public static let readLimit = 1000

  /// Adds bad rows of other tables up to the limit, in the order of the tables.
  mutating func add(_ rows: [BadRow], count: Int) {
    let all = Dictionary(grouping: badRows + rows, by: \.table)
    badRows = Array(all.sorted { $0.key < $1.key }.flatMap(\.value).prefix(Self.badRowLimit))
    badRowCount += count
  }

  /// Adds a value that could not be stored, while its row is imported.
  mutating func noteLost(_ problem: RowProblem, of row: WaitingLink.Origin) {
    lostValueCount += 1
    guard lostValues.count < Self.badRowLimit else { return }
    lostValues.append(badRow(problem, of: row))
  }

  /// The row that was noted last.
  private var lastBadRow: WaitingLink.Origin?

  /// Adds a problem of a row.
  ///
  /// A row with several problems, noted one after the other, counts once.
  mutating func note(_ problem: RowProblem, of row: WaitingLink.Origin) {
    if lastBadRow != row { badRowCount += 1 }
    lastBadRow = row
    guard badRows.count < Self.badRowLimit else { return }
    badRows.append(badRow(problem, of: row))
  }

  /// Returns the entry of a row with a problem.
  func badRow(_ problem: RowProblem, of row: WaitingLink.Origin) -> BadRow {
    BadRow(
      table: row.table, input: row.input, start: row.line, problem: problem,
      captions: captions[row.table] ?? [:])
  }
}

/// The progress of an import.
public struct ImportProgress: Sendable {
  /// The answer of a progress callback.
  public enum Answer: Sendable {
    /// The import continues.
    case proceed
    /// The import stops and changes nothing.
    case cancel
    /// The import reads no more rows and keeps those so far.
    ///
    /// While it finds the types, there are no rows to keep.
    case keep
  }

  /// The phase of an import.
  public enum Phase: Sendable {
    /// The import finds the types.
    case inspecting
    /// The import makes the records: twice if each row of some table was refused.
    case converting
  }

  /// The current phase.
  public var phase: Phase
  /// The number of rows done in this phase.
  public var rows: Int
  /// The number of all rows, known once they have been inspected.
  public var total: Int?

  /// The number of rows between two reports.
  static let interval = 4096
}
