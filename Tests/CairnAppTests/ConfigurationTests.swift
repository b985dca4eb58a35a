import CairnInterchange
import CairnNavigation
import Testing

@testable import CairnApp

@Suite struct `A configuration` {
  @Test func `has defaults for what isn't set`() throws {
    #expect(try Configuration(parsing: "") == Configuration())
    #expect(Configuration().restore == .all)
    #expect(Configuration().historyDays == 90)
  }

  @Test func `takes what is set`() throws {
    let configuration = try Configuration(
      parsing: """
        [navigation]
        restore = "top"
        forget-after-days = 30
        [store]
        history-days = 7
        [routes]
        "cairn://quick/(minutes:int)" = "cairn://recipes?where=minutes<=(minutes)"
        [aliases]
        lyon = "contacts?city=Lyon"
        """)
    #expect(configuration.aliases == ["lyon": "cairn://contacts?city=Lyon"])
    #expect(configuration.places["store.history-days"] == TextPlace(line: 5, column: 1))
    #expect(configuration.restore == .top)
    #expect(configuration.forgetAfterDays == 30)
    #expect(configuration.historyDays == 7)
    #expect(configuration.routes.map(\.pattern) == ["cairn://quick/(minutes:int)"])
  }

  @Test(arguments: [
    (
      "[navigation]\nrestor = 1",
      ConfigurationProblem.Reason.unknownKey("navigation.restor", nearest: "navigation.restore"), 2,
      1
    ),
    ("[colors]", .unknownKey("colors", nearest: nil), 1, 2),
    (
      "[navigation]\n\n  restore = \"some\"",
      .value(key: "navigation.restore", expected: "one of none, root, top, all"), 3, 3
    ),
    ("# mine\nstore = 3", .value(key: "store", expected: "a table: [store]"), 2, 1),
    (
      "store.history-days = 0",
      .value(key: "store.history-days", expected: "a number of days from 1 to 36500"), 1, 7
    ),
    (
      "store = { history-days = 0 }",
      .value(key: "store.history-days", expected: "a number of days from 1 to 36500"), 1, 11
    ),
    ("[routes]\na = 1", .value(key: "routes.a", expected: "a text in quotes"), 2, 1),
    (
      "[routes]\n\"cairn://(a\" = \"b\"",
      .route(
        "the pattern cairn://(a is wrong at character 9: the parenthesis is never closed; "
          + "write a plain one as \\("), 2, 1
    ),
    ("[aliases]\na = \"@b\"", .route("@b is a name itself; an alias needs a URL"), 2, 1),
  ])
  func `names the key that is wrong, and its place`(
    text: String, reason: ConfigurationProblem.Reason, line: Int, column: Int
  ) {
    let problem = ConfigurationProblem(reason, at: TextPlace(line: line, column: column))
    #expect(Configuration.problems(in: text).first == problem)
  }

