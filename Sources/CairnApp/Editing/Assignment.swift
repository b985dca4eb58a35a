internal import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// A change of one field: `FIELD=VALUE`, `FIELD+=VALUE` or `FIELD-=VALUE`.
public struct Assignment: Hashable, Sendable {
  /// The effect of the value on the field.
  public enum Operation: Hashable, Sendable {
    /// The value replaces the field's value.
    case set
    /// The value is added to a field of several values.
    case add
    /// The value is removed from a field of several values.
    case remove
  }

  /// The source of a value.
  public enum Text: Hashable, Sendable {
    /// No value: the field is cleared.
    case none
    /// This text, which may be empty.
    case some(String)
    /// The content of a file; `-` is standard input.
    case file(String)
  }

  /// The field's name.
  public let field: String

  /// The effect of the value on the field.
  public let operation: Operation

  /// The value.
  public let text: Text

  /// Parses an assignment; `FIELD=` clears, `FIELD=""` is empty text, `FIELD=@FILE` reads a file.
  ///
  /// - Throws: ``AppError/usage(_:)`` for a text without `=` or without a field before it.
  public init(_ word: String) throws(AppError) {
    // A label may contain the sign itself: "a=b"=5.
    guard let equals = word[word.endOfQuotation...].firstIndex(of: "=") else {
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

  /// Sets a field to a text.
  init(_ field: String, to text: String) {
    (self.field, operation, self.text) = (field, .set, .some(text))
  }

  /// Whether a word has the form of an assignment: a field's name before the first `=`.
  public static func isAssignment(_ word: String) -> Bool {
    let end = word.endOfQuotation
    guard let equals = word[end...].firstIndex(of: "=") else { return false }
    let name = word[..<equals]
    return !name.isEmpty && !word[end..<equals].contains(where: \.isWhitespace)
  }

  /// Parses several assignments.
  ///
  /// Each field can be set only once.
  ///
  /// - Parameter words: the assignments, in order.
  /// - Returns: the assignments.
  /// - Throws: ``AppError/usage(_:)`` for an invalid assignment, or a field that is set twice.
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

/// Finds the record at the end of a link.
///
/// The text comes from a person or from a file. It is a URL, or a record's address within the
/// link's collection.
struct LinkInput {
  let snapshot: Snapshot
  let clock: WallClock
  /// Returns the destination of a URL after the person's routes.
  let routed: (ScreenURL) throws(AppError) -> ScreenURL

  /// Returns the record of `entity` with a URL, key, handle or title.
  ///
  /// - Throws: ``AppError/failed(_:)`` when there is no such record.
  func key(_ word: String, _ entity: Entity) throws(AppError) -> RecordKey {
    switch named(word, entity) {
    case .found(let key): return key
    case .none(let reason), .unreadable(let reason): throw .failed(reason)
    }
  }

  /// Returns the record of `entity` with a URL, key, handle or title, or why there is none.
  ///
  /// Cost: a search by title, if the text is no URL, key or handle.
  func named(_ word: String, _ entity: Entity) -> LinkEnd {
    let addressed = end(word, entity)
    guard case .none = addressed, let name = entity.nameAttribute, name.name != entity.handle
    else { return addressed }
    do {
      let found = try snapshot.records(where: name, of: entity, is: word, limit: 3, at: clock)
      guard let first = found.first else {
        let isName = entity.handle == nil && RecordKey(word) == nil && !word.contains("/")
        return isName
          ? .none(reason: "no record of \(entity.plural) is called \"\(word)\"") : addressed
      }
      guard found.count > 1 else { return .found(first.key) }
      let keys = found.prefix(2).map { "\($0.key)" }.joined(separator: ", ")
      return .none(
        reason: "several records of \(entity.plural) are called \"\(word)\": \(keys)"
          + (found.count > 2 ? ", …" : ""))
    } catch FilterError.unavailable(let error) {
      return .unreadable(reason: "\(error)")
    } catch {
      return addressed
    }
  }

  /// Returns the record of `entity` with a URL, key or handle, or why there is none.
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
