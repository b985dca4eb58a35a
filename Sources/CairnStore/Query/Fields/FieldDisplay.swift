internal import Synchronization

/// Reads the values of a field path in records, as text for people and programs.
///
///     let author = try FieldDisplay(.parse("Author"), of: recipe, in: snapshot, at: clock)
///     author.text(of: row)   // "Ines Haddad"
///
/// Create it once for a list, and call it for each visible row. Its creation prepares the index of
/// a link.
public struct FieldDisplay: Sendable {
  /// The type of the values at the end of the path; `nil` if the path ends at records.
  public let type: AttributeType?

  /// The unit of all numbers at the end of the path; `nil` without one in the model.
  public let unit: String?

  private let reader: FieldReader
  private let clock: WallClock
  /// The texts of totals; each drawing asks for them, and one may add up thousands of records.
  private let totals = KnownTotals()

  /// Prepares the reading of `path` from records of `entity`.
  ///
  /// - Throws: `FilterError` for a path that the entity doesn't have; `.unavailable` if linked
  ///   records can't be read.
  public init(
    _ path: FieldPath, of entity: Entity, in snapshot: Snapshot, at clock: WallClock = .current
  ) throws(FilterError) {
    let field = try FieldResolver(model: snapshot.model).resolve(path, of: entity)
    reader = try FieldReader(field, in: snapshot, at: clock)
    self.clock = clock
    type = field.type
    unit = field.unit
  }

  /// Returns the values of `row` as text, with commas between; empty for no value.
  ///
  /// A total has its unit behind it. A time from a version of the text has `~` before it, and a
  /// time that only the file tells has `≤`.
  public func text(of row: Row) -> String {
    reader.field.aggregate == nil ? newText(of: row) : totals.text(of: row) { newText(of: row) }
  }

  private func newText(of row: Row) -> String {
    if let titles = titles(of: row) { return titles }
    if let times = reader.timeTexts(of: row) { return times.joined(separator: ", ") }
    let values = reader.values(of: row)
    let texts = values.map { ValueText.display($0, at: clock) }
    if let unit { return texts.map { NumberUnit.text($0, unit) }.joined(separator: ", ") }
    let text = texts.joined(separator: ", ")
    let other = text.isEmpty || values.first?.isText == true ? "" : reader.unit(of: row)
    return other.isEmpty ? text : "\(text) \(other)"
  }

  /// Whether the values are times of the history, which may be unknown.
  package var mayBeUnknown: Bool { reader.field.mayBeUnknown }

  /// Returns the records at the end of the path from `row`, or those whose values it shows.
  public func rows(from row: Row) -> [Row] { reader.rows(from: row) }

  /// Returns the values for other programs, in ISO 8601 and base64; `nil` for no value.
  public func exportText(of row: Row) -> String? {
    if let titles = titles(of: row) { return titles.isEmpty ? nil : titles }
    guard let value = value(of: row) else { return nil }
    if case .list(let elements) = value, elements.count == 1 {
      return ValueText.export(elements[0])
    }
    return ValueText.export(value)
  }

  /// Returns the value of `row` for programs; `nil` for no value.
  ///
  /// A path through many records has a list, even of one value. Records at the path's end are their
  /// titles. A total of several units is no value.
  public func value(of row: Row) -> Value? {
    if let titles = titles(of: row) { return titles.isEmpty ? nil : .text(titles) }
    let value = reader.value(of: row)
    return reader.field.aggregate != nil && value?.isText == true ? nil : value
  }

  /// Returns the titles of the records at the path's end; `nil` if the path ends at values.
  private func titles(of row: Row) -> String? {
    guard reader.field.aggregate == nil, case .record = reader.field.target else { return nil }
    return reader.rows(from: row).map(\.title).joined(separator: ", ")
  }
}

extension FieldPath {
  /// The path to the latest possible time: `saved.latest` for `saved`.
  package var latest: FieldPath { FieldPath(names + [RecordMoment.latest], position: position) }
}

extension Row {
  /// The text that names the record to people: its title, its name without a title, or its key.
  public var title: String {
    guard let column = chunk.entity.titleColumn?.column, let value = self[column] else {
      return otherName ?? "\(key)"
    }
    return ValueText.export(value)
  }

  /// The name of a record without a title: its text in a field called `Name` or `Title`.
  ///
  /// A note may lack the title that other notes have, while each note has the name of its file.
  public var otherName: String? {
    guard let column = chunk.entity.otherNameColumn, case .text(let name)? = self[column] else {
      return nil
    }
    return name
  }
}

/// The texts of the totals that were shown, by the rows.
private final class KnownTotals: Sendable {
  private struct Place: Hashable {
    let chunk: ObjectIdentifier
    let index: Int
  }

  private struct Entry {
    let text: String
    /// Keeps the chunk, so that no other one gets its identity.
    let chunk: Chunk
  }

  /// More than a screen and its surroundings.
  private static let most = 2_000

  private let entries = Mutex<[Place: Entry]>([:])

  func text(of row: Row, orElse read: () -> String) -> String {
    let place = Place(chunk: ObjectIdentifier(row.chunk), index: row.index)
    if let known = entries.withLock({ $0[place] }) { return known.text }
    let text = read()
    entries.withLock { entries in
      if entries.count >= Self.most { entries = [:] }
      entries[place] = Entry(text: text, chunk: row.chunk)
    }
    return text
  }
}