  @Test func `names every mistake in the order of their places`() {
    let text = """
      [routes]
      "cairn://x/(a)" = "cairn://y/(b)"
      "http://x" = "cairn://y"
      "cairn://z/(a)" = "recipes"
      "cairn://z/(b)" = "recipes"
      [stor]
      [navigation]
      restore = 1
      forget-after-days = "long"
      """
    let problems = Configuration.problems(in: text)
    #expect(problems.map(\.place.line) == [2, 3, 5, 6, 8, 9])
    #expect(
      problems[3].description == "line 6, column 2: no setting is called stor; did you mean store?")
  }

  @Test(arguments: [
    (
      ["a": "cairn://b", "b": "cairn://c", "c": "cairn://a"],
      "cairn://a redirects in a circle: cairn://a → cairn://b → cairn://c → cairn://a"
    ),
    (
      ["a": "cairn://a?where=x"],
      "cairn://a redirects in a circle: cairn://a → cairn://a?where=x"
    ),
    (
      ["a/(rest:path)": "cairn://a/x/(rest)"],
      "cairn://a/(rest:path) redirects in a circle: cairn://a/(rest:path) → cairn://a/x/(rest)"
    ),
    (
      ["(x)": "cairn://foo/(x)", "foo/(y)": "cairn://(y)"],
      "cairn://(x) redirects in a circle: cairn://(x) → cairn://foo/(x) → cairn://(y)"
    ),
    (
      ["go/(x)": "cairn://(x)", "quick": "cairn://go/quick"],
      "cairn://quick redirects in a circle: cairn://quick → cairn://go/quick → cairn://(x)"
    ),
    (
      [
        "a": "cairn://b", "b": "cairn://c", "c": "cairn://d", "d": "cairn://e", "e": "cairn://f",
        "f": "cairn://recipes",
      ],
      "cairn://a redirects too often: cairn://a → cairn://b → cairn://c → "
        + "cairn://d → cairn://e → cairn://f → cairn://recipes"
    ),
    (["~launcher": "cairn://recipes"], "the patterns cairn://~launcher and cairn://~launcher "),
    (
      ["wiki": "https://example.org"],
      "cairn://wiki leads to https://example.org: https://example.org is not a URL of Cairn; such"
    ),
    (
      ["q/(n)": "cairn://recipes?where=(n"],
      "cairn://q/(n) leads to cairn://recipes?where=(n: character 1: "
    ),
    (
      ["q/(n)": "cairn://recipes?where=a<(n) OR"],
      "cairn://q/(n) leads to cairn://recipes?where=a<(n) OR: character "
    ),
    (["q": "@best"], "cairn://q leads to @best, which is a name; a route needs a URL"),
  ])
  func `refuses routes that arrive nowhere`(routes: [String: String], reason: String) {
    let lines = routes.sorted { $0.key < $1.key }.map { "\"cairn://\($0.key)\" = \"\($0.value)\"" }
    let text = "[routes]\n" + lines.joined(separator: "\n")
    let problems = Configuration.problems(in: text)
    #expect(problems.count == 1)
    let last = "line \(lines.count + 1), column 1: "
    #expect(problems.first?.description.hasPrefix(last + reason) == true, "\(problems)")
  }

  @Test(arguments: [
    ["(x)": "cairn://recipes"], ["go/(x)": "cairn://(x)"],
    ["a/(x)": "cairn://b/(x)", "b/(x)": "c"],
    ["f/(n)/(rest:path)": "cairn://f/(rest)"],
    ["a": "b", "b": "c", "c": "d", "d": "e", "e": "recipes/~new"],
    ["by/(field)": "cairn://recipes?sort=-(field),name&group=(field)&columns=(field)"],
    ["w/(f)/(v)": "cairn://recipes?where=(f):(v)", "q?text=(t)": "cairn://recipes?where=(t)"],
    ["from/(v:date)": "recipes?where=made:>=(v)", "up/(n:int)": "recipes?where=rating:(n)..5"],
  ])
  func `takes routes that lead on to others`(routes: [String: String]) throws {
    let lines = routes.map { "\"cairn://\($0.key)\" = \"\($0.value)\"" }
    let configuration = try Configuration(
      parsing: "[routes]\n" + lines.joined(separator: "\n"))
    #expect(configuration.routes.count == routes.count)
  }

  @Test func `knows the place of each key, whatever stands around it`() throws {
    let text = #"""
      title = "a # b = c"  # [not.a = table]
      lines = """
      x = 1
      [y] \""" ""\"
      """"
      plain = '''
      z = 2'''
      list = [ [1, 2], "]", { in = "}" }, # a
        3 ]
      [ "quo ted" . 'b\c' ]
      d . "e\u0020f" = { g = [1], h.i = '#' }
      [[many]]
      """#
    let document = try TOMLDocument(text)
    func place(_ path: String...) -> [Int] { document[path].map { [$0.line, $0.column] } ?? [] }
    #expect(place("title") == [1, 1])
    #expect(place("lines") == [2, 1])
    #expect(place("x") == [])
    #expect(place("z") == [])
    #expect(place("list", "in") == [8, 25])
    #expect(place("quo ted", "b\\c") == [10, 15])
    #expect(place("quo ted", "b\\c", "d", "e f", "h", "i") == [11, 31])
    #expect(place("many", "title") == [])
    #expect(place("many") == [12, 3])
  }

  @Test func `never traps on what is no document`() {
    let words = ["[", "]", "{", "}", "=", "\"", "'", ",", ".", "#", "\n", " ", "a", "\"\"\"", "é"]
    for seed in 1...500 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let text = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
        words[Int.random(in: 0..<words.count, using: &generator)]
      }
      _ = try? TOMLDocument(text.joined())
    }
  }

  @Test func `names line and column of what is no TOML`() {
    #expect {
      try Configuration(parsing: "[store]\nhistory-days = = 3")
    } throws: { error in
      (error as? ConfigurationProblem)?.place.line == 2
    }
  }
}
