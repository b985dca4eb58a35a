internal import CairnStore

extension Planner.FieldChoice {
  /// Returns the property called `name`, for the values of `profile`.
  static func field(
    _ name: String, _ profile: ColumnProfile, _ misfits: ImportOptions.Misfits
  ) -> Self {
    .property(
      name, form: profile.form, separator: profile.separator, dress: profile.dress,
      misfits: misfits)
  }
}

extension Planner {
  /// Returns the tables, where all tables of the same collection share one form for each column, if
  /// one of them shows the form.
  func settlingForms(of tables: [InspectedTable]) -> [InspectedTable] {
    var tables = tables.map { $0.asked(options.forms, options.types) }
    guard tables.count > 1 else { return tables }
    var planner = self
    let names = tables.map { planner.entityName(for: $0.table, isOnly: false) }
    var forms: [String: [String: Set<RegionalForm>]] = [:]
    for (table, name) in zip(tables, names) {
      for (column, form) in table.forms {
        forms[name, default: [:]][column, default: []].insert(form)
      }
    }
    for (index, name) in names.enumerated() {
      tables[index].settleForms(beside: forms[name] ?? [:])
    }
    return tables
  }

  /// Returns the plan for the rows of a table, and for the values in them.
  func tablePlan(
    _ table: InspectedTable, _ name: String, _ fields: [FieldChoice],
    _ links: [(column: Int, name: String, field: String)], in model: ObjectModel
  ) throws(InterchangeError) -> TablePlan {
    guard let entity = model[name] else { throw .store(.unknownEntity(name)) }
    let isExact = table.table.isExported
    try checkNames(fields, of: entity, in: model)
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
      })
    plan.match = try match(of: plan)
    plan.noteAbsentFields(in: model)
    return plan
  }

  /// Returns what happens to values of a column that do not fit its field.
  func misfits(of column: Columns.Column) -> ImportOptions.Misfits {
    options.misfits[column.path] ?? .refuse
  }

  /// Adds the fields for values that do not fit the fields of their columns.
  mutating func addMisfitFields(for columns: Columns, to entity: String) {
    for column in columns.all {
      guard case .move(let name) = misfits(of: column) else { continue }
      switch draft[entity].property(matching: name)
        ?? draft[entity].property(matching: Naming.field(for: name))
      {
      case .attribute(let attribute)? where attribute.takesMisfits: break
      case nil:
        let field = Naming.field(for: name)
        var attribute = Attribute(name: field, type: .text)
        attribute.isInferred = true
        draft.change(entity) { $0.append(.attribute(attribute)) }
        draft.label(field, of: entity, by: name)
      default:
        let option = options.words(.misfits(column: column.path, .move(to: name)))
        mistake =
          mistake
          ?? .contradiction("\(option): \(draft[entity].plural).\(name) can't have any text")
      }
    }
  }

  /// Adds a notice about the form of a column's values, if there is something to say.
  mutating func noteForm(of column: Columns.Column, in field: String, of entity: String) {
    guard let attribute = draft[entity].attribute(field) else { return }
    let earlier = known[entity]?.attribute(field)
    let profile = column.profile
    guard
      let words = profile.formNotice(for: attribute, was: earlier, at: column.path, options.wording)
        ?? profile.majorityNotice(for: attribute, was: earlier, at: column.path, options.wording)
        ?? profile.zoneNotice(for: attribute, in: options.zone)
    else { return }
    let notice = "\(draft[entity].place(of: field)): \(words)"
    if column.profile.isAmbiguous(as: attribute.type) {
      questions.append(notice)
    } else {
      notices.append(notice)
    }
  }

  /// Adds a notice if a person asked for another type of an existing field, which keeps its type.
  mutating func noteKnownType(
    of property: Property, _ column: Columns.Column, in entity: String
  ) {
    guard let asked = options.askedType(of: column),
      let attribute = draft[entity].attribute(property.name), attribute.type != asked
    else { return }
    let isOfMisfits = options.types[column.path] != asked
    let option = options.words(
      isOfMisfits
        ? .misfits(column: column.path, .text)
        : .type(column: column.path, asked, options.forms[column.path]))
    // A soft type is widened to text.
    if isOfMisfits, attribute.type == .string || attribute.type == .text {
      return
    }
    questions.append(
      "\(draft[entity].place(of: attribute.name)): is already \(attribute.type.rawValue), which "
        + "\(option) doesn't change")
  }

  private func columnPlan(
    _ choice: FieldChoice, of entity: Entity, in model: ObjectModel, isExact: Bool
  ) -> ColumnPlan {
    switch choice {
    case .ignored: return .ignored
    case .identity: return .identity
    case .property(let name, let form, let separator, let dress, let misfits):
      switch entity[name] {
      case .attribute(let attribute)?:
        guard let place = entity.storedIndex(of: name) else { return .ignored }
        let reader = ValueReader(
          attribute, form: form, separator: separator, dress: dress, isExact: isExact,
          isInterval: entity.repetition?.interval == .field(name),
          misfits: misfitPlan(misfits, in: entity), in: localTime)
        return .attribute(reader, place: place)
      case .relationship(let relationship)?: return .relationship(relationship, [:])
      case nil: return .ignored
      }
    case .names(let name, let form, let separator, let dress):
      let place = LinkPlace(entity: entity.name, field: name)
      guard let relationship = entity.relationship(name), let attribute = namingAttributes[place]
      else { return .ignored }
      let reader = ValueReader(
        attribute, form: form, separator: separator, dress: dress, in: localTime)
      return .names(reader, relationship)
    case .records(let name, let members):
      guard let relationship = entity.relationship(name),
        let destination = model[relationship.destination]
      else { return .ignored }
      return .relationship(
        relationship,
        members.mapValues { columnPlan($0, of: destination, in: model, isExact: isExact) })
    }
  }

  private func misfitPlan(_ misfits: ImportOptions.Misfits, in entity: Entity) -> MisfitPlan? {
    switch misfits {
    case .refuse, .text: return nil
    case .empty: return .empty
    case .move(let name):
      let property =
        entity.property(matching: name)
        ?? entity.property(matching: Naming.field(for: name))
      guard case .attribute(let attribute)? = property,
        let place = entity.storedIndex(of: attribute.name)
      else { return nil }
      return .move(attribute, place: place)
    }
  }

  /// Returns the way in which the rows of a planned table find stored records.
  private func match(of plan: TablePlan) throws(InterchangeError) -> RowMatch? {
    let entity = plan.entity
    guard let match = options.match else { return inferredMatch(of: plan) }
    if match == ImportOptions.matchesAll { return .values(anchor: plan.anchor) }
    guard case .attribute(let attribute)? = entity.property(matching: match) else {
      // Accompanying records are matched only if they have the field, too.
      if plan.table.cameAlong { return nil }
      throw .unknownField(match, collection: entity.plural, option: options.words(.match(match)))
    }
    return .chosen(attribute)
  }

  /// Returns the way in which rows find stored records if a person chose none.
  ///
  /// The keys of an export of another store mean other records, so its rows find none.
  private func inferredMatch(of plan: TablePlan) -> RowMatch? {
    guard let known = known[plan.entity.name], export == nil, !options.addsEachRow else {
      return nil
    }
    let filled = Set(plan.filledPlaces.map { plan.entity.storedProperties[$0].name })
    if let identifier = plan.table.form.format.identifier {
      let attribute = known.attribute(matching: identifier)
      return .identifier(attribute.flatMap { filled.contains($0.name) ? $0 : nil })
    }
    let unique = known.uniqueAttributes.sorted {
      $0.name == known.handle && $1.name != known.handle
    }
    for attribute in unique where !attribute.isList && filled.contains(attribute.name) {
      if let place = plan.entity.storedIndex(of: attribute.name) { return .values(anchor: [place]) }
    }
    return nil
  }

  /// Chooses the title of a new collection.
  mutating func settleTitle(of entity: String) {
    // If the definition of a person or of an export has no title, this is intentional.
    guard draft.added.contains(entity), draft[entity].isInferred, draft[entity].title == nil,
      exported(entity) == nil
    else { return }
    let title = TitleChoice.title(
      among: draft[entity].attributes.filter { !becomesLink($0.name, of: entity) })
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
    case .relationship(let relationship, _), .names(_, let relationship): relationship.name
    }
  }
}

