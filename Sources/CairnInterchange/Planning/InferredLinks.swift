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

  /// The key of a table: the places of both.
  struct Key {
    let table: Int
    let column: Int
  }

  /// The key that the values of a column of the table at `index` are called after.
  func key(for column: String, of index: Int) -> Key? {
    guard let target = KeyColumn.target(of: column) else { return nil }
    let entity = Naming.collection(for: target).lowercased()
    for (other, name) in names.enumerated() where other != index && name.lowercased() == entity {
      if let key = tables[other].key(called: column) ?? tables[other].key(called: "id") {
        return Key(table: other, column: key)
      }
    }
    return nil
  }
}
