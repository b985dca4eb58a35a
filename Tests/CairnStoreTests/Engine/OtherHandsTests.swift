import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// E5, E6: what an editor, a tool or git writes while the store is open.
@Suite struct `Other hands` {
  let shard = "/store/data/Recipe/0000.rec"
  let files = MemoryFileSystem()
  let store: ObjectStore
  let soup: RecordKey

  init() throws {
    store = try Fixture.makeStore(files)
    soup = try store.addRecipe("Soup", ["Rating": .integer(2)])
    try store.fold()
  }

  func text() throws -> String { String(decoding: try files.read(shard), as: UTF8.self) }

  private func edit(_ old: String, _ new: String) throws {
    try expectTrue(text().contains(old))
    try files.replace(shard, with: Array(try text().replacing(old, with: new).utf8))
  }

  @Test func `change a field, add a record and take one away, and everybody hears`() throws {
    let cake = try store.addRecipe("Cake")
    try store.fold()
    let heard = Recorder()
    let observation = store.observe { heard.add($0) }
    try edit("Name: Soup", "Name: Stew")
    try edit("Id: p2\nName: Cake\n", "Id: p7\nName: Pie\n")
    let change = try #require(try store.refresh())
    withExtendedLifetime(observation) {}
    expectEqual(change.changes.map(\.kind), [.update, .delete, .insert])
    expectEqual(
      change.changes[0].fields,
      [
        FieldChange(name: "Name", old: .text("Soup"), new: .text("Stew"))
      ])
    expectEqual(heard.changes.count, 1)
    expectEqual(store.recipe(soup, "Name"), .text("Stew"))
    expectTrue(store.snapshot.row(ObjectID(entity: "Recipe", key: cake)) == nil)
    try expectTrue(store.refresh() == nil)
    // E9
    try expectEqual(store.addRecipe("Next"), RecordKey(sequence: 8))
  }

