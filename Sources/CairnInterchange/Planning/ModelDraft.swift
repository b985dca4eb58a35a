internal import CairnStore

/// A model that grows while an import is planned.
struct ModelDraft {
  private(set) var entities: [Entity]
  /// The names of the entities that the draft added.
  private(set) var added: Set<String> = []

  init(_ model: ObjectModel) {
    entities = model.entities
  }

  /// Returns the entity called `name` in the singular or plural, exactly or ignoring case.
  func entity(matching name: String) -> Entity? {
    entities.first(matching: name)
  }

  /// Returns the present name of the entity that was called `name`.
  func currentName(of name: String) -> String {
    if entities.contains(where: { $0.name == name }) { return name }
    return entities.first { $0.earlierNames.contains(name) }?.name ?? name
  }

  /// The entity called exactly `name`, which must be in the draft.
  subscript(name: String) -> Entity {
    guard let entity = entities.first(where: { $0.name == name }) else {
      preconditionFailure("the draft has no entity \(name)")
    }
    return entity
  }

  /// Adds an inferred entity without fields.
  mutating func addEntity(_ name: String) {
    var entity = Entity(name: name, plural: Naming.irregularPlural(of: name))
    entity.isInferred = true
    entities.append(entity)
    added.insert(name)
  }

  /// Adds an entity that a person asked for.
  mutating func add(_ entity: Entity) {
    entities.append(entity)
    added.insert(entity.name)
  }

  /// Puts a link in the place of an attribute, and adds the inverse link.
  mutating func link(
    _ attribute: String, of entity: String, to destination: String
  ) throws(StoreError) {
    entities = try entities.linking(attribute, of: entity, to: destination)
  }

  /// Adds the fields of `definition` that the entity lacks and that `columns` fill.
  ///
  /// An entity that the draft has just added gets all links, because only their other side may have
  /// a column. It also gets everything of an export's definition, or that a person wrote.
  ///
  /// - Parameters:
  ///   - definition: the data's definition of the records.
  ///   - isExported: whether it comes from the model of an export.
  ///   - name: the name of their entity in the draft.
  ///   - columns: the columns of the data.
  ///   - names: the names in the draft of entities in the data.
  mutating func adopt(
    _ definition: Entity, isExported: Bool, as name: String, filling columns: Set<String>,
    names: [String: String]
  ) {
    let isNew = added.contains(name) && self[name].properties.isEmpty
    let isWhole = isNew && (isExported || !definition.isInferred)
    let wanted = definition.properties.filter { property in
      if case .relationship = property, isNew { return true }
      return isWhole || columns.contains(property.name)
    }.compactMap { linked($0, names) }
    change(name) { entity in
      if isWhole {
        let own = (entity.name, entity.plural)
        entity = definition
        if own.0 != definition.name { (entity.name, entity.plural) = own }
        entity.properties = []
      }
      for property in wanted {
        // A different spelling of the name means the same field, unless the definition has both.
        let known = entity.property(matching: property.name)
        if let known, known.name == property.name || definition[known.name] == nil { continue }
        // The field has been renamed since.
        if entity[entity.currentName(of: property.name)] != nil { continue }
        entity.append(property)
      }
      if isNew, let title = definition.title, entity[title] != nil { entity.title = title }
      if isWhole {
        // A column may be computed, such as `Invoices.count`.
        entity.columns = entity.columns.filter { column in
          entity[String(column.prefix { $0 != "." })] != nil
        }
      }
    }
  }

  /// Adds the other side of each link as in the definitions, if a collection lacks it.
  ///
  /// - Parameters:
  ///   - definitions: the data's definitions of the records.
  ///   - names: the names in the draft of entities in the data.
  ///   - mayChange: whether an entity may get links.
  mutating func completeLinks(
    _ definitions: [Entity], names: [String: String], where mayChange: (String) -> Bool
  ) {
    for definition in definitions {
      let own = names[definition.name] ?? definition.name
      guard mayChange(own) else { continue }
      for case .relationship(var back) in definition.properties {
        guard entities.contains(where: { $0.name == own }), self[own][back.name] == nil,
          let name = back.inverse,
          let destination = names[back.destination] ?? back.destination as String?,
          let link = entities.first(where: { $0.name == destination })?.relationship(name),
          link.inverse == back.name, link.destination == own
        else { continue }
        back.destination = destination
        change(own) { $0.append(.relationship(back)) }
      }
    }
    // If the other side has no room, the side is a link of its own.
    for entity in entities {
      for link in entity.relationships {
        guard let name = link.inverse, self[link.destination].relationship(name) == nil else {
          continue
        }
        var alone = link
        alone.inverse = nil
        change(entity.name) { $0.replace(.relationship(alone)) }
      }
    }
  }

  /// Returns the property with the draft's name of its destination; `nil` if there is no such
  /// entity.
  private func linked(_ property: Property, _ names: [String: String]) -> Property? {
    guard case .relationship(var link) = property else { return property }
    link.destination = names[link.destination] ?? link.destination
    return entities.contains { $0.name == link.destination } ? .relationship(link) : nil
  }

