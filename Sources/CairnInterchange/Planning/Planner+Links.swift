internal import CairnStore

// Finds the columns that link to other records, apart from nested records.
extension Planner {
  /// Returns the form of values that identify records by a field, if the field stores another form.
  func form(
    of profile: ColumnProfile, in field: String, of entity: Entity?
  ) -> RegionalForm? {
    guard let form = profile.form, let attribute = entity?.attribute(field) else { return nil }
    return form.applies(to: attribute.type) ? form : nil
  }

  mutating func chooseLinks(
    _ links: [ImportOptions.Link], for table: InspectedTable, of entity: String,
    _ fields: [FieldChoice]
  ) throws(InterchangeError) -> [(column: Int, name: String, field: String)] {
    var chosen: [(column: Int, name: String, field: String)] = []
    for link in links {
      guard let column = table.columns.firstIndex(of: link.column), let key = link.field else {
        continue
      }
      guard let destination = draft.entities.first(meantBy: link.collection) else {
        throw .unknownCollection(link.collection, option: options.words(.link(link)))
      }
      guard case .attribute(let field)? = destination.property(matching: key) else {
        throw .unknownField(key, collection: destination.plural, option: options.words(.link(link)))
      }
      if case .property(field.name, _, _, _, _) = fields[column], destination.name == entity {
        continue
      }
      let isToMany: Bool
      if case .property(let own, _, _, _, _) = fields[column] {
        isToMany = draft[entity].attribute(own)?.isList == true
      } else {
        isToMany = false
      }
      let isOnly =
        links.filter { draft.entities.first(meantBy: $0.collection)?.name == destination.name }
        .count == 1
      var maker = LinkMaker(draft: draft)
      let name = maker.link(
        from: entity, to: destination.name, column: link.column, isToMany: isToMany,
        isOnly: isOnly)
      draft = maker.draft
      chosen.append((column, name, field.name))
    }
    return chosen
  }

  /// Returns the field for a key of another table; `nil` if the key becomes no field.
  func field(
    of key: InferredLinks.Key, _ names: [String], _ fields: [[FieldChoice]]
  ) -> FieldIndex.Name? {
    // The field may have a different name than the column.
    guard case .property(let field, _, _, _, _) = fields[key.table][key.column],
      draft[names[key.table]].attribute(field) != nil
    else { return nil }
    return FieldIndex.Name(entity: names[key.table], field: field)
  }

  /// Returns the key in the store that a column is named after.
  func storedKey(for column: String, of entity: String) -> FieldIndex.Name? {
    guard let target = KeyColumn.target(of: column),
      let other = draft.entity(matching: Naming.collection(for: target)), other.name != entity,
      !draft.added.contains(other.name)
    else { return nil }
    for name in [column, "id"] {
      guard case .attribute(let field)? = other.property(matching: name) else { continue }
      let key = FieldIndex.Name(entity: other.name, field: field.name)
      if isStoredKey(key) { return key }
    }
    return nil
  }

  /// Returns the links whose columns hold addresses of records.
  func addressLinks(of tables: [InspectedTable], _ names: [String]) -> AddressLinks {
    let columns = tables.map { Columns($0).all }
    var places: [String: String] = [:]
    for (columns, name) in zip(columns, names) {
      let identity = columns.first { isIdentity($0, in: draft[name]) }
      if let plural = identity?.profile.addresses?.collection { places[plural] = name }
    }
    return AddressLinks(
      zip(columns, names).flatMap { columns, name in
        columns.compactMap { side(of: $0, in: name, places) }
      })
  }

  /// Adds the links after the fields, like the links made from keys.
  mutating func make(
    _ links: AddressLinks, for tables: [InspectedTable], _ names: [String]
  ) {
    var maker = LinkMaker(draft: draft)
    for (side, back) in links.sides {
      let taken = zip(names, tables).filter { $0.0 == side.destination }.flatMap(\.1.columns)
      maker.link(side, back: back, taken: Set(taken))
    }
    draft = maker.draft
  }

  /// Returns the link whose addresses are in a column; `nil` for other columns.
  private func side(
    of column: Columns.Column, in entity: String, _ places: [String: String]
  ) -> AddressLinks.Side? {
    // Nested records that have a table of their own are equivalent to addresses.
    let records = column.profile.records
    guard mayChange(entity),
      let collection = records?.ownCollection ?? column.profile.addresses?.collection,
      let destination = places[collection]
        ?? (records == nil ? draft.entity(matching: collection)?.name : nil),
      Naming.field(for: column.name) == column.name,
      options.mapping[column.path] == nil, options.types[column.path] == nil,
      options.replacement(of: column.path) == nil, !options.leavesOut(column.path),
      mayChange(destination), !isIdentity(column, in: draft[entity]),
      draft[entity].property(matching: column.name) == nil
    else { return nil }
    let isToMany = records?.isToMany ?? column.profile.addresses?.hasLists ?? false
    return AddressLinks.Side(
      entity: entity, name: column.name, destination: destination, isToMany: isToMany,
      isOrdered: isToMany && column.profile.addresses?.areAscending != true,
      isFollowed: records != nil, pairs: column.profile.linkPairs)
  }
}
