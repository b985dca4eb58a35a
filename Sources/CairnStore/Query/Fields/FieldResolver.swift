/// Finds what a field path means, from an entity on.
struct FieldResolver {
  let model: ObjectModel

  /// What `path` means for records of `entity`.
  ///
  /// A last name that is a field is that field, whatever it is called; `count`, `min`, `max` and
  /// `sum` are tried where there is none.
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
  var isTime: Bool { self == .date || self == .datetime }
}
