/// Changes of a model that keep every record's values available.
extension ObjectModel {
  /// Returns the model with a renamed field.
  ///
  /// Text, history and URLs may still have the old name. All statements of the model about the
  /// field change too: titles, columns, orders and inverses, also those that look through links.
  ///
  /// - Parameters:
  ///   - field: the field's current name.
  ///   - entity: the entity that has it.
  ///   - name: the new name.
  /// - Returns: the changed model.
  /// - Throws: `StoreError.invalidModel` for an invalid or taken name.
  public func renamingField(
    _ field: String, of entity: String, to name: String
  ) throws(StoreError) -> ObjectModel {
    guard name != field else { return self }
    if let other = self[entity]?.properties.first(where: {
      $0.name != field && $0.name != name && $0.name.lowercased() == name.lowercased()
    }) {
      throw .invalidModel([
        ModelMistake(line: 0, message: "\(other.name) differs from \(name) only in capitals")
      ])
    }
    let renaming = FieldRenaming(model: self, entity: entity, field: field, name: name)
    var entities = entities.map(renaming.applied)
    if let index = entities.firstIndex(where: { $0.name == entity }) {
      var former = entities[index].formerNames
      former[name] = (former.removeValue(forKey: field) ?? []).filter { $0 != name } + [field]
      entities[index].formerNames = former
    }
    return try ObjectModel(entities: entities)
  }

  /// Returns the model with a renamed entity, whose plural changes with it.
  ///
  /// - Throws: `StoreError.invalidModel` for an invalid or taken name.
  public func renaming(
    entity: String, to name: String
  ) throws(StoreError) -> ObjectModel {
    guard name != entity else { return self }
    return try ObjectModel(
      entities: entities.map { original in
        var changed = original
        if original.name == entity {
          changed.name = name
          changed.plural = Plural.of(name)
          changed.earlierNames = original.earlierNames.filter { $0 != name } + [entity]
        }
        changed.properties = original.properties.map { property in
          guard case .relationship(var link) = property, link.destination == entity else {
            return property
          }
          link.destination = name
          return .relationship(link)
        }
        return changed
      })
  }

  /// Returns the model with one more entity, whose records are titled by their first attribute.
  ///
  /// - Parameters:
  ///   - name: the entity's name.
  ///   - plural: the name in the plural; `nil` for the English plural of the name.
  ///   - attributes: the fields.
  /// - Returns: the changed model.
  /// - Throws: `StoreError.invalidModel` for an invalid or taken name.
  public func adding(
    entity name: String, plural: String? = nil, attributes: [Attribute] = [.usualTitle]
  ) throws(StoreError) -> ObjectModel {
    var entity = Entity(name: name, plural: plural, properties: attributes.map(Property.attribute))
    entity.title = attributes.first?.name
    return try ObjectModel(entities: entities + [entity])
  }

  /// Returns the model with one more attribute of an entity, after its other fields.
  ///
  /// - Throws: `StoreError.invalidModel` for an invalid or taken name.
  public func adding(
    _ attribute: Attribute, to entity: String
  ) throws(StoreError) -> ObjectModel {
    try changing(entity) { $0.properties.append(.attribute(attribute)) }
  }

  /// Returns the model with one more link of an entity, after its other fields.
  ///
  /// The destination gets the inverse link, which has the name of the entity's plural.
  ///
  /// - Parameters:
  ///   - link: the link's name.
  ///   - entity: the entity that gets it.
  ///   - destination: the entity at the other end of the link.
  ///   - isToMany: whether a record can have several links.
  /// - Returns: the changed model.
  /// - Throws: `StoreError.invalidModel` for an invalid or taken name.
  public func adding(
    link: String, of entity: String, to destination: String, isToMany: Bool
  ) throws(StoreError) -> ObjectModel {
    let sides = try entities.sides(
      ofLink: link, of: entity, to: destination, isToMany: isToMany)
    return try changing([entity: [sides.there], destination: [sides.back]])
  }

  static func unknown(_ name: String) -> StoreError {
    .invalidModel([ModelMistake(line: 0, message: "\(name) no longer exists")])
  }

  private func changing(
    _ links: KeyValuePairs<String, [Relationship]>
  ) throws(StoreError) -> ObjectModel {
    try ObjectModel(
      entities: entities.map { original in
        var changed = original
        for (entity, links) in links where entity == original.name {
          changed.properties += links.map(Property.relationship)
        }
        return changed
      })
  }

