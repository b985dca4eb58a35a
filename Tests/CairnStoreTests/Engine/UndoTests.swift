import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Undo` {
  let files = MemoryFileSystem()
  let store: ObjectStore

  init() throws { store = try Fixture.makeStore(files) }

  @Test func `takes a line back and keeps the lines that changed since`() throws {
    let key = try store.addRecipe("Soup", ["Notes": .text("1\n2\n3\n")])
    try store.set(key, "Notes", .text("A\n2\n3\n"))
    try store.set(key, "Notes", .text("A\n2\nC\n"))
    try store.undo(2)
    expectEqual(store.recipe(key, "Notes"), .text("1\n2\nC\n"))
    try store.set(key, "Notes", .text("X\n2\nC\n"))
    // The same line changed since.
    #expect(throws: StoreError.self) { try store.undo(4) }
  }

  @Test(arguments: [false, true])
  func `goes back step by step, and redo forth again, also after a restart`(isReopened: Bool) throws
  {
    var store = store
    var states = [store.recipesAsText]
    let key = try store.addRecipe("Soup", ["Tags": .list([.text("a")]), "Photo": .data([1, 2])])
    states.append(store.recipesAsText)
    try store.set(key, "Rating", .integer(3))
    states.append(store.recipesAsText)
    try store.delete(key)
    states.append(store.recipesAsText)
    func reopen() throws {
      guard isReopened else { return }
      try store.fold()
      store = try ObjectStore.open(Fixture.options(files))
    }
    for state in states.dropLast().reversed() {
      try reopen()
      try store.undo()
      expectEqual(store.recipesAsText, state)
    }
    #expect(throws: StoreError.self) { try store.undo() }
    for state in states.dropFirst() {
      try reopen()
      try store.redo()
      expectEqual(store.recipesAsText, state)
    }
    #expect(throws: StoreError.self) { try store.redo() }
    try store.undo()
    expectEqual(store.recipesAsText, states[2])
  }

  // Undo of a deletion, with a fold before it, after it, and a restart.
  @Test(arguments: [true, false], [true, false])
  func `brings a record back with the comments in its text`(
    isFolded: Bool, isReopened: Bool
  ) throws {
    let path = "/store/data/Recipe/0000.rec"
    let text = """
      %rec: Recipe

      # Everybody's favorite.
      # Since 1980.
      Id: p1
      # Not the salad.
      Name: Soup
      Notes: hot
      + and green
      # The better one.
      Tags: b
      Color: green
      # Ask her.

      Id: p2
      Name: Cake

      """
    try files.makeFolder("/store/data/Recipe")
    try files.replace(path, with: Array(text.utf8))
    var store = store
    func settle() throws {
      if isFolded { try store.fold() }
      guard isReopened else { return }
      try store.close()
      store = try ObjectStore.open(Fixture.options(files))
    }
    try store.delete(RecordKey(sequence: 1))
    try settle()
    try store.undo()
    try settle()
    try store.fold()
    expectEqual(String(decoding: try files.read(path), as: UTF8.self), text)
    try store.redo()
    try store.undo()
    try store.fold()
    expectEqual(String(decoding: try files.read(path), as: UTF8.self), text)
  }

  @Test func `of a named change leaves later ones`() throws {
    let key = try store.addRecipe("Soup")
    try store.set(key, "Rating", .integer(3))
    try store.set(key, "Notes", .text("good"))
    let undone = try store.undo(2)
    expectEqual(undone.undoes, 2)
    expectEqual(store.recipe(key, "Rating"), nil)
    expectEqual(store.recipe(key, "Notes"), .text("good"))
  }

  @Test func `is refused where something changed since`() throws {
    let key = try store.addRecipe("Soup")
    try store.set(key, "Rating", .integer(3))
    try store.set(key, "Rating", .integer(4))
    let error = #expect(throws: StoreError.self) { try store.undo(2) }
    expectEqual(
      error?.description, "change 2 cannot be undone: Rating of Recipe/p1 has changed since")
    #expect(throws: StoreError.self) { try store.undo(1) }
    expectEqual(store.recipe(key, "Rating"), .integer(4))
    #expect(throws: StoreError.self) { try store.undo(99) }
  }

  @Test func `names every field that changed since, of every record`() throws {
    let soup = try store.addRecipe("Soup")
    let cake = try store.addRecipe("Cake")
    func change(_ values: [String: Value], of keys: [RecordKey]) throws -> UInt64 {
      let saved = try store.commit(title: "Change") { draft throws(StoreError) in
        for key in keys {
          let fields = values.sorted { $0.key < $1.key }.map {
            FieldChange(name: $0.key, old: nil, new: $0.value)
          }
          draft.changes.append(
            RecordChange(id: ObjectID(entity: "Recipe", key: key), kind: .update, fields: fields))
        }
      }
      return try #require(saved).number
    }
    let values: [String: Value] = [
      "Notes": .text("hot"), "Rating": .integer(3), "Tags": .list([.text("a")]),
    ]
    let number = try change(values, of: [soup, cake])
    try store.set(soup, "Notes", .text("cold"))
    try store.set(soup, "Rating", nil)
    try store.set(cake, "Rating", .integer(4))
    let before = store.recipesAsText
    let error = #expect(throws: StoreError.self) { try store.undo(number) }
    expectEqual(
      error?.description,
      "change 3 cannot be undone: Rating of Recipe/p2 and Notes and Rating of Recipe/p1 "
        + "have changed since")
    expectEqual(store.recipesAsText, before)
    // Once they are what they were then, it can be.
    for later in [6, 5, 4] as [UInt64] { try store.undo(later) }
    try store.undo(number)
    expectEqual(store.recipe(soup, "Rating"), nil)
    expectEqual(store.recipe(cake, "Tags"), nil)
  }

  @Test func `names no more than a sentence takes of the records that went since`() throws {
    let saved = try store.commit(title: "Import") { draft throws(StoreError) in
      for number in 1...9 {
        try draft.insert(
          [.text("R\(number)")] + [Value?](repeating: nil, count: 11), into: "Recipe")
      }
    }
    for number in 1...9 { try store.delete(RecordKey(sequence: UInt64(number))) }
    let error = #expect(throws: StoreError.self) { try store.undo(saved?.number) }
    expectEqual(
      error?.description,
      "change 1 cannot be undone: Recipe/p9, Recipe/p8, Recipe/p7, "
        + "Recipe/p6, Recipe/p5 and 4 more records have changed since")
  }

  // S18
  @Test func `of yesterday's change works behind an import of 100,000 records`() throws {
    let key = try store.addRecipe("Soup")
    try store.set(key, "Rating", .integer(3))
    try store.close()
    var options = Fixture.options(files)
    let today = Timestamp(microseconds: options.clock().microseconds + 86_400_000_000)
    options.clock = { today }
    let later = try ObjectStore.open(options)
    try later.commit(title: "Import") { draft throws(StoreError) in
      let count = draft.model["Author"]?.storedProperties.count ?? 0
      let values = [.text("Ann")] + [Value?](repeating: nil, count: count - 1)
      for _ in 0..<100_000 { try draft.insert(values, into: "Author") }
    }
    try later.fold()
    try later.close()
    let again = try ObjectStore.open(options)
    try again.undo(2)
    expectEqual(again.recipe(key, "Rating"), nil)
    try expectEqual(again.snapshot.load("Author").count, 100_000)
  }

  @Test func `is not followed by redo once something else was saved`() throws {
    try store.addRecipe("Soup")
    try store.undo()
    try store.addRecipe("Cake")
    #expect(throws: StoreError.self) { try store.redo() }
  }

  @Test func `brings back fields that the model does not know`() throws {
    let key = try store.addRecipe("Soup")
    try store.fold()
    let path = "/store/data/Recipe/0000.rec"
    try files.replace(path, with: try files.read(path) + Array("Color: red\nColor: blue\n".utf8))
    let again = try ObjectStore.open(Fixture.options(files))
    let before = again.recipesAsText
    try again.delete(key)
    try again.undo()
    expectEqual(again.recipesAsText, before)
    expectTrue(before.contains("Color: blue"))
  }

  @Test func `brings back text that its field cannot hold, whatever took it`() throws {
    let key = try store.addRecipe("Soup", ["Rating": .integer(3)])
    try store.fold()
    let path = "/store/data/Recipe/0000.rec"
    let text = String(decoding: try files.read(path), as: UTF8.self)
    try files.replace(path, with: Array(text.replacing("Rating: 3", with: "Rating: fine").utf8))
    let again = try ObjectStore.open(Fixture.options(files))
    let before = again.recipesAsText
    expectTrue(before.contains("Rating: fine"))
    try again.set(key, "Rating", .integer(5))
    try again.undo()
    expectEqual(again.recipesAsText, before)
    try again.delete(key)
    try again.undo()
    expectEqual(again.recipesAsText, before)
    let context = again.newContext()
    let soup = context.object(with: ObjectID(entity: "Recipe", key: key))
    soup["Rating"] = nil
    try context.save()
    expectTrue(!again.recipesAsText.contains("Rating"))
    soup["Rating"] = nil
    expectTrue(!context.hasChanges)
    try again.undo()
    expectEqual(again.recipesAsText, before)
    try again.fold()
    let last = try ObjectStore.open(Fixture.options(files))
    expectEqual(last.recipesAsText, before)
    #expect(throws: StoreError.self) { try last.set(key, "Rating", .text("poor")) }
  }

  @Test(arguments: [
    "Name: Soup\nName: Broth\n", "Nums: 1\nNums: x\nNums: 3\n", "Likes: p7\nLikes: y\n",
  ])
  func `brings back what a person wrote beside a value`(lines: String) throws {
    let model = """
      %rec: Dish
      %attribute: Name string
      %attribute: Nums integer multiple
      %relationship: Likes to-many Dish

      """
    let files = MemoryFileSystem()
    let store = try ObjectStore.create(Fixture.options(files), modelText: model)
    try store.commit(title: "Add") { draft throws(StoreError) in
      try draft.insert([.text("Soup"), nil, nil], into: "Dish")
    }
    try store.fold()
    let path = "/store/data/Dish/0000.rec"
    let text = String(decoding: try files.read(path), as: UTF8.self)
    let edited = text.replacing("Name: Soup\n", with: lines)
    try files.replace(path, with: Array(edited.utf8))
    let again = try ObjectStore.open(Fixture.options(files, seed: 2))
    let id = ObjectID(entity: "Dish", key: RecordKey(sequence: 1))
    let values: [String: Value] = [
      "Name": .text("Stew"), "Nums": .list([.integer(4)]), "Likes": .list([.link(id.key)]),
    ]
    let name = try #require(lines.split(separator: ":").first.map(String.init))
    let content = { (store: ObjectStore) in
      try store.snapshot.load("Dish").chunks.map { ShardWriter.write($0) }
    }
    let before = try content(again)
    try again.commit(title: "Set") { draft throws(StoreError) in
      let field = FieldChange(name: name, old: nil, new: values[name])
      draft.changes = [RecordChange(id: id, kind: .update, fields: [field])]
    }
    try expectTrue(content(again) != before)
    try again.undo()
    try expectEqual(content(again), before)
    try again.commit(title: "Delete") { draft throws(StoreError) in
      draft.changes = [RecordChange(id: id, kind: .delete, fields: [])]
    }
    try expectEqual(again.snapshot.load("Dish").count, 0)
    try expectEqual(
      ObjectStore.open(Fixture.options(files, seed: 3)).snapshot.load("Dish").count, 0)
    try again.undo()
    try expectEqual(content(again), before)
    try again.fold()
    let last = try ObjectStore.open(Fixture.options(files, seed: 4))
    try expectEqual(content(last), before)
    let written = String(decoding: try files.read(path), as: UTF8.self)
    expectTrue(lines.split(separator: "\n").allSatisfy { written.contains($0 + "\n") })
  }

  @Test func `is called by what it does each time that it is taken back in turn`() throws {
    try store.addRecipe("Soup")
    for title in ["Undo Add Soup", "Redo Add Soup", "Undo Add Soup"] {
      let newest = try #require(try store.history(limit: 1).first)
      try expectEqual(store.undo(newest.number).title, title)
    }
    try expectEqual(store.redo().title, "Redo Add Soup")
  }

  @Test func `is listed in the history with what it took back`() throws {
    try store.addRecipe("Soup")
    try store.undo()
    let history = try store.history()
    expectEqual(history.map(\.title), ["Undo Add Soup", "Add Soup"])
    expectEqual(history.map(\.undoes), [1, nil])
    try expectEqual(store.history(limit: 1).count, 1)
  }

  /// Counts how often it was asked, and ends the work at one of the times.
  private final class Patience {
    private(set) var askedCount = 0
    private let endsAt: Int

    init(endingAt number: Int) { endsAt = number }

    func isOver() -> Bool {
      askedCount += 1
      return askedCount == endsAt
    }
  }

  @Test func `can be ended at any time until it is written, and leaves nothing then`() throws {
    let ids = try (1...40).map { try store.addRecipe("Soup \($0)", ["Rating": .integer(4)]) }
    try store.commit(title: "Rate") { draft in
      draft.changes = ids.map { key in
        RecordChange(
          id: ObjectID(entity: "Recipe", key: key), kind: .update,
          fields: [FieldChange(name: "Rating", old: .integer(4), new: .integer(5))])
      }
    }
    let rated = store.recipesAsText
    var number = 1
    while true {
      let patience = Patience(endingAt: number)
      var noted: [Int] = []
      do throws(StoreError) {
        try store.undo(41, noting: { noted.append($0) }, isCanceled: patience.isOver)
        expectEqual(noted, Array(1...40))
        break
      } catch {
        expectEqual(error.description, StoreError.canceled.description)
        expectEqual(store.recipesAsText, rated)
        try expectEqual(store.history(limit: 1).first?.number, 41)
        number += 1
      }
    }
    // It is asked while the change is read, while its opposite is made and checked, and while that
    // is put into the content.
    expectTrue(number > 4 * 40)
    expectTrue(store.recipesAsText != rated)
    try expectEqual(store.redo().title, "Redo Rate")
    expectEqual(store.recipesAsText, rated)
  }
}
