import CairnFiles
import Synchronization
import TestSupport
import Testing

@testable import CairnStore

/// A file system that runs a step at the first call for a path.
private final class StepFileSystem: ForwardingFileSystem {
  let inner: any FileSystem
  private let suffix: String
  private let step = Mutex<(@Sendable () -> Void)?>(nil)

  init(_ inner: any FileSystem, at suffix: String) { (self.inner, self.suffix) = (inner, suffix) }

  func plan(_ step: @escaping @Sendable () -> Void) { self.step.withLock { $0 = step } }

  private func run(_ path: String) {
    guard path.hasSuffix(suffix) else { return }
    let step = step.withLock { step in
      defer { step = nil }
      return step
    }
    step?()
  }

  func read(_ path: String) throws(FileError) -> [UInt8] {
    run(path)
    return try inner.read(path)
  }

  func makeFolder(_ path: String) throws(FileError) {
    run(path)
    try inner.makeFolder(path)
  }
}

/// What other programs do at bad moments.
@Suite struct `Another program` {
  private let files = MemoryFileSystem()

  // E8
  @Test func `can save while a thread reads a file`() throws {
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
    try store.close()
    let stepping = StepFileSystem(files, at: "data/Recipe/0000.rec")
    let again = try ObjectStore.open(Fixture.options(stepping))
    let before = again.snapshot
    // The step runs within the reading, as a save of another thread would at that moment.
    stepping.plan { _ = try? again.addRecipe("Cake") }
    try expectEqual(before.load("Recipe").count, 1)
    try expectEqual(again.snapshot.load("Recipe").count, 2)
    try expectEqual(again.snapshot.count(of: "Recipe"), 2)
  }

  // S5
  @Test func `adds a value that was looked for before`() throws {
    let model = "%rec: Recipe\n%attribute: Name string\n%attribute: Slug string\n%singular: Slug\n"
    let store = try ObjectStore.create(Fixture.options(files), modelText: model)
    for number in 0..<600 { try store.addRecipe("Recipe \(number)", ["Slug": .text("s\(number)")]) }
    try store.close()
    let again = try ObjectStore.open(Fixture.options(files))
    let find = { again.snapshot.resolve("slug=new", in: "Recipe", at: Library.clock) }
    expectEqual(find(), .noMatch(entity: "Recipe", text: "new"))
    let path = "/store/data/Recipe/0001.rec"
    let text = String(decoding: try files.read(path), as: UTF8.self)
    try files.replace(path, with: Array((text + "\nId: p700\nName: New\nSlug: new\n").utf8))
    _ = try again.refresh()
    expectEqual(find(), .found(ObjectID(entity: "Recipe", key: RecordKey(sequence: 700))))
  }

  // E9
  @Test func `deletes records while this one is suspended, and their history grows old`() throws {
    let clock = Clock()
    var options = Fixture.options(files)
    options.clock = { clock.now }
    options.historyDays = 1
    let store = try ObjectStore.create(options, modelText: Fixture.modelText)
    try store.addRecipe("Soup")
    try store.fold()
    let suspended = try ObjectStore.open(options)
    try suspended.addRecipe("Cake")
    let other = try ObjectStore.open(options)
    let key = try other.addRecipe("Pie")
    try other.delete(key)
    for day in 1...5 {
      clock.set(days: day)
      try other.addRecipe("Day \(day)")
      try other.fold()
    }
    let expected = RecordKey(sequence: key.sequence + 6)
    try expectEqual(suspended.addRecipe("Late"), expected)
    try expectEqual(suspended.snapshot.load("Recipe").count, 8)
    try suspended.fold()
    let ids = String(decoding: try files.read("/store/ids/0000.rec"), as: UTF8.self)
    expectTrue(ids.contains("Last: \(expected)"), ids)
  }

