internal import CairnStore

// What the data itself says of its collections and fields: the model of an export, or descriptors.
extension Planner {
  /// Adds the collections of the export in the order of its model.
  mutating func addExportedEntities() {
    for entity in export?.entities ?? [] where draft.entity(matching: present(entity.name)) == nil {
      draft.addEntity(entity.name)
    }
  }

  /// What an entity of the export is called in the store now.
  func present(_ name: String) -> String { isOwnExport ? draft.currentName(of: name) : name }

  /// The entity of the export that is called `name` in the store.
  func exported(_ name: String) -> Entity? {
    export?.entities.first { present($0.name) == name }
  }

  /// Takes over what the data itself says of its fields.
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
    for (other, name) in others { draft.adopt(other, as: name, filling: [], names: known) }
    for (table, name) in zip(tables, names) {
      guard let definition = table.table.definition else { continue }
      let columns = Set(table.columns).subtracting(options.mapping.keys)
      draft.adopt(definition, as: name, filling: columns, names: known)
    }
    draft.completeLinks(all + tables.compactMap(\.table.definition), names: known)
  }

  /// Whether the model of the export says what a column is, so that its name says nothing more.
  func isDefined(_ column: String, of table: InspectedTable) -> Bool {
    export != nil && table.table.definition?[column] != nil
  }

  /// Refuses options that name a column which no table has.
  func checkColumns(of tables: [InspectedTable]) throws(InterchangeError) {
    let paths = tables.flatMap { Columns($0).allPaths }
    for column in options.mapping.keys.sorted() where !paths.contains(column) {
      throw .unknownColumn(column, option: "--map", columns: paths)
    }
    for column in options.types.keys.sorted() where !paths.contains(column) {
      throw .unknownColumn(column, option: "--type", columns: paths)
    }
    let columns = tables.flatMap(\.columns)
    for link in options.links where !columns.contains(link.column) {
      throw .unknownColumn(link.column, option: link.option, columns: columns)
    }
  }
}
