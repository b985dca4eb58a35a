import CairnStore
import TestSupport
import Testing

@Suite struct `A filter` {
  @Test(arguments: [
    ("lyon", "lyon"), ("  a   b ", "a b"), ("a AND b", "a b"), ("a OR b c", "a OR b c"),
    ("(a OR b) c", "(a OR b) c"), ("((a))", "a"), ("NOT a", "-a"), ("-(a b)", "-(a b)"),
    ("NOT -a", "a"), ("\"a b\"", "\"a b\""), ("\"OR\"", "\"OR\""), ("or", "or"),
    ("rating>=4", "rating>=4"), ("due:<+1w", "due<+1w"), ("due:>=2026-11", "due>=2026-11"),
    ("a.b.count>3", "a.b.count>3"), ("has:tags no:author.name", "has:tags no:author.name"),
    ("n:1..5", "n:1..5"), ("n:1.. m:..5", "n:1.. m:..5"), ("n:1,2..3,\"a,b\"", "n:1,2..3,\"a,b\""),
    ("name=\"\"", "name=\"\""), ("name~^(a|b)+$", "name~\"^(a|b)+$\""),
    ("name~\"\\d+ x\"", "name~\"\\\\d+ x\""), ("C++ e-mail 12:30", "C++ e-mail 12:30"),
    ("f(x) y", "\"f(x)\" y"), ("(a)b", "a b"), ("x!y", "x!y"), ("a AND(b)", "a b"),
    ("\"x:y\"", "\"x:y\""), ("url:\"https://a.b\"", "url:https://a.b"), ("a (b c) d", "a b c d"),
    ("a OR (b OR c)", "a OR b OR c"), ("v:1.2", "v:1.2"), ("v:\"1..2\"", "v:\"1..2\""),
  ])
  func `prints in one spelling`(text: String, printed: String) throws {
    let predicate = try #require(try RecordPredicate.parse(text))
    expectEqual(predicate.description, printed)
    try expectEqual(RecordPredicate.parse(printed), predicate)
  }

  @Test(arguments: ["", "   ", "\n\t"])
  func `of blanks asks for nothing`(text: String) throws {
    try expectEqual(RecordPredicate.parse(text), nil)
  }

  @Test(arguments: [
    ("a \"b", 3), ("(a", 1), ("a)", 2), ("()", 2), ("a (b", 3), ("OR a", 1), ("a OR", 5),
    ("a AND", 6), ("-", 1), ("a - b", 3), ("NOT", 4), ("rating >= 3", 8), ("= x", 1),
    ("name:", 6), ("name: x", 6), ("name:a,", 8), ("name:..", 8), ("\"a\"b", 4), ("n:\"a\"b", 6),
    ("n<1,2", 3), ("n<1..2", 3), ("has:", 5), ("has:x,y", 6), ("é (", 3), ("👩‍👩‍👧 )", 3),
  ])
  func `that is malformed is an error with its column`(text: String, column: Int) throws {
    let error = try #require(throws: FilterError.self) { try RecordPredicate.parse(text) }
    expectEqual(error.column, column, "\(error)")
    expectTrue(error.isSyntax)
  }

  @Test func `nests no deeper than 64 levels`() throws {
    let deep = { (count: Int) in
      String(repeating: "(", count: count) + "a" + String(repeating: ")", count: count)
    }
    try expectTrue(RecordPredicate.parse(deep(64)) != nil)
    #expect(throws: FilterError.self) { try RecordPredicate.parse(deep(65)) }
    #expect(throws: FilterError.self) {
      try RecordPredicate.parse(String(repeating: "-", count: 9999) + "a")
    }
  }

  @Test(arguments: SeededGenerator.seeds(500))
  func `reads back what it printed`(seed: UInt64) throws {
    var generator = RandomPredicates(seed: seed)
    let predicate = generator.predicate(depth: 4)
    try expectEqual(
      RecordPredicate.parse(predicate.description), predicate.normalized, "\(predicate)")
  }

  @Test(arguments: SeededGenerator.seeds(1000))
  func `that reads at all reads as what it prints`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let signs = [
      "(", ")", "\"", "-", "OR", " ", "..", ",", "a", "b:", "=", "<", "~", "\\", "has:", ".",
    ]
    let text = (0..<generator.number(0...12)).map { _ in
      generator.number(0...4) == 0 ? generator.text(atMost: 2) : signs[generator.number(0...15)]
    }.joined()
    guard let predicate = try? RecordPredicate.parse(text) else { return }
    try expectEqual(RecordPredicate.parse(predicate.description), predicate, "\(text)")
  }
}

/// Predicates of any form, with names and values of any text.
struct RandomPredicates {
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  mutating func predicate(depth: Int) -> RecordPredicate {
    switch generator.number(0...(depth > 0 ? 6 : 3)) {
    case 0: .word(literal())
    case 1: .has(field())
    case 2: .lacks(field())
    case 3: .comparison(comparison())
    case 4: .not(predicate(depth: depth - 1))
    case 5: .and((0...generator.number(0...3)).map { _ in predicate(depth: depth - 1) })
    default: .or((0...generator.number(0...3)).map { _ in predicate(depth: depth - 1) })
    }
  }

  private mutating func literal() -> Literal {
    let words = [
      "AND", "NOT", "-x", "a:b", "..", "1..2", ".5.", "a,b", "(", "\"", "\\", "", "x y", "<3",
    ]
    return Literal(
      generator.number(0...1) == 0
        ? words[generator.number(0...words.count - 1)] : generator.text(atMost: 3))
  }

  private mutating func field() -> FieldPath {
    let names = ["a", "Name", "has", "no", "count", "x_1", "größe"]
    return FieldPath((0...generator.number(0...2)).map { _ in names[generator.number(0...6)] })
  }

  private mutating func comparison() -> Comparison {
    var field = field()
    // `has:` and `no:` are words of the grammar, so a field of that name cannot stand before a
    // colon.
    if field.names == ["has"] || field.names == ["no"] { field = FieldPath(["a"]) }
    let operation = ComparisonOperator.allCases[generator.number(0...7)]
    let several = [.matches, .equal, .notEqual].contains(operation)
    return Comparison(
      field, operation,
      (0...(several ? generator.number(0...2) : 0)).map { _ in
        several && generator.number(0...2) == 0 ? range() : .value(literal())
      })
  }

  private mutating func range() -> Operand {
    switch generator.number(0...2) {
    case 0: .range(literal(), nil)
    case 1: .range(nil, literal())
    default: .range(literal(), literal())
    }
  }
}