  // E2
  @Test func `takes the place of a file that a fold is about to move`() throws {
    let stepping = StepFileSystem(files, at: "data/Chore")
    let store = try ObjectStore.create(
      Fixture.options(stepping), modelText: `A collection with another name`.before)
    try store.commit(title: "Fill") { draft throws(StoreError) in
      _ = try draft.insert([.text("one")], into: "Task")
    }
    try store.fold()
    try store.close()
    try files.replace(
      "/store/model/1.rec", with: Array(`A collection with another name`.after.utf8))
    try files.makeFolder("/store/data/Chore")
    try files.write(Array("notes".utf8), to: "/store/data/Chore/README")
    let theirs = Array("Id: p900\nTitle: theirs\n".utf8)
    stepping.plan { [files] in
      try? files.makeFolder("/store/data/Chore")
      try? files.write(theirs, to: "/store/data/Chore/0000.rec")
    }
    let again = try ObjectStore.open(Fixture.options(stepping))
    try again.fold()
    let kept = ["Task", "Chore"].map { name in
      (try? files.read("/store/data/\(name)/0000.rec")).map { String(decoding: $0, as: UTF8.self) }
    }
    expectTrue(kept[0]?.contains("one") == true, "\(kept)")
    expectTrue(kept[1]?.contains("theirs") == true, "\(kept)")
  }

  // E2
  @Test func `keeps a folder from being written, and the journal stays small`() throws {
    let store = try Fixture.makeStore(files)
    let closed = RefusingFileSystem(files, below: "/store/data")
    let again = try ObjectStore.open(Fixture.options(closed))
    for number in 0..<60 {
      try again.addRecipe("Recipe \(number)")
      #expect(throws: StoreError.self) { try again.fold() }
    }
    let segments = try files.list("/store/.local/0000").filter { $0.hasPrefix("journal-0") }
    expectTrue(segments.count < 20, "\(segments.count)")
    try store.fold()
    try expectEqual(store.snapshot.load("Recipe").count, 60)
    try expectEqual(store.verify(), [])
    try expectEqual(ObjectStore.open(Fixture.options(files)).snapshot.load("Recipe").count, 60)
  }
}

/// A file system that refuses new files below a path.
private struct RefusingFileSystem: ForwardingFileSystem {
  let inner: any FileSystem
  private let path: String

  init(_ inner: any FileSystem, below path: String) { (self.inner, self.path) = (inner, path) }

  func makeFolder(_ path: String) throws(FileError) {
    if path.hasPrefix(self.path) { throw .notAllowed(.makeFolder, path: path) }
    try inner.makeFolder(path)
  }
}

@Suite struct `A store that was made in vain` {
  private let files = MemoryFileSystem()

  @Test func `leaves the files beside it`() throws {
    try files.makeFolder("/project/src")
    try files.write(Array("print(1)".utf8), to: "/project/src/main.py")
    let store = try ObjectStore.create(
      Fixture.options(files, folder: "/project"), modelText: Fixture.modelText)
    try expectTrue(store.discardIfUnused())
    try expectEqual(files.list("/project"), ["src"])
    try expectEqual(files.list("/project/src"), ["main.py"])
  }

  @Test func `stays if somebody wrote a record by hand`() throws {
    let store = try Fixture.makeStore(files)
    try files.makeFolder("/store/data/Recipe")
    try files.write(Array("Id: p1\nName: Soup\n".utf8), to: "/store/data/Recipe/0000.rec")
    try expectEqual(store.discardIfUnused(), false)
    try expectTrue(files.exists("/store/data/Recipe/0000.rec"))
  }

  // E6
  @Test func `opens even if the number of a segment is damaged`() throws {
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
    let header = SegmentHeader(generation: 2, base: 1, salt: 1, time: Timestamp(microseconds: 0))
    let text = header.text.replacing("base 1", with: "base 0")
    try files.write(Array(text.utf8), to: "/store/.local/0000/journal-000002")
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.problems.map(\.message), ["the first line cannot be read"])
    try expectEqual(again.snapshot.load("Recipe").count, 1)
  }
}
