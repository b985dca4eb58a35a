/// Reads a filter by recursive descent over the grammar that `RecordPredicate` shows.
struct FilterParser {
  private var scanner: FilterScanner
  private var depth = 0
  private static let deepest = 64

  init(_ text: String) {
    scanner = FilterScanner(text)
  }

  mutating func parse() throws(FilterError) -> RecordPredicate? {
    scanner.skipBlanks()
    if scanner.isAtEnd { return nil }
    let predicate = try parseOr()
    guard scanner.isAtEnd else { throw .unexpectedParenthesis(column: scanner.column) }
    return predicate.normalized
  }

  private mutating func parseOr() throws(FilterError) -> RecordPredicate {
    var parts = [try parseAnd()]
    while takeKeyword("OR") { parts.append(try parseAnd(after: "OR")) }
    return .or(parts)
  }

  private mutating func parseAnd(after word: String? = nil) throws(FilterError) -> RecordPredicate {
    var parts = [try parseUnary(after: word)]
    while true {
      if takeKeyword("AND") {
        parts.append(try parseUnary(after: "AND"))
      } else if scanner.isAtEnd || scanner.next == ")" || startsOr {
        return .and(parts)
      } else {
        parts.append(try parseUnary())
      }
    }
  }

  private mutating func parseUnary(after word: String? = nil) throws(FilterError) -> RecordPredicate
  {
    scanner.skipBlanks()
    let column = scanner.column
    for joint in ["OR", "AND"] where takeKeyword(joint) {
      throw .incomplete(column: column, word: joint)
    }
    if scanner.isAtEnd || scanner.next == ")" {
      if let word { throw .incomplete(column: column, word: word) }
      throw .unexpectedParenthesis(column: column)
    }
    if takeKeyword("NOT") { return try parseNegation(of: "NOT", column) }
    if scanner.take("-") {
      if scanner.isAtBoundary { throw .incomplete(column: column, word: "-") }
      return try parseNegation(of: "-", column)
    }
    return try parsePrimary()
  }

  private mutating func parseNegation(
    of word: String, _ column: Int
  ) throws(FilterError) -> RecordPredicate {
    try enter(at: column)
    defer { depth -= 1 }
    return .not(try parseUnary(after: word))
  }

  private mutating func parsePrimary() throws(FilterError) -> RecordPredicate {
    let position = scanner.position
    if scanner.next == "(" {
      if let formula = scanner.takeFieldPath() { return try parseComparison(of: formula) }
      return try parseGroup()
    }
    if scanner.next == "\"" {
      if let field = scanner.takeFieldPath() { return try parseComparison(of: field) }
      return .word(try parseQuoted())
    }
    if let loose = scanner.peekOperator() {
      throw .looseOperator(column: position.column, text: loose.rawValue)
    }
    if let field = scanner.takeFieldPath() { return try parseComparison(of: field) }
    return .word(Literal(scanner.takeBare(), position: position))
  }

  private mutating func parseGroup() throws(FilterError) -> RecordPredicate {
    let column = scanner.column
    try enter(at: column)
    defer { depth -= 1 }
    scanner.advance()
    scanner.skipBlanks()
    if scanner.isAtEnd { throw .unclosedParenthesis(column: column) }
    let inner = try parseOr()
    guard scanner.take(")") else { throw .unclosedParenthesis(column: column) }
    return inner
  }

  private mutating func parseComparison(of field: FieldPath) throws(FilterError) -> RecordPredicate
  {
    guard var operation = scanner.peekOperator() else { preconditionFailure("no operator") }
    scanner.advance(operation.rawValue.unicodeScalars.count)
    if operation == .matches, let presence = try parsePresence(field) { return presence }
    if operation == .matches, let sharper = scanner.peekOperator(), sharper != .matches {
      operation = sharper
      scanner.advance(sharper.rawValue.unicodeScalars.count)
    }
    let operands = try parseOperands(of: operation)
    return .comparison(Comparison(field, operation, operands))
  }

  /// `has:field` and `no:field`.
  private mutating func parsePresence(_ word: FieldPath) throws(FilterError) -> RecordPredicate? {
    guard word.names == ["has"] || word.names == ["no"] else { return nil }
    let position = scanner.position
    // Names begin with a letter: `no:1` is about a field called no.
    if let next = scanner.next, !next.properties.isAlphabetic, !scanner.isAtBoundary { return nil }
    guard let names = scanner.takeField()?.names, scanner.isAtBoundary else {
      throw .missingValue(column: scanner.column, after: "\(word):")
    }
    let field = FieldPath(names, position: position)
    return word.names == ["has"] ? .has(field) : .lacks(field)
  }

  private mutating func takeKeyword(_ word: String) -> Bool {
    scanner.skipBlanks()
    return scanner.takeKeyword(word)
  }

  private var startsOr: Bool {
    var ahead = scanner
    return ahead.takeKeyword("OR")
  }

  private mutating func enter(at column: Int) throws(FilterError) {
    guard depth < Self.deepest else { throw .tooDeep(column: column) }
    depth += 1
  }
}

// MARK: - Values

extension FilterParser {
  private mutating func parseOperands(
    of operation: ComparisonOperator
  ) throws(FilterError) -> [Operand] {
    let column = scanner.column
    if operation == .pattern {
      return [.value(try parseLiteral(after: "~", isPattern: true))]
    }
    var operands: [Operand] = []
    repeat {
      let before = operands.isEmpty ? operation.rawValue : ","
      operands.append(try parseOperand(after: before))
    } while scanner.take(",")
    guard scanner.isAtBoundary else { throw .textAfterQuote(column: scanner.column) }
    if !operation.takesSeveral {
      guard operands.count == 1, case .value = operands[0] else {
        throw .severalValues(column: column, operation: operation.rawValue)
      }
    }
    return operands
  }

  private mutating func parseOperand(after word: String) throws(FilterError) -> Operand {
    if scanner.take("..") { return .range(nil, try parseLiteral(after: "..")) }
    let first = try parseLiteral(after: word)
    guard scanner.take("..") else { return .value(first) }
    if scanner.isAtBoundary || scanner.next == "," { return .range(first, nil) }
    return .range(first, try parseLiteral(after: ".."))
  }

  private mutating func parseLiteral(
    after word: String, isPattern: Bool = false
  ) throws(FilterError) -> Literal {
    let position = scanner.position
    if scanner.next == "\"" { return try parseQuoted(inValue: !isPattern) }
    let text = scanner.takeBare { ahead in
      !isPattern && (ahead.next == "," || ahead.next == "." && ahead.peek(1) == ".")
    }
    guard !text.isEmpty else { throw .missingValue(column: position.column, after: word) }
    return Literal(text, position: position)
  }

  private mutating func parseQuoted(inValue: Bool = false) throws(FilterError) -> Literal {
    let position = scanner.position
    let text = try scanner.takeQuoted()
    let goesOn = inValue && (scanner.next == "," || scanner.next == ".")
    guard scanner.isAtBoundary || goesOn else { throw .textAfterQuote(column: scanner.column) }
    return Literal(text, position: position)
  }
}
