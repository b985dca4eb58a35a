import CairnFiles
import Synchronization
import TestSupport
import Testing

@testable import CairnStore

// E6: what they write while a fold puts its text in the place of theirs.
extension `Other hands` {
  @Test func `that had the file open when it was exchanged get its name back`() throws {
    try store.set(soup, "Rating", .integer(5))
    let writer = Mutex<(any OpenFile)?>(nil)
    let racing = RacingFileSystem(files) { [shard] files in
      let file = try files.open(shard, .readWrite)
      try file.truncate(to: 0)
      writer.withLock { $0 = file }
    }
    let other = try ObjectStore.open(Fixture.options(racing))
    #expect(throws: StoreError.self) { try other.fold() }
    try writer.withLock { try $0?.write(Array("Id: p1\nName: Stew\n".utf8), at: 0) }
    writer.withLock { $0 = nil }
    try expectEqual(text(), "Id: p1\nName: Stew\n")
    try other.fold()
    expectEqual(other.recipe(soup, "Name"), .text("Stew"))
    try expectEqual(files.list("/store/data/Recipe"), ["0000.rec"])
    try expectTrue(!files.exists("/store/conflicts"))
  }

  // Out of its place it has a name that git ignores, and takes away when it is told to.
  @Test func `have the file emptied to write it anew, and it keeps its name`() throws {
    let file = try files.open(shard, .readWrite)
    let text = try files.read(shard)
    try file.truncate(to: 0)
    let naming = NamingFileSystem(files, of: shard)
    let other = try ObjectStore.open(Fixture.options(naming, seed: 2))
    expectEqual(other.recipe(soup, "Name"), nil)
    try store.set(soup, "Rating", .integer(5))
    #expect(throws: StoreError.self) { try other.fold() }
    expectEqual(naming.timesMoved, 0)
    try file.write(text, at: 0)
    _ = consume file
    try other.fold()
    expectEqual(naming.timesMoved, 1)
    try expectEqual(self.text(), "%rec: Recipe\n\nId: p1\nName: Soup\nRating: 5\n")
  }

  @Test func `begin to write the file while its draft is written, and it keeps its name`() throws {
    try store.set(soup, "Rating", .integer(5))
    let writer = Mutex<(any OpenFile)?>(nil)
    let naming = NamingFileSystem(files, of: shard)
    let racing = RacingFileSystem(naming, before: .create) { [shard] files in
      let file = try files.open(shard, .readWrite)
      try file.truncate(to: 0)
      writer.withLock { $0 = file }
    }
    let other = try ObjectStore.open(Fixture.options(racing))
    #expect(throws: StoreError.self) { try other.fold() }
    expectTrue(racing.hasStruck)
    expectEqual(naming.timesMoved, 0)
    try writer.withLock { try $0?.write(Array("Id: p1\nName: Stew\nRating: 2\n".utf8), at: 0) }
    writer.withLock { $0 = nil }
    try other.fold()
    try expectEqual(text(), "%rec: Recipe\n\nId: p1\nName: Stew\nRating: 5\n")
    try expectEqual(files.list("/store/data/Recipe"), ["0000.rec"])
  }

  // While somebody's text lies where the tool takes things away, it goes with them.
  @Test(arguments: [
    (CleaningFileSystem.Moment(call: .rename, number: 1), "Stew"),
    (.init(call: .exchange, number: 1), "Soup"), (.init(call: .lock, number: 1), "Soup"),
    (.init(call: .examine, number: 1), "Soup"), (.init(call: .exchange, number: 2), "Stew"),
    (.init(call: .lock, number: 2), "Stew"), (.init(call: .examine, number: 2), "Stew"),
  ])
  func `lose no record where a tool empties what git ignores`(
    moment: CleaningFileSystem.Moment, name: String
  ) throws {
    try store.addRecipe("Bread", ["Rating": .integer(1)])
    try store.fold()
    try store.set(soup, "Rating", .integer(5))
    let cleaning = CleaningFileSystem(files, after: moment)
    let racing = RacingFileSystem(cleaning, { try rewrite($0, "Soup", "Stew") })
    let other = try ObjectStore.open(Fixture.options(racing))
    try other.fold()
    expectTrue(racing.hasStruck)
    expectTrue(cleaning.hasCleaned)
    for store in [other, try ObjectStore.open(Fixture.options(files, seed: 2))] {
      expectEqual(store.recipe(soup, "Name"), .text(name))
      expectEqual(store.recipe(soup, "Rating"), .integer(5))
      expectEqual(store.snapshot.table("Recipe")?.count, 2)
    }
    try expectEqual(files.list("/store/data/Recipe"), ["0000.rec"])
    try expectTrue(!files.exists("/store/conflicts"))
  }

