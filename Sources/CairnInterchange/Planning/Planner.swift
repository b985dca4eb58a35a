internal import CairnStore

/// Decides where the columns of all tables go, and what the model needs for that.
///
/// 1. A collection or field that is there is used: found by its exact name first, then ignoring
///    case.
/// 2. What is not there is inferred from all values, and soft: a later value may widen it.
/// 3. A soft type gives way to values that don't fit, with a notice; one that a person wrote
///    doesn't.
struct Planner {
  private let options: ImportOptions
  private var draft: ModelDraft
  private var notices: [String] = []

  init(_ model: ObjectModel, _ options: ImportOptions) {
    draft = ModelDraft(model)
    self.options = options
  }

  /// The plan for `tables`.
  ///
  /// - Throws: `InterchangeError` for an option that names what is not there.
  mutating func plan(_ tables: [InspectedTable]) throws(InterchangeError) -> ImportPlan {
    try checkColumns(of: tables)
    var names: [String] = []
    var fields: [[FieldChoice]] = []
    for table in tables {
      names.append(entityName(for: table.table, isOnly: tables.count == 1))
    }
    adoptDefinitions(of: tables, names)
    for (table, entity) in zip(tables, names) {
      fields.append(chooseFields(for: table, of: entity))
    }
    var links: [[(column: Int, name: String, field: String)]] = []
    for (index, table) in tables.enumerated() {
      var wanted = options.links
      for link in InferredLinks(tables, names).links(of: index)
      where !wanted.contains(where: { $0.column == link.column }) {
        // The key may have another name as a field than as a column, or be none.
        guard case .property(let field) = fields[link.table][link.key],
          draft[names[link.table]].attribute(field) != nil
        else { continue }
        wanted.append(
          ImportOptions.Link(column: link.column, collection: names[link.table], field: field))
      }
      links.append(try chooseLinks(wanted, for: table, of: names[index], fields[index]))
    }
    let model = try resolvedModel()
    var plans: [TablePlan] = []
    for (index, table) in tables.enumerated() {
      plans.append(
        try tablePlan(table, names[index], fields[index], links[index], in: model))
    }
    return ImportPlan(
      model: model, newEntities: draft.added, tables: plans,
      notices: notices)
  }

  /// Takes over what the data itself says of its fields.
  private mutating func adoptDefinitions(of tables: [InspectedTable], _ names: [String]) {
    var known: [String: String] = [:]
    for (table, name) in zip(tables, names) {
      if let definition = table.table.definition { known[definition.name] = name }
    }
    var others: [Entity] = []
    for other in tables.flatMap(\.table.others) where known[other.name] == nil {
      known[other.name] = other.name
      guard draft.entity(matching: other.name) == nil else { continue }
      draft.addEntity(other.name)
      others.append(other)
    }
    for other in others { draft.adopt(other, as: other.name, filling: [], names: known) }
    for (table, name) in zip(tables, names) {
      guard let definition = table.table.definition else { continue }
      let columns = Set(table.columns).subtracting(options.mapping.keys)
      draft.adopt(definition, as: name, filling: columns, names: known)
    }
  }

  private func checkColumns(of tables: [InspectedTable]) throws(InterchangeError) {
    let columns = tables.flatMap(\.columns)
    for column in options.mapping.keys.sorted() where !columns.contains(column) {
      throw .unknownColumn(column, option: "--map", columns: columns)
    }
    for column in options.types.keys.sorted() where !columns.contains(column) {
      throw .unknownColumn(column, option: "--type", columns: columns)
    }
    for link in options.links where !columns.contains(link.column) {
      throw .unknownColumn(link.column, option: link.option, columns: columns)
    }
  }

  private func resolvedModel() throws(InterchangeError) -> ObjectModel {
    do throws(StoreError) {
      return try ObjectModel(entities: draft.entities)
    } catch {
      throw .store(error)
    }
  }

  /// The collection for a table: asked for, or called as the data calls its records.
  private mutating func entityName(for table: RawTable, isOnly: Bool) -> String {
    let own = table.name ?? Naming.baseName(of: table.input)
    let asked = isOnly || table.name == nil ? options.collection ?? own : own
    let name = Naming.collection(for: asked)
    if let known = draft.entity(matching: asked) ?? draft.entity(matching: name) {
      return known.name
    }
    draft.addEntity(name)
    return name
  }
}

// MARK: - Fields

extension Planner {
  /// What a column becomes, before the model is settled.
  enum FieldChoice {
    case ignored
    case identity
    case property(String)
  }

  private mutating func chooseFields(for table: InspectedTable, of entity: String) -> [FieldChoice]
  {
    var choices: [FieldChoice] = []
    var taken: Set<String> = []
    let exact = Set(table.columns.map(wanted).filter { draft[entity][$0] != nil })
    for (index, column) in table.columns.enumerated() {
      let profile = table.profiles[index]
      if column.isEmpty, profile.valueCount == 0 {
        choices.append(.ignored)
      } else if isIdentity(column, profile, in: draft[entity]) {
        choices.append(.identity)
      } else {
        let asked = wanted(column.isEmpty ? "column_\(index + 1)" : column)
        let reserved = exact.contains(asked) ? taken : taken.union(exact)
        let name = property(
          for: asked, profile, as: options.types[column], of: entity, taken: reserved)
        taken.insert(name)
        choices.append(.property(name))
      }
    }
    settleTitle(of: entity)
    return choices
  }

