import CairnNavigation
import CairnStore
import TestSupport
import Testing

@testable import CairnRecords

/// Where the cursor is led once a change is taken back or made again.
@Suite struct `What a change leads to` {
  let kitchen: Kitchen

  init() throws { kitchen = try Kitchen.withThreeRecipes() }

  @Test func `is what came back, not what it had links with`() throws {
    let source = try RecordListSource(
      "authors", entity: "Author", origin: nil, desk: kitchen.desk)
    var log = EffectLog()
    log.carryOut(try #require(source.delete(["p1"])))
    log.carryOut(kitchen.desk.undo())
    expectEqual(log.revealed, ["cairn://authors/p1"])
    log.carryOut(kitchen.desk.redo())
    expectEqual(log.revealed, ["cairn://authors/p1"], "what is gone leads nowhere")
  }
}
