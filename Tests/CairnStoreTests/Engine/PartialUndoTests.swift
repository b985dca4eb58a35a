import CairnStore
import TestSupport
import Testing

/// S18: an undo restores all parts that it can, and names the others.
@Suite struct `An undo of which a part cannot be` {
  /// The state of all records: their fields by name.
  private typealias Content = [ObjectID: [String: Value]]

  private static func content(_ store: ObjectStore) throws -> Content {
    var content: Content = [:]
    for entity in ["Writer", "Book", "Chapter"] {
      for row in try store.snapshot.load(entity).rows {
        let names = store.snapshot.model[entity]?.storedProperties.map(\.name) ?? []
        content[row.id] = names.reduce(into: [:]) { $0[$1] = row[$1] }
      }
    }
    return content
  }

  /// Saves a random change: a value, a link, a handle that may be taken, a new record, a deletion.
  private static func change(
    _ store: ObjectStore, _ random: inout SeededGenerator
  ) throws -> Transaction? {
    let context = store.newContext()
    for _ in 0...random.number(0...2) {
      let books = try store.snapshot.load("Book").rows.map(\.id)
      let writers = try store.snapshot.load("Writer").rows.map(\.id)
      let book = books.isEmpty ? nil : context.object(with: random.element(of: books))
      let writer = writers.isEmpty ? nil : context.object(with: random.element(of: writers))
      switch random.number(0...7) {
      case 0: book?["Rating"] = .integer(Int64(random.number(0...5)))
      case 1: book?["Author"] = writer.map { .link($0.id.key) }
      case 2: book?["Slug"] = .text("s\(random.number(0...6))")
      case 3: writer?["Born"] = .integer(Int64(random.number(1900...1999)))
      case 4:
        let new = try context.create("Book")
        new["Title"] = .text("New")
        new["Author"] = writer.map { .link($0.id.key) }
        let chapter = try context.create("Chapter")
        chapter["Book"] = .link(new.id.key)
      case 5: try context.create("Writer")["Name"] = .text("New")
      case 6: if let book { try? context.delete([book.id]) }
      default: if let writer { try? context.delete([writer.id]) }
      }
    }
    return try? context.save(title: "change")
  }

