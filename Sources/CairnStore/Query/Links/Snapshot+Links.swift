extension Snapshot {
  /// The records that `id` links to by `relationship`, whichever side holds the link.
  ///
  /// An ordered relationship gives them in its order, any other as they are stored or by key. Links
  /// to records that are gone are left out; of an unknown record or relationship there are none.
  /// Cost: through an inverse, the first call indexes the other collection.
  public func links(of id: ObjectID, _ relationship: String) -> [RecordKey] {
    guard let row = row(id), let entity = model[id.entity],
      let relationship = entity.relationship(relationship),
      let step = LinkStep(relationship, of: entity, in: model)
    else { return [] }
    if case .column(let column) = step.storage {
      var keys: [RecordKey] = []
      row.chunk.columns[column].forEachLink(of: row.index) { keys.append($0) }
      return keys.filter { self.row(ObjectID(entity: step.destination.name, key: $0)) != nil }
    }
    return LinkReader(step, in: self).rows(linkedFrom: row).map(\.key)
  }

  /// The text that names a record to people: its title, or its key where it has none.
  public func title(of id: ObjectID) -> String {
    row(id)?.title ?? "\(id.key)"
  }
}
