package import CairnStore

extension Entity {
  /// Returns a collection of records that have only a title, for a name that a person typed.
  package static func ofNames(calledBy words: String) -> Entity {
    let name = Naming.collection(for: words)
    var entity = ofNames(name, plural: Naming.irregularPlural(of: name))
    entity.label = Caption.label(words, of: entity)
    return entity
  }
}
