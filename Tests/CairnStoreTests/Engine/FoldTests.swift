import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A fold` {
  private let shard = "/store/data/Recipe/0000.rec"

  private func edit(
    _ files: any FileSystem, _ old: String, _ new: String
  ) throws {
    let text = String(decoding: try files.read(shard), as: UTF8.self)
    expectTrue(text.contains(old))
    try files.replace(shard, with: Array(text.replacing(old, with: new).utf8))
  }

  // E5, E6
  @Test(arguments: [false, true])
  func `takes in what a person wrote in the text meanwhile`(isLoaded: Bool) throws {
    let files = MemoryFileSystem()
    var store = try Fixture.makeStore(files)
    let key = try store.addRecipe("Soup", ["Rating": .integer(2)])
    try store.fold()
    if !isLoaded { store = try ObjectStore.open(Fixture.options(files)) }
    try store.set(key, "Rating", .integer(5))
    try edit(files, "Name: Soup", "# Mine.\nName: Pea soup")
    try store.fold()
    expectEqual(store.recipe(key, "Name"), .text("Pea soup"))
    expectEqual(store.recipe(key, "Rating"), .integer(5))
    expectEqual(store.problems, [])
    let text = String(decoding: try files.read(shard), as: UTF8.self)
    expectEqual(text, "%rec: Recipe\n\nId: p1\n# Mine.\nName: Pea soup\nRating: 5\n")
    try expectEqual(ObjectStore.open(Fixture.options(files)).recipesAsText, text)
  }

  // E5
  @Test func `names a field that both sides changed and keeps the text's value`() throws {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    let key = try store.addRecipe("Soup")
    try store.fold()
    try store.set(key, "Name", .text("Saved"))
    try edit(files, "Name: Soup", "Name: Written")
    try store.fold()
    expectEqual(store.recipe(key, "Name"), .text("Written"))
    expectTrue(store.problems.map(\.message).contains { $0.contains("Name of p1") })
    try expectEqual(store.history(limit: 1).first?.changes.first?.fields.first?.new, .text("Saved"))
  }

  @Test func `tells observers what the text brought in`() throws {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    let key = try store.addRecipe("Soup")
    try store.fold()
    let heard = Recorder()
    let observation = store.observe { heard.add($0) }
    try store.set(key, "Rating", .integer(1))
    try edit(files, "Name: Soup", "Name: Stew")
    try store.fold()
    withExtendedLifetime(observation) {}
    let fields = heard.changes.flatMap(\.changes).flatMap(\.fields).map(\.name)
    expectEqual(fields, ["Rating", "Name"])
  }

  // E6
  @Test func `merges a file that was written between reading and exchanging it`() throws {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    let key = try store.addRecipe("Soup")
    try store.fold()
    try store.set(key, "Rating", .integer(3))
    let racing = RacingFileSystem(files) { [shard] files in
      let text = String(decoding: try files.read(shard), as: UTF8.self)
      try files.replace(shard, with: Array(text.replacing("Soup", with: "Stew").utf8))
    }
    let other = try ObjectStore.open(Fixture.options(racing))
    try other.fold()
    expectTrue(racing.hasStruck)
    let text = String(decoding: try files.read(shard), as: UTF8.self)
    expectEqual(text, "%rec: Recipe\n\nId: p1\nName: Stew\nRating: 3\n")
    expectEqual(other.recipe(key, "Name"), .text("Stew"))
  }

  // E1
  @Test func `saves from memory what was in a journal that a tool removed`() throws {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
    try files.removeTree("/store/.local")
    try store.addRecipe("Cake")
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(
      again.snapshot.table("Recipe")?.rows.map { $0["Name"] }, [.text("Soup"), .text("Cake")])
  }

  // E9
  @Test func `removes the file of records that are all gone, and never reuses their ids`() throws {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    let key = try store.addRecipe("Soup")
    try store.fold()
    try store.delete(key)
    try store.fold()
    try expectTrue(!files.exists(shard))
    let again = try ObjectStore.open(Fixture.options(files))
    try expectEqual(again.addRecipe("Next"), RecordKey(sequence: 2))
  }

  // E6
  @Test(arguments: ["Id: p3\nName\n", "\u{1}d: ??\n"])
  func `gives no key again whose record cannot be read`(damage: String) throws {
    let files = MemoryFileSystem()
    try Fixture.makeStore(files).close()
    let authors = "%rec: Author\n\nId: p1\nName: Ann\n\nId: p2\nName: Bo\n\n" + damage
    let recipes = "%rec: Recipe\n\nId: p1\nName: Soup\nAuthor: p3\n"
    for (entity, text) in [("Author", authors), ("Recipe", recipes)] {
      try files.makeFolder("/store/data/\(entity)")
      try files.replace("/store/data/\(entity)/0000.rec", with: Array(text.utf8))
    }
    let store = try ObjectStore.open(Fixture.options(files))
    let context = store.newContext()
    let author = try context.create("Author")
    author["Name"] = .text("Cleo")
    try context.save(title: "add")
    expectEqual(author.id.key.description, "p4")
    expectTrue(!store.problems.isEmpty)
  }

  @Test func `keeps records that cannot be read where they are`() throws {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    let key = try store.addRecipe("Soup")
    try store.fold()
    try edit(files, "Id: p1", "Id: p7\n<<<<<<< ours\nName: x\n\nId: p1")
    let again = try ObjectStore.open(Fixture.options(files))
    try again.set(key, "Rating", .integer(3))
    try again.fold()
    let text = String(decoding: try files.read(shard), as: UTF8.self)
    expectTrue(text.contains("Rating: 3\n\nId: p7\n<<<<<<< ours\nName: x\n"))
    try expectEqual(again.verify().map(\.severity), [.damage])
  }

  @Test func `forgets history that is older than was agreed`() throws {
    let files = MemoryFileSystem()
    let clock = Clock()
    var options = Fixture.options(files)
    options.clock = { clock.now }
    let store = try ObjectStore.create(options, modelText: Fixture.modelText)
    for day in 0...200 {
      clock.set(days: day)
      if [0, 80, 100, 160, 200].contains(day) { try store.addRecipe("Day \(day)") }
      try store.fold()
    }
    let titles = try store.history().map(\.title)
    expectEqual(titles.first, "Add Day 200")
    expectTrue(!titles.contains("Add Day 0"))
    expectTrue(titles.contains("Add Day 160"))
  }

  @Test func `forgets what was agreed anew since the store was opened`() throws {
    let clock = Clock()
    var options = Fixture.options(MemoryFileSystem())
    options.clock = { clock.now }
    let store = try ObjectStore.create(options, modelText: Fixture.modelText)
    for day in 0...60 {
      clock.set(days: day)
      if day == 40 { store.historyDays = 5 }
      if day % 20 == 0 { try store.addRecipe("Day \(day)") }
      try store.fold()
    }
    let titles = try store.history().map(\.title)
    expectTrue(!titles.contains("Add Day 0"))
    expectEqual(titles.first, "Add Day 60")
  }

  @Test func `puts a million keys' worth of shards into folders`() throws {
    let entity = Entity(name: "Place")
    let names = [511, 512, 32_767, 32_768, 1_000_000].map { sequence in
      ShardName(of: RecordKey(sequence: sequence), in: entity).path(entity: "Place")
    }
    expectEqual(
      names,
      [
        "data/Place/0000.rec", "data/Place/0001.rec", "data/Place/0063.rec",
        "data/Place/0001/0064.rec", "data/Place/0030/1953.rec",
      ])
    expectEqual(ShardName(file: "k7q2-0000.rec")?.firstKey.description, "p0-k7q2")
    expectEqual(ShardName(file: "000.rec"), nil)
  }

  @Test func `finds records in folders again`() throws {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    try store.commit(title: "Import") { draft throws(StoreError) in
      let count = draft.snapshot.model["Recipe"]?.storedProperties.count ?? 0
      for number in 1...33_000 {
        var values = [Value?](repeating: nil, count: count)
        values[0] = .text("Dish \(number)")
        try draft.insert(values, into: "Recipe")
      }
    }
    try store.fold()
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.snapshot.table("Recipe")?.count, 33_000)
    expectEqual(again.recipe(RecordKey(sequence: 33_000), "Name"), .text("Dish 33000"))
    try expectTrue(files.exists("/store/data/Recipe/0001/0064.rec"))
    let undone = try again.undo()
    expectEqual(undone.changes.count, 33_000)
    expectEqual(again.snapshot.table("Recipe")?.count, 0)
  }
}
