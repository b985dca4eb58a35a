public import CairnNavigation
public import CairnStore

/// The place in a store that a URL leads to.
///
///     recipes?where=soup           .list    the records of a collection
///     recipes/p3/ingredients       .list    the records that one record links to
///     recipes/p3                   .record
///     recipes/~new                 .new
///     recipes/p3/~edit             .edit
///     recipes/p3/~merge?with=p7    .merge
///
/// A record is named by its key, by `FIELD=VALUE` of a unique field, by its handle, or by the
/// portable form of its identity; collections by plural or singular, ignoring case.
public enum StoreAddress: Hashable, Sendable {
  /// The records of a collection, or those that a record links to.
  case list(entity: String, origin: FetchRequest.Origin?)

  /// The page of one record.
  case record(ObjectID)

  /// The form for a new record.
  case new(entity: String)

  /// The form that changes a record.
  case edit(ObjectID)

  /// The screen that merges other records into a record.
  case merge(ObjectID)

  /// The segment for a new record in a collection's URL.
  public static let newSegment = "~new"

  /// The segment for a record's form in its URL.
  public static let editSegment = "~edit"

  /// The segment for a merge in the URL of the record that is kept.
  public static let mergeSegment = "~merge"

  /// Whether a segment with this text can only be a record's handle.
  static func canBeHandle(_ text: String) -> Bool {
    !text.isEmpty && text != newSegment && !text.contains("=") && RecordKey(text) == nil
  }

  /// Finds out what `url` leads to.
  ///
  /// The app's own words may lack their `~` if nothing in the store has that name.
  ///
  /// - Throws: ``AddressProblem``, which names the missing part and similar names.
  public init(
    _ url: ScreenURL, in snapshot: Snapshot, at clock: WallClock = .current
  ) throws(AddressProblem) {
    guard let collection = url.segments.first, url.segments.count <= 3 else {
      throw .noPlace(url.text)
    }
    guard !collection.hasPrefix("~") else { throw .appWord(collection) }
    let finder = RecordFinder(snapshot: snapshot, clock: clock)
    let entity = try finder.entity(collection)
    guard url.segments.count > 1 else {
      self = .list(entity: entity.name, origin: nil)
      return
    }
    if finder.means(Self.newSegment, url.segments[1], in: entity), url.segments.count == 2 {
      self = .new(entity: entity.name)
      return
    }
    let id = try finder.record(url.segments[1], in: entity)
    guard let last = url.segments.dropFirst(2).first else {
      self = .record(id)
      return
    }
    if let link = entity.relationship(matching: last) {
      self = .list(
        entity: link.destination, origin: FetchRequest.Origin(id, link.name))
    } else if last == Self.editSegment || "~" + last == Self.editSegment {
      self = .edit(id)
    } else if last == Self.mergeSegment {
      self = .merge(id)
    } else {
      throw .unknownLink(
        last, collection: entity.plural, nearest: entity.nearestLinks(to: last))
    }
  }
}

extension Entity {
  /// The relationship that a person means by `name`: an exact match, else ignoring case.
  package func relationship(matching name: String) -> Relationship? {
    if case .relationship(let relationship)? = property(matching: name) {
      relationship
    } else {
      nil
    }
  }

  func nearestLinks(to name: String) -> [String] {
    NearestNames.nearest(to: name, among: relationships.map(\.name), limit: 3)
  }
}

/// The reason why a URL leads to nothing in a store.
public enum AddressProblem: Error, Hashable, CustomStringConvertible {
  /// No collection has the name.
  case unknownCollection(String, nearest: [String])

  /// The record has no such link.
  case unknownLink(String, collection: String, nearest: [String])

  /// The record doesn't exist; ids are never reused, so it was deleted or never arrived here.
  case gone(ObjectID, collection: String)

  /// Several records of the collection have the value, which should be unique; holds two such
  /// records.
  case ambiguous(String, collection: String, [RecordKey])

  /// No record of the collection has the value.
  case noMatch(String, collection: String)

  /// The portable identity is of a record in another store.
  case otherStore(ObjectURI)

  /// The record's file cannot be read; holds the reason as a sentence.
  case unavailable(String)

  /// The text is no name of a record; holds the reason as a sentence.
  case malformed(String, reason: String)

  /// The URL begins with one of the app's own words, which is no place in a store.
  case appWord(String)

  /// The URL is deeper than anything in a store.
  case noPlace(String)

  /// A sentence about the problem.
  public var description: String {
    switch self {
    case .unknownCollection(let name, let nearest):
      "no collection called \(name)" + Self.suggestion(nearest)
    case .unknownLink(let name, let collection, let nearest):
      "\(collection) have no link \(name)" + Self.suggestion(nearest)
    case .gone(let id, let collection):
      "no record \(id.key) in \(collection); it may have been deleted"
    case .ambiguous(let text, let collection, let keys):
      "more than one record of \(collection) is called \(text): "
        + keys.map { "\(collection)/\($0)" }.joined(separator: " and ")
        + "; name one by its id"
    case .noMatch(let text, let collection): "no record of \(collection) is called \(text)"
    case .otherStore(let uri): "\(uri.id.key) is a record of another store, \(uri.store)"
    case .malformed(_, let reason), .unavailable(let reason): reason
    case .appWord(let word): "\(word) is a screen of the app, not of a store"
    case .noPlace(let text): "\(text) leads to no record or collection"
    }
  }

  private static func suggestion(_ names: [String]) -> String {
    names.isEmpty ? "" : "; did you mean \(names.joined(separator: " or "))?"
  }
}
