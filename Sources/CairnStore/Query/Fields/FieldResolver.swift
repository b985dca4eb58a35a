/// Resolves a field path that starts at an entity.
struct FieldResolver {
  let model: ObjectModel

  /// Returns the field that `path` means for records of `entity`.
  ///
  /// A field with the last name always comes first. If the entity has no such field, the names
  /// `count`, `min`, `max`, `sum` and `avg` are aggregates, `saved` and `created` are times from the
  /// history, and `key` is the record's key.
  func resolve(
    _ path: FieldPath, of entity: Entity
  ) throws(FilterError) -> ResolvedField {
    var steps: [LinkStep] = []
    var target = ResolvedField.Target.record
    var isLatest = false
    var entity = entity
    for (index, name) in path.names.enumerated() {
      let isLast = index == path.names.count - 1
      let isAtRecord = if case .record = target { true } else { false }
      let (plain, condition) = FieldPath.parts(of: name)
      if isAtRecord, let property = entity.property(matching: plain) {
        (target, entity) = try advance(to: property, condition, of: entity, path, &steps)
      } else if isLast, index > 0, let aggregate = ResolvedField.Aggregate(rawValue: name) {
        return try aggregated(aggregate, path, steps, target, entity)
      } else if isLast, name == RecordMoment.latest, case .moment = target {
        isLatest = true
      } else if isAtRecord, let moment = RecordMoment(rawValue: name) {
        target = .moment(moment)
      } else if isAtRecord, name == Self.key {
        target = .key
      } else if isAtRecord, let formula = try formula(name, path, entity) {
        target = .formula(formula)
      } else if isAtRecord {
        throw unknown(plain, path, entity)
      } else {
        let functions = ResolvedField.Aggregate.allCases.map(\.rawValue)
        let nearest =
          isLast && !steps.isEmpty ? NearestNames.nearest(to: plain, among: functions) : []
        guard nearest.isEmpty else {
          throw .unknownField(
            column: path.position.column, name: plain, collection: path.names[index - 1],
            nearest: nearest, isBegun: false)
        }
        throw .notLink(column: path.position.column, name: path.names[index - 1])
      }
    }
    return ResolvedField(
      path: path, steps: steps, target: target, aggregate: nil, entity: entity, isLatest: isLatest)
  }

  /// The name of the field with the record's own key.
  private static let key = "key"

  /// The names of the fields that every record has.
  static let always = RecordMoment.allCases.map(\.rawValue) + [key]

  private func advance(
    to property: Property, _ condition: String?, of entity: Entity, _ path: FieldPath,
    _ steps: inout [LinkStep]
  ) throws(FilterError) -> (ResolvedField.Target, Entity) {
    switch property {
    case .attribute(let attribute):
      guard condition == nil, let column = entity.storedIndex(of: attribute.name) else {
        throw condition == nil
          ? unknown(attribute.name, path, entity)
          : .notLink(column: path.position.column, name: attribute.name)
      }
      return (.attribute(attribute, column: column), entity)
    case .relationship(let relationship):
      guard var step = LinkStep(relationship, of: entity, in: model) else {
        throw .notLink(column: path.position.column, name: relationship.name)
      }
      if let condition { try restrict(&step, by: condition) }
      steps.append(step)
      return (.record, step.destination)
    }
  }

  private func restrict(_ step: inout LinkStep, by text: String) throws(FilterError) {
    guard let condition = try Predicate.parse(text) else { return }
    step.condition = condition
    for path in condition.fields {
      let field = try resolve(path, of: step.destination)
      step.conditionEntities.formUnion(field.linkedEntities)
      step.momentEntities += field.momentEntities
    }
  }

