internal import Synchronization

/// Reads the values that a field path reaches from a record.
struct FieldReader: Sendable {
  let field: ResolvedField
  private let links: [LinkReader]
  private let formula: Formula<FieldReader>?
  private let times: RecordTimes
  private let clock: WallClock
  /// The column with the unit of the numbers, if the entity at the path's end has one.
  private let unit: Int?
  /// The totals of records to which many rows link, such as the owner in `Owner.Items.count`.
  private let shared: SharedTotals?

  /// Prepares the reading of `field`.
  ///
  /// - Throws: `FilterError.unavailable` where records that it leads to, or the history for a time,
  ///   cannot be read.
  init(
    _ field: ResolvedField, in snapshot: Snapshot, at clock: WallClock
  ) throws(FilterError) {
    self.field = field
    self.clock = clock
    times = snapshot.queries.times
    var links: [LinkReader] = []
    for step in field.steps { links.append(try LinkReader(step, in: snapshot, at: clock)) }
    self.links = links
    switch field.target {
    case .attribute, .record, .key: formula = nil
    case .formula(let fields):
      formula = try fields.map { (field) throws(FilterError) in
        try FieldReader(field, in: snapshot, at: clock)
      }
    case .moment:
      formula = nil
      do throws(StoreError) {
        try times.prepare(for: field.entity, in: snapshot.model)
      } catch {
        throw .unavailable(error)
      }
    }
    unit = field.aggregate == .count ? nil : field.unitColumn
    let first = field.steps.first?.relationship
    let isShared = field.aggregate != nil && field.steps.count > 1 && first?.isToMany == false
    shared = isShared ? SharedTotals() : nil
  }

  /// The records at the end of the path's links; `row` itself where it has none.
  func rows(from row: Row) -> [Row] {
    var rows = [row]
    for link in links { rows = rows.flatMap(link.rows) }
    return rows
  }

  /// The values that the path reaches from `row`; of an aggregate, the one number.
  ///
  /// They are several where the path leads through many, and keys where it ends at records. Numbers
  /// with different units have no sum: the value is a text such as `3 units`.
  func values(of row: Row) -> [Value] {
    if field.aggregate == .count, case .record = field.target, links.count == 1 {
      return [.integer(Int64(links[0].count(linkedFrom: row)))]
    }
    if links.isEmpty, field.aggregate == nil { return target(row) }
    if let shared, let key = links[0].keys(linkedFrom: row).first {
      return shared.values(of: key) { total(of: row) }
    }
    return total(of: row)
  }

  private func total(of row: Row) -> [Value] {
    let rows = rows(from: row)
    let values = rows.flatMap(target)
    guard let aggregate = field.aggregate else { return values }
    if let several = severalUnits(at: rows) { return [several] }
    return Self.aggregated(values, aggregate).map { [$0.number(as: field.type)] } ?? []
  }

  /// Whether the numbers have units in another field.
  var hasUnit: Bool { unit != nil }

  /// The unit of a total or of a calculation; empty without one.
  func unit(of row: Row) -> String {
    guard let unit, field.isComputed else { return "" }
    return rows(from: row).lazy.filter { !target($0).isEmpty }.compactMap { $0[unit] }.first
      .map(ValueText.export) ?? ""
  }

  /// A text such as `3 units` if the numbers of `rows`, the ends of the path, have several units.
  func severalUnits(at rows: [Row]) -> Value? {
    guard let unit else { return nil }
    let counted = rows.lazy.filter { !target($0).isEmpty }
    return Self.several(Set(counted.map { $0[unit].map(ValueText.export) ?? "" }))
  }

  /// A text such as `3 units` for several units.
  static func several(_ units: Set<String>) -> Value? {
    units.count > 1 ? .text("\(units.count) units") : nil
  }

  /// The times at the path's end as people read them; `nil` if the path ends elsewhere.
  ///
  /// A time that a version of the text tells has `~` before it. A latest possible time has `≤`.
  func timeTexts(of row: Row) -> [String]? {
    guard case .moment(let moment) = field.target, field.aggregate == nil else { return nil }
    return rows(from: row).compactMap { row in
      if let known = times.known(moment, of: row) {
        return (known.isOfText ? "~ " : "") + display(known.time)
      }
      return times.latest(of: row).map { "≤ " + display($0) }
    }
  }

