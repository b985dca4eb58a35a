internal import CairnStore

/// A record that a link leads to and that is made when the link is saved.
///
/// In the text of a link's field it stands as `+` and its title, which no key looks like.
struct NewRecord: Hashable {
  private static let sign: Character = "+"

  /// What it is called.
  let title: String
  private let entity: String

  /// The new record that the text of a link stands for; `nil` for one that is there.
  init?(_ text: String, of entity: String) {
    guard text.first == Self.sign, text.count > 1 else { return nil }
    title = String(text.dropFirst())
    self.entity = entity
  }

  /// The text of a link to a new record called `title`.
  static func text(for title: String) -> String { "\(sign)\(title)" }

  /// Whether a title is enough for a new record.
  static func canBeMade(of entity: Entity) -> Bool {
    guard let title = entity.titleAttribute, [.string, .text].contains(title.type) else {
      return false
    }
    return entity.attributes.allSatisfy { attribute in
      !attribute.isRequired || attribute.name == title.name || attribute.defaultText != nil
    } && entity.relationships.allSatisfy { !$0.isRequired }
  }

  /// Makes it in `context`.
  ///
  /// - Throws: what creating throws; `StoreError.unknownEntity` where it has no title.
  func make(in context: ObjectContext) throws(StoreError) -> Record {
    let record = try context.create(entity)
    guard let attribute = record.entity.titleAttribute else { throw .unknownEntity(entity) }
    record[attribute.name] = .text(title)
    return record
  }
}
