/// The words of a search or a filter, as a person typed them.
package enum FindWords {
  /// The words of a text; several between quotation marks are one, to be found as they stand.
  ///
  /// A mark that nothing closes takes all that follows, for the other is about to be typed; within a
  /// word, or with nothing behind it, a mark is a sign like others.
  ///
  /// - Parameter text: what was typed.
  /// - Returns: the words, without marks around them.
  package static func split(_ text: String) -> [String] {
    var words: [String] = []
    var rest = text[...].drop(while: \.isWhitespace)
    while let first = rest.first {
      let word: Substring
      let inner = rest.dropFirst()
      if first == "\"", inner.contains(where: { $0 != "\"" && !$0.isWhitespace }) {
        word = inner.prefix { $0 != "\"" }
        rest = inner.dropFirst(word.count + 1)
      } else {
        word = rest.prefix { !$0.isWhitespace }
        rest = rest.dropFirst(word.count)
      }
      if !word.allSatisfy(\.isWhitespace) { words.append(String(word)) }
      rest = rest.drop(while: \.isWhitespace)
    }
    return words
  }

  /// The text that reads as these words.
  package static func joined(_ words: [String]) -> String {
    words.map { $0.contains(where: \.isWhitespace) ? "\"\($0)\"" : $0 }.joined(separator: " ")
  }

  /// Whether one of the words is `or` between others, which in small letters is a word like them.
  static func meanEither(_ words: [String]) -> Bool { words.dropFirst().dropLast().contains("or") }
}