  /// Returns the model with another type for an attribute, without constraints that don't fit the
  /// new type.
  ///
  /// - Parameters:
  ///   - type: the new type.
  ///   - choices: the words of a choice.
  ///   - attribute: the attribute's name.
  ///   - entity: the entity that has it.
  /// - Returns: the changed model.
  /// - Throws: `StoreError.invalidModel` for an impossible type, such as date for a title.
  public func giving(
    _ type: AttributeType, choices: [String] = [], to attribute: String, of entity: String
  ) throws(StoreError) -> ObjectModel {
    try changing(entity) { entity in
      guard var changed = entity.attribute(attribute) else { return }
      changed.type = type
      changed.choices = type == .choice ? choices : []
      if type != .integer { changed.range = nil }
      if !type.isNumber { changed.unit = nil }
      if !type.isTextual { (changed.lengths, changed.pattern) = (nil, nil) }
      if changed.defaultValue == nil { changed.defaultText = nil }
      changed.isInferred = false
      entity.replace(.attribute(changed))
      entity = entity.withFittingLooks
    }
  }

  /// Returns the model in which an attribute is the title of an entity's records.
  ///
  /// - Throws: `StoreError.invalidModel` for an unsuitable attribute, such as one with several
  ///   values.
  public func titling(
    _ entity: String, by attribute: String
  ) throws(StoreError) -> ObjectModel {
    try changing(entity) { $0.title = attribute }
  }

  /// Returns the model in which the inferred properties of an attribute are confirmed.
  public func confirming(
    _ attribute: String, of entity: String
  ) throws(StoreError) -> ObjectModel {
    try changing(attribute, of: entity) { $0.isInferred = false }
  }

  /// Returns the model in which an entity and the inferred properties of its attributes are
  /// confirmed.
  public func confirming(_ entity: String) throws(StoreError) -> ObjectModel {
    try changing(entity) { entity in
      entity.isInferred = false
      entity.properties = entity.properties.map { property in
        guard case .attribute(var attribute) = property else { return property }
        attribute.isInferred = false
        return .attribute(attribute)
      }
    }
  }

  /// Returns the model with more choices for attributes.
  func addingChoices(_ new: [NewChoice]) throws(StoreError) -> ObjectModel {
    var model = self
    for choice in new {
      model = try model.changing(choice.attribute, of: choice.entity) {
        $0.choices.append(choice.word)
      }
    }
    return model
  }

  func changing(
    _ attribute: String, of entity: String, _ change: (inout Attribute) -> Void
  ) throws(StoreError) -> ObjectModel {
    try changing(entity) { entity in
      entity.properties = entity.properties.map { property in
        guard case .attribute(var changed) = property, changed.name == attribute else {
          return property
        }
        change(&changed)
        return .attribute(changed)
      }
    }
  }

  func changing(
    _ entity: String, _ change: (inout Entity) -> Void
  ) throws(StoreError) -> ObjectModel {
    try ObjectModel(
      entities: entities.map { original in
        var changed = original
        if original.name == entity { change(&changed) }
        return changed
      })
  }
}

/// The renaming of a field in every statement of a model.
private struct FieldRenaming {
  let model: ObjectModel
  let entity: String
  let field: String
  let name: String

  func applied(to original: Entity) -> Entity {
    var changed = original
    changed.properties = original.properties.map { property in
      switch property {
      case .attribute(var attribute):
        if original.name == entity, attribute.name == field { attribute.name = name }
        return .attribute(attribute)
      case .relationship(var link):
        if original.name == entity, link.name == field { link.name = name }
        if link.destination == entity, link.inverse == field { link.inverse = name }
        return .relationship(link)
      }
    }
    if original.name == entity {
      if original.title == field { changed.title = name }
      if original.handle == field { changed.handle = name }
      if original.due == field { changed.due = name }
      changed.repetition = original.repetition?.renaming(field, to: name)
    }
    changed.columns = original.columns.map { path($0, from: original) }
    changed.sort = original.sort.map { sort in
      guard let keys = try? RecordSort.parse(sort) else { return sort }
      return keys.map { ($0.isDescending ? "-" : "") + path($0.field.description, from: original) }
        .joined(separator: " ")
    }
    return changed
  }

  /// Returns a path with the field's new name, if the path contains the field.
  private func path(_ path: String, from start: Entity) -> String {
    guard let parsed = try? FieldPath.parse(path) else { return path }
    return parsed.mapNames(from: start, in: model) { part, entity in
      entity?.name == self.entity && part == field ? name : part
    }.description
  }
}

extension Attribute {
  /// The title of a new entity's records: a required name.
  public static var usualTitle: Attribute {
    var title = Attribute(name: "Name", type: .string)
    title.isRequired = true
    return title
  }
}
