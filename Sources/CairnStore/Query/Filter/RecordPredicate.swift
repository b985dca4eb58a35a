/// A condition on records: the tree of a filter.
///
/// A filter is the text form, used in typed input, URLs and scripts. `parse` and `description` are
/// inverses. The grammar:
///
///     filter  = and *("OR" and)
///     and     = unary *(["AND"] unary)
///     unary   = ["-" / "NOT"] primary
///     primary = "(" filter ")" / field op value / "has:" field / "no:" field / word / "phrase"
///     field   = name *("." name)
///     op      = ":" "=" "!=" "<" "<=" ">" ">=" "~"
///     value   = word / "quoted" / a..b / a.. / ..b / a,b,c
///
/// 1. A comparison with a field that has no value is false, even with `!=`.
/// 2. `-x` is true if and only if `x` is false.
/// 3. Through a link to many records, a comparison is true if it is true for at least one record.
/// 4. An unknown field or a value of the wrong type is an error, never an empty result.
public indirect enum RecordPredicate: Hashable, Sendable {
  /// Every one of the predicates is true; true if there are none.
  case and([RecordPredicate])

  /// At least one of the predicates is true; false if there are none.
  case or([RecordPredicate])

  /// The predicate is not true.
  case not(RecordPredicate)

  /// The comparison of a field with values is true.
  case comparison(Comparison)

  /// The field has a value: `has:field`.
  case has(FieldPath)

  /// The field has no value: `no:field`.
  case lacks(FieldPath)

  /// A text field of the record contains the text, ignoring case and accents.
  ///
  /// A request can include the texts of related records.
  case word(Literal)
}

extension RecordPredicate: CustomStringConvertible {
  /// Reads a filter.
  ///
  /// - Parameter text: The text of the filter.
  /// - Returns: The predicate in its normal form; `nil` for blank text.
  /// - Throws: The first mistake in the text, with its column.
  public static func parse(_ text: String) throws(FilterError) -> RecordPredicate? {
    var parser = FilterParser(text)
    return try parser.parse()
  }

  /// The filter in its one canonical spelling.
  public var description: String {
    let text = FilterPrinter(quotesSigns: false).print(self)
    // Beside a field, a word with a sign reads as a part of a formula: `"2026-" has:due`.
    guard words.contains(where: { Self.isSigned($0.text) }),
      (try? RecordPredicate.parse(text)) != normalized
    else { return text }
    return FilterPrinter(quotesSigns: true).print(self)
  }

  /// Returns a predicate that requires all words in a record's texts, ignoring case and accents.
  public static func words(_ words: [String]) -> RecordPredicate {
    RecordPredicate.and(words.map { .word(Literal($0)) }).normalized
  }

  /// The same predicate with one spelling: no `and` directly in an `and`, no twofold `not`.
  public var normalized: RecordPredicate {
    switch self {
    case .and(let parts): .joined(parts.map(\.normalized), isAnd: true)
    case .or(let parts): .joined(parts.map(\.normalized), isAnd: false)
    case .not(.not(let part)): part.normalized
    case .not(let part): part.normalized.negated
    default: self
    }
  }

  /// The fields that it looks at by name.
  var fields: [FieldPath] {
    switch self {
    case .and(let parts), .or(let parts): parts.flatMap(\.fields)
    case .not(let part): part.fields
    case .comparison(let comparison): [comparison.field]
    case .has(let field), .lacks(let field): [field]
    case .word: []
    }
  }

  /// The words that it looks for in texts.
  private var words: [Literal] {
    switch self {
    case .and(let parts), .or(let parts): parts.flatMap(\.words)
    case .not(let part): part.words
    case .word(let word): [word]
    case .comparison, .has, .lacks: []
    }
  }

  /// Whether it looks for words in texts.
  var hasWords: Bool { !words.isEmpty }

  /// Whether a word begins or ends with the sign of a formula.
  fileprivate static func isSigned(_ word: String) -> Bool {
    let signs: [Unicode.Scalar?] = ["+", "-", "*", "/"]
    return signs.contains(word.unicodeScalars.first) || signs.contains(word.unicodeScalars.last)
  }

  /// The opposite, without stacking negations.
  var negated: RecordPredicate {
    if case .not(let part) = self { part } else { .not(self) }
  }

  private static func joined(_ parts: [RecordPredicate], isAnd: Bool) -> RecordPredicate {
    let flat = parts.flatMap { part in
      switch part {
      case .and(let inner) where isAnd: inner
      case .or(let inner) where !isAnd: inner
      default: [part]
      }
    }
    if flat.count == 1, let only = flat.first { return only }
    return isAnd ? .and(flat) : .or(flat)
  }
}

/// Writes a predicate as the one filter that reads back as its normal form.
struct FilterPrinter {
  /// Whether words are quoted that begin or end with the sign of a formula.
  let quotesSigns: Bool

  func print(_ predicate: RecordPredicate) -> String {
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

  private func group(_ predicate: RecordPredicate, unless isPlain: Bool) -> String {
    isPlain ? print(predicate) : "(" + print(predicate) + ")"
  }

  private func print(_ comparison: Comparison) -> String {
    let operands = comparison.operands.map { operand in
      switch operand {
      case .value(let literal): print(literal)
      case .range(let from, let to): (from.map(print) ?? "") + ".." + (to.map(print) ?? "")
      }
    }
    return "\(comparison.field)\(comparison.operation.rawValue)" + operands.joined(separator: ",")
  }

  private func print(_ literal: Literal) -> String {
    isBareValue(literal.text) ? literal.text : literal.text.quoted
  }

  private func isBareWord(_ text: String) -> Bool {
    guard isPlain(text), !["AND", "OR", "NOT"].contains(text), text.unicodeScalars.first != "-",
      !quotesSigns || !RecordPredicate.isSigned(text)
    else { return false }
    var scanner = FilterScanner(text)
    return scanner.peekOperator() == nil && scanner.takeFieldPath() == nil
  }

  private func isBareValue(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return isPlain(text) && !scalars.contains(",") && FilterScanner(text).peekOperator() == nil
      && scalars.first != "." && scalars.last != "."
      && !zip(scalars, scalars.dropFirst()).contains { $0 == "." && $1 == "." }
  }

  private func isPlain(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy { scalar in
        !scalar.properties.isWhitespace && !["\"", "(", ")", "\\"].contains(scalar)
      }
  }
}

extension RecordPredicate {
  var isAnd: Bool { if case .and = self { true } else { false } }
  var isOr: Bool { if case .or = self { true } else { false } }
}
