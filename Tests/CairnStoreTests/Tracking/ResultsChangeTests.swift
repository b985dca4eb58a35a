import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A change of fetched results` {
  let store: ObjectStore
  let books: [ObjectID]

  init() throws {
    store = try Library.emptyStore()
    books = try Library.insert(
      "Book",
      [("ant", 1, "novel"), ("bee", 2, "novel"), ("cow", 3, "essay"), ("dog", 4, "essay")].map {
        ["Title": .text($0), "Rating": .integer(Int64($1)), "Kind": .text($2)]
      }, into: store)
  }

  private func results(
    _ filter: String = "", sort: String = "Title", group: String? = nil
  ) throws -> FetchedResults {
    let request = FetchRequest(
      entity: "Book", predicate: try RecordPredicate.parse(filter),
      sorts: try RecordSort.parse(sort),
      group: try group.map(FieldPath.parse))
    return try FetchedResults(request, in: store.snapshot, at: Library.clock)
  }

  private func set(_ id: ObjectID, _ fields: [String: Value]) throws {
    try store.commit(title: "change") { (draft) throws(StoreError) in
      let changes = fields.map { FieldChange(name: $0.key, old: nil, new: $0.value) }
      draft.changes = [RecordChange(id: id, kind: .update, fields: changes)]
    }
  }

  private func update(_ results: inout FetchedResults) throws -> RowChanges? {
    switch try results.update(to: store.snapshot, at: Library.clock) {
    case .rows(let changes): return changes
    case .reload:
      Issue.record("the change is told row by row")
      return nil
    case nil: return nil
    }
  }

  private func place(_ row: Int, of section: Int = 0) -> ResultPlace {
    ResultPlace(section: section, row: row)
  }

  @Test func `in a field that orders nothing is an update that names it`() throws {
    var results = try results()
    try set(books[1], ["Rating": .integer(5)])
    let changes = try #require(try update(&results))
    expectEqual(changes.updatedRows, [.init(place: place(1), fields: ["Rating"])])
    expectTrue(changes.movedRows.isEmpty)
  }

  @Test func `of a key of the order moves the row if that puts it elsewhere`() throws {
    var results = try results()
    try set(books[0], ["Title": .text("eel"), "Rating": .integer(5)])
    let moved = try #require(try update(&results))
    expectEqual(
      moved.movedRows,
      [
        .init(origin: place(0), destination: place(3), fields: ["Title", "Rating"])
      ])
    expectTrue(moved.updatedRows.isEmpty)
    try set(books[0], ["Title": .text("elk")])
    let kept = try #require(try update(&results))
    expectTrue(kept.movedRows.isEmpty)
    expectEqual(kept.updatedRows, [.init(place: place(3), fields: ["Title"])])
  }

  @Test func `moves the row that changed and not the one that it passes`() throws {
    var results = try results()
    try set(books[1], ["Title": .text("cub")])
    try expectEqual(#require(try update(&results)).movedRows.map(\.origin), [place(1)])
    try set(books[1], ["Title": .text("bat")])
    try expectEqual(#require(try update(&results)).movedRows.map(\.origin), [place(2)])
  }

  @Test func `opens and closes sections before rows go and come`() throws {
    var results = try results(group: "Kind")
    expectEqual(results.sections.map(\.title), ["novel", "essay"])
    try set(books[2], ["Kind": .text("poems")])
    let opened = try #require(try update(&results))
    expectEqual(opened.insertedSections, [2])
    expectEqual(
      opened.movedRows,
      [
        .init(origin: place(0, of: 1), destination: place(0, of: 2), fields: ["Kind"])
      ])
    try set(books[2], ["Kind": .text("essay")])
    try expectEqual(#require(try update(&results)).deletedSections, [2])
  }

  @Test func `is none where the list shows nothing of it`() throws {
    var results = try results("rating>=3")
    try set(books[0], ["Title": .text("ape")])
    try expectEqual(results.update(to: store.snapshot, at: Library.clock), nil)
    expectTrue(results.snapshot === store.snapshot)
    try store.fold()
    try expectEqual(results.update(to: store.snapshot, at: Library.clock), nil)
  }

  @Test func `of a filtered field lets rows go and come`() throws {
    var results = try results("rating>=3")
    try set(books[0], ["Rating": .integer(5)])
    try expectEqual(#require(try update(&results)).insertedRows, [place(0)])
    try set(books[2], ["Rating": .integer(0)])
    try expectEqual(#require(try update(&results)).deletedRows, [place(1)])
  }

  @Test func `of a linked record's title moves the rows that are ordered by it`() throws {
    let writers = try Library.insert(
      "Writer", [["Name": .text("Ann")], ["Name": .text("Bob")]], into: store)
    try set(books[0], ["Author": .link(writers[0].key)])
    try set(books[1], ["Author": .link(writers[1].key)])
    var results = try results("has:author", sort: "Author")
    try set(writers[0], ["Name": .text("Zoe")])
    let changes = try #require(try update(&results))
    expectEqual(changes.movedRows.count, 1)
    expectEqual(results.result.map(\.key), [books[1].key, books[0].key])
  }

  @Test func `of a link is told of the record at the end that does not store it`() throws {
    let writers = try Library.insert("Writer", [["Name": .text("Ann")]], into: store)
    var results = try FetchedResults(
      FetchRequest(entity: "Writer"), in: store.snapshot, at: Library.clock)
    try set(books[0], ["Author": .link(writers[0].key)])
    try expectEqual(update(&results)?.updatedRows, [.init(place: place(0), fields: ["Books"])])
  }

  @Test func `of more than a thousand rows is a reload`() throws {
    var results = try results()
    let record = ["Title": Value.text("fly")]
    try Library.insert("Book", Array(repeating: record, count: 1000), into: store)
    try expectEqual(#require(try update(&results)).insertedRows.count, 1000)
    try Library.insert("Book", Array(repeating: record, count: 1001), into: store)
    try expectEqual(results.update(to: store.snapshot, at: Library.clock), .reload)
    expectEqual(results.result.count, 2005)
  }

  @Test func `of the model is a reload`() throws {
    var results = try results()
    try store.updateModel { (model) throws(StoreError) in
      var entities = model.entities
      entities[0].documentation = "what one reads"
      return try ObjectModel(entities: entities)
    }
    try expectEqual(results.update(to: store.snapshot, at: Library.clock), .reload)
  }

  @Test func `finds a record's place and the record at a place`() throws {
    let results = try results(group: "Kind")
    let place = try #require(results.place(of: books[3]))
    expectEqual(place, self.place(1, of: 1))
    expectEqual(results.index(of: place), 3)
    expectEqual(results.index(of: self.place(2, of: 1)), nil)
    expectEqual(results.index(of: self.place(0, of: 2)), nil)
    expectEqual(results.place(of: ObjectID(entity: "Writer", key: books[3].key)), nil)
  }
}
