import CairnFiles
import CairnStore
import TestSupport
import Testing

@Suite struct `A save` {
  // S19
  @Test func `collects everything that is wrong, by field`() throws {
    let context = try Library.emptyStore().newContext()
    let book = try context.create("Book")
    book["Rating"] = .integer(6)
    book["Kind"] = .text("opera")
    book["Author"] = .link(RecordKey(sequence: 77))
    book["Bought"] = .text("soon")
    let issues = context.validate()
    expectEqual(Set(issues.map(\.field)), ["Title", "Rating", "Kind", "Author", "Bought"])
    expectTrue(
      issues.map(\.description).contains("Rating needs a whole number from 0 to 5, not \"6\""))
    let error = try #require(throws: StoreError.self) { try context.save(title: "add") }
    guard case .invalid(let saved) = error else { throw error }
    expectEqual(Set(saved.map(\.field)), Set(issues.map(\.field)))
    expectTrue(context.hasChanges)
    try expectEqual(context.store.snapshot.load("Book").count, 0)
  }

  @Test func `checks only the edited fields of a record that was there`() throws {
    let store = try Library.emptyStore()
    let id = try Library.insert("Book", [["Rating": .integer(9)]], into: store)[0]
    let context = store.newContext()
    context.object(with: id)["Notes"] = .text("better now")
    try context.save(title: "edit")
    expectEqual(store.snapshot.row(id)?["Notes"], .text("better now"))
  }

  @Test func `refuses a value that must be unique, also one saved meanwhile`() throws {
    let store = try Library.emptyStore()
    let context = store.newContext()
    let (first, second) = (try context.create("Book"), try context.create("Book"))
    for book in [first, second] { book["Title"] = .text("T") }
    (first["Slug"], second["Slug"]) = (.text("zoo"), .text("zoo"))
    expectEqual(context.validate().map(\.field), ["Slug"])
    second["Slug"] = .text("ant")
    expectTrue(context.validate().isEmpty)
    try Library.insert("Book", [["Slug": .text("ant")]], into: store)
    let error = try #require(throws: StoreError.self) { try context.save(title: "add") }
    guard case .invalid(let issues) = error, case .unique(let other)? = issues.first?.rule else {
      throw error
    }
    expectEqual(other, ObjectID(entity: "Book", key: RecordKey(sequence: 1)))
    second["Slug"] = .text("bee")
    try context.save(title: "add")
    expectEqual(first.id.key, RecordKey(sequence: 2))
  }

  @Test func `lets two records swap a unique value`() throws {
    let store = try Library.emptyStore()
    let ids = try Library.insert(
      "Book", [["Slug": .text("a")], ["Slug": .text("b")]], into: store)
    let context = store.newContext()
    context.object(with: ids[0])["Slug"] = .text("b")
    expectEqual(context.validate().count, 1)
    context.object(with: ids[1])["Slug"] = .text("a")
    try context.save(title: "swap")
    expectEqual(store.snapshot.row(ids[0])?["Slug"], .text("b"))
  }

  @Test func `lets a deleted record's unique value be used`() throws {
    let store = try Library.emptyStore()
    let old = try Library.insert("Book", [["Slug": .text("a")]], into: store)[0]
    let context = store.newContext()
    try context.delete([old])
    let book = try context.create("Book")
    (book["Title"], book["Slug"]) = (.text("T"), .text("a"))
    try context.save(title: "replace")
    try expectEqual(store.snapshot.load("Book").count, 1)
  }

  @Test func `runs the program's own rules, on saving and on deleting`() throws {
    var options = ObjectStore.Options(
      folder: "/store", fileSystem: MemoryFileSystem(), clock: { Library.clock.now })
    options.rules["Book"] = EntityRules { book in
      let isRated = book["Rating"] != nil && book.links("Author").isEmpty
      return isRated ? [.init(field: "Rating", message: "needs an author")] : []
    } validateForDelete: { book in
      book["Lent"] == .boolean(true) ? [.init(message: "is lent to somebody")] : []
    }
    let context = try ObjectStore.create(options, model: Library.model).newContext()
    let book = try context.create("Book")
    (book["Title"], book["Rating"], book["Lent"]) = (.text("Zoo"), .integer(3), .boolean(true))
    let issues = context.validate()
    expectEqual(issues.map(\.rule), [.custom("needs an author")])
    expectEqual(issues.map(\.value), [.integer(3)])
    #expect(throws: StoreError.self) { try context.save() }
    book["Rating"] = nil
    try context.save()
    try book.delete()
    let error = try #require(throws: StoreError.self) { try context.save() }
    expectEqual(error.description, "Book/p1 is lent to somebody")
    context.rollback()
    book["Lent"] = .boolean(false)
    try context.save()
    try book.delete()
    try context.save()
    expectTrue(book.isDeleted)
  }

  @Test func `has a rule for new values only, which leaves old ones alone`() throws {
    var options = ObjectStore.Options(
      folder: "/store", fileSystem: MemoryFileSystem(), clock: { Library.clock.now })
    let store = try ObjectStore.create(options, model: Library.model)
    let old = try Library.insert(
      "Book", [["Title": .text("Old"), "Rating": .integer(1)]], into: store)
    try store.close()
    options.rules["Book"] = EntityRules { book in
      guard book.changes("Rating"), book["Rating"] == .integer(1) else { return [] }
      return [.init(field: "Rating", message: "must be 2 or more")]
    }
    let strict = try ObjectStore.open(options)
    let context = strict.newContext()
    try context.existingObject(with: old[0])["Title"] = "Still old"
    try context.save(title: "rename")
    try context.existingObject(with: old[0])["Rating"] = 2
    try context.save(title: "rate")
    try context.existingObject(with: old[0])["Rating"] = 1
    #expect(throws: StoreError.self) { try context.save(title: "rate again") }
    context.rollback()
    let new = try context.create("Book")
    (new["Title"], new["Rating"]) = ("New", 1)
    #expect(throws: StoreError.self) { try context.save(title: "add") }
    // A batch of new records, as of an import.
    let properties = strict.snapshot.model["Book"]?.storedProperties ?? []
    let values = properties.map { property -> Value? in
      property.name == "Title" ? "Batch" : property.name == "Rating" ? 1 : nil
    }
    #expect(throws: StoreError.self) {
      try strict.commit(title: "import") { try $0.insert(values, into: "Book") }
    }
  }

  @Test func `looks at a link that is required from the side that let go of it, too`() throws {
    let model = try ObjectModel(
      parsing: """
        %rec: Boat
        %attribute: Name string
        %relationship: Crew to-many Sailor inverse=Boat
        %mandatory: Crew

        %rec: Sailor
        %attribute: Name string
        %relationship: Boat to-one Boat
        """)
    let options = ObjectStore.Options(
      folder: "/store", fileSystem: MemoryFileSystem(), clock: { Library.clock.now })
    let context = try ObjectStore.create(options, model: model).newContext()
    let (boat, sailor) = (try context.create("Boat"), try context.create("Sailor"))
    expectEqual(context.validate().map(\.field), ["Crew"])
    sailor["Boat"] = .link(boat.id.key)
    try context.save()
    sailor["Boat"] = nil
    expectEqual(context.validate().map(\.id), [boat.id])
    context.rollback()
    try sailor.delete()
    expectEqual(context.validate().map(\.rule), [.required])
    try boat.delete()
    expectTrue(context.validate().isEmpty)
  }
}
