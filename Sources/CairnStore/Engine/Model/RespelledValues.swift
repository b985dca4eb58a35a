/// Values that are written otherwise once their fields have another type, as `06699` as a number.
///
/// They are changed to that under the type that they had, before the model is: so the history has
/// what was written, and whoever takes the type back has it again.
struct RespelledValues {
  private let snapshot: Snapshot
  private let model: ObjectModel

  /// - Parameters:
  ///   - snapshot: the content, under the model that it had.
  ///   - model: the model that it is to have.
  init(in snapshot: Snapshot, under model: ObjectModel) {
    (self.snapshot, self.model) = (snapshot, model)
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
        let respelled = fields.compactMap { $0.change(in: row) }
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

  private struct Retyped {
    let old: Attribute
    let new: Attribute

    /// The value in the words of the new type; `nil` where these are its own, or it doesn't fit and
    /// stays as it is written.
    func change(in row: Row) -> FieldChange? {
      guard let value = row[old.name],
        let texts = Property.attribute(new).conformed(value)?.storedTexts,
        texts != value.storedTexts
      else { return nil }
      let spelled = Property.attribute(old).value(fromTexts: texts)
      return spelled.map { FieldChange(name: old.name, old: value, new: $0) }
    }
  }
}
