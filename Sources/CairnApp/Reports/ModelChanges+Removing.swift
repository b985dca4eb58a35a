internal import CairnRecords
internal import CairnScreens
internal import CairnStore
internal import Synchronization

/// What can be taken out of the model, which undo brings back with all that was in it.
extension ModelChanges {
  /// Deletes a field; a link goes with the way back.
  func remove(_ field: Property, of entity: Entity) -> [Effect] {
    let inverse: String? =
      if case .relationship(let link) = field { link.inverse } else { nil }
    return edit("delete \(field.name)") { draft throws(StoreError) in
      try draft.updateModel(try draft.model.removing(field: field.name, of: entity.name))
    } said: { _ in
      "deleted \(field.name) of \(entity.plural)"
        + (inverse.map { " · \($0) went with it" } ?? "")
    }
  }

  /// Deletes a collection with its records and the links to it.
  func remove(_ entity: Entity) -> [Effect] {
    let counts = Mutex((own: 0, others: 0))
    return edit("delete \(entity.plural)") { draft throws(StoreError) in
      let keys = try draft.snapshot.load(entity.name).chunks.flatMap(\.keys)
      try draft.delete(keys.map { ObjectID(entity: entity.name, key: $0) })
      let deleted = draft.changes.count { $0.kind == .delete }
      try draft.updateModel(try draft.model.removing(entity: entity.name))
      counts.withLock { $0 = (keys.count, deleted - keys.count) }
    } said: { _ in
      let (own, others) = counts.withLock { $0 }
      let records = own == 1 ? "its record" : "\(Count.text(own)) records"
      return "deleted \(entity.plural)" + (own > 0 ? " with \(records)" : "")
        + (others > 0 ? " and \(Count.text(others)) that belong to them" : "")
    }
  }
}
