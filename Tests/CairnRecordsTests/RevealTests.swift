import CairnNavigation
import CairnStore
import TestSupport
import Testing

@testable import CairnRecords

/// Where the cursor is led once a change is taken back or made again.
@Suite struct `What a change leads to` {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen.withThreeRecipes() }

  @Test func `is the change before, if another process has undone the last one`() throws {
    let source = try RecordListSource(
      "authors", entity: "Author", origin: nil, client: kitchen.client)
    let recipes = try kitchen.list("recipes")
    var log = EffectLog()
    log.carryOut(try #require(source.delete(["p1"])))
    log.carryOut(try #require(recipes.delete(["p1"])))
    try kitchen.store.undo()
    log.carryOut(kitchen.client.undo())
    let key = try #require(RecordKey("p1"))
    try expectTrue(kitchen.store.snapshot.load("Author").row(key) != nil)
    // The redo of a process whose undo was undone elsewhere.
    try kitchen.store.undo(kitchen.store.history(limit: 1)[0].number)
    log.carryOut(kitchen.client.redo())
    expectTrue(log.messages.last?.contains("nothing to redo") == true, "\(log.messages)")
  }

  @Test func `is what came back, not what it had links with`() throws {
    let source = try RecordListSource(
      "authors", entity: "Author", origin: nil, client: kitchen.client)
    var log = EffectLog()
    log.carryOut(try #require(source.delete(["p1"])))
    log.carryOut(kitchen.client.undo())
    expectEqual(log.revealed, ["cairn://authors/p1"])
    log.carryOut(kitchen.client.redo())
    expectEqual(log.revealed, ["cairn://authors/p1"], "what is gone leads nowhere")
  }
}
