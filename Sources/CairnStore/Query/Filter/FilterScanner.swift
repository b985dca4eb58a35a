/// A scanner over a filter's characters, from left to right.
///
/// The scanner reads scalars: a quotation mark counts even if an accent follows it.
struct FilterScanner {
  private let scalars: [Unicode.Scalar]
  private let columns: [Int]
  private(set) var index = 0
  /// Where `takeField` found no field the last time.
  private(set) var failure = 0
  /// The parentheses of a formula around the next character.
  var depth = 0
  private static let deepestCondition = 4

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
  func column(of index: Int) -> Int { columns[index] }
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
  mutating func back(to start: Int) { index = start }

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

  /// Reads the field before an operator: `author.name` of `author.name:x`; otherwise reads nothing.
  mutating func takeFieldPath() -> FieldPath? {
    let start = index
    if let path = takeField(), peekOperator() != nil { return path }
    index = start
    return nil
  }

  /// Reads a field path or a formula; without one, reads nothing.
  mutating func takeField() -> FieldPath? {
    let (start, position) = (index, position)
    guard let read = takeFormula(), !read.names.isEmpty else {
      (failure, index) = (index, start)
      return nil
    }
    let path = FieldPath(read.names, position: position)
    let isPath = [path.description, "(\(path))"].contains(read.text)
    return isPath ? path : FieldPath([read.text], position: position)
  }

  /// Reads a number such as `2`, `-2` or `1.19`.
  mutating func takeNumber() -> String? {
    let start = index
    if next == "-", isDigit(peek(1)) { advance() }
    let first = index
    defer { if index == first { index = start } }
    func isDigit(_ scalar: Unicode.Scalar?) -> Bool {
      scalar.map { ("0"..."9").contains($0) } == true
    }
    while isDigit(next) || next == "." && index > start && isDigit(peek(1)) { advance() }
    return index == start ? nil : text(from: start)
  }

  /// Reads names with points between them; each may have a condition: `invoices[no:paid].amount`.
  ///
  /// The result is empty if a name is missing.
  /// After a point, a formula in parentheses is a name, too.
  mutating func takeNames() -> [String] {
    var names: [String] = []
    repeat {
      if names.isEmpty || next != "(" {
        let start = index
        guard takeName() != nil, next != "[" || takeCondition() else { return [] }
        names.append(text(from: start))
      } else {
        guard let inner = takeFactor(), !inner.names.isEmpty else { return [] }
        names.append(inner.text)
      }
    } while take(".")
    return names
  }

  /// Reads a condition in brackets, which may have a few brackets in it, and any in quotation marks.
  ///
  /// - Returns: false without its end.
  private mutating func takeCondition() -> Bool {
    var (depth, isQuoted) = (0, false)
    while let scalar = next {
      advance()
      if scalar == "\"" { isQuoted.toggle() }
      if isQuoted { continue }
      if scalar == "[" { depth += 1 }
      if scalar == "]" { depth -= 1 }
      if depth == 0 { return true }
      if depth > Self.deepestCondition { return false }
    }
    return false
  }

  private func text(from start: Int) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[start..<index])
    return String(text)
  }

  /// Reads a name: a letter, then letters, digits and underscores; or any text in quotation marks,
  /// which the name keeps.
  mutating func takeName() -> String? {
    if next == "\"" {
      let start = index
      guard (try? takeQuoted())?.isEmpty == false else {
        index = start
        return nil
      }
      return text(from: start)
    }
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
