extension Snapshot {
  /// The records that `id` links to by `relationship`, whichever side holds the link.
  ///
  /// An ordered relationship gives them in its order, any other as they are stored or by key. Links
  /// to records that are gone are left out; of an unknown record or relationship there are none.
  /// Cost: through an inverse, a search in the files of the other collection the first few times,
  /// and then its index.
  ///
  /// - Throws: why a file cannot be read that may hold one of them.
  public func links(
    of id: ObjectID, _ relationship: String
  ) throws(StoreError) -> [RecordKey] {
    guard model.contains(id.entity), let row = try source(id.entity).row(id.key) else { return [] }
    return try links(of: row, relationship)
  }

  /// The same for a record at hand, which is not looked for.
  public func links(
    of row: Row, _ relationship: String
  ) throws(StoreError) -> [RecordKey] {
    let entity = row.chunk.entity
    guard let relationship = entity.relationship(relationship),
      let step = LinkStep(relationship, of: entity, in: model)
    else { return [] }
    let destination = try source(step.destination.name)
    switch step.storage {
    case .column(let column):
      var keys: [RecordKey] = []
      row.chunk.columns[column].forEachLink(of: row.index) { keys.append($0) }
      var present: [RecordKey] = []
      for key in keys where try destination.row(key) != nil { present.append(key) }
      return present
    case .inverse(let column):
      return step.arranged(try destination.keys(linkingTo: row.key, by: column, queries), of: row)
    }
  }

  /// The text that names a record to people: its title, or its key where it has none.
  public func title(of id: ObjectID) -> String {
    row(id)?.title ?? "\(id.key)"
  }
}