  /// The latest possible times at the path's end, of records whose own time is unknown.
  func latestTimes(of row: Row) -> [Value] {
    guard case .moment(let moment) = field.target, field.aggregate == nil else { return [] }
    return rows(from: row).filter { times.known(moment, of: $0) == nil }
      .compactMap { times.latest(of: $0).map(Value.datetime) }
  }

  private func display(_ time: Timestamp) -> String {
    ValueText.display(.datetime(time), at: clock)
  }

  private func target(_ row: Row) -> [Value] {
    switch field.target {
    case .attribute(_, let column): row[column]?.elements ?? []
    case .record: [.link(row.key)]
    case .key: [.text("\(row.key)")]
    case .moment(let moment):
      (times.known(moment, of: row)?.time ?? (field.isLatest ? times.latest(of: row) : nil))
        .map { [.datetime($0)] } ?? []
    case .formula:
      formula?.value(at: clock) { field in
        let values = field.values(of: row)
        return values.count == 1 ? values[0].unlabeled : nil
      }.map { [$0.number(as: field.target.type)] } ?? []
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
    case .avg: average(values)
    }
  }

  private static func average(_ values: [Value]) -> Value? {
    guard !values.isEmpty else { return nil }
    let sum = ExactSum(values).value
    if case .double(let sum) = sum { return .double(sum / Double(values.count)) }
    return ExactNumber(sum)?.divided(by: ExactNumber(digits: Int128(values.count)))?.value
  }

  private static func precedes(_ left: Value, _ right: Value) -> Bool {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): left < right
    case (.double(let left), .double(let right)): left < right
    case (.decimal(let left), .decimal(let right)): left.compare(right) < 0
    case (.date(let left), .date(let right)): left < right
    case (.datetime(let left), .datetime(let right)): left < right
    case (.localtime(let left), .localtime(let right)): left < right
    default: false
    }
  }
}

extension ResolvedField {
  /// The unit of the numbers that the model tells; `nil` without one.
  var unit: String? {
    switch target {
    case .attribute(let attribute, _): aggregate == .count ? nil : attribute.unit
    case .formula(let formula): aggregate == .count ? nil : formula.unit(\.unit)
    case .record, .moment, .key: nil
    }
  }

  /// The column with the unit of the numbers at the end of the path; `nil` without one.
  var unitColumn: Int? {
    if case .formula(let formula) = target {
      return formula.fields.lazy.filter { $0.steps.isEmpty }.compactMap(\.unitColumn).first
    }
    guard case .attribute(let number, _) = target, number.type.isNumber else { return nil }
    let unit = entity.attributes.first { attribute in
      guard attribute.name != number.name, !attribute.isList,
        [.string, .choice].contains(attribute.type)
      else { return false }
      let name = attribute.name.lowercased()
      return ["unit", "units"].contains(name) || name == "currency" && number.mayBeMoney
    }
    return unit.flatMap { entity.storedIndex(of: $0.name) }
  }
}

extension Attribute {
  /// Whether its numbers may be of a currency, judged by the last word of its name: a quantity is
  /// not.
  fileprivate var mayBeMoney: Bool {
    var word = ""
    for character in name {
      let begins = character.isUppercase && word.last?.isLowercase == true
      if begins || !character.isLetter { word = "" }
      if character.isLetter { word.append(character) }
    }
    return !Self.otherNumbers.contains(word.lowercased())
  }

  private static let otherNumbers: Set = [
    "quantity", "qty", "count", "number", "pieces", "items", "hours", "minutes", "days", "weight",
    "rating", "year", "percent",
  ]
}

extension Value {
  /// The same number as a value of a type, so that all values of a calculation are alike.
  fileprivate func number(as type: AttributeType?) -> Value {
    switch (self, type) {
    case (.integer(let number), .decimal): .decimal(DecimalNumber(number))
    case (.integer(let number), .double): .double(Double(number))
    case (.decimal(let number), .double): .double(number.approximation)
    default: self
    }
  }
}

/// Totals that are computed once for each record, and not for each row that links to it.
private final class SharedTotals: Sendable {
  private let known = Mutex<[RecordKey: [Value]]>([:])

  func values(of key: RecordKey, _ make: () -> [Value]) -> [Value] {
    if let values = known.withLock({ $0[key] }) { return values }
    let values = make()
    known.withLock { $0[key] = values }
    return values
  }
}
