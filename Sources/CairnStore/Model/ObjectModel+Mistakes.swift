extension ObjectModel {
  /// What is wrong among `entities`; `line` finds the line that declares a property of an entity.
  static func mistakes(
    in entities: [Entity], line: (_ entity: String, _ property: String?) -> Int = { _, _ in 0 }
  ) -> [ModelMistake] {
    var mistakes: [ModelMistake] = []
    var names: Set<String> = []
    for entity in entities {
      func report(_ property: String?, _ message: String) {
        mistakes.append(ModelMistake(line: line(entity.name, property), message: message))
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
