public import CairnStore

/// Why a URL leads to nothing in a store.
public enum AddressProblem: Error, Hashable, CustomStringConvertible {
  /// No collection has the name.
  case unknownCollection(String, nearest: [String])

  /// The record has no such link.
  case unknownLink(String, collection: String, nearest: [String])

  /// There is no such record; ids are never given twice, so it was there once or never came here.
  case gone(ObjectID, collection: String)

  /// Several records of the collection have the value, which should be unique; two of them.
  case ambiguous(String, collection: String, [RecordKey])

  /// No record of the collection has the value.
  case noMatch(String, collection: String)

  /// The portable identity is of a record in another store.
  case otherStore(ObjectURI)

  /// The record's file cannot be read; in a sentence, why.
  case unavailable(String)

  /// The text is no name of a record; in a sentence, why.
  case malformed(String, reason: String)

  /// The URL begins with a word of the app's own, which is no place in a store.
  case appWord(String)

  /// The URL is deeper than anything in a store.
  case noPlace(String)

  /// A sentence about what was asked for.
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
