/// The links between the tables of one import that their columns' names and values speak for.
///
/// A column of one table leads to another one if it is called as that one's key, `ArtistId` say of
/// artists, and the other has a key called so too, or just `id`: a value in each row, none twice.
struct InferredLinks {
  private let tables: [InspectedTable]
  private let names: [String]

  /// The links among `tables`, whose records go to the entities called `names`.
  init(_ tables: [InspectedTable], _ names: [String]) {
    (self.tables, self.names) = (tables, names)
  }

  /// A link from a column of one table to a column of another one.
  struct Link {
    let column: String
    /// The place of the other table, and of its key.
    let table: Int
    let key: Int
  }

  /// The links that the table at `index` has to others.
  func links(of index: Int) -> [Link] {
    tables[index].columns.compactMap { column in
      guard let target = KeyColumn.target(of: column) else { return nil }
      let entity = Naming.collection(for: target).lowercased()
      for (other, name) in names.enumerated() where other != index && name.lowercased() == entity {
        if let key = tables[other].key(called: column) ?? tables[other].key(called: "id") {
          return Link(column: column, table: other, key: key)
        }
      }
      return nil
    }
  }
}
