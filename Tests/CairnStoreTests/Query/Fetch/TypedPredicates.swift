import CairnStore
import TestSupport

/// Random predicates that make sense for the books of `Library`.
struct TypedPredicates {
  var generator: SeededGenerator

  private static let wholes = ["-3", "0", "1", "2", "2.5", "-0.5", "5"]
  private static let amounts = ["0", "1", "1.5", "1.50", "-2.25", "10", "0.001"]
  private static let times = ["2026", "2026-02", "2026-03", "2026-02-17", "2026-04-01"]
  private static let comparing: [ComparisonOperator] = [
    .matches, .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
  ]
  private static let fields: [(path: String, literals: [String], operations: Int)] = [
    ("Title", RandomValues.words, 7), ("Notes", RandomValues.words, 7),
    ("Tags", RandomValues.words, 7), ("Site", ["p", "Lyon"], 7), ("Rating", wholes, 7),
    ("Scans", wholes, 7), ("Price", amounts, 7), ("Weight", ["0", "1.5", "-3", "2"], 7),
    ("Lent", ["yes", "no"], 3), ("Bought", times, 7), ("Opened", times, 7),
    ("Kind", ["novel", "essay", "poems"], 7), ("Author.Name", RandomValues.words, 7),
    ("Author.Born", ["1900", "1902", "1904"], 7), ("Shelves.Name", RandomValues.words, 7),
    ("Author.Books.Title", RandomValues.words, 7), ("Shelves.count", ["0", "1", "2"], 7),
    ("Author.Books.count", ["0", "2", "9"], 7), ("Tags.count", ["0", "1", "2"], 7),
  ]

  mutating func predicate(depth: Int) -> RecordPredicate {
    switch generator.number(0...(depth > 0 ? 7 : 4)) {
    case 0: .word(Literal(RandomValues.words[generator.number(0...RandomValues.words.count - 1)]))
    case 1: generator.number(0...1) == 0 ? .has(presence()) : .lacks(presence())
    case 2, 3, 4: .comparison(comparison())
    case 5: .not(predicate(depth: depth - 1))
    case 6: .and([predicate(depth: depth - 1), predicate(depth: depth - 1)])
    default: .or([predicate(depth: depth - 1), predicate(depth: depth - 1)])
    }
  }

  private mutating func presence() -> FieldPath {
    let names = [
      "Rating", "Tags", "Title", "Author", "Shelves", "Author.Name", "Price", "Chapters",
    ]
    return path(names[generator.number(0...names.count - 1)])
  }

  private func path(_ text: String) -> FieldPath {
    FieldPath(text.split(separator: ".").map(String.init))
  }

  private mutating func comparison() -> Comparison {
    let field = Self.fields[generator.number(0...Self.fields.count - 1)]
    let operation = Self.comparing[generator.number(0...field.operations - 1)]
    let isSingle = ![.matches, .equal, .notEqual].contains(operation)
    let operands = (0...(isSingle ? 0 : generator.number(0...2))).map { _ -> Operand in
      let canRange = !isSingle && field.path != "Lent"
      guard canRange, generator.number(0...2) == 0 else { return .value(literal(field.literals)) }
      let (from, to) = (literal(field.literals), literal(field.literals))
      return [.range(from, to), .range(from, nil), .range(nil, to)][generator.number(0...2)]
    }
    return Comparison(path(field.path), operation, operands)
  }

  private mutating func literal(_ texts: [String]) -> Literal {
    Literal(texts[generator.number(0...texts.count - 1)])
  }
}
