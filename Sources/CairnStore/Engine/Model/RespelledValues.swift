/// Converts values whose text changes with their field's type, such as `06699` to a number.
///
/// The changes are saved under the old type, so an undo restores the old text.
struct RespelledValues {
  private let snapshot: Snapshot
  private let model: ObjectModel
  /// The zone in which a moment has a time without a zone.
  private let localTime: LocalTime

  /// - Parameters:
  ///   - snapshot: the content, under the model that it had.
  ///   - model: the model that it is to have.
  ///   - localTime: the zone in which a moment has a time without a zone.
  init(in snapshot: Snapshot, under model: ObjectModel, _ localTime: LocalTime) {
    (self.snapshot, self.model, self.localTime) = (snapshot, model, localTime)
  }

  /// A change for each record that has such a value.
  ///
  /// - Throws: what reading the records throws; entities without a field of another type are not
  ///   read.
  func changes() throws(StoreError) -> [RecordChange] {
    var changes: [RecordChange] = []
    for case (let old?, let new?) in ModelMerge.pairs(snapshot.model, model) {
      let fields = retyped(old, new)
      guard !fields.isEmpty else { continue }
      for row in try snapshot.load(old.name).rows {
        let respelled = fields.compactMap { $0.change(in: row, localTime) }
        guard !respelled.isEmpty else { continue }
        changes.append(RecordChange(id: row.id, kind: .update, fields: respelled))
      }
    }
    return changes
  }

  private func retyped(_ old: Entity, _ new: Entity) -> [Retyped] {
    old.attributes.compactMap { attribute in
      guard let after = old.name(of: attribute.name, in: new).flatMap(new.attribute),
        after.type != attribute.type
      else { return nil }
      return Retyped(old: attribute, new: after)
    }
  }

  /// A field before and after.
  private struct Retyped {
    let old: Attribute
    let new: Attribute

    /// The value in the words of the new type; `nil` where these are its own, or it doesn't fit and
    /// stays as it is written.
    func change(in row: Row, _ localTime: LocalTime) -> FieldChange? {
      guard let value = row[old.name] else { return nil }
      let elements = value.elements.map { moved($0, localTime) ?? $0 }
      if elements != value.elements {
        return FieldChange(
          name: old.name, old: value, new: old.isList ? .list(elements) : elements[0])
      }
      guard
        let texts = Property.attribute(new).conformed(value)?.storedTexts,
        texts != value.storedTexts
      else { return nil }
      let spelled = Property.attribute(old).value(fromTexts: texts)
      return spelled.map { FieldChange(name: old.name, old: value, new: $0) }
    }

    /// A time with or without a zone as a value of the old type whose text means the converted time
    /// to the new type.
    private func moved(_ value: Value, _ localTime: LocalTime) -> Value? {
      switch (value, localTime.converted(value), new.type) {
      case (.datetime, .localtime(let time)?, .localtime): .datetime(time)
      case (.localtime, .datetime(let time)?, .datetime): .localtime(time)
      case (.labeled(let label, let value), _, _):
        moved(value, localTime).map { .labeled(label, $0) }
      default: nil
      }
    }
  }
}
