/// A filter for rows whose cells are texts, in the form of a filter for records.
///
///     done            some cell contains the word, ignoring case
///     "two words"     some cell contains the phrase
///     result:done     the cell of this column contains it
///     result=done     the cell of this column is equal to it, ignoring case; `result=` if empty
///     -result:done    it is not so
///
/// All parts must be true. Before any other text, `:` and `=` belong to the word.
struct CellFilter {
  private struct Part {
    var isNegated = false
    /// The index of the only column to look in; `nil` for all.
    var column: Int?
    var isWhole = false
    var text = ""
  }

  private let parts: [Part]

  /// Reads a filter.
  ///
  /// - Parameters:
  ///   - text: the filter.
  ///   - columns: the names of the columns.
  init(_ text: String, columns: [String]) {
    parts = Self.words(in: text.lowercased()).map { Self.part($0, columns) }
      .filter { !$0.text.isEmpty || $0.isWhole }
  }

  /// Whether every row matches.
  var isEmpty: Bool { parts.isEmpty }

  /// Returns whether a row with these cells matches.
  func matches(_ cells: [String]) -> Bool {
    let cells = cells.map { $0.lowercased() }
    return parts.allSatisfy { part in
      let found = (part.column.map { [cells[$0]] } ?? cells).contains { cell in
        part.isWhole ? cell == part.text : cell.contains(part.text)
      }
      return found != part.isNegated
    }
  }

  /// Splits at blanks outside quotes.
  private static func words(in text: String) -> [String] {
    var isQuoted = false
    return text.split { character in
      if character == "\"" { isQuoted.toggle() }
      return character == " " && !isQuoted
    }.map(String.init)
  }

  private static func part(_ word: String, _ columns: [String]) -> Part {
    var part = Part()
    var rest = Substring(word)
    if rest.first == "-", rest.count > 1 {
      part.isNegated = true
      rest = rest.dropFirst()
    }
    if let sign = rest.firstIndex(where: { ":=".contains($0) }),
      let column = columns.firstIndex(where: { $0.lowercased() == rest[..<sign] })
    {
      part.column = column
      part.isWhole = rest[sign] == "="
      rest = rest[rest.index(after: sign)...]
    }
    part.text = rest.filter { $0 != "\"" }
    return part
  }
}