  // `rsync --times` and `touch` can do this.
  @Test func `change a file and set its size and time back, and everybody sees it`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let store = try Fixture.makeStore(RealFileSystem(), folder: folder.path("my"))
    let soup = try store.addRecipe("Soup")
    try store.fold()
    let script = """
      cd my/data/Recipe; touch -r 0000.rec time; sed 's/Soup/Stew/' 0000.rec > new
      cat new > 0000.rec; touch -r time 0000.rec; rm new time
      """
    let end = try ProgramRun(["sh", "-c", script], in: folder.path, variables: [:]).end()
    expectEqual(end.status, 0)
    try expectEqual(store.refresh()?.changes.map(\.kind), [.update])
    expectEqual(store.recipe(soup, "Name"), .text("Stew"))
    try store.set(soup, "Rating", .integer(1))
    try store.fold()
    let text = try RealFileSystem().read(folder.path("my/data/Recipe/0000.rec"))
    expectTrue(String(decoding: text, as: UTF8.self).contains("Name: Stew\nRating: 1"))
  }

  @Test func `make a file, and take it away`() throws {
    try store.updateModel { (model) throws(StoreError) in model }
    expectEqual(store.snapshot.table("Author")?.count, 0)
    try files.makeFolder("/store/data/Author")
    try files.replace("/store/data/Author/0000.rec", with: Array("Id: p1\nName: Ann\n".utf8))
    try expectEqual(store.refresh()?.changes.map(\.kind), [.insert])
    try files.remove("/store/data/Author/0000.rec")
    try expectEqual(store.refresh()?.changes.map(\.kind), [.delete])
  }

  @Test func `keep what was saved and is not in the text`() throws {
    try store.set(soup, "Rating", .integer(5))
    try edit("Name: Soup", "Name: Stew")
    try expectEqual(store.refresh()?.changes.flatMap(\.fields).map(\.name), ["Name"])
    expectEqual(store.recipe(soup, "Rating"), .integer(5))
    expectEqual(store.problems, [])
    try store.fold()
    try expectEqual(text(), "%rec: Recipe\n\nId: p1\nName: Stew\nRating: 5\n")
  }

  @Test func `win over what was saved in the same field, which is said and`() throws {
    try store.set(soup, "Name", .text("Saved"))
    try edit("Name: Soup", "Name: Written")
    try store.refresh()
    expectEqual(store.recipe(soup, "Name"), .text("Written"))
    expectTrue(store.problems.contains { $0.message.contains("Name of p1") })
    try expectEqual(store.history(limit: 1).first?.changes.first?.fields.first?.new, .text("Saved"))
  }

  @Test func `are taken in before what another process saved on top of them`() throws {
    let other = try ObjectStore.open(Fixture.options(files, seed: 2))
    expectEqual(other.recipe(soup, "Name"), .text("Soup"))
    try edit("Name: Soup", "Name: Stew")
    try store.refresh()
    try store.set(soup, "Name", .text("Borscht"))
    // A save takes in what was saved before it.
    try other.addRecipe("Cake")
    expectEqual(other.recipe(soup, "Name"), .text("Borscht"))
    expectEqual(other.problems, [])
  }

  @Test(arguments: [false, true])
  func `are seen by a save that nobody has refreshed for`(isDeletion: Bool) throws {
    let id = ObjectID(entity: "Recipe", key: soup)
    let context = store.newContext()
    if isDeletion {
      try context.delete([id])
    } else {
      try context.existingObject(with: id)["Name"] = .text("Saved")
    }
    try edit("Name: Soup\nRating: 2", "Name: Written\nRating: 3")
    let error = #expect(throws: StoreError.self) { try context.save() }
    guard case .conflict? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectEqual(store.recipe(soup, "Name"), .text("Written"))
    // A save of another field goes with the edit.
    let other = store.newContext()
    try other.existingObject(with: id)["Notes"] = .text("hot")
    try edit("Name: Written", "Name: Stew")
    try other.save()
    try store.fold()
    try expectEqual(text(), "%rec: Recipe\n\nId: p1\nName: Stew\nRating: 3\nNotes: hot\n")
    expectEqual(store.problems, [])
  }

  @Test func `add a choice while another one is added here, and both stay`() throws {
    let choice = NewChoice(entity: "Recipe", attribute: "Kind", word: "snack")
    try store.updateModel { model throws(StoreError) in try model.addingChoices([choice]) }
    let path = "/store/model/1.rec"
    let model = String(decoding: try files.read(path), as: UTF8.self)
    let edited = model.replacing("soup | main dish | dessert", with: "soup | dessert | drink")
    expectTrue(edited != model)
    try files.replace(path, with: Array(edited.utf8))
    try store.fold()
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(
      again.snapshot.model["Recipe"]?.attribute("Kind")?.choices,
      ["soup", "dessert", "drink", "snack"])
    expectEqual(again.problems, [])
  }

  @Test func `are not looked at before they are done`() throws {
    let file = try files.open(shard, .readWrite)
    try file.truncate(to: 0)
    try expectTrue(store.refresh() == nil)
    #expect(throws: StoreError.self) {
      try store.set(soup, "Rating", .integer(5))
      try store.fold()
    }
    try expectTrue(files.read(shard).isEmpty)
    try file.write(Array("%rec: Recipe\n\nId: p1\nName: Stew\nRating: 2\n".utf8), at: 0)
    _ = consume file
    try store.refresh()
    expectEqual(store.recipe(soup, "Name"), .text("Stew"))
    try store.fold()
    try expectEqual(text(), "%rec: Recipe\n\nId: p1\nName: Stew\nRating: 5\n")
  }

  // E1
  @Test func `take the journal away and write the text, and neither is lost`() throws {
    try store.set(soup, "Rating", .integer(5))
    try files.removeTree("/store/.local")
    try edit("Name: Soup", "Name: Stew")
    try store.refresh()
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.recipe(soup, "Name"), .text("Stew"))
    expectEqual(again.recipe(soup, "Rating"), .integer(5))
    try expectTrue(store.refresh() == nil)
    try store.set(soup, "Rating", .integer(1))
    expectTrue(again.recipesAsText != store.recipesAsText)
    try again.refresh()
    expectEqual(again.recipesAsText, store.recipesAsText)
  }

  @Test func `change the model, and records have the new fields`() throws {
    let path = "/store/model/1.rec"
    let model = String(decoding: try files.read(path), as: UTF8.self)
    let edited = model.replacing("%type: Made date", with: "%type: Made date\n%type: Serves int")
    try files.replace(path, with: Array(edited.utf8))
    try expectEqual(store.refresh()?.modelChanged, true)
    try store.set(soup, "Serves", .integer(4))
    expectEqual(store.recipe(soup, "Serves"), .integer(4))
  }

  @Test func `are told of by the watch, as is a save of another process`() throws {
    let watch = try #require(try store.startWatching())
    _ = watch.takeChanges()
    try edit("Name: Soup", "Name: Stew")
    expectTrue(watch.takeChanges())
    try store.refresh()
    _ = watch.takeChanges()
    expectTrue(!watch.takeChanges())
    try ObjectStore.open(Fixture.options(files, seed: 2)).addRecipe("Cake")
    expectTrue(watch.takeChanges())
    try files.makeFolder("/store/data/Author")
    try store.refresh()
    _ = watch.takeChanges()
    try files.replace("/store/data/Author/0000.rec", with: Array("Id: p1\nName: Ann\n".utf8))
    expectTrue(watch.takeChanges())
  }

  @Test func `may write in files that the store only links to`() throws {
    let model = "/store/model/1.rec"
    for (name, path) in [("soups/a", shard), ("models/1", model)] {
      try files.makeFolder("/elsewhere/\(name)".parentFolder)
      try files.rename(path, to: "/elsewhere/\(name).rec")
      try files.makeLink(path, to: "/elsewhere/\(name).rec")
    }
    let folders = StoreFolder(path: "/store", fileSystem: files).foldersToWatch
    expectTrue(folders.contains("/elsewhere/soups"))
    expectTrue(folders.contains("/elsewhere/models"))
    expectEqual(folders.count, Set(folders).count)
  }

  @Test func `keep a copy of a file that changed in two places, which is told`() throws {
    expectEqual(store.snapshot.table("Recipe")?.count, 1)
    let copy = "data/Recipe/0000.sync-conflict-20261120-101010-ABCDEF7.rec"
    try files.replace("/store/\(copy)", with: Array("Id: p1\nName: Stew\n".utf8))
    try store.refresh()
    expectEqual(store.problems.map(\.file), [copy])
    expectEqual(store.problems.map(\.severity), [.note])
    expectEqual(store.recipe(soup, "Name"), .text("Soup"))
    try expectEqual(store.verify().map(\.file), [copy])
  }

  @Test func `leave nothing to do for a second process's fold`() throws {
    let other = try ObjectStore.open(Fixture.options(files, seed: 2))
    _ = other.recipe(soup, "Name")
    try store.set(soup, "Rating", .integer(5))
    try other.refresh()
    expectTrue(other.isTextBehind)
    try store.fold()
    let folded = try files.status(of: shard)
    try other.fold()
    try expectEqual(files.status(of: shard), folded)
    expectTrue(!other.isTextBehind)
  }

  // E5, E6
  @Test(arguments: SeededGenerator.seeds(Torture.rounds(30)))
  func `and two processes lose nothing, whatever they do in turn`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let stores = [store, try ObjectStore.open(Fixture.options(files, seed: 2))]
    let keys = try (0..<4).map { try store.addRecipe("Dish \($0)", ["Notes": .text("0")]) }
    try store.fold()
    var ratings: [RecordKey: Int64] = [:]
    var notes: [RecordKey: Int] = [:]
    for step in 1...40 {
      let one = stores[generator.number(0...1)]
      let key = keys[generator.number(0...3)]
      switch generator.number(0...6) {
      case 0, 1:
        ratings[key] = Int64(step % 6)
        try one.set(key, "Rating", .integer(Int64(step % 6)))
      case 2, 3:
        notes[key] = step
        let records = try text().split(separator: "\n\n", omittingEmptySubsequences: false)
        let edited = records.map { record in
          record.hasPrefix("Id: \(key)\n")
            ? record.split(separator: "\n", omittingEmptySubsequences: false).map {
              $0.hasPrefix("Notes: ") ? "Notes: \(step)" : $0
            }.joined(separator: "\n") : String(record)
        }
        try files.replace(shard, with: Array(edited.joined(separator: "\n\n").utf8))
      case 4: try one.fold()
      case 5: try files.removeTree("/store/.local")
      default: try one.refresh()
      }
      // A tool that empties the private folder may do so while nobody has anything unsaved there.
      if try !files.exists("/store/.local") { for store in stores { try store.refresh() } }
    }
    for store in stores { try store.refresh() }
    let fresh = try ObjectStore.open(Fixture.options(files))
    for store in stores + [fresh] {
      for key in keys {
        if let rating = ratings[key] { expectEqual(store.recipe(key, "Rating"), .integer(rating)) }
        if let note = notes[key] { expectEqual(store.recipe(key, "Notes"), .text("\(note)")) }
      }
      expectEqual(store.problems, [])
    }
  }
}
