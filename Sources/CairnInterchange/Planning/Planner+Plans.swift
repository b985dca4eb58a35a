internal import CairnStore

extension Planner.FieldChoice {
  /// Returns the property called `name`, for the values of `profile`.
  static func field(_ name: String, _ profile: ColumnProfile) -> Self {
    .property(name, form: profile.form, separator: profile.separator, dress: profile.dress)
  }
}

extension Planner {
  /// Returns the plan for the rows of a table, and for the values in them.
  func tablePlan(
    _ table: InspectedTable, _ name: String, _ fields: [FieldChoice],
    _ links: [(column: Int, name: String, field: String)], in model: ObjectModel
  ) throws(InterchangeError) -> TablePlan {
    guard let entity = model[name] else { throw .store(.unknownEntity(name)) }
    let isExact = table.table.isExported
    var plan = TablePlan(
      table: table.table, entity: entity,
      columns: fields.map { columnPlan($0, of: entity, in: model, isExact: isExact) },
      links: links.compactMap { link in
        entity.relationship(link.name).map {
          LinkPlan(
            column: link.column, relationship: $0, field: link.field,
            isAsked: options.links.contains { $0.column == table.columns[link.column] },
            separator: $0.isToMany ? table.profiles[link.column].separator : nil,
            form: form(of: table.profiles[link.column], in: link.field, of: model[$0.destination]))
        }
      },
      match: try matchAttribute(of: entity, table))
    plan.noteAbsentFields(in: model)
    return plan
  }

  /// Adds a notice if a person asked for another type of an existing field, which keeps its type.
  mutating func noteKnownType(
    of property: Property, _ column: Columns.Column, in entity: String
  ) {
    guard let asked = options.types[column.path],
      let attribute = draft[entity].attribute(property.name), attribute.type != asked
    else { return }
    questions.append(
      "\(draft[entity].plural).\(attribute.name): is already \(attribute.type.rawValue), which "
        + "\(options.typeOption(for: column.path, asked)) doesn't change")
  }

  private func columnPlan(
    _ choice: FieldChoice, of entity: Entity, in model: ObjectModel, isExact: Bool
  ) -> ColumnPlan {
    switch choice {
    case .ignored: return .ignored
    case .identity: return .identity
    case .property(let name, let form, let separator, let dress):
      switch entity[name] {
      case .attribute(let attribute)?:
        guard let place = entity.storedIndex(of: name) else { return .ignored }
        let reader = ValueReader(
          attribute, form: form, separator: separator, dress: dress, isExact: isExact,
          in: localTime)
        return .attribute(reader, place: place)
      case .relationship(let relationship)?: return .relationship(relationship, [:])
      case nil: return .ignored
      }
    case .records(let name, let members):
      guard let relationship = entity.relationship(name),
        let destination = model[relationship.destination]
      else { return .ignored }
      return .relationship(
        relationship,
        members.mapValues { columnPlan($0, of: destination, in: model, isExact: isExact) })
    }
  }

  private func matchAttribute(
    of entity: Entity, _ table: InspectedTable
  ) throws(InterchangeError) -> Attribute? {
    let isNeeded = !table.table.cameAlong
    guard let match = options.match else {
      guard let identifier = table.table.form.format.identifier,
        table.columns.contains(identifier),
        known[entity.name]?.attribute(identifier) != nil
      else { return nil }
      return entity.attribute(identifier)
    }
    guard case .attribute(let attribute)? = entity.property(matching: match) else {
      // Accompanying records are matched only if they have the field, too.
      if !isNeeded { return nil }
      throw .unknownField(match, collection: entity.plural, option: "--match \(match)")
    }
    return attribute
  }

  /// Chooses the title of a new collection.
  mutating func settleTitle(of entity: String) {
    // If the definition of a person or of an export has no title, this is intentional.
    guard draft.added.contains(entity), draft[entity].isInferred, draft[entity].title == nil,
      exported(entity) == nil
    else { return }
    let title = TitleChoice.title(among: draft[entity].attributes)
    draft.change(entity) { $0.title = title }
  }
}

extension TablePlan {
  /// Adds the fields and links of the export's model that no row has.
  ///
  /// Records in rec and Markdown have no lines for empty fields, so a field without any line is
  /// empty in all records. In a table or JSON, a missing field says nothing about its values.
  fileprivate mutating func noteAbsentFields(in model: ObjectModel) {
    let format = table.form.format
    guard table.isExported, [.rec, .markdown].contains(format), let definition = table.definition
    else { return }
    let filled = Set(columns.compactMap(\.field))
    for property in definition.properties {
      let name = entity.currentName(of: property.name)
      guard !filled.contains(name) else { continue }
      switch entity[name] {
      case .attribute?:
        if let place = entity.storedIndex(of: name) { absentFields.append(place) }
      case .relationship(let link)?:
        // In rec, only one of the two ends has the link.
        let isWritten =
          format == .rec
          ? link.isStored && link.isWrittenInRec(of: model) : link.exportRule != .skip
        if isWritten { absentLinks.append(link) }
      case nil: break
      }
    }
  }
}

extension ColumnPlan {
  /// The field or link that the column fills; `nil` for none.
  fileprivate var field: String? {
    switch self {
    case .ignored, .identity: nil
    case .attribute(let reader, _): reader.attribute.name
    case .relationship(let relationship, _): relationship.name
    }
  }
}
