/// A request for records of a collection, in an order.
public struct FetchRequest: Hashable, Sendable {
  /// The links of one record, instead of a whole collection.
  public struct Origin: Hashable, Sendable {
    /// The record that links.
    public let id: ObjectID

    /// The name of its relationship.
    public let relationship: String

    /// The records that `id` links to by `relationship`.
    public init(_ id: ObjectID, _ relationship: String) {
      self.id = id
      self.relationship = relationship
    }
  }

  /// The name of the entity.
  public var entity: String

  /// The record whose links to fetch; `nil` for all records.
  public var origin: Origin?

  /// The condition on the records; `nil` for none.
  public var predicate: RecordPredicate?

  /// Whether a word of the predicate may also match around a record.
  ///
  /// The words around a record are the titles that its to-one links show, and the texts of the
  /// records that it owns.
  public var findsWordsAround = false

  /// The keys of the order within a section.
  ///
  /// Without keys, records are in the order of their ids, and links in their own order.
  public var sorts: [RecordSort]

  /// The field whose values form sections; `nil` for a single section.
  public var group: FieldPath?

  /// Whether the records are in the sections of an agenda, by the day in the group's field.
  ///
  /// They are overdue, today, tomorrow, this week, later, undated and done.
  public var isAgenda = false

  /// The fields by which records are compared to find duplicates; empty for all records.
  ///
  /// Each element is an alternative: records are likely the same if they have like values in all
  /// fields of one alternative. The result has only such records, a section for each group.
  public var likeness: [[FieldPath]] = []

  /// The number of records to skip.
  public var offset: Int

  /// The most records to return; `nil` for all.
  public var limit: Int?

  /// A request for records of `entity`; `precondition`: offset and limit are not negative.
  public init(
    entity: String, origin: Origin? = nil, predicate: RecordPredicate? = nil,
    sorts: [RecordSort] = [], group: FieldPath? = nil, offset: Int = 0, limit: Int? = nil
  ) {
    precondition(offset >= 0 && limit ?? 0 >= 0, "offset and limit are not negative")
    self.entity = entity
    self.origin = origin
    self.predicate = predicate
    self.sorts = sorts
    self.group = group
    self.offset = offset
    self.limit = limit
  }
}

extension FetchRequest {
  /// Whether the records stand in sections.
  package var hasSections: Bool { group != nil || !likeness.isEmpty }

  /// Whether it asks for all records of the collection, in the order of their keys.
  var isWholeCollection: Bool {
    origin == nil && predicate == nil && sorts.isEmpty && !hasSections && limit == nil
  }
}

/// A field that a list shows, with the width of its column if a person chose one.
///
/// Written as in a URL, `title:30,author.name`.
public struct ColumnChoice: Hashable, Sendable, CustomStringConvertible {
  /// The field, perhaps of a linked record.
  public let field: FieldPath

  /// The width in columns of the terminal; `nil` if the texts decide the width.
  public let width: Int?

  /// The allowed widths of a column.
  public static let widths = 2...999

  /// A column for `field`.
  ///
  /// - Parameters:
  ///   - field: the field that it shows.
  ///   - width: in columns of the terminal, brought within `widths`.
  public init(_ field: FieldPath, width: Int? = nil) {
    self.field = field
    self.width = width.map { max(Self.widths.lowerBound, min($0, Self.widths.upperBound)) }
  }

  /// The column as text.
  public var description: String { "\(field)" + (width.map { ":\($0)" } ?? "") }

  /// Reads columns that are separated by commas or blanks; empty text has no columns.
  ///
  /// - Throws: `FilterError.missingField` for a field that is no name, `.missingValue` for a width
  ///   that is no number.
  public static func parse(_ text: String) throws(FilterError) -> [ColumnChoice] {
    try FilterScanner.list(text) { (scanner) throws(FilterError) in
      // The minus of an order has no meaning here.
      _ = scanner.take("-")
      let field = try scanner.takeWholePath(endingAt: ":")
      return ColumnChoice(field, width: try scanner.takeColumnWidth())
    }
  }
}

extension FilterScanner {
  /// Reads the number after a colon, if one follows.
  fileprivate mutating func takeColumnWidth() throws(FilterError) -> Int? {
    guard take(":") else { return nil }
    let start = column
    var width = 0
    while let digit = next?.properties.numericType == .decimal ? next?.value : nil,
      (0x30...0x39).contains(digit)
    {
      width = min(width * 10 + Int(digit - 0x30), ColumnChoice.widths.upperBound)
      advance()
    }
    guard column > start, isAtBoundary || next == "," else {
      throw .missingValue(column: column, after: ":")
    }
    return width
  }
}
