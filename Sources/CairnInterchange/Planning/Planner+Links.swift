internal import CairnStore

// Which columns lead to records, besides what stands in them.
extension Planner {
  mutating func chooseLinks(
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

  /// The field that a key of another table becomes; `nil` where it becomes none.
  func field(
    of key: InferredLinks.Key, _ names: [String], _ fields: [[FieldChoice]]
  ) -> FieldIndex.Name? {
    // It may have another name as a field than as a column.
    guard case .property(let field) = fields[key.table][key.column],
      draft[names[key.table]].attribute(field) != nil
    else { return nil }
    return FieldIndex.Name(entity: names[key.table], field: field)
  }

  /// The key in the store that the values of a column are called after.
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

  /// Makes the links of which columns have the records' addresses.
  ///
  /// - Returns: the names of the new links by their entities, in the order of the columns.
  mutating func linkAddresses(
    of tables: [InspectedTable], _ names: [String]
  ) -> [String: [String]] {
    var places: [String: String] = [:]
    for (table, name) in zip(tables, names) {
      let identity = Columns(table).all.first { isIdentity($0, in: draft[name]) }
      if let plural = identity?.profile.addresses?.collection { places[plural] = name }
    }
    var sides: [AddressLinks.Side] = []
    for (table, name) in zip(tables, names) {
      for column in Columns(table).all {
        if let side = side(of: column, in: name, places) { sides.append(side) }
      }
    }
    var maker = LinkMaker(draft: draft)
    let columns = zip(names, tables).reduce(into: [:]) { $0[$1.0] = Set($1.1.columns) }
    for (side, back) in AddressLinks(sides).links {
      maker.link(side, back, taken: columns[side.destination] ?? [])
    }
    draft = maker.draft
    return Dictionary(grouping: sides, by: \.entity).mapValues { $0.map(\.name) }
  }

  /// The link that a column has the addresses of; `nil` where it is something else.
  private func side(
    of column: Columns.Column, in entity: String, _ places: [String: String]
  ) -> AddressLinks.Side? {
    guard let addresses = column.profile.addresses, let collection = addresses.collection,
      let destination = places[collection] ?? draft.entity(matching: collection)?.name,
      Naming.field(for: column.name) == column.name,
      options.mapping[column.path] == nil, options.types[column.path] == nil,
      !options.leavesOut(column.path), !isIdentity(column, in: draft[entity]),
      draft[entity].property(matching: column.name) == nil
    else { return nil }
    let isToMany = addresses.hasLists
    return AddressLinks.Side(
      entity: entity, name: column.name, destination: destination, isToMany: isToMany,
      isOrdered: isToMany && !addresses.areAscending)
  }
}
