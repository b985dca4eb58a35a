internal import CairnStore

/// Plans the links between notes that name each other.
extension Planner {
  /// The name of the link from a note to the notes that its text names.
  private static let linksName = "Links"
  /// The name of the other side.
  private static let backName = "Linked_from"

  /// Returns the link for the wiki links of a table's notes, and adds it if a link names a note.
  ///
  /// - Returns: The link's name; `nil` if the table has no notes, or no link names a note.
  mutating func noteLinks(of table: InspectedTable, in entity: String) -> String? {
    guard let notes = table.notes else { return nil }
    var number = 1
    var name = Self.linksName
    while let known = draft[entity].property(matching: name) {
      if case .relationship(let link) = known, link.isToMany, link.destination == entity {
        return link.name
      }
      number += 1
      name = "\(Self.linksName)_\(number)"
    }
    guard mayChange(entity),
      !notes.targets.isDisjoint(with: notes.names)
        || !notes.targets.isEmpty && !notes.targets.isDisjoint(with: storedNotes(entity))
    else { return nil }
    addNoteLinks(name, to: entity)
    return name
  }

  private mutating func addNoteLinks(_ name: String, to entity: String) {
    var taken = Set(draft[entity].properties.map(\.name))
    taken.insert(name)
    var link = Relationship(name: name, destination: entity, isToMany: true)
    var back = Relationship(
      name: Naming.unique(Self.backName, taken: taken), destination: entity, isToMany: true)
    (link.inverse, back.inverse) = (back.name, link.name)
    let properties = [link, back].map(Property.relationship)
    draft.change(entity) { $0.properties += properties }
    notices.append(
      "\(draft[entity].plural).\(name): wiki links between notes become links; the text stays")
  }
}
