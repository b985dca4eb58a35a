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

  /// The name of a field is needed, by an order say, of which there is an example.
  case missingField(column: Int, example: String)

  /// Something follows a quotation mark without a space.
  case textAfterQuote(column: Int)

  /// A list or a range follows an operator that takes one value.
  case severalValues(column: Int, operation: String)

  /// The collection has no such field; the name may be the beginning of one that it has.
  case unknownField(
    column: Int, name: String, collection: String, nearest: [String], isBegun: Bool = false)

  /// A path goes on behind a field that is no link.
  case notLink(column: Int, name: String)

  /// `.count`, `.min`, `.max` or `.sum` stand where they have nothing to work on.
  case notAggregable(column: Int, name: String)

  /// The field cannot hold such a value; the text may be the beginning of one that it can.
  case badValue(
    column: Int, field: String, text: String, expected: String, isBegun: Bool = false)

  /// The operator says nothing about fields of this type.
  case badOperator(column: Int, field: String, operation: String, type: String)

  /// The regular expression cannot be read, or asks for what a filter can't do; the text may be the
  /// beginning of one that can be.
  case badPattern(column: Int, text: String, reason: String, isBegun: Bool = false)

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
      .missingField(let column, _), .severalValues(let column, _),
      .unknownField(let column, _, _, _, _), .notLink(let column, _),
      .notAggregable(let column, _), .badValue(let column, _, _, _, _),
      .badOperator(let column, _, _, _), .badPattern(let column, _, _, _):
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
    column > 0 ? "character \(column): \(problem)" : problem
  }

  /// What can follow a filter that is typed so far, for a person who goes on typing.
  public var nextWords: String {
    switch self {
    case .badValue(_, let field, _, let expected, _): "\(field) needs \(expected)"
    case .unknownField(_, _, _, let nearest, _) where !nearest.isEmpty:
      "goes on to \(nearest.joined(separator: " or "))"
    default: problem
    }
  }

  private var problem: String {
    switch self {
    case .unclosedQuote: "the quotation mark is not closed; end the words with \""
    case .unclosedParenthesis: "the parenthesis is not closed; end the conditions with )"
    case .unexpectedParenthesis: "the parenthesis encloses nothing or was never opened"
    case .tooDeep: "the filter nests more than 64 levels deep"
    case .incomplete(_, let word) where word == "NOT" || word == "-":
      "\(word) needs a word or a condition, such as \(word == "-" ? "-" : "NOT ")lyon"
    case .incomplete(_, let word):
      "\(word) needs a word or a condition on each side, such as lyon \(word) vienna"
    case .looseOperator(_, let text):
      "\(text) stands alone: write field\(text)value without spaces, or quote it to search for it"
    case .missingValue(_, let before):
      ["has:", "no:"].contains(before)
        ? "the name of a field is missing after \(before)"
        : "a value is missing after \(before), such as a word, \"new york\" or 3..5"
    case .missingField(_, let example): "the name of a field is needed here, as in \(example)"
    case .textAfterQuote: "a space is missing after the quotation mark"
    case .severalValues(_, let operation): "\(operation) takes one value, no list and no range"
    case .unknownField(_, let name, let collection, let nearest, _):
      "\(collection) have no field \(name)" + Self.suggestion(nearest)
    case .notLink(_, let name): "\(name) is not a link and has no fields"
    case .notAggregable(_, let name): "\(name) has no numbers or dates"
    case .badValue(_, let field, let text, let expected, _):
      "\(field) needs \(expected), not \"\(text)\""
    case .badOperator(_, let field, let operation, let type):
      "\(operation) cannot be used on \(field), which is of type \(type)"
    case .badPattern(_, let text, let reason, _):
      "\"\(text)\" is not a regular expression: \(reason)"
    case .unavailable(let error): "\(error)"
    }
  }

  private static func suggestion(_ names: [String]) -> String {
    names.isEmpty ? "" : "; did you mean \(names.joined(separator: " or "))?"
  }
}
