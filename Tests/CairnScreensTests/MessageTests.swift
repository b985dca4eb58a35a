import CairnInterface
import CairnScreens
import TestSupport
import Testing

@Suite struct `A message that names a key` {
  private static let saved = Message("saved Ben", tone: .good, advice: .undo())

  @Test func `names the one that the action has by itself`() {
    expectEqual(Self.saved.text, "saved Ben · u undoes it")
    expectEqual(Self.saved.naming(.standard), Self.saved)
  }

  @Test func `names the one that a person gave it`() {
    let table = ActionTable([Action(.undo, title: "Undo", keys: ["C-_", "u"], in: [.browsing])])
    expectEqual(Self.saved.naming(table).text, "saved Ben · ^_ undoes it")
    expectEqual(Self.saved.naming(table).tone, .good)
    expectEqual(Self.saved.naming(table).naming(table), Self.saved.naming(table))
  }

  @Test func `says only what happened where no key is left`() {
    expectEqual(Self.saved.naming(ActionTable([])).text, "saved Ben")
  }
}
