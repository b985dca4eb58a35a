public import CairnStore

/// The result of searching the end of a link.
public enum LinkEnd: Hashable, Sendable {
  /// The record of the link's collection.
  case found(RecordKey)
  /// There is no such record, for a reason in words.
  case none(reason: String)
  /// A file that is needed for the search cannot be read, for a reason in words.
  case unreadable(reason: String)
}

extension LinkEnd {
  /// Returns the names in the text of a link.
  ///
  /// Commas separate the names of a link to several records. But a name may contain a comma, too,
  /// so the whole text is tried first.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - isToMany: whether the link leads to several records.
  ///   - find: returns the record with a name.
  /// - Returns: the names; of several, each without blanks around it.
  package static func names(
    in text: String, isToMany: Bool, _ find: (String) -> LinkEnd
  ) -> [String] {
    guard isToMany, text.contains(",") else { return [text] }
    if case .found = find(text) { return [text] }
    return text.split(separator: ",").map { $0.trimmingBlanks() }
  }
}

/// Finds the record that a person or a file names as the end of a link.
///
/// It is the same for commands, forms and imports. It receives the text, the destination's entity,
/// and the store's content.
public typealias LinkResolver = @Sendable (String, Entity, Snapshot) -> LinkEnd

/// A cache of the stored records that texts name.
final class ResolvedLinks {
  private struct Name: Hashable {
    let text: String
    let entity: String
  }

  private var ends: [Name: LinkEnd] = [:]

  func end(of text: String, _ entity: String, _ find: () -> LinkEnd) -> LinkEnd {
    let name = Name(text: text, entity: entity)
    if let known = ends[name] { return known }
    let found = find()
    ends[name] = found
    return found
  }
}

/// A link of an entity.
struct LinkPlace: Hashable, Comparable {
  let entity: String
  let field: String

  static func < (left: Self, right: Self) -> Bool {
    (left.entity, left.field) < (right.entity, right.field)
  }
}
