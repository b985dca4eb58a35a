import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A check of a store` {
  @Test func `names a file of records that is not read for its name`() throws {
    let files = MemoryFileSystem()
    try Fixture.makeStore(files).close()
    for name in ["0000.rec", "extra.rec", ".0000.rec.swap", "notes.txt"] {
      try files.makeFolder("/store/data/Recipe")
      try files.replace("/store/data/Recipe/\(name)", with: Array("Id: p1\nName: Soup\n".utf8))
    }
    let problems = try ObjectStore.open(Fixture.options(files)).verify()
    expectEqual(problems.map(\.file), ["data/Recipe/extra.rec"])
    expectTrue(problems.allSatisfy { $0.severity == .note })
  }

  @Test func `names every value that breaks a rule of the model`() throws {
    let model = """
      %rec: Dish
      %mandatory: Name
      %singular: Slug
      %attribute: Slug string
      %type: Rating range 0 5
      %choices: Kind soup | main
      %attribute: Nums integer multiple

      """
    let files = MemoryFileSystem()
    try ObjectStore.create(Fixture.options(files), modelText: model).close()
    let text = """
      %rec: Dish

      Id: p1
      Name: Soup
      Slug: a
      Rating: 99
      Kind: soup

      Id: p2
      Slug: a
      Kind: steak
      Nums: 1
      Nums: x

      Id: p3
      Name: Stew
      Slug: b
      Rating: 5

      """
    try files.makeFolder("/store/data/Dish")
    try files.replace("/store/data/Dish/0000.rec", with: Array(text.utf8))
    let problems = try ObjectStore.open(Fixture.options(files)).verify()
    expectTrue(problems.allSatisfy { $0.severity == .note && $0.file == "data/Dish/0000.rec" })
    expectEqual(
      Set(problems.map(\.message)),
      [
        "p1: Rating needs a whole number from 0 to 5, not \"99\"", "p2: Name is required",
        "p2: Kind needs one of soup, main, not \"steak\"",
        "p2: Slug must be unique, but p1 also has \"a\"", "Nums of p2 cannot be \"x\"",
      ])
  }

  @Test func `names links to records that are gone in one note a field, with the first of them`()
    throws
  {
    let files = MemoryFileSystem()
    try Fixture.makeStore(files).close()
    try files.makeFolder("/store/data/Recipe")
    let shard = "/store/data/Recipe/0000.rec"
    let record = { (number: Int) in "Id: p\(number)\nName: Soup\nAuthor: p9\n" }
    try files.replace(shard, with: Array(record(4).utf8))
    let store = try ObjectStore.open(Fixture.options(files))
    try expectEqual(
      store.verify().map(\.description),
      [
        "data/Recipe/0000.rec: Author of p4 leads to p9, which does not exist"
      ])
    for (count, more) in [(3, ""), (5, ", and 2 more"), (500, ", and 497 more")] {
      let text = (1...count).map(record).joined(separator: "\n")
      try files.replace(shard, with: Array(text.utf8))
      try store.refresh()
      try expectEqual(
        store.verify().map(\.description),
        [
          "data/Recipe/0000.rec: \(count) links of Author lead to missing records: of p1 to p9, "
            + "of p2 to p9, of p3 to p9" + more
        ])
    }
  }
}
