import CairnInterface
import TestSupport
import Testing

@Suite struct `A keymap` {
  private static let table = ActionTable([
    Action("move.down", title: "Move down", keys: ["j", "Down"], in: ["list"]),
    Action("move.top", title: "Move to the top", keys: ["g g", "Home"], in: ["list"]),
    Action("mark", title: "Mark", keys: ["Space"], in: ["list"]),
    Action("go.home", title: "Go home", keys: ["g h", "~"]),
    Action("go.top", title: "Go to the top of all", keys: ["g g"]),
    Action("quit", title: "Quit", keys: ["q", "F10"], isHinted: true),
    Action("close", title: "Close", keys: ["q"], in: ["sheet"]),
    Action("prefix", title: "A key of one", keys: ["g"], in: ["sheet"]),
  ])

  private func resolve(
    _ keys: KeySequence, in contexts: ActionContext...
  ) throws -> Keymap.Resolution {
    try Keymap(Self.table).resolve(keys.keys, in: contexts)
  }

  private func name(_ resolution: Keymap.Resolution) -> ActionName? {
    if case .action(let action) = resolution { action.name } else { nil }
  }

  @Test func `finds what keys mean where a person is`() throws {
    try expectEqual(name(resolve("j", in: "list")), "move.down")
    try expectEqual(resolve("j", in: "form"), .none)
    try expectEqual(resolve("x", in: "list"), .none)
    try expectEqual(resolve("j j", in: "list"), .none)
  }

  @Test func `always looks everywhere at last`() throws {
    try expectEqual(name(resolve("q", in: "list")), "quit")
    try expectEqual(name(resolve("q")), "quit")
  }

  @Test func `lets the innermost context decide`() throws {
    try expectEqual(name(resolve("q", in: "sheet", "list")), "close")
    try expectEqual(name(resolve("g", in: "sheet", "list")), "prefix")
    try expectEqual(name(resolve("g g", in: "list")), "move.top")
  }

  @Test func `lists how a prefix goes on, inner contexts first`() throws {
    guard case .prefix(let ways) = try resolve("g", in: "list") else {
      Issue.record("g is no prefix")
      return
    }
    expectEqual(ways.map(\.keys.description), ["g", "h"])
    expectEqual(ways.map(\.action.name), ["move.top", "go.home"])
  }

  @Test func `lists the actions that can be reached, each once`() throws {
    let names = try Keymap(Self.table).actions(in: ["sheet"]).map(\.name)
    expectEqual(names, ["close", "prefix", "go.home", "go.top", "quit"])
  }

  @Test func `refuses keys with two meanings`() {
    let table = ActionTable([
      Action("one", title: "One", keys: ["a"]), Action("two", title: "Two", keys: ["a"]),
    ])
    #expect(throws: KeymapError.conflict("a", .global, "one", "two")) { try Keymap(table) }
  }

  @Test(arguments: [["g", "g h"], ["g h", "g"]])
  func `refuses keys that begin with all of another's`(keys: [String]) {
    let table = ActionTable(
      keys.enumerated().map { index, keys in
        Action(
          ActionName("action\(index)"), title: "An action", keys: [KeySequence(stringLiteral: keys)]
        )
      })
    #expect(throws: KeymapError.self) { try Keymap(table) }
  }

  @Test func `follows keys that a person chose`() throws {
    var table = Self.table
    try table.rebind("quit", to: ["C-q"])
    let keymap = try Keymap(table)
    expectEqual(keymap.resolve([Key(.character("q"))], in: []), .none)
    #expect(throws: KeymapError.unknownAction("no.such")) {
      try table.rebind("no.such", to: ["x"])
    }
  }

  @Test func `says in words what is wrong`() {
    expectEqual(
      KeymapError.conflict("g g", "list", "one", "two").description,
      "the keys 'g g' mean both 'one' and 'two' in the context 'list'")
    expectEqual(KeymapError.unknownAction("x").description, "no action is called 'x'")
  }
}
