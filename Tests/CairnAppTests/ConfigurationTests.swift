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
        """)
    #expect(configuration.restore == .top)
    #expect(configuration.forgetAfterDays == 30)
    #expect(configuration.historyDays == 7)
    #expect(configuration.routes.map(\.pattern) == ["cairn://quick/(minutes:int)"])
  }

  @Test(arguments: [
    (
      "[navigation]\nrestor = 1",
      ConfigurationProblem.unknownKey("navigation.restor", nearest: "navigation.restore")
    ),
    ("[theme]", .unknownKey("theme", nearest: nil)),
    (
      "[navigation]\nrestore = \"some\"",
      .value(key: "navigation.restore", expected: "one of none, root, top, all")
    ),
    ("store = 3", .value(key: "store", expected: "a table: [store]")),
    (
      "[store]\nhistory-days = 0",
      .value(key: "store.history-days", expected: "a number of days from 1 to 36500")
    ),
    ("[routes]\na = 1", .value(key: "routes.a", expected: "a text in quotes")),
  ])
  func `names the key that is wrong`(text: String, problem: ConfigurationProblem) {
    #expect(throws: problem) { try Configuration(parsing: text) }
  }

  @Test func `names line and column of what is no TOML`() {
    #expect {
      try Configuration(parsing: "[store]\nhistory-days = = 3")
    } throws: { error in
      if case .syntax(_, 2, _)? = error as? ConfigurationProblem { true } else { false }
    }
  }
}