  /// Resolves the fields of a formula; `nil` if the name is no calculation.
  private func formula(
    _ name: String, _ path: FieldPath, _ entity: Entity
  ) throws(FilterError) -> Formula<ResolvedField>? {
    guard let formula = Formula(name), case .calculation = formula else { return nil }
    let resolved = try formula.map { (field) throws(FilterError) in
      try resolve(FieldPath(field.names, position: path.position), of: entity)
    }
    guard resolved.type(\.type) != nil else {
      throw .notCalculable(column: path.position.column, formula: name)
    }
    guard !resolved.mixesUnits(\.unit) else {
      throw .mixedUnits(column: path.position.column, formula: name)
    }
    return resolved
  }

  private func aggregated(
    _ aggregate: ResolvedField.Aggregate, _ path: FieldPath, _ steps: [LinkStep],
    _ target: ResolvedField.Target, _ entity: Entity
  ) throws(FilterError) -> ResolvedField {
    let field = ResolvedField(
      path: path, steps: steps, target: target, aggregate: aggregate, entity: entity)
    let isMeaningful =
      switch (aggregate, target.type) {
      case (.count, _): true
      case (_, nil): false
      case (.sum, let type?), (.avg, let type?): type.isNumber
      case (_, let type?): type.isNumber || type.isTime
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
    var names = entity.properties.flatMap { $0.label == nil ? [$0.name] : [$0.name, $0.typed] }
    names += Self.always.filter { entity.property(matching: $0) == nil }
    // Behind a link, a function may be meant.
    if path.names.count > 1 { names += ResolvedField.Aggregate.allCases.map(\.rawValue) }
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
    /// A time from the history.
    case moment(RecordMoment)
    /// The record's key, as commands and URLs name the record.
    case key
    /// A calculation with fields of the record.
    case formula(Formula<ResolvedField>)

    /// The type of the values; `nil` for records.
    var type: AttributeType? {
      switch self {
      case .attribute(let attribute, _): attribute.type
      case .record: nil
      case .moment: .datetime
      case .key: .string
      case .formula(let formula): formula.type(\.type)
      }
    }
  }

  /// A number about everything that the path reaches.
  enum Aggregate: String, CaseIterable, Sendable {
    case count, min, max, sum, avg
  }

  let path: FieldPath
  let steps: [LinkStep]
  let target: Target
  let aggregate: Aggregate?

  /// The entity of the last record.
  let entity: Entity

  /// Whether a time of the history that is unknown is the latest possible one.
  var isLatest = false

  /// Whether a record's own values decide, so that its chunk alone tells.
  var isLocal: Bool {
    guard steps.isEmpty else { return false }
    guard case .formula(let formula) = target else { return true }
    return !formula.hasToday && formula.fields.allSatisfy(\.isLocal)
  }

  /// Whether the values are times of the history, which may be unknown.
  var mayBeUnknown: Bool {
    if case .moment = target { aggregate == nil && !isLatest } else { false }
  }

  /// Whether the values are calculated, and stored in no column.
  var isComputed: Bool {
    switch target {
    case .attribute, .record: aggregate != nil
    case .moment, .key, .formula: true
    }
  }

  /// The type of the values; `nil` if the path ends at records.
  var type: AttributeType? {
    switch (aggregate, target.type) {
    case (.count, _): .integer
    case (.avg, .double?): .double
    case (.avg, .some): .decimal
    case (_, let type): type
    }
  }

  /// Whether the values depend on the day on which they are read.
  var usesToday: Bool {
    if case .formula(let formula) = target,
      formula.hasToday || formula.fields.contains(where: \.usesToday)
    {
      return true
    }
    return steps.contains { $0.condition != nil }
  }

  /// The entities whose records' times decide.
  var momentEntities: [Entity] {
    let last: [Entity] =
      switch target {
      case .attribute, .record, .key: []
      case .moment: [entity]
      case .formula(let formula): formula.fields.flatMap(\.momentEntities)
      }
    return steps.flatMap(\.momentEntities) + last
  }

  /// The names of the other entities whose records decide.
  var linkedEntities: Set<String> {
    var names: Set<String> = []
    for step in steps {
      names.insert(step.destination.name)
      names.formUnion(step.conditionEntities)
    }
    if case .formula(let formula) = target {
      for field in formula.fields { names.formUnion(field.linkedEntities) }
    }
    return names
  }

  /// The attribute to look at: the target, or the title of a linked record.
  var attribute: (Attribute, column: Int)? {
    switch target {
    case .attribute(let attribute, let column): (attribute, column)
    case .record: entity.titleColumn
    case .moment, .key, .formula: nil
    }
  }
}

extension FieldPath {
  /// Returns a name without its condition, and the condition without its brackets.
  static func parts(of name: String) -> (name: String, condition: String?) {
    guard name.utf8.last == UInt8(ascii: "]"), name.first != "(",
      let bracket = name[name.endOfQuotation...].firstIndex(of: "[")
    else {
      return (name, nil)
    }
    return (String(name[..<bracket]), String(name[name.index(after: bracket)...].dropLast()))
  }
}

extension Entity {
  /// The attribute that names a record to people: the model's title, else the first string.
  public var titleAttribute: Attribute? {
    title.flatMap(attribute) ?? attributes.first { $0.type == .string && !$0.isList }
      ?? attributes.first
  }

