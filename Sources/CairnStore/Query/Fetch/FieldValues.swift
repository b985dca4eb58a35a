/// The values that some fields have in the records that a request finds, a row for each record.
///
///     let places = try snapshot.values(
///       of: [FieldPath(["City"]), FieldPath(["Owner", "Name"])], in: FetchRequest(entity: "Place"),
///       at: clock, isDistinct: true)
///     for row in places { print(row[0], row[1]) }
///
/// 1. A row has a value for each field, in the order of the fields: what the record stores there,
///    or the record at the end of a to-one link. Without one it is `nil`.
/// 2. Through links to many, it is the list of what is found at their ends.
/// 3. The rows stand in the order of the records. Of rows that are equal in every field, distinct
///    ones have only the first.
public struct FieldValues: RandomAccessCollection, Sendable {
  /// The fields.
  public let fields: [FieldPath]

  private let readers: [FieldReader]
  private let result: FetchResult
  /// Which records have a row; `nil` where all do.
  private let places: [Int]?

  init(_ fields: [FieldPath], of result: FetchResult, isDistinct: Bool) throws(FilterError) {
    self.fields = fields
    self.result = result
    let resolver = FieldResolver(model: result.snapshot.model)
    var readers: [FieldReader] = []
    for field in fields {
      let resolved = try resolver.resolve(field, of: result.table.entity)
      readers.append(try FieldReader(resolved, in: result.snapshot))
    }
    self.readers = readers
    var seen: Set<[Value?]> = []
    places =
      isDistinct
      ? result.indices.filter { index in
        seen.insert(readers.map { $0.value(of: result[index]) }).inserted
      } : nil
  }

  /// The first index, 0.
  public var startIndex: Int { 0 }

  /// The number of rows.
  public var endIndex: Int { places?.count ?? result.count }

  /// The values at `index`, read when they are asked for.
  public subscript(index: Int) -> [Value?] {
    let row = result[places?[index] ?? index]
    return readers.map { $0.value(of: row) }
  }
}

extension Snapshot {
  /// The values of some fields in the records that `request` finds.
  ///
  /// - Parameters:
  ///   - fields: The fields, perhaps of linked records, or links.
  ///   - request: Which records, in which order.
  ///   - clock: The clock by which words such as `today` are read.
  ///   - isDistinct: Whether equal rows are left out.
  /// - Returns: The rows, in the order of the records.
  /// - Throws: `FilterError` for a field or value that the entity cannot have.
  ///
  /// Cost: beside the fetch, each row when it is asked for; distinct ones are all read at once.
  public func values(
    of fields: [FieldPath], in request: FetchRequest, at clock: WallClock, isDistinct: Bool = false
  ) throws(FilterError) -> FieldValues {
    try FieldValues(fields, of: try fetch(request, at: clock), isDistinct: isDistinct)
  }
}

extension FieldReader {
  /// The value that the path reaches from `row`, a list where it leads through many.
  func value(of row: Row) -> Value? {
    if field.aggregate != nil { return values(of: row).first }
    if field.steps.contains(where: \.relationship.isToMany) {
      return Value(list: values(of: row))
    }
    guard let end = rows(from: row).first else { return nil }
    return switch field.target {
    case .attribute(_, let column): end[column]
    case .record: .link(end.key)
    }
  }
}
