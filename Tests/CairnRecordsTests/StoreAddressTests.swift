import CairnNavigation
import CairnRecords
import CairnStore
import TestSupport
import Testing

@Suite struct `An address in a store` {
  let kitchen: Kitchen
  let soup: ObjectID

  init() throws {
    kitchen = try Kitchen()
    let ines = try kitchen.add("Author", ["Name": .text("Ines")])
    soup = try kitchen.add(
      "Recipe", ["Name": .text("Soup"), "Slug": .text("soup"), "Author": .link(ines.key)])
  }

  func address(_ text: String) throws(AddressProblem) -> StoreAddress {
    let clock = kitchen.client.clock()
    return try StoreAddress(ScreenURL(stringLiteral: text), in: kitchen.store.snapshot, at: clock)
  }

  @Test(arguments: ["recipes", "Recipes", "recipe", "RECIPE", "cairn://recipes?where=x"])
  func `names a collection in the plural or singular, ignoring case`(text: String) throws {
    try expectEqual(address(text), .list(entity: "Recipe", origin: nil))
  }

  @Test(arguments: ["recipes/p1", "recipes/soup", "recipe/slug=soup", "recipes/Slug=soup"])
  func `names a record by key, handle or unique field`(text: String) throws {
    try expectEqual(address(text), .record(soup))
  }

  @Test func `names a record by the portable form of its identity`() throws {
    let portable = kitchen.store.snapshot.portableURL(of: soup)
    expectTrue(portable.text != "cairn://recipes/p1")
    try expectEqual(address(portable.text), .record(soup))
  }

  @Test func `shows a record's handle for its key, where that leads back to it`() throws {
    let plain = try kitchen.add("Recipe", ["Name": .text("Plain")])
    let hostile = try kitchen.add("Recipe", ["Name": .text("X"), "Slug": .text("p1")])
    let slashed = try kitchen.add("Recipe", ["Name": .text("Y"), "Slug": .text("~new/a b")])
    let snapshot = kitchen.store.snapshot
    let cases = [
      ("recipes/p1", "recipes/soup"), ("recipes/p1/~edit?x=1", "recipes/soup/~edit?x=1"),

      ("recipes/\(plain.key)", "recipes/\(plain.key)"),
      ("recipes/\(hostile.key)", "recipes/\(hostile.key)"),
      ("recipes/\(slashed.key)", "recipes/~new%2Fa%20b"), ("recipes", "recipes"),
      ("recipes/soup", "recipes/soup"), ("recipes/p99", "recipes/p99"), ("~launcher", "~launcher"),
    ]
    for (url, shown) in cases {
      let readable = snapshot.readable(try ScreenURL(parsing: url))
      expectEqual(readable.text, "cairn://\(shown)")
    }
  }

  @Test func `shows what it knows of a record without reading a file`() throws {
    let context = kitchen.store.newContext()
    for number in 0..<1100 { try context.create("Recipe")["Name"] = .text("Dish \(number)") }
    try context.save(title: "add")
    try kitchen.store.fold()
    let files = ReadingFileSystem(kitchen.files)
    let clock = kitchen.client.clock()
    let snapshot = try ObjectStore.open(
      ObjectStore.Options(folder: "/kitchen", fileSystem: files, clock: { clock.now })
    ).snapshot
    let (url, before) = (snapshot.url(of: soup), files.pathsRead)
    expectEqual(snapshot.readable(url), url)
    expectEqual(files.pathsRead, before)
    expectTrue(snapshot.row(soup) != nil)
    let read = files.pathsRead
    expectTrue(read.count > before.count)
    expectEqual(snapshot.readable(url).text, "cairn://recipes/soup")
    expectEqual(files.pathsRead, read)
  }

  @Test func `shows no handle that would be taken for something else`() throws {
    for handle in ["p1", "~new", "Name=Soup", ""] {
      let id = try kitchen.add("Recipe", ["Name": .text("X"), "Slug": .text(handle)])
      let url = kitchen.store.snapshot.url(of: id)
      expectEqual(kitchen.store.snapshot.readable(url), url)
    }
  }

  @Test func `tells a record of another store`() throws {
    let other = try Kitchen()
    try other.add("Recipe", ["Name": .text("Soup")])
    let foreign = other.store.snapshot.portableURL(of: soup)
    #expect {
      try address(foreign.text)
    } throws: { error in
      if case .otherStore? = error as? AddressProblem { true } else { false }
    }
  }

  @Test func `names the records that a record links to, and its forms`() throws {
    let author = ObjectID(entity: "Author", key: soup.key)
    try expectEqual(
      address("authors/p1/recipes"),
      .list(entity: "Recipe", origin: FetchRequest.Origin(author, "Recipes")))
    try expectEqual(address("recipes/p1/~edit"), .edit(soup))
    try expectEqual(address("recipes/p1/edit"), .edit(soup))
    try expectEqual(address("recipes/~new?Name=x"), .new(entity: "Recipe"))
    try expectEqual(address("recipes/new"), .new(entity: "Recipe"))
  }

  @Test func `prefers a record to the word new`() throws {
    let named = try kitchen.add("Recipe", ["Name": .text("New"), "Slug": .text("new")])
    try expectEqual(address("recipes/new"), .record(named))
    try expectEqual(address("recipes/~new"), .new(entity: "Recipe"))
  }

  @Test(arguments: [
    ("recepies", AddressProblem.unknownCollection("recepies", nearest: ["recipes"])),
    ("recipes/p1/autor", .unknownLink("autor", collection: "recipes", nearest: ["Author"])),
    ("recipes/stew", .noMatch("stew", collection: "recipes")),
    (
      "recipes/p9",
      .gone(
        ObjectID(entity: "Recipe", key: RecordKey("p9") ?? .init(sequence: 1)),
        collection: "recipes")
    ),
    ("a/b/c/d", .noPlace("cairn://a/b/c/d")), ("~launcher", .appWord("~launcher")),
  ])
  func `says what is missing and what is near`(text: String, problem: AddressProblem) {
    #expect(throws: problem) { try address(text) }
  }

  @Test(arguments: [
    ("Recipe/soup?sort=Name", "cairn://recipes/p1?sort=Name"),
    ("author/p1/RECIPES", "cairn://authors/p1/recipes"),
    ("recipe/new", "cairn://recipes/~new"), ("recipes/soup/edit", "cairn://recipes/p1/~edit"),
    ("nothing/here", "cairn://nothing/here"),
  ])
  func `has one spelling, which keeps the record's key`(given: String, canonical: String) {
    let url = ScreenURL(stringLiteral: given)
    expectEqual(kitchen.store.snapshot.canonical(url, at: kitchen.client.clock()).text, canonical)
  }
}
