/// Resolves a field path that starts at an entity.
struct FieldResolver {
  let model: ObjectModel

  /// Returns the field that `path` means for records of `entity`.
  ///
  /// A field with the last name always comes first. If the entity has no such field, the names
  /// `count`, `min`, `max` and `sum` are aggregates.
  func resolve(
    _ path: FieldPath, of entity: Entity
  ) throws(FilterError) -> ResolvedField {
    var steps: [LinkStep] = []
    var target = ResolvedField.Target.record
    var entity = entity
    for (index, name) in path.names.enumerated() {
      let isLast = index == path.names.count - 1
      let isAtRecord = if case .record = target { true } else { false }
      if isAtRecord, let property = entity.property(matching: name) {
        (target, entity) = try advance(to: property, of: entity, path, &steps)
      } else if isLast, index > 0, let aggregate = ResolvedField.Aggregate(rawValue: name) {
        return try aggregated(aggregate, path, steps, target, entity)
      } else if isAtRecord {
        throw unknown(name, path, entity)
      } else {
        throw .notLink(column: path.position.column, name: path.names[index - 1])
      }
    }
    return ResolvedField(path: path, steps: steps, target: target, aggregate: nil, entity: entity)
  }

  private func advance(
    to property: Property, of entity: Entity, _ path: FieldPath, _ steps: inout [LinkStep]
  ) throws(FilterError) -> (ResolvedField.Target, Entity) {
    switch property {
    case .attribute(let attribute):
      guard let column = entity.storedIndex(of: attribute.name) else {
        throw unknown(attribute.name, path, entity)
      }
      return (.attribute(attribute, column: column), entity)
    case .relationship(let relationship):
      guard let step = LinkStep(relationship, of: entity, in: model) else {
        throw .notLink(column: path.position.column, name: relationship.name)
      }
      steps.append(step)
      return (.record, step.destination)
    }
  }

  private func aggregated(
    _ aggregate: ResolvedField.Aggregate, _ path: FieldPath, _ steps: [LinkStep],
    _ target: ResolvedField.Target, _ entity: Entity
  ) throws(FilterError) -> ResolvedField {
    let field = ResolvedField(
      path: path, steps: steps, target: target, aggregate: aggregate, entity: entity)
    let isMeaningful =
      switch (aggregate, target) {
      case (.count, _): true
      case (_, .record): false
      case (.sum, .attribute(let attribute, _)): attribute.type.isNumber
      case (_, .attribute(let attribute, _)): attribute.type.isNumber || attribute.type.isTime
      }
    guard isMeaningful else {
      throw .notAggregable(
        column: path.position.column, name: path.names.dropLast().joined(separator: "."))
    }
    return field
  }

  /// So many names are read at a glance.
  private static let mostNames = 3

  private func unknown(_ name: String, _ path: FieldPath, _ entity: Entity) -> FilterError {
    let names = entity.properties.map(\.name)
    let folded = name.lowercased()
    let begun = names.filter { $0.lowercased().hasPrefix(folded) }
    return .unknownField(
      column: path.position.column, name: name, collection: entity.plural,
      nearest: begun.isEmpty
        ? NearestNames.nearest(to: name, among: names) : Array(begun.prefix(Self.mostNames)),
      isBegun: !begun.isEmpty)
  }
}

extension AttributeType {
  /// Whether values are numbers.
  public var isNumber: Bool { self == .integer || self == .decimal || self == .double }
  /// Whether values are days or times.
  public var isTime: Bool { self == .date || self == .datetime || self == .localtime }
  /// Whether one of two types has moments and the other has local times.
  package func convertsTimes(to other: AttributeType) -> Bool {
    (self, other) == (.datetime, .localtime) || (self, other) == (.localtime, .datetime)
  }
}

/// A field path as the model understands it: links to follow, and what to look at in the end.
struct ResolvedField: Sendable {
  /// What the last record of the path is asked for.
  enum Target: Sendable {
    /// An attribute, in this column.
    case attribute(Attribute, column: Int)
    /// The record itself, by its key and its title.
    case record
  }

  /// A number about everything that the path reaches.
  enum Aggregate: String, CaseIterable, Sendable {
    case count, min, max, sum
  }

  let path: FieldPath
  let steps: [LinkStep]
  let target: Target
  let aggregate: Aggregate?

  /// The entity of the last record.
  let entity: Entity

  /// Whether a record's own values decide, so that its chunk alone tells.
  var isLocal: Bool { steps.isEmpty }

  /// The attribute to look at: the target, or the title of a linked record.
  var attribute: (Attribute, column: Int)? {
    switch target {
    case .attribute(let attribute, let column): (attribute, column)
    case .record: entity.titleColumn
    }
  }
}

extension Entity {
  /// The attribute that names a record to people: the model's title, else the first string.
  public var titleAttribute: Attribute? {
    title.flatMap(attribute) ?? attributes.first { $0.type == .string && !$0.isList }
      ?? attributes.first
  }

  var titleColumn: (Attribute, column: Int)? {
    titleAttribute.flatMap { title in storedIndex(of: title.name).map { (title, $0) } }
  }

  /// The property that a person means by `name`.
  ///
  /// It has this name exactly, or else with other capitals, or had it before.
  public func property(matching name: String) -> Property? {
    if let exact = self[name] { return exact }
    let folded = name.lowercased()
    return property(folded: folded) ?? self[currentName(of: name)]
      ?? property(formerlyFolded: folded)
  }
}

/// A link as queries follow it: from the records of an entity to those at the other end.
struct LinkStep: Sendable {
  /// How the keys at the other end are found.
  enum Storage: Sendable {
    /// The records hold them in this column.
    case column(Int)
    /// The records at the other end hold the way back, in this column of theirs.
    case inverse(column: Int)
  }

  let origin: Entity
  let relationship: Relationship
  let destination: Entity
  let storage: Storage

  /// The step along `relationship` of `origin`; `nil` if the model lacks the other end.
  init?(_ relationship: Relationship, of origin: Entity, in model: ObjectModel) {
    guard let destination = model[relationship.destination] else { return nil }
    self.origin = origin
    self.relationship = relationship
    self.destination = destination
    if relationship.isStored, !relationship.holdsOrderOnly,
      let column = origin.storedIndex(of: relationship.name)
    {
      storage = .column(column)
    } else if let inverse = relationship.inverse,
      let column = destination.storedIndex(of: inverse)
    {
      storage = .inverse(column: column)
    } else {
      return nil
    }
  }
}

extension Column {
  /// Calls `body` with the key of each link that `row` holds.
  @inline(__always)
  func forEachLink(of row: Int, _ body: (RecordKey) -> Void) {
    switch self {
    case .integer(let column):
      if !column.nulls[row] { body(RecordKey(rawValue: UInt64(bitPattern: column.values[row]))) }
    case .values(let values):
      for case .link(let key) in values[row]?.elements ?? [] { body(key) }
    case .text, .double: break
    }
  }
}

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
    case (.localtime(let left), .localtime(let right)): left < right
    default: false
    }
  }
}