  private var rewrite: @Sendable (any FileSystem, String, String) throws -> Void {
    { [shard] files, old, new in
      let text = String(decoding: try files.read(shard), as: UTF8.self)
      try files.replace(shard, with: Array(text.replacing(old, with: new).utf8))
    }
  }

  private func copies() throws -> [String] {
    guard try files.exists("/store/conflicts") else { return [] }
    return try files.list("/store/conflicts").map { name in
      String(decoding: try files.read("/store/conflicts/\(name)"), as: UTF8.self)
    }
  }

  @Test func `have what three programs wrote one after the other`() throws {
    let bread = try store.addRecipe("Bread", ["Rating": .integer(1)])
    try store.fold()
    try store.set(soup, "Rating", .integer(5))
    let racing = RacingFileSystem(
      files, { try rewrite($0, "Soup", "Stew") }, { try rewrite($0, "Bread", "Toast") },
      { try rewrite($0, "Rating: 1", "Rating: 3") })
    let other = try ObjectStore.open(Fixture.options(racing))
    try other.fold()
    expectTrue(racing.hasStruck)
    for store in [other, try ObjectStore.open(Fixture.options(files, seed: 2))] {
      expectEqual(store.recipe(soup, "Name"), .text("Stew"))
      expectEqual(store.recipe(soup, "Rating"), .integer(5))
      expectEqual(store.recipe(bread, "Name"), .text("Toast"))
      expectEqual(store.recipe(bread, "Rating"), .integer(3))
    }
    try expectEqual(copies(), [])
  }

  @Test func `keep a copy of what was written in between where the fold gives up`() throws {
    try store.addRecipe("Bread", ["Rating": .integer(1)])
    try store.fold()
    try store.set(soup, "Rating", .integer(5))
    let writer = Mutex<(any OpenFile)?>(nil)
    let racing = RacingFileSystem(
      files, { try rewrite($0, "Soup", "Stew") }, { try rewrite($0, "Bread", "Toast") },
      { [shard] files in
        let file = try files.open(shard, .readWrite)
        writer.withLock { $0 = file }
      })
    let other = try ObjectStore.open(Fixture.options(racing))
    #expect(throws: StoreError.self) { try other.fold() }
    writer.withLock { $0 = nil }
    try other.fold()
    expectEqual(other.recipe(soup, "Name"), .text("Stew"))
    try expectTrue(copies().contains { $0.contains("Name: Toast") })
  }

  @Test func `are no deletions where who empties them can't be seen`() throws {
    try store.addRecipe("Bread", ["Rating": .integer(1)])
    try store.fold()
    try store.set(soup, "Rating", .integer(5))
    let racing = RacingFileSystem(
      DistantFileSystem(files, exchanges: true), { try rewrite($0, "Soup", "Stew") },
      { [shard] files in try files.open(shard, .readWrite).truncate(to: 0) })
    let other = try ObjectStore.open(Fixture.options(racing))
    try other.fold()
    expectTrue(racing.hasStruck)
    expectEqual(other.snapshot.table("Recipe")?.count, 2)
    expectEqual(other.recipe(soup, "Name"), .text("Stew"))
  }

  @Test func `are compared where two can't be exchanged`() throws {
    try store.set(soup, "Rating", .integer(5))
    let racing = RacingFileSystem(DistantFileSystem(files, exchanges: false), before: .create) {
      try rewrite($0, "Soup", "Stew")
    }
    let other = try ObjectStore.open(Fixture.options(racing))
    try other.fold()
    expectTrue(racing.hasStruck)
    try expectEqual(text(), "%rec: Recipe\n\nId: p1\nName: Stew\nRating: 5\n")
    try expectEqual(files.list("/store/data/Recipe"), ["0000.rec"])
  }

  // What the second one empties is the fold's own text, on its way out of the file's place.
  @Test func `empty a file that comes back while it is exchanged, and no record goes`() throws {
    try store.addRecipe("Bread", ["Rating": .integer(1)])
    try store.fold()
    try store.set(soup, "Rating", .integer(5))
    let writer = Mutex<(file: any OpenFile, text: String)?>(nil)
    let racing = RacingFileSystem(
      files, { try rewrite($0, "Soup", "Stew") },
      { [shard] files in
        let text = String(decoding: try files.read(shard), as: UTF8.self)
        let file = try files.open(shard, .readWrite)
        try file.truncate(to: 0)
        writer.withLock { $0 = (file, text) }
      })
    let other = try ObjectStore.open(Fixture.options(racing))
    #expect(throws: StoreError.self) { try other.fold() }
    expectTrue(racing.hasStruck)
    try writer.withLock { writer in
      let (file, text) = try #require(writer)
      try file.write(Array(text.replacing("Bread", with: "Toast").utf8), at: 0)
      writer = nil
    }
    try other.fold()
    try expectEqual(
      text(), "%rec: Recipe\n\nId: p1\nName: Stew\nRating: 5\n\nId: p2\nName: Bread\nRating: 1\n")
    let copies = try copies()
    expectEqual(copies.count, 1)
    expectTrue(copies.allSatisfy { $0.contains("Name: Toast") })
    try expectEqual(files.list("/store/data/Recipe"), ["0000.rec"])
  }

