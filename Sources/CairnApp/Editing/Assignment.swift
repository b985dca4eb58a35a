internal import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// What a person wants of one field: `FIELD=VALUE`, `FIELD+=VALUE` or `FIELD-=VALUE`.
public struct Assignment: Hashable, Sendable {
  /// How the value goes with the one that is there.
  public enum Operation: Hashable, Sendable {
    /// It takes its place.
    case set
    /// It joins it, in a field of several values.
    case add
    /// It goes from it, in a field of several values.
    case remove
  }

  /// A value as it was given.
  public enum Text: Hashable, Sendable {
    /// The field is cleared.
    case none
    /// This text, perhaps empty.
    case some(String)
    /// The content of a file; `-` is standard input.
    case file(String)
  }

  /// The field's name.
  public let field: String

  /// How the value goes with the one that is there.
  public let operation: Operation

  /// The value.
  public let text: Text

  /// Reads an assignment; `FIELD=` clears, `FIELD=""` is empty text, `FIELD=@FILE` reads.
  ///
  /// - Throws: ``AppError/usage(_:)`` for a text without `=` or without a field before it.
  public init(_ word: String) throws(AppError) {
    guard let equals = word.firstIndex(of: "=") else {
      throw .usage("\(word) is not FIELD=VALUE")
    }
    var name = word[..<equals]
    switch name.last {
    case "+": operation = .add
    case "-": operation = .remove
    default: operation = .set
    }
    if operation != .set { name.removeLast() }
    guard !name.isEmpty else { throw .usage("\(word) lacks a field before the =") }
    field = String(name)
    let value = word[word.index(after: equals)...]
    text =
      if value.isEmpty { .none } else if value == "\"\"" { .some("") } else if value.hasPrefix("@")
      {
        .file(String(value.dropFirst()))
      } else { .some(String(value)) }
    guard text != .none || operation == .set else {
      throw .usage("\(word) lacks a value to add or to remove")
    }
  }

  /// Reads several assignments, of which each field takes one value at most.
  ///
  /// - Parameter words: the assignments, in the order in which they are made.
  /// - Returns: the assignments.
  /// - Throws: ``AppError/usage(_:)`` for one that can't be read, or a field that is set twice.
  public static func parse(_ words: [String]) throws(AppError) -> [Assignment] {
    var assignments: [Assignment] = []
    var fields: Set<String> = []
    for word in words {
      let assignment = try Assignment(word)
      if assignment.operation == .set, !fields.insert(assignment.field.lowercased()).inserted {
        throw .usage("\(word): \(assignment.field) has a value already")
      }
      assignments.append(assignment)
    }
    return assignments
  }
}

/// Finds the record that a word names.
///
/// The word comes from a person or from a file. It is the end of a link: a URL, or a record's
/// address within its collection.
struct LinkInput {
  let snapshot: Snapshot
  let clock: WallClock
  /// Where a URL leads over the person's own routes.
  let routed: (ScreenURL) throws(AppError) -> ScreenURL

  /// The record of `entity` that a word names, by its URL, key or handle.
  ///
  /// - Throws: ``AppError/failed(_:)`` when there is none.
  func key(_ word: String, _ entity: Entity) throws(AppError) -> RecordKey {
    switch end(word, entity) {
    case .found(let key): return key
    case .none(let reason), .unreadable(let reason): throw .failed(reason)
    }
  }

  /// The record of `entity` that a word names, or why there is none.
  func end(_ word: String, _ entity: Entity) -> LinkEnd {
    // A bare name means a record of the link's own collection.
    let isURL = word.contains("/")
    do {
      let url =
        isURL ? try routed(try ScreenURL(parsing: word)) : ScreenURL([entity.plural, word])
      guard case .record(let id) = try StoreAddress(url, in: snapshot, at: clock),
        id.entity == entity.name
      else { return .none(reason: "\(word) is not a record of \(entity.plural)") }
      return .found(id.key)
    } catch AddressProblem.unavailable(let reason) {
      return .unreadable(reason: reason)
    } catch {
      return .none(reason: "\(error)")
    }
  }
}
