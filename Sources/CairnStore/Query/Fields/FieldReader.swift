/// Reads the values that a field path reaches from a record.
struct FieldReader: Sendable {
  let field: ResolvedField
  private let links: [LinkReader]

  /// Prepares the reading of `field`.
  ///
  /// - Throws: `FilterError.unavailable` where records that it leads to cannot be read.
  init(_ field: ResolvedField, in snapshot: Snapshot) throws(FilterError) {
    self.field = field
    var links: [LinkReader] = []
    for step in field.steps { links.append(try LinkReader(step, in: snapshot)) }
    self.links = links
  }

  /// The records at the end of the path's links; `row` itself where it has none.
  func rows(from row: Row) -> [Row] {
    var rows = [row]
    for link in links { rows = rows.flatMap(link.rows) }
    return rows
  }

  /// The values that the path reaches from `row`; of an aggregate, the one number.
  ///
  /// They are several where the path leads through many, and keys where it ends at records.
  func values(of row: Row) -> [Value] {
    if field.aggregate == .count, case .record = field.target, links.count == 1 {
      return [.integer(Int64(links[0].count(linkedFrom: row)))]
    }
    if links.isEmpty, field.aggregate == nil { return target(row) }
    let values = rows(from: row).flatMap(target)
    guard let aggregate = field.aggregate else { return values }
    return Self.aggregated(values, aggregate).map { [$0] } ?? []
  }

  private func target(_ row: Row) -> [Value] {
    switch field.target {
    case .attribute(_, let column): row[column]?.elements ?? []
    case .record: [.link(row.key)]
    }
  }

  /// One number for many values, whose labels say nothing about it.
  static func aggregated(
    _ labeled: [Value], _ aggregate: ResolvedField.Aggregate
  ) -> Value? {
    let values = labeled.map(\.unlabeled)
    return switch aggregate {
    case .count: .integer(Int64(values.count))
    case .min: values.min(by: precedes)
    case .max: values.max(by: precedes)
    case .sum: ExactSum(values).value
    }
  }

  private static func precedes(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.double(let left), .double(let right)): left < right
    case (.decimal(let left), .decimal(let right)): left.compare(right) < 0
    case (.date(let left), .date(let right)): left < right
    case (.datetime(let left), .datetime(let right)): left < right
    default: false
    }
  }
}
