package import CairnStore

extension [Entity] {
  /// Returns the entity that the words of a person or of a file mean.
  ///
  /// The words are a name of the entity, or they become its name: "Reading lists" is `Reading_list`.
  package func first(meantBy words: String) -> Entity? {
    first(matching: words) ?? first(matching: Naming.collection(for: words))
  }
}

extension Entity {
  /// Returns a collection of records that have only a title, for a name that a person typed.
  package static func ofNames(calledBy words: String) -> Entity {
    let name = Naming.collection(for: words)
    var entity = ofNames(name, plural: Naming.irregularPlural(of: name))
    entity.label = Caption.label(words, of: entity)
    return entity
  }
}
