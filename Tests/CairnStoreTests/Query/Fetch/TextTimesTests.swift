import CairnFiles
import Synchronization
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A time of a version of the text` {
  /// A history in memory, whose contents are their own ids.
  private final class Versions: TextHistory {
    private let changes = Mutex<[TextFileChange]>([])
    let folders = Mutex<[[String]]>([])
    let contents = Mutex<[String]>([])
    let isBroken = Mutex(false)

    /// Adds a version of a file, a day after the one before.
    func add(
      _ after: String?, before: [String?], isCut: Bool = false,
      path: String = "data/Book/0000.rec"
    ) {
      changes.withLock { changes in
        let time = Timestamp(
          microseconds: 1_790_000_000_000_000 + Int64(changes.count) * Timestamp.day)
        changes.insert(
          TextFileChange(path: path, time: time, before: before, after: after, isCut: isCut), at: 0)
      }
    }

    /// Makes the two newest changes simultaneous, as in one commit.
    func join() { changes.withLock { $0[0].time = $0[1].time } }

    var newest: String? { changes.withLock { $0.isEmpty ? nil : "\($0.count)" } }
    func read() -> (any TextHistoryReader)? { Reader(versions: self, version: newest ?? "") }

    /// Replaces the whole history by one version.
    func rewrite(_ text: String) {
      changes.withLock { $0 = [] }
      add(text, before: [nil])
    }

    struct Reader: TextHistoryReader {
      let versions: Versions
      let version: String
      func changes(
        in folders: [String], since earlier: String?, atMost most: Int
      ) throws(TextHistoryFailure) -> [TextFileChange]? {
        if versions.isBroken.withLock({ $0 }) { throw TextHistoryFailure() }
        // The guide names this number.
        expectEqual(most, 10_000)
        versions.folders.withLock { $0.append(folders) }
        return versions.changes.withLock { changes in
          let old = earlier.flatMap { Int($0) } ?? 0
          guard old <= changes.count else { return nil }
          return Array(
            changes.prefix(changes.count - old)
              .filter { change in folders.contains { change.path.hasPrefix($0) } }
              .prefix(most))
        }
      }
      func contents(of ids: [String]) -> [String: [UInt8]] {
        versions.contents.withLock { $0 += ids }
        return Dictionary(uniqueKeysWithValues: ids.map { ($0, Array($0.utf8)) })
      }
    }
  }

  private static let first = "Id: p1\nTitle: A\n\nId: p2\nTitle: B\n"
  private static let second = "Id: p1\nTitle: A\n\nId: p2\nTitle: C\n\nId: p3\nTitle: D\n"

  private func open(_ versions: Versions, _ text: String) throws -> (ObjectStore, MemoryFileSystem)
  {
    let files = MemoryFileSystem()
    var options = ObjectStore.Options(
      folder: "/store", fileSystem: files,
      clock: { Timestamp(microseconds: 1_794_000_000_000_000) })
    options.textHistory = versions
    _ = try ObjectStore.create(options, model: try Library.model)
    try files.makeFolder("/store/data/Book")
    try files.replace("/store/data/Book/0000.rec", with: Array(text.utf8))
    return (try ObjectStore.open(options), files)
  }

  private func shown(_ store: ObjectStore) throws -> [[String]] {
    try ["created", "saved"].map { try Library.display($0, of: "Book", in: store.snapshot) }
  }

  @Test func `is marked, and filters and orders use it`() throws {
    let versions = Versions()
    versions.add(Self.first, before: [nil])
    versions.add(Self.second, before: [Self.first])
    let (store, _) = try open(versions, Self.second)
    let request = FetchRequest(
      entity: "Book", predicate: try RecordPredicate.parse("saved>=2026"), sorts: [])
    // A list reads the versions in the background.
    expectTrue(store.snapshot.needsTextHistory(for: request, columns: []))
    try expectEqual(Library.titles("saved>=2026-09-22", in: store), ["C", "D"])
    expectTrue(!store.snapshot.needsTextHistory(for: request, columns: []))
    let (old, new) = ("~ 2026-09-21 15:13", "~ 2026-09-22 15:13")
    try expectEqual(shown(store), [[old, old, new], [old, new, new]])
    try expectEqual(Library.titles("", in: store, sort: "-created,title"), ["D", "A", "C"])
    try expectEqual(Library.titles("has:saved", in: store), ["A", "C", "D"])
    // The versions are read once.
    expectEqual(versions.folders.withLock { $0 }, [["data/Book"]])
  }

  @Test func `is kept in a file, so that another process reads newer versions only`() throws {
    let versions = Versions()
    versions.add(Self.first, before: [nil])
    versions.add(Self.second, before: [Self.first])
    let (store, files) = try open(versions, Self.second)
    let before = try shown(store)
    let read = versions.contents.withLock { $0.count }
    expectTrue(read > 0)
    func reopened() throws -> ObjectStore {
      var options = ObjectStore.Options(
        folder: "/store", fileSystem: files,
        clock: { Timestamp(microseconds: 1_794_000_000_000_000) })
      options.textHistory = versions
      return try ObjectStore.open(options)
    }
    try expectEqual(shown(reopened()), before)
    expectEqual(versions.contents.withLock { $0.count }, read)
    // Only a new version is read.
    let third = Self.second + "\nId: p4\nTitle: E\n"
    versions.add(third, before: [Self.second])
    try files.replace("/store/data/Book/0000.rec", with: Array(third.utf8))
    let after = try shown(reopened())
    expectEqual(after.map { Array($0.prefix(3)) }, before)
    expectTrue(versions.contents.withLock { Set($0.dropFirst(read)) } == [third, Self.second])
    // A damaged file is as good as none.
    let path = "/store/.local/0000/times/Book"
    var bytes = try files.read(path)
    bytes[bytes.count - 1] ^= 1
    try files.replace(path, with: bytes)
    try expectEqual(shown(reopened()), after)
    try files.remove(path)
    try expectEqual(shown(reopened()), after)
    expectTrue(try files.exists(path))
  }

  @Test func `is unknown while the file has another text`() throws {
    let versions = Versions()
    versions.add(Self.first, before: [nil])
    let (store, files) = try open(versions, Self.second)
    try expectEqual(Library.titles("has:saved", in: store), ["A"])
    try expectEqual(Library.titles("has:created", in: store), ["A", "C"])
    expectTrue(try shown(store)[1][1].hasPrefix("≤ "))
    // An editor puts the text back.
    try files.replace("/store/data/Book/0000.rec", with: Array(Self.first.utf8))
    try store.refresh()
    try expectEqual(Library.titles("has:saved", in: store), ["A", "B"])
  }

  @Test func `is read again after a new version`() throws {
    let versions = Versions()
    versions.add(Self.first, before: [nil])
    let (store, _) = try open(versions, Self.second)
    try expectEqual(Library.titles("has:saved", in: store), ["A"])
    versions.add(Self.second, before: [Self.first])
    let third = Self.second.replacing("Title: D", with: "Title: E")
    versions.add(third, before: [Self.second])
    versions.add(Self.second, before: [third])
    versions.contents.withLock { $0 = [] }
    try expectEqual(Library.titles("has:saved", in: store), ["A", "C", "D"])
    try expectEqual(shown(store)[0].map { $0.dropFirst(10).prefix(2) }, ["21", "21", "22"])
    try expectEqual(shown(store)[1].map { $0.dropFirst(10).prefix(2) }, ["21", "22", "24"])
    // Only the new changes are read, and none of them twice.
    expectEqual(versions.contents.withLock { $0 }, [Self.first, Self.second, third].sorted())
    // A history that was rewritten is read from its start.
    versions.rewrite(Self.second)
    try expectEqual(shown(store)[1].map { $0.dropFirst(10).prefix(2) }, ["21", "21", "21"])
  }

  @Test func `changes an order and a filter of the same records`() throws {
    let versions = Versions()
    let before = Self.second.replacing("Title: A", with: "Title: Old")
    versions.add(before, before: [nil])
    versions.add(Self.second, before: [before])
    let (store, _) = try open(versions, Self.second)
    try expectEqual(Library.titles("", in: store, sort: "saved,title"), ["C", "D", "A"])
    let request = FetchRequest(
      entity: "Book", predicate: try RecordPredicate.parse("saved>=2026-09-23"), sorts: [])
    let clock = WallClock(now: Timestamp(microseconds: 1_794_000_000_000_000), offset: 0)
    var results = try FetchedResults(request, in: store.snapshot, at: clock)
    expectEqual(results.result.count, 0)
    // Versions change and restore another record, and no file changes.
    let between = Self.second.replacing("Title: C", with: "Title: Old")
    versions.add(between, before: [Self.second])
    versions.add(Self.second, before: [between])
    try expectEqual(Library.titles("", in: store, sort: "saved,title"), ["D", "A", "C"])
    expectTrue(!results.hasNewestTimes(in: store.snapshot))
    let again = try FetchedResults(request, in: store.snapshot, at: clock, reusing: results)
    expectEqual(again.result.count, 1)
    _ = try results.update(to: store.snapshot, at: clock)
    expectEqual(results.result.count, 1)
    expectTrue(results.hasNewestTimes(in: store.snapshot))
  }

  @Test func `stays if the history cannot be read once`() throws {
    let versions = Versions()
    versions.add(Self.first, before: [nil])
    let (store, _) = try open(versions, Self.second)
    try expectEqual(Library.titles("has:saved", in: store), ["A"])
    versions.isBroken.withLock { $0 = true }
    versions.add(Self.second, before: [Self.first])
    try expectEqual(Library.titles("has:saved", in: store), ["A"])
    versions.isBroken.withLock { $0 = false }
    versions.add(nil, before: [nil], path: "data/Book/0009.rec")
    try expectEqual(Library.titles("has:saved", in: store), ["A", "C", "D"])
  }

  @Test func `is compared with the file before a list asks for it`() throws {
    let versions = Versions()
    versions.add(Self.first, before: [nil])
    let (store, files) = try open(versions, Self.first)
    let request = FetchRequest(
      entity: "Book", predicate: try RecordPredicate.parse("has:saved"), sorts: [])
    try expectEqual(Library.titles("has:saved", in: store), ["A", "B"])
    expectTrue(!store.snapshot.needsTextHistory(for: request, columns: []))
    try files.replace("/store/data/Book/0000.rec", with: Array(Self.second.utf8))
    try store.refresh()
    expectTrue(store.snapshot.needsTextHistory(for: request, columns: []))
    try expectEqual(Library.titles("has:saved", in: store), ["A"])
    expectTrue(!store.snapshot.needsTextHistory(for: request, columns: []))
  }

  @Test func `of a merge is the time of the side that changed the record`() throws {
    let versions = Versions()
    let ours = Self.first + "\nId: p3\nTitle: Ours\n"
    let theirs = Self.first + "\nId: p4\nTitle: Theirs\n"
    let merged = ours + "\nId: p4\nTitle: Theirs\n"
    versions.add(Self.first, before: [nil])
    versions.add(ours, before: [Self.first])
    versions.add(theirs, before: [Self.first])
    versions.add(merged, before: [ours, theirs])
    let (store, _) = try open(versions, merged)
    try expectEqual(
      shown(store)[1].map { $0.dropFirst(10).prefix(2) }, ["21", "21", "22", "23"])
  }

  @Test func `survives a new name of the collection`() throws {
    let versions = Versions()
    versions.add(Self.first, before: [nil], path: "data/Volume/0000.rec")
    versions.add(nil, before: [Self.first], path: "data/Volume/0000.rec")
    versions.add(Self.first, before: [nil])
    versions.join()
    let (store, _) = try open(versions, Self.first)
    try store.updateModel { model throws(StoreError) in
      try ObjectModel(
        parsing: model.text.replacing("%rec: Book", with: "%rec: Book\n%formerly: Volume"))
    }
    try expectEqual(shown(store)[0].map { $0.dropFirst(10).prefix(2) }, ["21", "21"])
  }

  @Test func `ends where a copy of the history is incomplete`() throws {
    let versions = Versions()
    versions.add(Self.first, before: [nil], isCut: true)
    versions.add(Self.second, before: [Self.first])
    let folder = try TemporaryFolder()
    var options = ObjectStore.Options(folder: folder.path("store"), clock: { .now })
    options.textHistory = versions
    _ = try ObjectStore.create(options, model: try Library.model)
    try RealFileSystem().makeFolder("\(options.folder)/data/Book")
    try RealFileSystem().replace(
      "\(options.folder)/data/Book/0000.rec", with: Array(Self.second.utf8))
    let store = try ObjectStore.open(options)
    // A record is at least as old as the oldest version with it.
    try expectEqual(shown(store)[0][0], "≤ 2026-09-21 15:13")
    try expectEqual(Library.titles("has:saved", in: store), ["C", "D"])
  }

  @Test func `is better than the time at which a sync brought the change`() throws {
    let versions = Versions()
    versions.add(Self.first, before: [nil])
    let (store, files) = try open(versions, "")
    let titles = [(1, "A"), (2, "B")]
    let work: () -> Result<[RecordChange], Never> = {
      try? files.replace("/store/data/Book/0000.rec", with: Array(Self.first.utf8))
      return .success(
        titles.map { number, title in
          RecordChange(
            id: ObjectID(entity: "Book", key: RecordKey(rawValue: UInt64(number))), kind: .insert,
            fields: [FieldChange(name: "Title", old: nil, new: .text(title))])
        })
    }
    _ = try store.replaceText(
      title: "sync", origin: .sync("desk"), files: ["data/Book/0000.rec"], work)
    let old = "~ 2026-09-21 15:13"
    try expectEqual(shown(store), [[old, old], [old, old]])
    // Without versions, the arrival is the time.
    let other = try ObjectStore.open(
      ObjectStore.Options(folder: "/store", fileSystem: files, clock: { .now }))
    expectTrue(try shown(other)[0][0].hasPrefix("2026-11-"))
  }

  @Test func `counts only after a change by another machine if the own history has a save`() throws
  {
    let versions = Versions()
    let (store, files) = try open(versions, "")
    try Library.insert("Book", [["Title": .text("A")]], into: store)
    try store.fold()
    let own = try shown(store)
    expectTrue(own[1][0].hasPrefix("20"))
    // This machine's sync makes a version of the save.
    let mine = String(decoding: try files.read("/store/data/Book/0000.rec"), as: UTF8.self)
    for _ in 0..<60 { versions.add(nil, before: [nil], path: "data/Book/0009.rec") }
    versions.add(mine, before: [nil])
    try expectEqual(shown(store), own)
    let theirs = mine.replacing("Title: A", with: "Title: B")
    versions.add(theirs, before: [mine])
    try files.replace("/store/data/Book/0000.rec", with: Array(theirs.utf8))
    try store.refresh()
    try expectEqual(shown(store)[1], ["~ 2026-11-21 15:13"])
    try expectEqual(shown(store)[0], own[0])
  }
}
