import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// E6: a record whose Id somebody gave to another one too.
@Suite final class `A record whose Id stands twice`: SoupAndCake {
  private let first = "# Mine.\nId: p1\nName: Soup\n# Hot.\nRating: 2\n"
  private let second = "# Copied.\nId: p1\nName: Stew\n"

  private func write(_ records: String...) throws {
    let text = "%rec: Recipe\n\n" + records.joined(separator: "\n")
    try files.replace(shard, with: Array(text.utf8))
  }

  private func repeatSoup() throws { try write(first, "Id: p2\nName: Cake\n", second) }

  private func expectRefusal(_ lines: String = "lines 4 and 13", _ work: () throws -> Void) {
    let error = #expect(throws: StoreError.self, performing: work)
    expectEqual(
      error?.description,
      "Recipe/p1 is repeated in data/Recipe/0000.rec, on \(lines); first delete all but one")
  }

  @Test func `shows the first, refuses to change it, and everything else goes on`() throws {
    try repeatSoup()
    try store.refresh()
    expectEqual(store.recipe(soup, "Name"), .text("Soup"))
    expectRefusal { try store.set(soup, "Name", .text("Borscht")) }
    expectRefusal { try store.delete(soup) }
    expectRefusal { try store.undo(1) }
    try store.set(soup, "Name", .text("Soup"))
    try store.set(cake, "Rating", .integer(5))
    try store.fold()
    try expectEqual(text(), "%rec: Recipe\n\nId: p2\nName: Cake\nRating: 5\n\n\(first)\n\(second)")
    expectRefusal("lines 8 and 14") { try store.delete(soup) }
    try expectEqual(store.compact(), Compaction())
    let found = try store.verify()
    expectEqual(
      found.map(\.description),
      [
        "data/Recipe/0000.rec:14: another record p1 is on line 8; it is shown and cannot be changed; delete one of them"
      ])
    expectEqual(found.map(\.severity), [.damage])
    let again = try ObjectStore.open(Fixture.options(files))
    expectRefusal("lines 8 and 14") { try again.set(soup, "Rating", .integer(3)) }
    expectEqual(again.recipesAsText, (try text()))
  }

  @Test(arguments: ["Soup", "Stew"])
  func `goes on with the one that a person left`(name: String) throws {
    try repeatSoup()
    try store.refresh()
    try write("Id: p1\nName: \(name)\n", "Id: p2\nName: Cake\n")
    try store.refresh()
    expectEqual(store.recipe(soup, "Name"), .text(name))
    expectEqual(store.problems, [])
    try expectEqual(store.verify(), [])
    try store.delete(soup)
    try store.fold()
    try store.undo()
    expectEqual(store.recipe(soup, "Name"), .text(name))
  }

  @Test(arguments: [false, true])
  func `keeps all of it over what was saved before it was seen, and says so`(
    isDeletion: Bool
  ) throws {
    if isDeletion { try store.delete(soup) } else { try store.set(soup, "Name", .text("Mine")) }
    try repeatSoup()
    try store.fold()
    try expectTrue(text().contains("\(first)\n\(second)"))
    expectEqual(store.recipe(soup, "Name"), .text("Soup"))
    expectTrue(store.problems.contains { $0.message.contains("p1") && $0.line == 0 })
  }

  @Test func `may stand there three times, and is named with each`() throws {
    try write("Id: p1\nName: A\n", "Id: p1\nName: B\n", "Id: p1\nName: A\n", "Id: p1\nName: C\n")
    try store.refresh()
    expectRefusal("lines 3, 6 and 12") { try store.delete(soup) }
    expectEqual(store.recipe(soup, "Name"), .text("A"))
  }

  @Test func `is one record where nothing differs`() throws {
    try write("Id: p1\nName: A\n", "Id: p1\nName: A\n")
    try store.refresh()
    try store.delete(soup)
    try store.fold()
    expectEqual(store.recipe(soup, "Name"), nil)
    try store.undo()
    expectEqual(store.recipe(soup, "Name"), .text("A"))
  }

  @Test func `says so of itself`() throws {
    try repeatSoup()
    try store.refresh()
    let row = try #require(store.snapshot.row(ObjectID(entity: "Recipe", key: soup)))
    expectEqual(row.repetition?.file, "data/Recipe/0000.rec")
    expectEqual(row.repetition?.lines, [4, 13])
    expectEqual(row.unmergedFile, nil)
    expectEqual(row.remarkCount, 1)
  }
}