  @Test(arguments: SeededGenerator.seeds(60))
  func `takes back what is as the change left it, and names everything else`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let store = try Library.emptyStore()
    _ = try Library.insert("Writer", (1...3).map { ["Name": .text("\($0)")] }, into: store)
    _ = try Library.insert("Book", (1...4).map { ["Title": .text("\($0)")] }, into: store)
    var done: [Transaction] = []
    for _ in 0..<8 {
      if let transaction = try Self.change(store, &random) { done.append(transaction) }
    }
    done.shuffle(using: &random)
    for transaction in done {
      let before = try Self.content(store)
      var rest: UndoRest?
      do {
        try store.undo(transaction.number, isStrict: false, leaving: { rest = $0 })
      } catch {
        let after = try Self.content(store)
        expectEqual(before, after)
        continue
      }
      try check(transaction, before, try Self.content(store), rest, "seed \(seed)")
      let problems = try store.verify()
      expectTrue(problems.isEmpty, "seed \(seed): \(problems)")
    }
  }

  private func check(
    _ transaction: Transaction, _ before: Content, _ after: Content, _ rest: UndoRest?,
    _ place: String
  ) throws {
    var named = Set((rest?.places ?? []).map(\.id))
    named.formUnion((rest?.issues ?? []).map(\.id))
    named.formUnion(rest?.companions ?? [])
    let touched = Dictionary(grouping: transaction.changes, by: \.id)
    // What the change did not touch stays.
    for (id, fields) in before where touched[id] == nil {
      expectEqual(after[id], fields, place)
    }
    for id in after.keys where touched[id] == nil { expectTrue(before[id] != nil, place) }
    for (id, changes) in touched where !named.contains(id) {
      guard changes.count == 1 else { continue }
      switch changes[0].kind {
      case .insert:
        // One that others link to stays, and they are named.
        let isLinked = after.values.contains { fields in
          fields.values.contains { $0 == .link(id.key) }
        }
        expectTrue(after[id] == nil || isLinked, "\(place): \(id)")
      case .delete:
        expectTrue(after[id] != nil, "\(place): \(id)")
      case .update:
        for field in changes[0].fields {
          let isAway =
            if case .link? = field.old { !(rest?.isEmpty ?? true) } else { false }
          expectTrue(
            after[id]?[field.name] == field.old || isAway, "\(place): \(field.name) of \(id)")
        }
      }
    }
  }

  @Test func `keeps the parts of a record that stays`() throws {
    let store = try Library.emptyStore()
    let context = store.newContext()
    let book = try context.create("Book")
    book["Title"] = .text("Zoo")
    let chapters = try (1...3).map { _ in
      let chapter = try context.create("Chapter")
      chapter["Book"] = .link(book.id.key)
      return chapter.id
    }
    expectEqual(chapters.count, 3)
    let saved = try #require(try context.save(title: "add"))
    let ids = saved.changes.map(\.id)
    let first = try #require(ids.first { $0.entity == "Chapter" })
    let later = store.newContext()
    try later.existingObject(with: first)["Title"] = .text("One")
    _ = try later.save(title: "change")
    #expect(throws: StoreError.self) {
      try store.undo(saved.number, isStrict: false)
    }
    for id in ids { expectTrue(store.snapshot.row(id) != nil) }
  }

  @Test(arguments: [
    [1, 3], [3, 1], [1, 2], [2, 1], [0, 4], [4, 0], [3, 4], [4, 3], [0, 1], [1, 0],
  ])
  func `brings lines back between their neighbors, in either order`(gone: [Int]) throws {
    for isReversed in [false, true] {
      let store = try Library.emptyStore()
      let book = try Library.insert("Book", [["Title": .text("Zoo")]], into: store)[0]
      let chapters = try Library.insert(
        "Chapter", (0..<5).map { _ in ["Book": .link(book.key)] }, into: store)
      func order() throws -> [RecordKey] {
        let row = try #require(store.snapshot.row(book))
        return try store.snapshot.linkedKeys(of: row, "Chapters")
      }
      let context = store.newContext()
      try context.existingObject(with: book)["Chapters"] = .list(chapters.map { .link($0.key) })
      _ = try context.save(title: "order")
      let before = try order()
      let deletions = try gone.map { index in
        let context = store.newContext()
        try context.delete([chapters[index]])
        return try #require(try context.save(title: "delete")).number
      }
      for number in isReversed ? deletions.reversed() : deletions {
        try store.undo(number, isStrict: false)
      }
      expectEqual(try order(), before, "\(gone) \(isReversed)")
    }
  }

  @Test func `keeps a record that another links to, also if the change touched that one`() throws {
    let store = try Library.emptyStore()
    let writer = try Library.insert("Writer", [["Name": .text("One")]], into: store)[0]
    let book = try Library.insert("Book", [["Title": .text("Zoo")]], into: store)[0]
    let context = store.newContext()
    let other = try context.create("Writer")
    other["Name"] = .text("Two")
    try context.existingObject(with: book)["Rating"] = .integer(4)
    let change = try #require(try context.save(title: "change"))
    let added = try #require(change.changes.first { $0.kind == .insert }).id
    let later = store.newContext()
    try later.existingObject(with: book)["Author"] = .link(added.key)
    _ = try later.save(title: "link")
    var rest: UndoRest?
    try store.undo(change.number, isStrict: false, leaving: { rest = $0 })
    expectEqual(rest?.places, [ChangedPlace(book, field: "Author")])
    expectTrue(store.snapshot.row(added) != nil && store.snapshot.row(writer) != nil)
    expectEqual(store.snapshot.row(book)?["Rating"], nil)
    expectEqual(try store.verify(), [])
  }

  @Test func `says why where nothing can be undone`() throws {
    let store = try Library.emptyStore()
    let books = try Library.insert(
      "Book", [["Title": .text("Zoo"), "Slug": .text("zoo")]], into: store)
    let chapters = try Library.insert(
      "Chapter", [["Book": .link(books[0].key)]], into: store)
    let context = store.newContext()
    try context.delete(books)
    let deletion = try #require(try context.save(title: "delete"))
    _ = try Library.insert("Book", [["Title": .text("New"), "Slug": .text("zoo")]], into: store)
    let error = #expect(throws: StoreError.self) {
      try store.undo(deletion.number, isStrict: false)
    }
    guard case .invalid? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectTrue(store.snapshot.row(chapters[0]) == nil)
  }

  @Test func `merges lists in which an element stands several times`() throws {
    for seed in SeededGenerator.seeds(200) {
      var random = SeededGenerator(seed: seed)
      let store = try Library.emptyStore()
      let book = try Library.insert("Book", [["Title": .text("Zoo")]], into: store)[0]
      func set(_ list: [Value]) throws -> Transaction? {
        let context = store.newContext()
        try context.existingObject(with: book)["Scans"] = Value(list: list)
        return try context.save(title: "set")
      }
      func some() -> [Value] {
        (0..<random.number(1...4)).map { _ in .integer(Int64(random.number(1...3))) }
      }
      _ = try set(some())
      guard let change = try set(some()) else { continue }
      _ = try set(some())
      _ = try? store.undo(change.number, isStrict: false)
    }
  }
}
