import CairnStore
import TestSupport

/// A library in which somebody changes something at each step: fields, links, records, all at
/// random.
struct ChangingLibrary {
  let store: ObjectStore
  var generator: SeededGenerator

  init(seed: UInt64, books: Int) throws {
    generator = SeededGenerator(seed: seed)
    store = try RandomValues.library(&generator, books: books)
  }

  /// Saves one change, or a few in one.
  mutating func step() throws {
    switch generator.number(0...9) {
    case 0: try insert()
    case 1: try delete("Book", generator.number(1...3))
    case 2: try rename("Writer", "Name")
    case 3: try rename("Shelf", "Name")
    case 4: try addChapter()
    case 5 where generator.number(0...20) == 0: try store.fold()
    case 6 where generator.number(0...9) == 0: try delete("Writer", 1)
    default: try update(generator.number(1...4))
    }
  }

  private func ids(_ entity: String) throws -> [ObjectID] {
    try store.snapshot.load(entity).rows.map(\.id)
  }

  private mutating func some(_ entity: String, _ count: Int) throws -> [ObjectID] {
    Array(try ids(entity).shuffled(using: &generator).prefix(count))
  }

  private mutating func insert() throws {
    let writers = try ids("Writer").map(\.key)
    let shelves = try ids("Shelf").map(\.key)
    let books = (0..<generator.number(1...3)).map { _ in
      RandomValues.book(&generator, writers: writers, shelves: shelves)
    }
    try Library.insert("Book", books, into: store)
  }

  private mutating func delete(_ entity: String, _ count: Int) throws {
    let ids = try some(entity, count)
    guard try self.ids(entity).count > count + 2 else { return }
    try store.commitUnchecked(title: "delete") { (draft) throws(StoreError) in
      draft.changes = ids.map { RecordChange(id: $0, kind: .delete, fields: []) }
    }
  }

  private mutating func rename(_ entity: String, _ field: String) throws {
    let ids = try some(entity, 1)
    let word = RandomValues.words[generator.number(0...RandomValues.words.count - 1)]
    try save(ids.map { ($0, [field: .text(word)]) })
  }

  private mutating func addChapter() throws {
    guard let book = try some("Book", 1).first else { return }
    try Library.insert(
      "Chapter", [["Title": .text("x"), "Book": .link(book.key)]], into: store)
    guard let chapter = try some("Chapter", 1).first, let other = try some("Book", 1).first else {
      return
    }
    try save([(chapter, ["Book": .link(other.key)])])
  }

  private mutating func update(_ count: Int) throws {
    let writers = try ids("Writer").map(\.key)
    let shelves = try ids("Shelf").map(\.key)
    let changes = try some("Book", count).map { id in
      let fields = RandomValues.book(&generator, writers: writers, shelves: shelves)
      let names = fields.keys.sorted().shuffled(using: &generator).prefix(generator.number(1...2))
      return (id, fields.filter { names.contains($0.key) })
    }
    try save(changes)
  }

  private func save(_ changes: [(ObjectID, [String: Value])]) throws {
    try store.commitUnchecked(title: "change") { (draft) throws(StoreError) in
      draft.changes = changes.map { id, fields in
        RecordChange(
          id: id, kind: .update,
          fields: fields.map { FieldChange(name: $0.key, old: nil, new: $0.value) })
      }
    }
  }
}
