import CairnFiles
import Synchronization
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A time of a record` {
  private static let clock = Library.clock

  /// A clock that is an hour later at each look.
  private final class Clock: Sendable {
    private let hours = Mutex(Int64(0))
    func now() -> Timestamp {
      let hours = hours.withLock { hours in
        hours += 1
        return hours
      }
      return Timestamp(microseconds: 1_794_000_000_000_000 + hours * 3_600_000_000)
    }
  }

  @Test func `of the history has the times of the first and the last change`() throws {
    let (files, clock) = (MemoryFileSystem(), Clock())
    let options = ObjectStore.Options(
      folder: "/store", fileSystem: files, clock: { clock.now() })
    let store = try ObjectStore.create(options, model: try Library.model)
    let books = try Library.insert(
      "Book", [["Title": .text("A")], ["Title": .text("B")]], into: store)
    func times(_ store: ObjectStore) throws -> [[String]] {
      try ["created", "saved"].map { try Library.display($0, of: "Book", in: store.snapshot) }
    }
    let first = try times(store)
    expectEqual(first[0], first[1])
    try store.commit(title: "change") { draft in
      let field = FieldChange(name: "Rating", old: nil, new: .integer(1))
      draft.changes = [RecordChange(id: books[1], kind: .update, fields: [field])]
    }
    let second = try times(store)
    expectEqual(second[0], first[0])
    expectEqual(second[1][0], first[1][0])
    expectTrue(second[1][1] > first[1][1])
    // The same after a fold and in another process.
    try store.fold()
    let other = try ObjectStore.open(options)
    try expectEqual(times(other), second)
  }

  @Test func `of a record that only its file has is the latest possible one`() throws {
    let files = MemoryFileSystem()
    let options = ObjectStore.Options(
      folder: "/store", fileSystem: files, clock: { Self.clock.now })
    _ = try ObjectStore.create(options, model: try Library.model)
    try files.makeFolder("/store/data/Book")
    try files.replace("/store/data/Book/0000.rec", with: Array("Id: p1\nTitle: A\n".utf8))
    let store = try ObjectStore.open(options)
    let shown = try Library.display("saved", of: "Book", in: store.snapshot)
    expectTrue(shown[0].hasPrefix("≤ "))
    try expectEqual(Library.display("created", of: "Book", in: store.snapshot), shown)
    // A calculation needs the true time, and a filter claims no more than is known.
    try expectEqual(Library.titles("has:saved", in: store), [])
    try expectEqual(Library.titles("saved<=2100", in: store), ["A"])
    try expectEqual(Library.titles("saved:..2100", in: store), ["A"])
    try expectEqual(Library.titles("saved>1990", in: store), [])
    try expectEqual(Library.titles("saved:1990..2100", in: store), [])
    try expectEqual(Library.titles("has:saved.latest", in: store), ["A"])
    try expectEqual(Library.display("saved.latest", of: "Book", in: store.snapshot), shown)
    try expectEqual(Library.display("today-saved", of: "Book", in: store.snapshot), [""])
    let added = try Library.insert("Book", [["Title": .text("B")]], into: store)
    try expectEqual(Library.titles("", in: store, sort: "-saved"), ["B", "A"])
    try expectEqual(Library.titles("", in: store, sort: "saved"), ["B", "A"])
    try store.fold()
    try expectEqual(Library.titles("created>=2026", in: store), ["B"])
    expectEqual(added.count, 1)
  }

  @Test func `of a record whose key moved stays its own`() throws {
    let (files, clock) = (MemoryFileSystem(), Clock())
    let options = ObjectStore.Options(
      folder: "/store", fileSystem: files, clock: { clock.now() })
    let store = try ObjectStore.create(options, model: try Library.model)
    try Library.insert("Book", [["Title": .text("A")]], into: store)
    let before = try Library.display("created", of: "Book", in: store.snapshot)
    // Git brings another record with the same key.
    try files.makeFolder("/store/data/Book")
    try files.replace("/store/data/Book/0000.rec", with: Array("Id: p1\nTitle: Z\n".utf8))
    try store.refresh()
    try store.fold()
    let titles = try store.snapshot.load("Book").rows.map(\.title)
    let after = try Library.display("created", of: "Book", in: store.snapshot)
    expectEqual(titles, ["Z", "A"])
    expectTrue(after[0].hasPrefix("≤ "))
    expectEqual(after[1], before[0])
  }

  @Test func `gives way to a field of the same name`() throws {
    let model = try ObjectModel(
      parsing: "%rec: Game\n%attribute: Name string\n%type: saved int\n%type: count int\n")
    let options = ObjectStore.Options(
      folder: "/store", fileSystem: MemoryFileSystem(), clock: { Self.clock.now })
    let store = try ObjectStore.create(options, model: model)
    try Library.insert("Game", [["saved": .integer(4), "count": .integer(2)]], into: store)
    try expectEqual(Library.display("saved*count", of: "Game", in: store.snapshot), ["8"])
  }
}
