import CairnFiles
import CairnStore
import TestSupport
import Testing

/// What an author writes in source code.
@Suite struct `Values and fields in source code` {
  private let store: ObjectStore

  init() throws {
    store = try ObjectStore.create(
      ObjectStore.Options(folder: "/s", fileSystem: MemoryFileSystem(), clock: { .now }),
      modelText: "%rec: Recipe\n%mandatory: Name\n%type: Minutes int\n%attribute: Tags tags\n"
        + "%type: Quick bool\n")
  }

  @Test func `are literals`() throws {
    let context = store.newContext()
    let soup = try context.create("Recipe")
    let kind = "leek"
    soup["Name"] = "Soup of \(kind)"
    soup["Minutes"] = 20
    soup["Tags"] = ["green", "hot"]
    soup["Quick"] = true
    try context.save(title: "add")
    expectEqual(soup["Name"], .text("Soup of leek"))
    expectEqual(soup["Tags"], .list([.text("green"), .text("hot")]))
    var request = FetchRequest(entity: "Recipe", sorts: [RecordSort("Name")])
    request.group = "Minutes"
    try expectEqual(store.snapshot.fetch(request, at: .current).count, 1)
  }

  @Test func `are paths with names from elsewhere`() {
    let (link, name) = ("Author", "Home.Town")
    expectEqual(("\(link).Name" as FieldPath).names, ["Author", "Name"])
    expectEqual(("Book.\(link).\(name)" as FieldPath).names, ["Book", "Author", "Home.Town"])
    let path: FieldPath = "Book.\(link)"
    expectEqual(("\(path).values1" as FieldPath).names, ["Book", "Author", "values1"])
    expectEqual(("\(name)" as FieldPath).names, ["Home.Town"])
  }

  @Test func `refuse the save if the model has no such field, and end no program`() throws {
    let context = store.newContext()
    let soup = try context.create("Recipe")
    soup["Name"] = "Soup"
    soup["Taste"] = "good"
    let error = try #require(throws: StoreError.self) { _ = try context.save(title: "add") }
    expectEqual("\(error)", "Recipe has no field Taste")
    try expectEqual(store.snapshot.count(of: "Recipe"), 0)
  }

  @Test func `let a change throw any error, which saves nothing`() throws {
    struct NoSalt: Error {}
    let name = "Salt"
    #expect(throws: NoSalt.self) {
      _ = try store.commit(title: "add") { draft in
        try draft.insert([.text(name), nil, nil, nil], into: "Recipe")
        throw NoSalt()
      }
    }
    #expect(throws: NoSalt.self) { _ = try store.updateModel { _ in throw NoSalt() } }
    try expectEqual(store.snapshot.count(of: "Recipe"), 0)
  }

  @Test func `let a check throw any error, which becomes a reason of the store`() throws {
    struct Impatience: Error, CustomStringConvertible { let description = "it takes too long" }
    let error = try #require(throws: StoreError.self) {
      try store.verify { _, _ in throw Impatience() }
    }
    expectEqual("\(error)", "it takes too long")
    #expect(throws: StoreError.self) { try store.verify { _, _ in throw StoreError.canceled } }
  }
}
