internal import CairnRecords
internal import CairnScreens
internal import CairnStore

/// What can be taken out of the model, which undo brings back with all that was in it.
extension ModelChanges {
  /// Deletes a field; a link goes with the way back.
  func remove(_ field: Property, of entity: Entity) -> [Effect] {
    let inverse: String? =
      if case .relationship(let link) = field { link.inverse } else { nil }
    return edit("delete \(field.name)") { draft throws(StoreError) in
      try draft.updateModel(try draft.model.removing(field: field.name, of: entity.name))
    } said: { _ in
      "\(entity.plural) have no \(field.name) now"
        + (inverse.map { " · \($0) went with it" } ?? "")
    }
  }

  /// Deletes a collection with its records and the links to it.
  func remove(_ entity: Entity) -> [Effect] {
    let count = desk.snapshot.table(entity.name)?.count ?? 0
    return edit("delete \(entity.plural)") { draft throws(StoreError) in
      let keys = try draft.snapshot.load(entity.name).chunks.flatMap(\.keys)
      try draft.delete(keys.map { ObjectID(entity: entity.name, key: $0) })
      try draft.updateModel(try draft.model.removing(entity: entity.name))
    } said: { _ in
      let records = count == 1 ? "its record" : "\(Count.text(count)) records"
      return "deleted \(entity.plural)" + (count > 0 ? " with \(records)" : "")
    }
  }
}
