internal import CairnStore

/// A record that a link leads to and that is made when the link is saved.
///
/// In the text of a link's field it stands as `+` and its title, which no key looks like.
enum NewRecord {
  private static let sign: Character = "+"

  /// The text of a link to a new record called `title`.
  static func text(for title: String) -> String { "\(sign)\(title)" }

  /// The title of the new record that the text of a link stands for; `nil` for one that is there.
  static func title(in text: String) -> String? {
    text.first == sign && text.count > 1 ? String(text.dropFirst()) : nil
  }

  /// Whether a title is enough for a new record.
  static func canBeMade(of entity: Entity) -> Bool {
    guard let title = entity.titleAttribute, [.string, .text].contains(title.type) else {
      return false
    }
    return entity.attributes.allSatisfy { attribute in
      !attribute.isRequired || attribute.name == title.name || attribute.defaultText != nil
    } && entity.relationships.allSatisfy { !$0.isRequired }
  }

  /// Makes a record called `title` in `context`.
  ///
  /// - Throws: what creating throws; `StoreError.unknownEntity` where it has no title.
  static func make(
    _ title: String, of entity: String, in context: ObjectContext
  ) throws(StoreError) -> Record {
    let record = try context.create(entity)
    guard let attribute = record.entity.titleAttribute else { throw .unknownEntity(entity) }
    record[attribute.name] = .text(title)
    return record
  }
}
