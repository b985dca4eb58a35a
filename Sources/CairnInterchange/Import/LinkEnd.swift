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
