internal import CairnStore

/// A model that grows while an import is planned.
struct ModelDraft {
  private(set) var entities: [Entity]
  /// The names of the entities that the draft added.
  private(set) var added: Set<String> = []

  init(_ model: ObjectModel) {
    entities = model.entities
  }

  /// The entity called `name` in the singular or plural, exactly or ignoring case.
  func entity(matching name: String) -> Entity? {
    entities.first(matching: name)
  }

  /// The entity called exactly `name`, which the draft must have.
  subscript(name: String) -> Entity {
    guard let entity = entities.first(where: { $0.name == name }) else {
      preconditionFailure("the draft has no entity \(name)")
    }
    return entity
  }

  /// Adds an inferred entity without fields.
  mutating func addEntity(_ name: String) {
    var entity = Entity(name: name)
    entity.isInferred = true
    entities.append(entity)
    added.insert(name)
  }

  /// Changes the entity called `name`.
  mutating func change(_ name: String, _ body: (inout Entity) -> Void) {
    guard let place = entities.firstIndex(where: { $0.name == name }) else {
      preconditionFailure("the draft has no entity \(name)")
    }
    body(&entities[place])
  }

  /// Puts `attribute` in place of the one with its name.
  mutating func replace(_ attribute: Attribute, of entity: String) {
    change(entity) { entity in
      guard let place = entity.properties.firstIndex(where: { $0.name == attribute.name }) else {
        return
      }
      entity.properties[place] = .attribute(attribute)
    }
  }
}
