/// Changes of the statements about how values look, which date counts, and which records come back.
extension ObjectModel {
  /// Returns the model with another role for a value of an attribute.
  ///
  /// - Parameters:
  ///   - value: the canonical text of the value, or of one element of a list.
  ///   - role: the role; `nil` removes it, so that only the usual role of a word is left.
  ///   - attribute: the attribute's name.
  ///   - entity: the entity that has it.
  /// - Returns: the changed model.
  /// - Throws: `StoreError.invalidModel` if the attribute can't have the value, or if the model's
  ///   text can't express it.
  public func coloring(
    _ value: String, _ role: ValueRole?, of attribute: String, of entity: String
  ) throws(StoreError) -> ObjectModel {
    guard Attribute.canChoose(value) else {
      throw Self.mistake("\(value.debugDescription) has spaces at its ends, a | or a line end")
    }
    return try changing(existing: attribute, of: entity) { attribute in
      let place = attribute.colors.firstIndex { $0.value.isIdentical(to: value) }
      switch (place, role) {
      case (let place?, let role?): attribute.colors[place].role = role
      case (let place?, nil): attribute.colors.remove(at: place)
      case (nil, let role?): attribute.colors.append(ValueColor(value, role))
      case (nil, nil): break
      }
    }
  }

  /// Returns the model with another look of an attribute's values.
  ///
  /// - Throws: `StoreError.invalidModel` if the values can't look so.
  public func showing(
    _ attribute: String, as style: ValueStyle?, of entity: String
  ) throws(StoreError) -> ObjectModel {
    try changing(existing: attribute, of: entity) { $0.style = style }
  }

  /// Returns the model with another date by which records need attention; `nil` for none.
  ///
  /// - Throws: `StoreError.invalidModel` for a field that is no date, or if records come back by the
  ///   present date.
  public func dueBy(_ attribute: String?, of entity: String) throws(StoreError) -> ObjectModel {
    if let attribute, self[entity]?.attribute(attribute) == nil {
      throw Self.unknown("\(entity).\(attribute)")
    }
    return try changing(entity) { $0.due = attribute }
  }

  /// Returns the model in which done records come back; with `nil`, they don't.
  ///
  /// - Throws: `StoreError.invalidModel` with the reason why they can't.
  public func repeating(
    _ repetition: Repetition?, of entity: String
  ) throws(StoreError) -> ObjectModel {
    guard let present = self[entity] else { throw Self.unknown(entity) }
    // The words of a choice may come later, so a model's text can have such a statement.
    if let field = repetition.flatMap({ present.attribute($0.field) }), field.canSayDone,
      !field.hasDoneValue
    {
      throw Self.mistake("\(field.name) has no word such as done, which ends a record")
    }
    return try changing(entity) { $0.repetition = repetition }
  }

  private func changing(
    existing attribute: String, of entity: String, _ change: (inout Attribute) -> Void
  ) throws(StoreError) -> ObjectModel {
    guard self[entity]?.attribute(attribute) != nil else {
      throw Self.unknown("\(entity).\(attribute)")
    }
    return try changing(attribute, of: entity, change)
  }

  private static func mistake(_ message: String) -> StoreError {
    .invalidModel([ModelMistake(line: 0, message: message)])
  }
}