// MARK: - Collections that must not change

extension Planner {
  /// Returns whether an entity may get fields, links and wider types.
  func mayChange(_ entity: String) -> Bool { options.changesCollections || known[entity] == nil }

  /// Notes that a column has no field.
  mutating func leaveOut(_ column: Columns.Column, of entity: String) -> FieldChoice {
    if fieldless[entity]?.contains(column.path) != true {
      fieldless[entity, default: []].append(column.path)
    }
    return .ignored
  }

  /// Adds a notice about the columns that have no field, and one about each column whose field was
  /// chosen and cannot be filled.
  mutating func tellFieldless() {
    for (entity, all) in fieldless.sorted(by: { $0.key < $1.key }) {
      for column in all {
        guard let asked = options.mapping[column] else { continue }
        let reason =
          draft[entity].property(matching: asked).map { "another column fills \($0.name)" }
          ?? "there is no field \(asked)"
        notices.append("\(draft[entity].plural): \(column) is left out, because \(reason)")
      }
      let columns = all.filter { options.mapping[$0] == nil }
      guard !columns.isEmpty else { continue }
      notices.append(
        "\(draft[entity].plural): no field for \(columns.joined(separator: ", ")), so "
          + "\(columns.count == 1 ? "this column is" : "these columns are") left out")
    }
  }
}
