/// Writes a predicate as the one filter that reads back as its normal form.
enum FilterPrinter {
  static func print(_ predicate: Predicate) -> String {
    switch predicate {
    case .and(let parts): parts.map { group($0, unless: !$0.isOr) }.joined(separator: " ")
    case .or(let parts): parts.map { group($0, unless: true) }.joined(separator: " OR ")
    case .not(let part): "-" + group(part, unless: !part.isAnd && !part.isOr)
    case .comparison(let comparison): print(comparison)
    case .has(let field): "has:\(field)"
    case .lacks(let field): "no:\(field)"
    case .word(let word): isBareWord(word.text) ? word.text : word.text.quoted
    }
  }

  private static func group(_ predicate: Predicate, unless isPlain: Bool) -> String {
    isPlain ? print(predicate) : "(" + print(predicate) + ")"
  }

  private static func print(_ comparison: Comparison) -> String {
    let operands = comparison.operands.map { operand in
      switch operand {
      case .value(let literal): print(literal)
      case .range(let from, let to): (from.map(print) ?? "") + ".." + (to.map(print) ?? "")
      }
    }
    return "\(comparison.field)\(comparison.operation.rawValue)" + operands.joined(separator: ",")
  }

  private static func print(_ literal: Literal) -> String {
    isBareValue(literal.text) ? literal.text : literal.text.quoted
  }

  private static func isBareWord(_ text: String) -> Bool {
    guard isPlain(text), !["AND", "OR", "NOT"].contains(text), text.unicodeScalars.first != "-"
    else { return false }
    var scanner = FilterScanner(text)
    return scanner.peekOperator() == nil && scanner.takeFieldPath() == nil
  }

  private static func isBareValue(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return isPlain(text) && !scalars.contains(",") && FilterScanner(text).peekOperator() == nil
      && scalars.first != "." && scalars.last != "."
      && !zip(scalars, scalars.dropFirst()).contains { $0 == "." && $1 == "." }
  }

  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        !scalar.properties.isWhitespace && !["\"", "(", ")", "\\"].contains(scalar)
      }
  }
}

extension Predicate {
  var isAnd: Bool { if case .and = self { true } else { false } }
  var isOr: Bool { if case .or = self { true } else { false } }
}
