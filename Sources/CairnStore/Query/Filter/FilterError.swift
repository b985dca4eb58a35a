/// Why a filter, a sort or a group cannot be understood.
///
/// Columns are in characters from 1, and 0 for what was never text.
public enum FilterError: Error, Sendable {
  /// A quotation mark opens and nothing closes it.
  case unclosedQuote(column: Int)

  /// A parenthesis opens and nothing closes it.
  case unclosedParenthesis(column: Int)

  /// A parenthesis closes that none opened, or one has nothing in it.
  case unexpectedParenthesis(column: Int)

  /// Parentheses or negations go deeper than a filter may, 64 levels.
  case tooDeep(column: Int)

  /// Nothing follows `OR`, `AND`, `NOT` or `-`, or nothing precedes one.
  case incomplete(column: Int, word: String)

  /// An operator stands apart from its field.
  case looseOperator(column: Int, text: String)

  /// Nothing follows the operator, a comma, or both sides of a range are open.
  case missingValue(column: Int, after: String)

  /// Something follows a quotation mark without a space.
  case textAfterQuote(column: Int)

  /// A list or a range follows an operator that takes one value.
  case severalValues(column: Int, operation: String)

  /// The collection has no such field.
  case unknownField(column: Int, name: String, collection: String, nearest: [String])

  /// A path goes on behind a field that is no link.
  case notLink(column: Int, name: String)

  /// `.count`, `.min`, `.max` or `.sum` stand where they have nothing to work on.
  case notAggregable(column: Int, name: String)

  /// The field cannot hold such a value.
  case badValue(column: Int, field: String, text: String, expected: String)

  /// The operator says nothing about fields of this type.
  case badOperator(column: Int, field: String, operation: String, type: String)

  /// The regular expression cannot be read, or asks for what a filter can't do.
  case badPattern(column: Int, text: String, reason: String)

  /// The collection is not there, or its files cannot be read.
  case unavailable(StoreError)
}

extension Snapshot {
  /// The records of an entity.
  ///
  /// - Throws: `FilterError.unavailable` where they cannot be read: taken for none, they would make
  ///   other records pass.
  func available(_ entity: String) throws(FilterError) -> Table {
    do throws(StoreError) {
      return try load(entity)
    } catch {
      throw .unavailable(error)
    }
  }
}

extension FilterError {
  /// Where in the text the mistake is.
  public var column: Int {
    switch self {
    case .unclosedQuote(let column), .unclosedParenthesis(let column),
      .unexpectedParenthesis(let column), .tooDeep(let column), .incomplete(let column, _),
      .looseOperator(let column, _), .missingValue(let column, _), .textAfterQuote(let column),
      .severalValues(let column, _), .unknownField(let column, _, _, _), .notLink(let column, _),
      .notAggregable(let column, _), .badValue(let column, _, _, _),
      .badOperator(let column, _, _, _), .badPattern(let column, _, _):
      column
    case .unavailable: 0
    }
  }

  /// Whether the text alone shows the mistake, whatever the collection.
  public var isSyntax: Bool {
    switch self {
    case .unknownField, .notLink, .notAggregable, .badValue, .badOperator, .unavailable: false
    default: true
    }
  }
}

extension FilterError: CustomStringConvertible {
  /// What is wrong, where, and what to write instead.
  public var description: String {
    column > 0 ? "column \(column): \(problem)" : problem
  }

  private var problem: String {
    switch self {
    case .unclosedQuote: "the quotation mark is never closed"
    case .unclosedParenthesis: "the parenthesis is never closed"
    case .unexpectedParenthesis: "the parenthesis encloses nothing or was never opened"
    case .tooDeep: "the filter nests more than 64 levels deep"
    case .incomplete(_, let word): "\(word) needs something on each side that it joins"
    case .looseOperator(_, let text):
      "\(text) stands alone: write field\(text)value without spaces, or quote it to search for it"
    case .missingValue(_, let before): "a value is missing after \(before)"
    case .textAfterQuote: "a space is missing after the quotation mark"
    case .severalValues(_, let operation): "\(operation) takes one value, no list and no range"
    case .unknownField(_, let name, let collection, let nearest):
      "\(collection) have no field \(name)" + Self.suggestion(nearest)
    case .notLink(_, let name): "\(name) is no link, so it has no fields of its own"
    case .notAggregable(_, let name): "\(name) has no numbers or dates to work on"
    case .badValue(_, let field, let text, let expected):
      "\(field) needs \(expected), not \"\(text)\""
    case .badOperator(_, let field, let operation, let type):
      "\(operation) cannot be used on \(field), which is of type \(type)"
    case .badPattern(_, let text, let reason):
      "\"\(text)\" is no regular expression: \(reason)"
    case .unavailable(let error): "\(error)"
    }
  }

  private static func suggestion(_ names: [String]) -> String {
    names.isEmpty ? "" : "; did you mean \(names.joined(separator: " or "))?"
  }
}
