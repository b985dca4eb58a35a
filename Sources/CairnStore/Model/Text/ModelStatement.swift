/// One statement of a model's text: `%keyword: value`, with the lines that continue it.
struct ModelStatement {
  var keyword: String
  /// The text after the colon, its lines joined.
  var value: String
  /// The lines it stands on, from 0.
  var lines: Range<Int>

  /// The line for people, from 1.
  var line: Int { lines.lowerBound + 1 }

  /// The blank-separated words of the value.
  var words: [String] { value.words }

  /// The first word, and everything after it.
  var fieldAndRest: (field: String, rest: String) {
    let text = value.drop(while: \.isWhitespace)
    let field = text.prefix { !$0.isWhitespace }
    return (String(field), String(text.dropFirst(field.count).drop(while: \.isWhitespace)))
  }

  /// The lines of a statement as a model's text has it.
  static func text(_ keyword: String, _ value: String) -> [String] {
    let lines = value.split(separator: "\n", omittingEmptySubsequences: false)
    let first = value.isEmpty ? "%\(keyword):" : "%\(keyword): \(lines.first ?? "")"
    return [first] + lines.dropFirst().map { $0.isEmpty ? "+" : "+ \($0)" }
  }
}