  // The first text is still to come back when the second program finds the new one in its place.
  @Test func `write one after the other while it is exchanged, and both are kept`() throws {
    let bread = try store.addRecipe("Bread", ["Rating": .integer(1)])
    try store.fold()
    try store.set(soup, "Rating", .integer(5))
    let racing = RacingFileSystem(
      files, { try rewrite($0, "Name: Soup", "# Mine.\nName: Stew") },
      { try rewrite($0, "Name: Bread\nRating: 1", "Name: Toast\nRating: 4") })
    let other = try ObjectStore.open(Fixture.options(racing))
    try other.fold()
    expectTrue(racing.hasStruck)
    let expected = """
      %rec: Recipe

      Id: p1
      # Mine.
      Name: Stew
      Rating: 5

      Id: p2
      Name: Toast
      Rating: 4

      """
    try expectEqual(text(), expected)
    expectEqual(other.recipe(soup, "Name"), .text("Stew"))
    expectEqual(other.recipe(bread, "Rating"), .integer(4))
    try expectEqual(files.list("/store/data/Recipe"), ["0000.rec"])
    try expectTrue(!files.exists("/store/conflicts"))
  }

  @Test func `find nothing but their own text when it was not the one expected`() throws {
    try store.set(soup, "Rating", .integer(5))
    let found = Mutex("")
    let mine = "Id: p1\nName: Stew\nRating: 2\n"
    let racing = RacingFileSystem(
      files, { [shard] files in try files.replace(shard, with: Array(mine.utf8)) }, { _ in },
      { [shard] files in
        let text = String(decoding: try files.read(shard), as: UTF8.self)
        found.withLock { $0 = text }
      })
    try ObjectStore.open(Fixture.options(racing)).fold()
    expectEqual(found.withLock { $0 }, mine)
    try expectEqual(text(), "%rec: Recipe\n\nId: p1\nName: Stew\nRating: 5\n")
  }

  @Test func `make a file that wasn't there while its shard is folded`() throws {
    try files.remove(shard)
    try store.refresh()
    let bread = try store.addRecipe("Bread")
    let racing = RacingFileSystem(files, before: .create) { [shard] files in
      try files.replace(shard, with: Array("Id: p1\nName: Back\n".utf8))
    }
    let other = try ObjectStore.open(Fixture.options(racing))
    try other.fold()
    expectTrue(racing.hasStruck)
    expectEqual(other.recipe(bread, "Name"), .text("Bread"))
    try expectEqual(text(), "%rec: Recipe\n\nId: p1\nName: Back\n\nId: p2\nName: Bread\n")
  }

  @Test func `make the file in the moment in which it gets its name`() throws {
    try store.delete(soup)
    try store.fold()
    try expectTrue(!files.exists(shard))
    let racing = RacingFileSystem(files, before: .rename) { [shard] files in
      try files.replace(shard, with: Array("Id: p50\nName: Hand\n".utf8))
    }
    let other = try ObjectStore.open(Fixture.options(racing, seed: 2))
    try other.addRecipe("Mine")
    try other.fold()
    expectTrue(racing.hasStruck)
    let text = try text()
    expectTrue(text.contains("Name: Hand") && text.contains("Name: Mine"), text)
    try expectEqual(files.list("/store/data/Recipe"), ["0000.rec"])
  }

  @Test(arguments: [false, true])
  func `add to the list, or to the long text, that was changed in the store`(isKnown: Bool) throws {
    try store.set(soup, "Notes", .text("one\ntwo\nthree\n"))
    try store.fold()
    try store.set(soup, "Tags", Value(list: [.text("quick")]))
    try store.set(soup, "Notes", .text("one!\ntwo\nthree\n"))
    var text = try text()
    text = text.replacing("+ three", with: "+ three?").replacing(
      "Rating", with: "Tags: cheap\nRating")
    try files.replace(shard, with: Array(text.utf8))
    if isKnown { try store.refresh() }
    try store.fold()
    expectEqual(store.recipe(soup, "Notes"), .text("one!\ntwo\nthree?\n"))
    expectEqual(store.recipe(soup, "Tags"), Value(list: [.text("cheap"), .text("quick")]))
    expectEqual(store.problems, [])
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.recipesAsText, try self.text())
  }
}
