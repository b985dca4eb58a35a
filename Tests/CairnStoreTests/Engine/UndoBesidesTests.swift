import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Undo beside other changes` {
  private let store: ObjectStore

  init() throws { store = try Fixture.makeStore(MemoryFileSystem()) }

  @Test(arguments: [false, true])
  func `brings back no link to a record that is gone, also a required one`(isStrict: Bool) throws {
    let model = """
      %rec: Person
      %attribute: Name string

      %rec: Book
      %attribute: Title string
      %mandatory: Author
      %relationship: Author to-one Person

      """
    let store = try ObjectStore.create(
      ObjectStore.Options(
        folder: "/books", fileSystem: MemoryFileSystem(), clock: { Timestamp(microseconds: 0) }),
      modelText: model)
    let context = store.newContext()
    let (ann, bob) = (try context.create("Person"), try context.create("Person"))
    let book = try context.create("Book")
    (book["Title"], book["Author"]) = ("T", .link(ann.id.key))
    try context.save(title: "add")
    guard case .link(let first)? = book["Author"] else { return #expect(Bool(false)) }
    (book["Title"], book["Author"]) = ("U", .link(bob.id.key))
    let change = try #require(try context.save(title: "give it to Bob"))
    try context.delete([ObjectID(entity: "Person", key: first)])
    try context.save(title: "remove Ann")
    func fields() -> [Value?] {
      ["Title", "Author"].map { store.snapshot.row(book.id)?[$0] }
    }
    let before = fields()
    do {
      try store.undo(change.number, isStrict: isStrict)
      expectTrue(!isStrict)
      expectEqual(fields(), ["T", before[1]])
    } catch {
      expectTrue(isStrict, "\(error)")
      expectEqual(fields(), before)
    }
  }

  @Test func `is not stopped by changes that cancel each other`() throws {
    let key = try store.addRecipe("Soup")
    try store.set(key, "Rating", .integer(3))
    func change(_ id: ObjectID, _ kind: RecordChange.Kind, _ ratings: Int64...) -> [RecordChange] {
      ratings.map { rating in
        RecordChange(
          id: id, kind: kind,
          fields: [FieldChange(name: "Rating", old: nil, new: .integer(rating))])
      }
    }
    let soup = ObjectID(entity: "Recipe", key: key)
    // As an import does whose file has the record twice.
    let vain = try store.commit(title: "vain") { $0.changes = change(soup, .update, 4, 3) }
    expectEqual(vain, nil)
    let saved = try store.commit(title: "saved") { $0.changes = change(soup, .update, 4, 5) }
    expectEqual(saved?.title, "saved")
    try store.undo()
    expectEqual(store.recipe(key, "Rating"), .integer(3))
    // As earlier versions saved it.
    let new = ObjectID(entity: "Recipe", key: RecordKey(sequence: 99))
    let both = try store.commit(title: "both") { draft in
      draft.mustObeyRules = false
      draft.changes =
        change(new, .insert, 1) + [RecordChange(id: new, kind: .delete, fields: [])]
    }
    expectEqual(both?.title, "both")
    try store.undo()
    expectEqual(store.recipe(key, "Rating"), nil)
    try store.redo()
    expectEqual(store.recipe(key, "Rating"), .integer(3))
  }
}
