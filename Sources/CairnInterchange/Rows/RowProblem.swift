internal import CairnStore

/// The reason why a row cannot be imported.
public enum RowProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The row has more or fewer cells than the header.
  case cellCount(found: Int, expected: Int)
  /// A quote is never closed, so the rest cannot be read.
  case unterminatedQuote(line: Int, column: Int)
  /// Something other than a delimiter follows a closing quote.
  case textAfterQuote(line: Int, column: Int)
  /// The cell has a zero byte, which text cannot hold.
  case zeroByte(column: String)
  /// The cell has a byte that is not UTF-8.
  case notUTF8(column: String, byte: UInt8)
  /// The cell has a byte sequence that is invalid in the input's encoding.
  case notDecoded(column: String, encoding: TextEncoding)
  /// The line, or the element of an array, is not JSON.
  case notJSON(line: Int, column: Int, reason: String)
  /// The line, or the element of an array, is JSON but not an object.
  case notAnObject
  /// A line does not have the form that its format demands.
  case unreadable(line: Int, reason: String)
  /// The element of an array of plain values is an object or an array.
  case notPlain
  /// The fields above a text of Markdown cannot be read.
  case notMarkdown(line: Int, column: Int, reason: String)
  /// A line is neither a field of a record nor a comment.
  case notField(line: Int)
  /// The value does not fit the field.
  case value(field: String, text: String, expected: String)
  /// A field that must have a value has none.
  case required(field: String)
  /// Another record has the same value in a unique field.
  case notUnique(field: String, text: String)
  /// Several records have the value that identifies the record to update.
  case ambiguous(field: String, text: String)
  /// A link leads to no record; the reason says why.
  case noLink(field: String, text: String, reason: String)
  /// The other record already links to another record, and can have only one link.
  case contestedLink(field: String, text: String)
  /// A link to one record has a second end.
  case secondLink(field: String, text: String)
  /// Two rows with one address have different content; the reason says which one counts.
  case disputed(field: String, text: String, reason: String)
  /// The record breaks a rule of the program.
  case breach(field: String?, message: String)

  /// Whether the values of a readable row are the problem, so that the row may have others.
  var isOfRecord: Bool {
    switch self {
    case .value, .required, .notUnique, .ambiguous: true
    default: false
    }
  }

  /// Whether a value does not fit its field.
  var isMisfit: Bool { if case .value = self { true } else { false } }

  /// Returns the problem for a text that was decoded from `encoding`.
  func decoded(from encoding: TextEncoding) -> RowProblem {
    guard encoding != .utf8, case .notUTF8(let column, _) = self else { return self }
    return .notDecoded(column: column, encoding: encoding)
  }

  /// The problem as a sentence, with its place if that is more precise than the row's line.
  public var description: String { (place.map { "\($0): " } ?? "") + reason }

  /// The place of the problem, if it is more precise than the row's line.
  var position: (line: Int, column: Int?)? {
    switch self {
    case .unreadable(let line, _), .notField(let line): (line, nil)
    case .notMarkdown(let line, let column, _), .notJSON(let line, let column, _),
      .unterminatedQuote(let line, let column), .textAfterQuote(let line, let column):
      (line, column)
    default: nil
    }
  }

  /// The place of the problem, if it is more precise than the row's line: "line 3, column 4".
  private var place: String? { position.map(Self.place) }

  private static func place(_ position: (line: Int, column: Int?)) -> String {
    "line \(position.line)" + (position.column.map { ", column \($0)" } ?? "")
  }

  /// Returns the place of the problem in a row that starts at `start`: "line 1, element 4, column
  /// 30".
  func place(in start: RowLine) -> String {
    guard let position, start.element == nil || position.line != start.number else {
      return "line \(start)" + (position?.column.map { ", column \($0)" } ?? "")
    }
    return Self.place(position)
  }

  /// The problem as a sentence, without its place.
  public var reason: String {
    switch self {
    case .cellCount(let found, let expected):
      "the row has \(counted(found, "cell")), the header has \(expected)"
    case .unterminatedQuote:
      "the quote that opens here is never closed; nothing after it was read"
    case .textAfterQuote:
      "text follows the closing quote; inside a quoted cell, write a quote twice"
    case .zeroByte(let column):
      "the cell \(column) has a zero byte, which text cannot hold"
    case .notUTF8(let column, let byte):
      "the cell \(column) has the byte 0x\(ValueText.hexadecimal(byte)), which is not UTF-8"
    case .notDecoded(let column, let encoding):
      "the cell \(column) has bytes that are not \(encoding.name)"
    case .notAnObject: "this is JSON, but not an object"
    case .notPlain: "the other elements are plain values, and this one is not"
    case .unreadable(_, let reason), .notMarkdown(_, _, let reason), .notJSON(_, _, let reason):
      reason
    case .notField: "expected a field (Name: value) or a comment"
    case .value(let field, let text, let expected):
      "\(field): \"\(excerpt(text))\" is not \(expected)"
    case .required(let field): "\(field) must have a value"
    case .notUnique(let field, let text):
      "\(field): another record already has \"\(excerpt(text))\""
    case .ambiguous(let field, let text):
      "\(field): several records have \"\(excerpt(text))\", so the value is ambiguous"
    case .noLink(let field, let text, let reason), .disputed(let field, let text, let reason):
      "\(field) \"\(excerpt(text))\": \(reason)"
    case .contestedLink(let field, let text):
      "\(field) \"\(excerpt(text))\": this record may have one link and gets another one"
    case .secondLink(let field, let text):
      "\(field) \"\(excerpt(text))\": the link takes one record and has one already"
    case .breach(let field?, let message): "\(field) \(message)"
    case .breach(nil, let message): message
    }
  }

  private func excerpt(_ text: String) -> String {
    text.shortened(to: 60)
  }
}

extension RowProblem {
  /// The field or column with the problem; `nil` for the whole row.
  public var field: String? {
    switch self {
    case .zeroByte(let column), .notUTF8(let column, _), .notDecoded(let column, _): column
    case .value(let field, _, _), .required(let field), .notUnique(let field, _),
      .ambiguous(let field, _), .noLink(let field, _, _), .secondLink(let field, _),
      .contestedLink(let field, _), .disputed(let field, _, _):
      field
    case .breach(let field, _): field
    default: nil
    }
  }

  /// The value that has the problem; `nil` if it is not known.
  public var value: String? {
    switch self {
    case .value(_, let text, _), .notUnique(_, let text), .ambiguous(_, let text),
      .noLink(_, let text, _), .secondLink(_, let text), .contestedLink(_, let text),
      .disputed(_, let text, _):
      text
    default: nil
    }
  }

  /// The problem without the field and the value.
  public var cause: String {
    switch self {
    case .noLink(_, _, let reason), .disputed(_, _, let reason): reason
    case .value(_, _, let expected): "it is not \(expected)"
    case .breach(_, let message): message
    default: reason
    }
  }
}

/// Returns a number with its noun: "1 cell", "3 cells".
package func counted(_ number: Int, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
