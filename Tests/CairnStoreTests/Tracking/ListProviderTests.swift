import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A list provider` {
  let store: ObjectStore
  let context: ObjectContext
  let books: [ObjectID]

  init() throws {
    store = try Library.emptyStore()
    books = try Library.insert(
      "Book",
      ["cow", "ant", "bee"].map { ["Title": .text($0), "Slug": .text("\($0)-1")] }, into: store)
    context = store.newContext()
  }

  private func provider() throws -> ListProvider {
    try ListProvider("Book", by: "Title", in: context, at: { Library.clock })
  }

  private func texts(_ provider: ListProvider) -> [String] {
    provider.results.sections.enumerated().flatMap { section, content in
      (0..<content.count).compactMap { provider.text(at: place($0, of: section)) }
    }
  }

  private func place(_ row: Int, of section: Int = 0) -> ResultPlace {
    ResultPlace(section: section, row: row)
  }

  @Test func `of an entity and an attribute shows the attribute and is ordered by it`() throws {
    let provider = try provider()
    expectEqual(texts(provider), ["ant", "bee", "cow"])
    provider.text = { "<\($0.title)>" }
    expectEqual(provider.text(at: place(2)), "<cow>")
    expectEqual(provider.text(at: place(3)), nil)
    expectTrue(provider.record(at: place(0, of: 1)) == nil)
  }

  @Test func `of a request has its sections and can be asked for others`() throws {
    var request = FetchRequest(entity: "Book", group: FieldPath(["Title"]))
    let provider = try ListProvider(request, in: context, at: { Library.clock })
    expectEqual(provider.results.sections.map(\.title), ["ant", "bee", "cow"])
    var changes: [ResultsChange] = []
    provider.changed = { changes.append($0) }
    request.group = nil
    request.predicate = try RecordPredicate.parse("b")
    expectTrue(provider.show(request))
    expectEqual(texts(provider), ["bee"])
    request.predicate = try RecordPredicate.parse("nothing:1")
    expectTrue(!provider.show(request))
    expectEqual(provider.newestError?.description.contains("no field nothing"), true)
    expectTrue((texts(provider), changes) == (["bee"], [.reload]))
    expectTrue(provider.refresh())
    expectTrue(provider.newestError == nil)
  }

  @Test func `deletes what it may and saves`() throws {
    let provider = try provider()
    var changes: [ResultsChange] = []
    provider.changed = { changes.append($0) }
    provider.mayDelete = { $0.title != "ant" }
    expectTrue(!provider.delete(at: place(0)))
    expectTrue(provider.delete(at: place(1)))
    expectTrue(store.snapshot.row(books[2]) == nil)
    expectEqual(texts(provider), ["ant", "cow"])
    guard case .rows(let rows)? = changes.first else {
      Issue.record("the change is told row by row")
      return
    }
    expectEqual(rows.deletedRows, [place(1)])
    expectTrue(!provider.delete(at: place(9)))
  }

  @Test func `told not to save deletes all the same`() throws {
    let provider = try provider()
    provider.savesAfterEditing = false
    expectTrue(provider.delete(at: place(0)))
    expectEqual(texts(provider), ["bee", "cow"])
    expectTrue(store.snapshot.row(books[1]) != nil)
    try context.save(title: "save")
    expectTrue(store.snapshot.row(books[1]) == nil)
    expectTrue(provider.refresh())
    expectEqual(texts(provider), ["bee", "cow"])
  }

  @Test func `keeps a record whose deletion is denied, and says why`() throws {
    let writer = try context.create("Writer")
    writer["Name"] = .text("Ann")
    let award = try context.create("Award")
    award["Holder"] = .link(writer.id.key)
    try context.save(title: "award")
    let shelves = try ListProvider("Award", by: "Name", in: context, at: { Library.clock })
    var errors: [String] = []
    shelves.failed = { errors.append("\($0)") }
    expectTrue(!shelves.delete(at: place(0)))
    expectEqual(errors.count, 1)
    expectTrue(shelves.newestError != nil)
    expectEqual(shelves.results.result.count, 1)
    expectTrue(!context.hasChanges)
    expectTrue(shelves.edit(at: place(0)) { $0["Name"] = .text("Gold") })
    expectTrue(shelves.newestError == nil)
  }

  @Test func `takes an edit back that cannot be saved`() throws {
    let provider = try provider()
    expectTrue(!provider.edit(at: place(0)) { $0["Title"] = nil })
    guard case .store(.invalid)? = provider.newestError else {
      Issue.record("a required field is missing")
      return
    }
    expectEqual(texts(provider), ["ant", "bee", "cow"])
    provider.mayEdit = { _ in false }
    expectTrue(!provider.edit(at: place(0)) { $0["Title"] = .text("x") })
  }

  @Test func `keeps the selection on its record and then on the one in its place`() throws {
    let provider = try provider()
    var chosen: [String] = []
    provider.selected = { chosen.append($0.title) }
    provider.maySelect = { $0.title != "ant" }
    expectTrue(!provider.select(at: place(0)))
    expectTrue(provider.select(at: place(1)))
    expectTrue(provider.edit(at: place(0)) { $0["Title"] = .text("zoo") })
    expectEqual(texts(provider), ["bee", "cow", "zoo"])
    expectEqual(provider.selection, books[2])
    expectTrue(provider.delete(at: place(0)))
    expectEqual(provider.selection, books[0])
    expectTrue(provider.delete(at: place(1)))
    expectTrue(provider.delete(at: place(0)))
    expectEqual(provider.selection, nil)
    expectEqual(chosen, ["bee"])
  }

  @Test func `shows unsaved records and follows them to their lasting ids`() throws {
    let provider = try provider()
    let book = try context.create("Book")
    book["Title"] = .text("dog")
    expectTrue(provider.refresh())
    expectEqual(texts(provider), ["ant", "bee", "cow", "dog"])
    expectTrue(provider.select(at: place(3)))
    expectEqual(provider.selection?.isTemporary, true)
    try context.save(title: "dog")
    expectTrue(provider.refresh())
    expectEqual(provider.selection, book.id)
    expectEqual(provider.selection?.isTemporary, false)
    try expectEqual(
      context.fetch(provider.results.request, at: Library.clock).map(\.title).last, "dog")
  }

  @Test func `hears of what others save when the context takes it in`() throws {
    let provider = try provider()
    provider.reloadsAtEachChange = true
    var changes: [ResultsChange] = []
    provider.changed = { changes.append($0) }
    try Library.insert("Book", [["Title": .text("ape")]], into: store)
    expectTrue(provider.refresh())
    expectTrue(changes.isEmpty)
    context.mergeChanges()
    expectTrue(provider.refresh())
    expectTrue((changes, texts(provider)) == ([.reload], ["ant", "ape", "bee", "cow"]))
  }

  @Test func `reorders ordered links, where it may`() throws {
    let chapters = try Library.insert(
      "Chapter",
      ["a", "b", "c"].map { ["Title": .text($0), "Book": .link(books[0].key)] }, into: store)
    context.mergeChanges()
    let request = FetchRequest(
      entity: "Chapter", origin: FetchRequest.Origin(books[0], "Chapters"))
    let provider = try ListProvider(request, in: context, at: { Library.clock })
    expectTrue(provider.move(from: place(0), to: 2))
    expectEqual(texts(provider), ["b", "c", "a"])
    try expectEqual(
      store.snapshot.linkedKeys(of: books[0], "Chapters"), [1, 2, 0].map { chapters[$0].key })
    provider.willReorder = { record, _ in record.title == "a" ? nil : 0 }
    expectTrue(!provider.move(from: place(2), to: 0))
    expectTrue(provider.move(from: place(1), to: 2))
    expectEqual(texts(provider), ["c", "b", "a"])
    expectTrue(!(try self.provider()).move(from: place(0), to: 1))
  }
}
