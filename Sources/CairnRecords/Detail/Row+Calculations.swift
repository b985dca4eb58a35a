internal import CairnStore

extension Row {
  /// The calculated columns of the collection's lists that have a value for this record, such as
  /// `Ingredients.count`.
  ///
  /// A column that cannot be calculated is left out; a list says why.
  func calculations(in snapshot: Snapshot, at clock: WallClock) -> [(name: String, text: String)] {
    guard let entity = snapshot.model[id.entity] else { return [] }
    return entity.columns.compactMap { name in
      guard snapshot.model.isCalculated(name, of: entity, includingTimes: false),
        let path = try? FieldPath.parse(name),
        let display = try? FieldDisplay(path, of: entity, in: snapshot, at: clock)
      else { return nil }
      let text = display.text(of: self)
      return text.isEmpty ? nil : (snapshot.model.caption(of: path, from: entity), text)
    }
  }
}
