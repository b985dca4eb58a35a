import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

// Another program may save between the plan of a merge and its save.
@Suite struct `A merge while another program saves` {
  private let store: ObjectStore
  private let other: ObjectStore

  init() throws {
    let files = MemoryFileSystem()
    let options = ObjectStore.Options(
      folder: "/store", fileSystem: files, clock: { Library.clock.now })
    store = try ObjectStore.create(options, model: try Library.model)
    other = try ObjectStore.open(options)
  }

  private func books(_ count: Int) throws -> [ObjectID] {
    let fields = Array(repeating: ["Title": Value.text("T")], count: count)
    return try Library.insert("Book", fields, into: store)
  }

  /// A context with an unsaved merge.
  private func merged(_ ids: [ObjectID], in context: ObjectContext? = nil) throws -> ObjectContext {
    let context = context ?? store.newContext()
    try context.merge(try MergePlan(merging: ids, in: context))
    return context
  }

  private func elsewhere(_ edit: (ObjectContext) throws -> Void) throws {
    try other.refresh()
    let context = other.newContext()
    try edit(context)
    try context.save(title: "elsewhere")
  }

  /// Links a new chapter, and an award that was there, to a book.
  private func link(to book: ObjectID, award: ObjectID) throws {
    try elsewhere { context in
      let chapter = try context.create("Chapter")
      chapter["Title"] = .text("new")
      chapter["Book"] = .link(book.key)
      context.object(with: award)["Mentions"] = .link(book.key)
    }
  }

  private func check(_ kept: ObjectID, award: ObjectID) throws {
    let snapshot = store.snapshot
    expectEqual(snapshot.row(award)?["Mentions"], .link(kept.key))
    let chapters = try snapshot.load("Chapter").rows.map(\.key)
    expectEqual(chapters.count, 1)
    try expectEqual(snapshot.linkedKeys(of: kept, "Chapters"), chapters)
    try expectEqual(snapshot.load("Book").rows.map(\.key), [kept.key])
  }

  @Test func `redirects a link that the other one added to a merged record`() throws {
    let ids = try books(3)
    let award = try Library.insert("Award", [["Name": .text("A")]], into: store)[0]
    let context = try merged(ids)
    try link(to: ids[2], award: award)
    try context.save(title: "merge")
    try check(ids[0], award: award)
  }

  @Test func `redirects it from a child context, and after a merge of changes, too`() throws {
    let ids = try books(2)
    let award = try Library.insert("Award", [["Name": .text("A")]], into: store)[0]
    let context = store.newContext()
    let child = try merged(ids, in: context.newChild())
    try child.save()
    try link(to: ids[1], award: award)
    try store.refresh()
    context.mergeChanges()
    expectEqual(context.object(with: award)["Mentions"], .link(ids[0].key))
    try context.save(title: "merge")
    try check(ids[0], award: award)
  }

  @Test func `redirects nothing if the merge was undone before a deletion`() throws {
    let ids = try books(2)
    let award = try Library.insert("Award", [["Name": .text("A")]], into: store)[0]
    let context = try merged(ids)
    try context.undo()
    try context.delete([ids[1]])
    try elsewhere { $0.object(with: award)["Mentions"] = .link(ids[1].key) }
    try context.save(title: "delete")
    expectEqual(store.snapshot.row(award)?["Mentions"], nil)
  }

  @Test func `is refused if the other one deleted the kept record`() throws {
    let ids = try books(2)
    let context = try merged(ids)
    try elsewhere { try $0.delete([ids[0]]) }
    #expect(throws: StoreError.self) { try context.save(title: "merge") }
    try expectEqual(store.snapshot.load("Book").rows.map(\.key), [ids[1].key])
  }

  // The kept record may have such a link already. One of the two collections stores the links.
  @Test(arguments: [("Writer", "Award"), ("Award", "Holder")])
  func `is refused if the other one added a link that only one record may have`(
    entity: String, link: String
  ) throws {
    let model = """
      %rec: Writer
      %attribute: Name string
      %relationship: Award to-one Award inverse=Holder

      %rec: Award
      %attribute: Name string
      %relationship: Holder to-one Writer inverse=Award

      """
    try store.commit(title: "model") { (draft) throws(StoreError) in
      try draft.updateModel(try ObjectModel(parsing: model))
    }
    let ids = try Library.insert(entity, [["Name": .text("A")], ["Name": .text("A")]], into: store)
    let end = try Library.insert(
      entity == "Writer" ? "Award" : "Writer", [["Name": .text("B")]], into: store)[0]
    let context = try merged(ids)
    try elsewhere { $0.object(with: ids[1])[link] = .link(end.key) }
    let error = #expect(throws: StoreError.self) { try context.save(title: "merge") }
    expectEqual(
      error.map { "\($0)" }, "\(entity)/p2 is to be deleted, but \(link) changed elsewhere")
    try store.refresh()
    try expectEqual(store.snapshot.linkedKeys(of: ids[1], link), [end.key])
    // A new plan has a place for the link.
    _ = try merged(ids).save(title: "merge")
    try expectEqual(store.snapshot.linkedKeys(of: ids[0], link), [end.key])
  }
}
