import CairnStore
import TestSupport
import Testing

// S14
@Suite struct `A fetch of a context` {
  @Test func `sees unsaved edits, unless told otherwise`() throws {
    let store = try Library.emptyStore()
    let ids = try Library.insert(
      "Book", [["Title": .text("Zoo")], ["Title": .text("Ant")]], into: store)
    let context = store.newContext()
    let request = FetchRequest(entity: "Book", sorts: try RecordSort.parse("Title"))
    context.object(with: ids[0])["Title"] = .text("Aaa")
    let new = try context.create("Book")
    new["Title"] = .text("Bee")
    try context.delete([ids[1]])
    let found = try context.fetch(request, at: Library.clock)
    expectEqual(found.map(\.title), ["Aaa", "Bee"])
    expectTrue(found[1] === new)
    let saved = try context.fetch(request, at: Library.clock, includesPendingChanges: false)
    expectEqual(saved.map(\.id), [ids[1], ids[0]])
    context.rollback()
    try expectEqual(context.fetch(request, at: Library.clock).map(\.title), ["Ant", "Zoo"])
  }
}
