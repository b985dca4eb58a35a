extension FieldChange {
  /// Returns the change with values in the type of `property`, read again from their texts.
  ///
  /// - Parameters:
  ///   - property: the property.
  ///   - localTime: the zone for converting between times with and without a zone; `nil` if the
  ///     values have the property's type, or are texts.
  /// - Returns: the change; values that do not fit are unchanged.
  func conformed(to property: Property, in localTime: LocalTime? = nil) -> FieldChange {
    let conform = { (value: Value) in
      let moved = localTime.map { property.moved(value, in: $0) } ?? value
      return property.conformed(moved) ?? moved
    }
    return FieldChange(name: name, old: old.map(conform), new: new.map(conform))
  }
}

extension Property {
  /// Returns a value with its times converted as in a change of type.
  ///
  /// See `RespelledValues` and `RetypedDays`.
  fileprivate func moved(_ value: Value, in localTime: LocalTime) -> Value {
    guard case .attribute(let attribute) = self else { return value }
    switch (attribute.type, value) {
    case (.localtime, .datetime), (.datetime, .localtime):
      return localTime.converted(value) ?? value
    case (.datetime, .date(let day)): return .datetime(localTime.start(of: day))
    case (.datetime, .text(let text)), (.localtime, .text(let text)):
      return localTime.respelled(text, for: attribute.type).map(Value.text) ?? value
    case (.localtime, .list(let elements)), (.datetime, .list(let elements)):
      return .list(elements.map { moved($0, in: localTime) })
    case (_, .labeled(let label, let inner)): return .labeled(label, moved(inner, in: localTime))
    default: return value
    }
  }
}

extension RecordChange {
  /// Returns the change with values in the types of `entity`, read again from their texts.
  func conformed(to entity: Entity?, in localTime: LocalTime? = nil) -> RecordChange {
    guard let entity else { return self }
    var conformed = self
    conformed.comments = comments.renamed(for: entity)
    for (index, field) in fields.enumerated() {
      conformed.fields[index].name = entity.currentName(of: field.name)
      guard let place = entity.storedIndex(of: conformed.fields[index].name) else { continue }
      conformed.fields[index] = conformed.fields[index].conformed(
        to: entity.storedProperties[place], in: localTime)
    }
    return conformed
  }

  /// Returns the change with each new value as `model` reads its text.
  func rereadingNewValues(by model: ObjectModel) -> RecordChange {
    let conformed = conformed(to: model[model.currentID(of: id).entity])
    var reread = self
    for index in fields.indices { reread.fields[index].new = conformed.fields[index].new }
    return reread
  }
}
