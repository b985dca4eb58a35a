/// A word that a save adds to the inferred choices of a field.
struct NewChoice: Hashable {
  /// The name of the entity.
  let entity: String
  /// The name of the attribute.
  let attribute: String
  let word: String

  /// Returns the choice with the present names of a model.
  func renamed(in model: ObjectModel) -> NewChoice {
    let entity = model.currentName(of: entity)
    let attribute = model[entity]?.currentName(of: attribute) ?? attribute
    return NewChoice(entity: entity, attribute: attribute, word: word)
  }

  /// Whether a model already has the choice.
  func isIn(_ model: ObjectModel) -> Bool {
    model[entity]?.attribute(attribute)?.choices.contains(word) == true
  }
}

extension ObjectContext {
  /// Adds a word to the choices of a field at the next save, even if a person wrote the choices.
  package func addChoice(_ word: String, to attribute: String, of entity: String) {
    let choice = NewChoice(entity: entity, attribute: attribute, word: word)
    if !addedChoices.contains(choice) { addedChoices.append(choice) }
  }
}

extension EditedSnapshot {
  /// Returns the edited values that are not choices of `model` yet, and that a save adds.
  func newChoices(in model: ObjectModel) -> [NewChoice] {
    var found: [NewChoice] = []
    for id in edits.touched where exists(id) {
      let name = model.currentName(of: id.entity)
      for attribute in model[name]?.attributes ?? [] where attribute.type == .choice {
        guard let value = edits.entry(attribute.name, of: id) ?? nil else { continue }
        for case .text(let word) in value.elements where attribute.isNewChoice(.text(word)) {
          let choice = NewChoice(entity: name, attribute: attribute.name, word: word)
          if !found.contains(choice) { found.append(choice) }
        }
      }
    }
    return found
  }
}