  /// The field that a person wants for a column, or else the column's own name.
  private func wanted(_ column: String) -> String { options.mapping[column] ?? column }

  /// Whether a column holds the records' own addresses, as exports write them.
  private func isIdentity(_ column: String, _ profile: ColumnProfile, in entity: Entity) -> Bool {
    guard profile.areRecordAddresses, options.mapping[column] == nil else { return false }
    return column == RecordJSON.plainIdentityKey && entity[column] == nil
      || column == RecordJSON.markedIdentityKey
  }

  /// The property for a column, made or widened where that is needed.
  private mutating func property(
    for name: String, _ profile: ColumnProfile, as asked: AttributeType?, of entity: String,
    taken: Set<String>
  ) -> String {
    if let known = draft[entity].property(matching: name), !taken.contains(known.name) {
      fit(known, to: profile, of: entity)
      return known.name
    }
    // `Id` is the store's own field.
    let legal = Naming.field(for: name, taken: taken.union(["Id"]))
    if let known = draft[entity].property(matching: legal), !taken.contains(known.name) {
      fit(known, to: profile, of: entity)
      return known.name
    }
    let unused = Naming.unique(legal, taken: taken.union(draft[entity].properties.map(\.name)))
    let type = asked.map { ColumnType($0, isMultiple: profile.hasLists) } ?? profile.type
    var attribute = Attribute(name: unused, type: type.type)
    attribute.isMultiple = type.isMultiple
    attribute.choices = type.choices
    // What a person asked for is theirs, and no later value widens it.
    attribute.isInferred = asked == nil
    draft.change(entity) { $0.properties.append(.attribute(attribute)) }
    if profile.hasNested {
      notices.append("\(draft[entity].plural).\(unused): objects are kept as JSON text")
    }
    return unused
  }

  private mutating func fit(_ property: Property, to profile: ColumnProfile, of entity: String) {
    guard case .attribute(let attribute) = property,
      let wider = Widening.widened(attribute, for: profile)
    else { return }
    draft.replace(wider, of: entity)
    if wider.isList, draft[entity].title == wider.name {
      // A title is one text.
      let others = draft[entity].attributes.filter { $0.name != wider.name }
      draft.change(entity) { $0.title = TitleChoice.title(among: others) }
    }
    notices.append("\(draft[entity].plural).\(Widening.notice(from: attribute, to: wider))")
  }

  private mutating func settleTitle(of entity: String) {
    // Whoever wrote a definition without a title wants none.
    guard draft.added.contains(entity), draft[entity].isInferred, draft[entity].title == nil else {
      return
    }
    let title = TitleChoice.title(among: draft[entity].attributes)
    draft.change(entity) { $0.title = title }
  }
}

// MARK: - Links and plans

extension Planner {
  private mutating func chooseLinks(
    _ links: [ImportOptions.Link], for table: InspectedTable, of entity: String,
    _ fields: [FieldChoice]
  ) throws(InterchangeError) -> [(column: Int, name: String, field: String)] {
    var chosen: [(column: Int, name: String, field: String)] = []
    for link in links {
      guard let column = table.columns.firstIndex(of: link.column) else { continue }
      guard let destination = draft.entity(matching: link.collection) else {
        throw .unknownCollection(link.collection, option: link.option)
      }
      guard case .attribute(let field)? = destination.property(matching: link.field) else {
        throw .unknownField(link.field, collection: destination.plural, option: link.option)
      }
      if case .property(field.name) = fields[column], destination.name == entity { continue }
      var maker = LinkMaker(draft: draft)
      let name = maker.link(from: entity, to: destination.name, column: link.column)
      draft = maker.draft
      chosen.append((column, name, field.name))
    }
    return chosen
  }

  private func tablePlan(
    _ table: InspectedTable, _ name: String, _ fields: [FieldChoice],
    _ links: [(column: Int, name: String, field: String)], in model: ObjectModel
  ) throws(InterchangeError) -> TablePlan {
    guard let entity = model[name] else { throw .store(.unknownEntity(name)) }
    return TablePlan(
      table: table.table, entity: entity,
      columns: fields.map { columnPlan($0, of: entity) },
      links: links.compactMap { link in
        entity.relationship(link.name).map {
          LinkPlan(column: link.column, relationship: $0, field: link.field)
        }
      },
      match: try matchAttribute(of: entity))
  }

  private func columnPlan(_ choice: FieldChoice, of entity: Entity) -> ColumnPlan {
    switch choice {
    case .ignored: return .ignored
    case .identity: return .identity
    case .property(let name):
      switch entity[name] {
      case .attribute(let attribute)?:
        guard let place = entity.storedIndex(of: name) else { return .ignored }
        return .attribute(ValueReader(attribute), place: place)
      case .relationship(let relationship)?: return .relationship(relationship)
      case nil: return .ignored
      }
    }
  }

  private func matchAttribute(of entity: Entity) throws(InterchangeError) -> Attribute? {
    guard let match = options.match else { return nil }
    guard case .attribute(let attribute)? = entity.property(matching: match) else {
      throw .unknownField(match, collection: entity.plural, option: "--match \(match)")
    }
    return attribute
  }
}
