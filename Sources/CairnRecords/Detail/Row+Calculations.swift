internal import CairnStore

extension Row {
  /// The calculated columns of the collection's lists that have a value for this record, such as
  /// `Ingredients.count`.
  ///
  /// A column that cannot be calculated is left out; a list says why. So is the title of a linked
  /// record, which the link shows.
  func calculations(in snapshot: Snapshot, at clock: WallClock) -> [(name: String, text: String)] {
    guard let entity = snapshot.model[id.entity] else { return [] }
    return entity.columns.compactMap { name in
      guard snapshot.model.isCalculated(name, of: entity, includingTimes: false),
        let path = try? FieldPath.parse(name),
        !snapshot.model.isTitleOfLink(path, from: entity),
        let display = try? FieldDisplay(path, of: entity, in: snapshot, at: clock)
      else { return nil }
      let text = display.text(of: self)
      return text.isEmpty ? nil : (snapshot.model.caption(of: path, from: entity), text)
    }
  }
}

extension ObjectModel {
  /// Whether a path leads over one link to the title of the linked record.
  fileprivate func isTitleOfLink(_ path: FieldPath, from entity: Entity) -> Bool {
    guard path.names.count == 2,
      case .relationship(let link)? = entity.property(matching: path.names[0]), !link.isToMany,
      let goal = self[link.destination], let title = goal.titleAttribute
    else { return false }
    return goal.property(matching: path.names[1])?.name == title.name
  }
}