  /// Changes the entity called `name`.
  mutating func change(_ name: String, _ body: (inout Entity) -> Void) {
    guard let place = entities.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("the draft has no entity \(name)")
    }
    body(&entities[place])
  }

  /// Gives a property the label for words, if its name does not say them.
  ///
  /// If another property has the label, a number follows it.
  mutating func label(_ name: String, of entity: String, by words: String) {
    guard let wanted = Caption.label(words, of: name) else { return }
    change(entity) { entity in
      guard var property = entity[name] else { return }
      let free = entity.freeCaption(wanted, besides: name)
      guard let label = Caption.label(free, of: name) else { return }
      property.label = label
      entity.replace(property)
    }
  }

  /// Makes the captions of new fields different from those of all other fields.
  ///
  /// A field whose caption is made of its name shows the name itself, if that is enough: `a_b` beside
  /// a label `a b`. Otherwise a number follows the label.
  ///
  /// - Parameter known: The model before the import.
  mutating func settleCaptions(besides known: ObjectModel) {
    for place in entities.indices {
      let old = known[entities[place].name]
      for property in entities[place].properties where old?[property.name] == nil {
        settleCaption(of: property.name, at: place) { old?[$0] == nil }
      }
    }
  }

  private mutating func settleCaption(
    of name: String, at place: Int, isNew: (String) -> Bool
  ) {
    guard var property = entities[place][name], let label = property.label else { return }
    let same = entities[place].properties.filter { other in
      other.name != name && SearchFold.fold(other.caption) == SearchFold.fold(label)
    }
    guard !same.isEmpty else { return }
    if same.allSatisfy({ $0.label == nil && $0.caption != $0.name && isNew($0.name) }) {
      for var other in same {
        other.label = other.name
        entities[place].replace(other)
      }
      return
    }
    property.label = Caption.label(
      entities[place].freeCaption(label, besides: name), of: name)
    entities[place].replace(property)
  }

  /// Replaces the attribute with the same name.
  mutating func replace(_ attribute: Attribute, of entity: String) {
    change(entity) { $0.replace(.attribute(attribute)) }
  }
}

// Uses the data's own definitions of collections and fields: the model of an export, or
// descriptors.
extension Planner {
  /// Adds the collections of the export in the order of its model.
  ///
  /// The collection of an only table gets the name that a person asks for.
  mutating func addExportedEntities(of tables: [InspectedTable]) {
    let only = options.collection != nil && tables.count == 1 ? tables[0].table.definition : nil
    for entity in export?.entities ?? []
    where draft.entity(matching: present(entity.name)) == nil && entity.name != only?.name {
      draft.addEntity(entity.name)
    }
  }

  private func isExported(_ definition: Entity) -> Bool {
    export?.entities.contains { $0.name == definition.name } == true
  }

  /// Returns the store's present name of an entity in the export.
  func present(_ name: String) -> String { isOwnExport ? draft.currentName(of: name) : name }

  /// Returns the export's entity that is called `name` in the store.
  func exported(_ name: String) -> Entity? {
    export?.entities.first { present($0.name) == name }
  }

  /// Returns whether an export defines a field exactly like the store.
  ///
  /// Its values are then read without inference.
  func isExactly(_ attribute: Attribute, of entity: String) -> Bool {
    exported(entity)?.attributes.contains { other in
      draft[entity].currentName(of: other.name) == attribute.name && other.type == attribute.type
        && other.isMultiple == attribute.isMultiple && other.choices == attribute.choices
    } == true
  }

  /// Adopts the data's own definitions of its fields.
  mutating func adoptDefinitions(of tables: [InspectedTable], _ names: [String]) {
    var known: [String: String] = [:]
    for (table, name) in zip(tables, names) {
      if let definition = table.table.definition { known[definition.name] = name }
    }
    var others: [(definition: Entity, name: String)] = []
    let all = (export?.entities ?? []) + tables.flatMap(\.table.others)
    for other in all where known[other.name] == nil {
      let present = present(other.name)
      if draft.entity(matching: present) == nil { draft.addEntity(other.name) }
      let name = draft.entity(matching: present)?.name ?? other.name
      known[other.name] = name
      if draft.added.contains(name) { others.append((other, name)) }
    }
    for (other, name) in others {
      draft.adopt(
        other, isExported: isExported(other), as: name, filling: [], names: known)
    }
    for (table, name) in zip(tables, names) {
      guard let definition = table.table.definition, mayChange(name) else { continue }
      let columns = Set(table.columns).subtracting(options.mapping.keys)
      draft.adopt(
        definition, isExported: isExported(definition), as: name, filling: columns, names: known)
    }
    let planner = self
    draft.completeLinks(
      all + tables.compactMap(\.table.definition), names: known, where: planner.mayChange)
  }

  /// Returns whether the model of the export defines a column, so that its name is not interpreted.
  func isDefined(_ column: String, of table: InspectedTable) -> Bool {
    export != nil && table.table.definition?[column] != nil
  }

  /// Refuses options that name a column which no table has.
  func checkColumns(of tables: [InspectedTable]) throws(InterchangeError) {
    let paths = tables.flatMap { Columns($0).allPaths }
    for column in options.mapping.keys.sorted() where !paths.contains(column) {
      throw .unknownColumn(column, option: options.words(.anyMapping), columns: paths)
    }
    for column in options.types.keys.sorted() where !paths.contains(column) {
      throw .unknownColumn(column, option: options.words(.types), columns: paths)
    }
    for column in options.misfits.keys.sorted() where !paths.contains(column) {
      throw .unknownColumn(column, option: options.words(.anyMisfits), columns: paths)
    }
    let columns = tables.flatMap(\.columns)
    for link in options.links where !columns.contains(link.column) {
      throw .unknownColumn(link.column, option: options.words(.link(link)), columns: columns)
    }
  }
}
