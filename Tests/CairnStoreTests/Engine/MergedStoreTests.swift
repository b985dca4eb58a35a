import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// E6: a store into which a merge wrote both sides of a record.
@Suite final class `A store in a merge conflict`: SoupAndCake {
  private let conflict = "<<<<<<< HEAD\nName: Soup\n=======\nName: Stew\n>>>>>>> laptop\n"

  private func edit(_ old: String, _ new: String) throws {
    try expectTrue(text().contains(old))
    try files.replace(shard, with: Array(try text().replacing(old, with: new).utf8))
  }

  private func merge() throws { try edit("Name: Soup\n", conflict) }

  private func expectUnmerged(_ work: () throws -> Void) {
    let error = #expect(throws: StoreError.self, performing: work)
    expectEqual(
      error?.description,
      "Recipe/p1 has a conflict; first choose between <<<<<<< and >>>>>>> in "
        + "data/Recipe/0000.rec")
  }

  @Test func `shows the record and refuses to change it, and everything else goes on`() throws {
    try merge()
    try store.refresh()
    expectEqual(store.recipe(soup, "Name"), .text("Soup"))
    expectUnmerged { try store.set(soup, "Name", .text("Borscht")) }
    expectUnmerged { try store.delete(soup) }
    expectUnmerged { try store.undo(1) }
    try store.set(soup, "Name", .text("Soup"))
    try store.set(cake, "Rating", .integer(5))
    try store.fold()
    try expectEqual(
      text(), "%rec: Recipe\n\nId: p2\nName: Cake\nRating: 5\n\nId: p1\n\(conflict)Rating: 2\n")
    try expectEqual(store.compact(), Compaction())
    let found = try store.verify()
    expectEqual(found.map(\.line), [8])
    expectEqual(found.map(\.severity), [.conflict])
    let again = try ObjectStore.open(Fixture.options(files))
    expectUnmerged { try again.set(soup, "Rating", .integer(3)) }
    expectEqual(again.recipesAsText, (try text()))
  }

  @Test(arguments: ["Soup", "Stew", "Borscht"])
  func `goes on with what a person chose`(name: String) throws {
    try merge()
    try store.refresh()
    try edit(conflict, "Name: \(name)\n")
    try store.refresh()
    expectEqual(store.recipe(soup, "Name"), .text(name))
    try expectEqual(store.verify(), [])
    expectEqual(store.problems, [])
    try store.set(soup, "Name", .text("Mine"))
    try store.fold()
    try expectTrue(text().contains("Id: p1\nName: Mine\nRating: 2\n"))
    try expectEqual(ObjectStore.open(Fixture.options(files)).recipe(soup, "Name"), .text("Mine"))
  }

  @Test func `that a person ends while it is folded has their choice`() throws {
    try merge()
    try store.refresh()
    try store.set(cake, "Rating", .integer(5))
    try edit(conflict, "Name: Stew\n")
    try store.fold()
    expectEqual(store.recipe(soup, "Name"), .text("Stew"))
    try store.set(soup, "Name", .text("Mine"))
    try store.fold()
    try expectTrue(text().contains("Id: p1\nName: Mine\nRating: 2\n"))
  }

  @Test(arguments: [false, true])
  func `keeps both sides over what was saved before it was seen, and says so`(
    isDeletion: Bool
  ) throws {
    if isDeletion { try store.delete(soup) } else { try store.set(soup, "Name", .text("Mine")) }
    try store.set(cake, "Rating", .integer(5))
    try merge()
    try store.fold()
    try expectTrue(text().contains("Id: p1\n\(conflict)Rating: 2\n"))
    try expectTrue(text().contains("Name: Cake\nRating: 5\n"))
    expectEqual(store.recipe(soup, "Name"), .text("Soup"))
    expectTrue(store.problems.contains { $0.message.contains("p1") && $0.line == 0 })
    try expectEqual(ObjectStore.open(Fixture.options(files)).recipe(soup, "Name"), .text("Soup"))
  }

  @Test func `that arises while the file is exchanged keeps both sides`() throws {
    try store.set(soup, "Rating", .integer(5))
    let racing = RacingFileSystem(files) { [shard, conflict] files in
      let text = String(decoding: try files.read(shard), as: UTF8.self)
      try files.replace(shard, with: Array(text.replacing("Name: Soup\n", with: conflict).utf8))
    }
    let other = try ObjectStore.open(Fixture.options(racing))
    try other.fold()
    expectTrue(racing.hasStruck)
    try expectTrue(text().contains("Id: p1\n\(conflict)Rating: 2\n"))
    expectEqual(other.recipe(soup, "Rating"), .integer(2))
    expectTrue(other.problems.contains { $0.message.contains("of p1 also changed") })
  }

  @Test func `gives no key of either side again`() throws {
    try store.close()
    try files.remove("/store/ids/0000.rec")
    try edit(
      "Id: p2\nName: Cake\n",
      "<<<<<<< a\r\nId: p20\r\nName: A\r\n=======\r\nId:p30\r\n>>>>>>> b\r\n")
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.snapshot.table("Recipe")?.count, 2)
    try expectEqual(again.addRecipe("New").description, "p31")
  }

  @Test func `keeps the edits of a context whose save is refused`() throws {
    try merge()
    try store.refresh()
    let context = store.newContext()
    let record = context.object(with: ObjectID(entity: "Recipe", key: soup))
    record["Name"] = .text("Mine")
    expectUnmerged { try context.save() }
    expectTrue(context.hasChanges)
    expectEqual(record["Name"], .text("Mine"))
  }

  @Test func `is resolved after a program that was killed while it resolved one`() throws {
    try merge()
    try store.refresh()
    try files.replace("/store/data/Recipe/.0000.rec.new", with: Array("Id: p1\nNa".utf8))
    let seen = try #require(try store.conflicts().first)
    try store.resolve(title: "choose", seen, ["Name": 1])
    try expectTrue(text().contains("Name: Stew"))
    try expectEqual(files.list("/store/data/Recipe"), ["0000.rec"])
  }

  @Test func `keeps what somebody writes while a choice is saved`() throws {
    try merge()
    try store.refresh()
    let racing = RacingFileSystem(files) { [shard] files in
      let text = String(decoding: try files.read(shard), as: UTF8.self)
      try files.replace(shard, with: Array(text.replacing("Name: Cake", with: "Name: Pie").utf8))
    }
    let other = try ObjectStore.open(Fixture.options(racing))
    let seen = try #require(try other.conflicts().first)
    try other.resolve(title: "choose", seen, ["Name": 1])
    expectTrue(racing.hasStruck)
    let text = try text()
    expectTrue(text.contains("Name: Stew") && text.contains("Name: Pie"), text)
    expectEqual(other.recipe(cake, "Name"), .text("Pie"))
  }

}
