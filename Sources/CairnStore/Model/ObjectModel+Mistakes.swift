extension ObjectModel {
  /// What is wrong among `entities`.
  ///
  /// - Parameters:
  ///   - entities: the entities of the whole model.
  ///   - place: finds where a property of the entity with an index is declared; `nil` stands for the
  ///     entity itself.
  /// - Returns: the mistakes, entity by entity.
  static func mistakes(
    in entities: [Entity],
    place: (_ index: Int, _ property: String?) -> (file: String?, line: Int) = { _, _ in (nil, 0) }
  ) -> [ModelMistake] {
    var mistakes: [ModelMistake] = []
    var names: Set<String> = []
    for (index, entity) in entities.enumerated() {
      func report(_ property: String?, _ message: String) {
        let (file, line) = place(index, property)
        mistakes.append(ModelMistake(file: file, line: line, message: message))
      }
      if !Name.isValid(entity.name) {
        report(nil, "\(entity.name) is no name: a letter, then letters, digits and _")
      } else if !Name.isValidPlural(entity.plural) {
        report(nil, "\(entity.plural) is no plural: a letter, then letters, digits, - and _")
      }
      let own = Set([entity.name.lowercased(), entity.plural.lowercased()])
      if let taken = own.sorted().first(where: names.contains) {
        report(nil, "there is already a collection called \(taken)")
      }
      names.formUnion(own)
      checkNames(of: entity, report)
      for relationship in entity.relationships {
        check(relationship, of: entity, in: entities, report)
      }
    }
    return mistakes
  }

  private typealias Report = (_ property: String?, _ message: String) -> Void

  private static func checkNames(of entity: Entity, _ report: Report) {
    var names: Set<String> = []
    for property in entity.properties {
      if !Name.isValid(property.name) {
        report(property.name, "\(property.name) is no name: a letter, then letters, digits and _")
      } else if property.name == "Id" {
        report(property.name, "Id is the store's own field")
      }
      if !names.insert(property.name).inserted {
        report(property.name, "\(entity.name) already has a field called \(property.name)")
      }
    }
    for name in [entity.title, entity.handle].compactMap({ $0 }) + entity.columns
    where entity[name] == nil {
      report(name, "\(entity.name) has no field called \(name)")
    }
  }

  private static func check(
    _ relationship: Relationship, of entity: Entity, in entities: [Entity], _ report: Report
  ) {
    guard let destination = entities.first(where: { $0.name == relationship.destination }) else {
      report(relationship.name, "there is no collection called \(relationship.destination)")
      return
    }
    guard let inverse = relationship.inverse else { return }
    guard let other = destination.relationship(inverse) else {
      report(relationship.name, "\(destination.name) has no relationship called \(inverse)")
      return
    }
    if other.destination != entity.name {
      report(relationship.name, "\(destination.name).\(inverse) does not lead to \(entity.name)")
    } else if let back = other.inverse, back != relationship.name {
      report(relationship.name, "the inverse of \(destination.name).\(inverse) is \(back)")
    }
  }
}
