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
    guard let condition = try RecordPredicate.parse(text) else { return }
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
        column: path.position.column, name: path.names.dropLast().joined(separator: "."),
        isTime: target.type?.isTime == true)
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
