import CairnNavigation
import TestSupport
import Testing

/// Invariant 3.
@Suite struct `A pattern's URL` {
  @Test(arguments: SeededGenerator.seeds(300))
  func `gives back the values that it was made of`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let pattern = try Pattern(
      "cairn://(a)/\u{301}x-(b)-%2F\u{301}/lit/(n:int)/(d:double)?q=(q)&r=(r)!&m=1&x=(x:bool)#f(f)")
    let arguments: [RouteArgument] = [
      .text(generator.hostileName()), .text(generator.hostileName()),
      .text(String(Int.random(in: .min ... .max, using: &generator))),
      .text(Double.random(in: -1e300...1e300, using: &generator).captureText),
      generator.number(0...1) == 0 ? .absent : .text(generator.hostileName()),
      .text(generator.hostileName()), .text("yes"), .text(generator.hostileName()),
    ]
    let url = try pattern.url(arguments: arguments)
    try expectEqual(pattern.match(url).get().values, arguments)
    try expectEqual(pattern.match(ScreenURL(parsing: url.text)).get().values, arguments)
  }

  @Test(arguments: SeededGenerator.seeds(300))
  func `gives back the values, whatever the pattern's shape`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (text, arguments) = generator.pattern()
    let pattern = try Pattern(text)
    let url = try pattern.url(arguments: arguments)
    try expectEqual(pattern.match(ScreenURL(parsing: url.text)).get().values, arguments, "\(text)")
  }

  @Test(arguments: SeededGenerator.seeds(100))
  func `keeps a path's segments apart`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let path = (0..<generator.number(1...6)).map { _ in generator.hostileName() }
    let pattern = try Pattern("cairn://files/(p:path)")
    let url = try ScreenURL(parsing: pattern.url(path).text)
    try expectEqual(pattern.match(url).get().values, [.path(path)])
  }

  @Test func `takes Swift values`() throws {
    let pattern = try Pattern("cairn://menu/(menu)/page-(page:int)?sort=(sort)&desc=(d:bool)")
    let url = try pattern.url("a/b c", 2, "price" as String?, Bool?.none)
    expectEqual(url.text, "cairn://menu/a%2Fb%20c/page-2?sort=price")
  }

  @Test(arguments: [
    ("cairn://(a)", [RouteArgument.text("")], "a is empty"),
    ("cairn://(a)", [.absent], "a has no value"),
    ("cairn://(a)", [], "it needs 1 value and got 0"),
    ("cairn://(a)/()", [.text("x")], "nothing says what stands for ()"),
    ("cairn://(a:int)", [.text("x")], "a takes int, not x"),
    ("cairn://(a:path)", [.path([])], "a has no value"),
    ("cairn://(a:path)", [.path(["x", ""])], "a is empty"),
    ("cairn://x?q=(q)!", [.absent], "q has no value"),
    ("cairn://x?q=(q)", [.text("")], "q is empty"),
    (
      "cairn://(a)", [.text(String(repeating: "é", count: 2000))],
      "it would be longer than a URL may be"
    ),
    ("*", [], "the wildcard stands for no URL of its own"),
  ])
  func `is refused with a sentence, never written wrong`(
    text: String, arguments: [RouteArgument], reason: String
  ) throws {
    let pattern = try Pattern(text)
    let error = try #require(throws: NavigationError.self) { try pattern.url(arguments: arguments) }
    expectEqual(error.description, "the pattern \(text) gives no URL: \(reason)")
  }

  @Test(arguments: [0, 1, -1, 0.5, 1e300, -2.5e-9, .pi])
  func `has the shortest text for a number`(number: Double) throws {
    let pattern = try Pattern("cairn://x/(n:double)")
    let match = try pattern.match(pattern.url(number)).get()
    expectEqual(match.values, [.text(number.captureText)])
    expectEqual(Double(captureText: number.captureText), number)
  }
}
