/// Which records of a collection, in which order.
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

  /// The record whose links are wanted; `nil` for all records.
  public var origin: Origin?

  /// What the records must be like; `nil` for no condition.
  public var predicate: Predicate?

  /// Whether a word of the predicate may also stand around a record: in the titles that its links
  /// to one record show, and in the texts of the records that it owns.
  public var findsWordsAround = false

  /// The keys of the order within a section; with none, records stand by id, and the links of a
  /// record in their own order.
  public var sorts: [SortDescriptor]

  /// The field whose values make sections; `nil` for a single one.
  public var group: FieldPath?

  /// How many records are skipped.
  public var offset: Int

  /// How many records are wanted at most; `nil` for all.
  public var limit: Int?

  /// A request for records of `entity`; `precondition`: offset and limit are not negative.
  public init(
    entity: String, origin: Origin? = nil, predicate: Predicate? = nil,
    sorts: [SortDescriptor] = [], group: FieldPath? = nil, offset: Int = 0, limit: Int? = nil
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
  /// Whether it asks for all records of the collection, in the order of their keys.
  var isWholeCollection: Bool {
    origin == nil && predicate == nil && sorts.isEmpty && group == nil && limit == nil
  }
}

/// A field that a list shows, and how wide its column is where a person said so.
///
/// Written as in a URL, `title:30,author.name`.
public struct ColumnChoice: Hashable, Sendable, CustomStringConvertible {
  /// The field, perhaps of a linked record.
  public let field: FieldPath

  /// In columns of the terminal; `nil` where the column is as wide as its texts want.
  public let width: Int?

  /// How wide a column may be made.
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

  /// Reads columns with commas or blanks between; of empty text there are none.
  ///
  /// - Throws: `FilterError.missingField` where a field is no name, `.missingValue` where a width is
  ///   no number.
  public static func parse(_ text: String) throws(FilterError) -> [ColumnChoice] {
    try FilterScanner.list(text) { (scanner) throws(FilterError) in
      // The minus of an order means nothing here.
      _ = scanner.take("-")
      let field = try scanner.takeWholePath(endingAt: ":")
      return ColumnChoice(field, width: try scanner.takeColumnWidth())
    }
  }
}

extension FilterScanner {
  /// The number after a colon, where there is one.
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