  /// The fields that a list shows by default: the model's columns, else the title and the first
  /// five others that are neither long text nor binary data.
  public var listedFields: [String] {
    if !columns.isEmpty { return columns }
    let title = titleAttribute?.name
    let short = attributes.filter { $0.type != .text && $0.type != .data && $0.name != title }
    return (title.map { [$0] } ?? []) + short.prefix(5).map(\.name)
  }

  var titleColumn: (Attribute, column: Int)? {
    titleAttribute.flatMap { title in storedIndex(of: title.name).map { (title, $0) } }
  }

  /// The column of a text called `Name` or `Title` that is not the title.
  var otherNameColumn: Int? {
    let title = titleAttribute?.name
    let other = attributes.first { attribute in
      attribute.name != title && attribute.type == .string && !attribute.isList
        && ["name", "title"].contains(attribute.name.lowercased())
    }
    return other.flatMap { storedIndex(of: $0.name) }
  }

  /// The property that a person means by `name`.
  ///
  /// It has this name exactly, or else with other capitals, or had it before, or people see it as
  /// its caption. A name in quotation marks is a caption first.
  public func property(matching name: String) -> Property? {
    if let exact = self[name] { return exact }
    if name.utf8.first == UInt8(ascii: "\""), let text = name.unquoted {
      return property(captioned: text.lowercased()) ?? property(matching: text)
    }
    let folded = name.lowercased()
    return property(folded: folded) ?? self[currentName(of: name)]
      ?? property(formerlyFolded: folded) ?? property(captioned: folded)
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
  /// The condition on the records at the other end; `nil` for all.
  var condition: Predicate?
  /// The other entities that the condition looks at.
  var conditionEntities: Set<String> = []
  /// The entities whose records' times the condition looks at.
  var momentEntities: [Entity] = []

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

extension ObjectModel {
  /// Whether a name is no field of an entity, but a calculation or a path with its fields.
  ///
  /// - Parameters:
  ///   - name: the name, such as `Items.count` or `Minutes/Serves`.
  ///   - entity: the entity.
  ///   - includesTimes: whether calculations with `saved` or `created` count, too.
  /// - Returns: whether values with this name are calculated.
  package func isCalculated(
    _ name: String, of entity: Entity, includingTimes includesTimes: Bool
  ) -> Bool {
    guard entity.property(matching: name) == nil, let path = try? FieldPath.parse(name),
      let field = try? FieldResolver(model: self).resolve(path, of: entity)
    else { return false }
    if !includesTimes, !field.momentEntities.isEmpty { return false }
    if case .moment = field.target { return true }
    return field.isComputed || !field.steps.isEmpty
  }
}
