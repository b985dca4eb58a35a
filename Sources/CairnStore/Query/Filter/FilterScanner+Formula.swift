/// A formula that was read from a text.
struct ReadFormula {
  /// The text without blanks.
  var text: String
  /// The names of the last field; empty without a field.
  var names: [String]
  /// The formula; `nil` if it has a number with too many digits.
  var formula: Formula<FieldPath>?
}

/// Reads formulas, by the grammar at `Formula`.
extension FilterScanner {
  private static let deepest = 64

  /// Reads a formula; `nil` for other texts.
  mutating func takeFormula() -> ReadFormula? {
    takeChain(of: [.plus, .minus]) { scanner in
      scanner.takeChain(of: [.times, .divided]) { $0.takeFactor() }
    }
  }

  private mutating func takeChain(
    of signs: [FormulaSign], _ part: (inout FilterScanner) -> ReadFormula?
  ) -> ReadFormula? {
    guard var left = part(&self) else { return nil }
    while let sign = takeSign(among: signs) {
      guard let right = part(&self) else { return nil }
      left.text += String(sign.rawValue) + right.text
      if !right.names.isEmpty { left.names = right.names }
      left.formula = left.formula.flatMap { first in
        right.formula.map { .calculation(first, sign, $0) }
      }
    }
    return left
  }

  /// Reads a number, a field, or a formula in parentheses.
  mutating func takeFactor() -> ReadFormula? {
    if depth < Self.deepest, take("(") {
      depth += 1
      defer { depth -= 1 }
      skipBlanks()
      guard var inner = takeFormula() else { return nil }
      skipBlanks()
      inner.text = "(\(inner.text))"
      return take(")") ? inner : nil
    }
    if let digits = takeNumber() {
      let number = Int64(digits).map(Value.integer) ?? DecimalNumber(digits).map(Value.decimal)
      return ReadFormula(text: digits, names: [], formula: number.map(Formula.number))
    }
    let names = takeNames()
    guard !names.isEmpty else { return nil }
    return ReadFormula(
      text: names.joined(separator: "."), names: names,
      formula: names == ["today"] ? .today : .field(FieldPath(names)))
  }

  /// Reads one of some signs of a calculation, with blanks around it or without.
  ///
  /// After a blank, a minus needs a blank behind it: `-rating` in an order is a key of its own.
  private mutating func takeSign(among signs: [FormulaSign]) -> FormulaSign? {
    let start = index
    skipBlanks()
    if let next, let sign = FormulaSign(rawValue: Character(next)), signs.contains(sign) {
      let isApart = index > start
      advance()
      if sign != .minus || !isApart || self.next?.properties.isWhitespace == true {
        skipBlanks()
        return sign
      }
    }
    back(to: start)
    return nil
  }
}
