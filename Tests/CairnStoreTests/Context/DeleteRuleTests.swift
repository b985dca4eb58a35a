import CairnStore
import TestSupport
import Testing

// S12
@Suite struct `Deleting` {
  @Test func `cascades, clears links and denies, all to a fixed point`() throws {
    let store = try Library.emptyStore()
    let writer = try Library.insert("Writer", [["Name": .text("Ann")]], into: store)[0]
    let books = try Library.insert(
      "Book",
      [
        ["Title": .text("Zoo"), "Author": .link(writer.key)],
        ["Title": .text("Ant"), "Author": .link(writer.key)],
      ], into: store)
    let chapters = try Library.insert(
      "Chapter", [["Book": .link(books[0].key)], ["Book": .link(books[1].key)]], into: store)
    let award = try Library.insert("Award", [["Mentions": .link(books[0].key)]], into: store)[0]
    let shelf = try Library.insert("Shelf", [["Name": .text("S")]], into: store)[0]

    let context = store.newContext()
    try context.delete([books[0]])
    expectTrue(context.object(with: chapters[0]).isDeleted)
    expectTrue(!context.object(with: chapters[1]).isDeleted)
    expectEqual(context.object(with: award)["Mentions"], nil)
    expectEqual(context.object(with: writer).links("Books").map(\.id), [books[1]])
    try context.delete([writer])
    expectEqual(context.object(with: books[1])["Author"], nil)

    context.object(with: books[1]).setLinks("Shelves", [try context.existingObject(with: shelf)])
    #expect(throws: StoreError.self) { try context.delete([shelf]) }
    expectTrue(!context.object(with: shelf).isDeleted)
    try context.delete([shelf, books[1]])
    try context.save(title: "delete")
    for entity in ["Book", "Writer", "Chapter", "Shelf"] {
      try expectEqual(store.snapshot.load(entity).count, 0)
    }
    expectEqual(store.snapshot.row(award)?["Mentions"], nil)
  }

  @Test func `ends early where it is to, and changes nothing`() throws {
    let store = try Library.emptyStore()
    let books = try Library.insert(
      "Book", [["Title": .text("Zoo")], ["Title": .text("Ant")]], into: store)
    var questions = 0
    for last in 1... {
      questions = 0
      let context = store.newContext()
      context.isCanceled = {
        questions += 1
        return questions == last
      }
      do throws(StoreError) {
        try context.delete(books)
        try context.save(title: "delete")
        break
      } catch {
        guard case .canceled = error else { throw error }
        expectTrue(store.snapshot.row(books[0]) != nil)
      }
      context.isCanceled = { false }
      let isDeleted = context.object(with: books[0]).isDeleted
      expectEqual(isDeleted, context.object(with: books[1]).isDeleted)
      expectEqual(context.hasChanges, isDeleted)
    }
    expectTrue(questions > 2 * books.count, "each record asks in more than one step")
    try expectEqual(store.snapshot.load("Book").count, 0)
  }

  @Test func `runs the rules again on what others saved meanwhile`() throws {
    let store = try Library.emptyStore()
    let book = try Library.insert("Book", [["Title": .text("Zoo")]], into: store)[0]
    let shelf = try Library.insert("Shelf", [["Name": .text("S")]], into: store)[0]
    let context = store.newContext()
    try context.delete([book])
    let chapter = try Library.insert("Chapter", [["Book": .link(book.key)]], into: store)[0]
    try context.save(title: "delete")
    expectTrue(store.snapshot.row(chapter) == nil)

    let other = try Library.insert("Book", [["Title": .text("Ant")]], into: store)[0]
    context.mergeChanges()
    try context.delete([shelf])
    try store.commitUnchecked(title: "link") { draft in
      let field = FieldChange(name: "Shelves", old: nil, new: .list([.link(shelf.key)]))
      draft.changes = [RecordChange(id: other, kind: .update, fields: [field])]
    }
    #expect(throws: StoreError.self) { try context.save(title: "delete") }
    expectTrue(store.snapshot.row(shelf) != nil)
    expectTrue(context.hasChanges)
  }

  @Test func `names the old values of everything that it takes away`() throws {
    let store = try Library.emptyStore()
    let writer = try Library.insert("Writer", [["Name": .text("Ann")]], into: store)[0]
    let book = try Library.insert(
      "Book", [["Title": .text("Zoo"), "Author": .link(writer.key)]], into: store)[0]
    let chapter = try Library.insert(
      "Chapter", [["Title": .text("one"), "Book": .link(book.key)]], into: store)[0]
    let before = store.snapshot
    let context = store.newContext()
    try context.delete([writer, book])
    let change = try #require(try context.save(title: "delete"))
    expectEqual(Set(change.changes.map(\.id)), [writer, book, chapter])
    for deleted in change.changes {
      expectEqual(deleted.kind, .delete)
      for field in deleted.fields { expectEqual(field.old, before.row(deleted.id)?[field.name]) }
      let names = Set(deleted.fields.map(\.name))
      let entity = try #require(store.snapshot.model[deleted.id.entity])
      let valued = entity.storedProperties.map(\.name).filter { before.row(deleted.id)?[$0] != nil }
      expectEqual(names, Set(valued))
    }
  }

  @Test func `is taken back by one undo: record, cascade, cleared links and order`() throws {
    let store = try Library.emptyStore()
    let context = store.newContext()
    let (book, award) = (try context.create("Book"), try context.create("Award"))
    book["Title"] = .text("Zoo")
    award["Mentions"] = .link(book.id.key)
    let chapters = try (0..<3).map { _ in try context.create("Chapter") }
    book.setLinks("Chapters", chapters.reversed())
    try context.save(title: "add")
    let before = store.snapshot
    try context.delete([book.id])
    try context.save(title: "delete")
    try expectEqual(store.snapshot.load("Chapter").count, 0)
    try store.undo()
    let after = store.snapshot
    for id in [book.id, award.id] + chapters.map(\.id) {
      for property in try #require(after.model[id.entity]).storedProperties {
        expectEqual(after.row(id)?[property.name], before.row(id)?[property.name])
      }
    }
    try expectEqual(after.links(of: book.id, "Chapters"), chapters.reversed().map(\.id))
  }

  @Test(arguments: SeededGenerator.seeds(40))
  func `leaves no link to a record that is gone`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try RandomValues.library(&generator, books: 30)
    let context = store.newContext()
    let entities = ["Book", "Writer", "Shelf"]
    for _ in 0..<6 {
      let entity = entities[generator.number(0...2)]
      let rows = try Array(context.snapshot.load(entity).rows)
      guard !rows.isEmpty else { continue }
      let id = rows[generator.number(0...rows.count - 1)].id
      guard !context.object(with: id).isDeleted else { continue }
      try? context.delete([id])
    }
    let dangling = RecordKey(sequence: 999)
    try context.save(title: "delete")
    let gone = try danglingLinks(in: store.snapshot).filter { $0 != dangling }
    expectTrue(gone.isEmpty)
  }

  private func danglingLinks(in snapshot: Snapshot) throws -> [RecordKey] {
    try snapshot.model.entities.flatMap { entity in
      try entity.relationships.flatMap { link in
        try snapshot.load(entity.name).rows.flatMap { row in
          (row[link.name]?.elements ?? []).compactMap { value in
            guard case .link(let key) = value else { return nil }
            return snapshot.row(ObjectID(entity: link.destination, key: key)) == nil ? key : nil
          }
        }
      }
    }
  }
}
