/// The characters of a filter, read from left to right.
///
/// It reads scalars, not characters: a quotation mark stays one when an accent follows it.
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

  /// Takes `keyword` where it stands as a word of its own.
  mutating func takeKeyword(_ keyword: String) -> Bool {
    let start = index
    guard take(keyword), isAtBoundary || next == "(" else {
      index = start
      return false
    }
    return true
  }

  /// The operator that begins here, if one does; the longest.
  func peekOperator() -> ComparisonOperator? {
    let two = [peek(0), peek(1)].compactMap { $0.map(String.init) }.joined()
    return ComparisonOperator(rawValue: two)
      ?? next.flatMap { ComparisonOperator(rawValue: String($0)) }
  }

  /// The names before an operator: `author.name` of `author.name:x`; takes nothing otherwise.
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

  /// A name: a letter, then letters, digits and low lines.
  mutating func takeName() -> String? {
    guard let first = next, first.properties.isAlphabetic else { return nil }
    return takeWhile { scalar, _ in
      scalar.properties.isAlphabetic || scalar.properties.numericType == .decimal || scalar == "_"
        || scalar.isDecoration
    }
  }

  /// What is between quotation marks; `\"` and `\\` stand for the mark and the backslash.
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

  /// What stands up to a blank, a parenthesis opened before, or what `isEnd` names.
  ///
  /// Parentheses within it belong to it, in pairs.
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
