/// Converts values whose text changes with their field's type, such as `06699` to a number.
///
/// The changes are saved under the old type, so an undo restores the old text.
struct RespelledValues {
  private let snapshot: Snapshot
  private let model: ObjectModel
  /// The zone for converting between times with and without a zone.
  private let localTime: LocalTime

  /// - Parameters:
  ///   - snapshot: the content, under the old model.
  ///   - model: the new model.
  ///   - localTime: the zone for converting between times with and without a zone.
  init(in snapshot: Snapshot, under model: ObjectModel, _ localTime: LocalTime) {
    (self.snapshot, self.model, self.localTime) = (snapshot, model, localTime)
  }

  /// Returns a change for each record that has such a value.
  ///
  /// - Throws: the errors of reading the records; entities without a field of another type are not
  ///   read.
  func changes() throws(StoreError) -> [RecordChange] {
    var changes: [RecordChange] = []
    for case (let old?, let new?) in ModelMerge.pairs(snapshot.model, model) {
      let fields = retyped(old, new)
      guard !fields.isEmpty else { continue }
      for row in try snapshot.load(old.name).rows {
        var respelled: [FieldChange] = []
        for field in fields {
          if let change = try field.change(in: row, localTime) { respelled.append(change) }
        }
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

  /// A field before and after the change of the model.
  private struct Retyped {
    let old: Attribute
    let new: Attribute

    /// Returns the change to the new type's spelling; `nil` if the value keeps its text.
    ///
    /// It keeps its text if the spelling is the same, or if the value does not fit the new type.
    ///
    /// - Throws: `StoreError.unfitValue` for a time in a year that cannot be written.
    func change(in row: Row, _ localTime: LocalTime) throws(StoreError) -> FieldChange? {
      guard let value = row[old.name] else { return nil }
      if old.type.convertsTimes(to: new.type),
        value.elements.contains(where: { localTime.converted($0) == nil })
      {
        throw .unfitValue(
          row.id, field: old.name,
          reason: "would be in a year before 0 or after 9999 as \(new.type.rawValue)")
      }
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

    /// Returns a value of the old type whose text is the converted time in the new type.
    ///
    /// It is for times with or without a zone.
    private func moved(_ value: Value, _ localTime: LocalTime) -> Value? {
      switch (value, localTime.converted(value), new.type) {
      case (.datetime, .localtime(let time)?, .localtime): .datetime(time)
      case (.localtime, .datetime(let time)?, .datetime): .localtime(time)
      case (.text(let text), _, _): localTime.respelled(text, for: new.type).map(Value.text)
      case (.labeled(let label, let value), _, _):
        moved(value, localTime).map { .labeled(label, $0) }
      default: nil
      }
    }
  }
}

/// Converts days whose field became a `datetime` to the moments at which they begin.
///
/// A field of days can't hold these moments, so the changes are saved under the new type.
struct RetypedDays {
  let old: ObjectModel
  /// The content under the new model, in which a day begins in universal time.
  let snapshot: Snapshot
  let localTime: LocalTime

  /// Adds the conversions to other changes under the new model.
  ///
  /// - Throws: the errors of reading the records.
  func added(to changes: [RecordChange]) throws(StoreError) -> [RecordChange] {
    var changes = changes
    let places = Dictionary(changes.indices.map { (changes[$0].id, $0) }) { first, _ in first }
    for case (let before?, let after?) in ModelMerge.pairs(old, snapshot.model) {
      let names = before.attributes.compactMap { attribute -> String? in
        guard attribute.type == .date, let name = before.name(of: attribute.name, in: after),
          after.attribute(name)?.type == .datetime
        else { return nil }
        return name
      }
      guard !names.isEmpty else { continue }
      for row in try snapshot.load(after.name).rows {
        let fields = names.compactMap { begun($0, in: row) }
        guard !fields.isEmpty else { continue }
        if let place = places[row.id] {
          changes[place].fields += fields
        } else {
          changes.append(RecordChange(id: row.id, kind: .update, fields: fields))
        }
      }
    }
    return changes
  }

  private func begun(_ name: String, in row: Row) -> FieldChange? {
    guard let value = row[name] else { return nil }
    let elements = value.elements.map(begun)
    guard elements != value.elements else { return nil }
    let isList = if case .list = value { true } else { false }
    return FieldChange(name: name, old: value, new: isList ? .list(elements) : elements[0])
  }

  private func begun(_ value: Value) -> Value {
    switch value {
    case .datetime(let time): .datetime(localTime.start(of: time.date))
    case .labeled(let label, let value): .labeled(label, begun(value))
    default: value
    }
  }
}
