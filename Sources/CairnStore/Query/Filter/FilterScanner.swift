/// A scanner over a filter's characters, from left to right.
///
/// The scanner reads scalars: a quotation mark counts even if an accent follows it.
struct FilterScanner {
  private let scalars: [Unicode.Scalar]
  private let columns: [Int]
  private(set) var index = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
    var columns: [Int] = []
    for (offset, character) in text.enumerated() {
      columns += repeatElement(offset + 1, count: character.unicodeScalars.count)
    }
    self.columns = columns + [(columns.last ?? 0) + 1]
  }

  var isAtEnd: Bool { index == scalars.count }
  var column: Int { columns[index] }
  var position: FilterPosition { FilterPosition(column: column) }
  var next: Unicode.Scalar? { peek(0) }

  func peek(_ offset: Int) -> Unicode.Scalar? {
    index + offset < scalars.count ? scalars[index + offset] : nil
  }

  /// Whether a word or a value may end here.
  var isAtBoundary: Bool {
    guard let next else { return true }
    return next.properties.isWhitespace || next == ")"
  }

  mutating func advance(_ count: Int = 1) { index += count }

  mutating func skipBlanks() {
    while let next, next.properties.isWhitespace { index += 1 }
  }

  mutating func take(_ text: String) -> Bool {
    let wanted = Array(text.unicodeScalars)
    guard scalars[index...].starts(with: wanted) else { return false }
    index += wanted.count
    return true
  }

  /// Reads `keyword` if it is a whole word.
  mutating func takeKeyword(_ keyword: String) -> Bool {
    let start = index
    guard take(keyword), isAtBoundary || next == "(" else {
      index = start
      return false
    }
    return true
  }

  /// Returns the longest operator that begins here, if any.
  func peekOperator() -> ComparisonOperator? {
    let two = [peek(0), peek(1)].compactMap { $0.map(String.init) }.joined()
    return ComparisonOperator(rawValue: two)
      ?? next.flatMap { ComparisonOperator(rawValue: String($0)) }
  }

  /// Reads the names before an operator: `author.name` of `author.name:x`; otherwise reads nothing.
  mutating func takeFieldPath() -> FieldPath? {
    let start = index
    let position = position
    var names: [String] = []
    repeat {
      guard let name = takeName() else { break }
      names.append(name)
      if peekOperator() != nil { return FieldPath(names, position: position) }
    } while take(".")
    index = start
    return nil
  }

  /// Reads a name: a letter, then letters, digits and underscores.
  mutating func takeName() -> String? {
    guard let first = next, first.properties.isAlphabetic else { return nil }
    return takeWhile { scalar, _ in
      scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal || scalar == "_"
        || scalar.isDecoration
    }
  }

  /// Reads the text between quotation marks; `\"` and `\\` are the mark and the backslash.
  mutating func takeQuoted() throws(FilterError) -> String {
    let opening = column
    advance()
    var text = String.UnicodeScalarView()
    while let scalar = next {
      advance()
      if scalar == "\"" { return String(text) }
      if scalar == "\\", let escaped = next, escaped == "\"" || escaped == "\\" {
        text.append(escaped)
        advance()
      } else {
        text.append(scalar)
      }
    }
    throw .unclosedQuote(column: opening)
  }

  /// Reads up to a blank, a closing parenthesis from before, or the end that `isEnd` reports.
  ///
  /// The text may contain pairs of parentheses.
  mutating func takeBare(until isEnd: (FilterScanner) -> Bool = { _ in false }) -> String {
    var depth = 0
    var isEscaped = false
    return takeWhile { scalar, scanner in
      if scalar.properties.isWhitespace || isEnd(scanner) { return false }
      defer { isEscaped = scalar == "\\" && !isEscaped }
      if isEscaped { return true }
      if scalar == "(" { depth += 1 }
      if scalar == ")" { depth -= 1 }
      return depth >= 0
    }
  }

  private mutating func takeWhile(
    _ belongs: (Unicode.Scalar, FilterScanner) -> Bool
  ) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = next, belongs(scalar, self) {
      text.append(scalar)
      index += 1
    }
    return String(text)
  }
}
