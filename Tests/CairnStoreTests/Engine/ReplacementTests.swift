import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

// R2, E1, E9
@Suite struct `A store that was replaced under an open one` {
  /// How the first store goes.
  enum Removal: CaseIterable {
    case removed, emptied, moved
  }

  private let files = MemoryFileSystem()
  private let soup = RecordKey(sequence: 1)

  private func open(
    _ files: (any FileSystem)? = nil, seed: UInt64 = 7, isReadOnly: Bool = false
  ) throws -> ObjectStore {
    var options = Fixture.options(files ?? self.files, seed: seed)
    options.isReadOnly = isReadOnly
    return try ObjectStore.open(options)
  }

  /// A store with one recipe in a backup, and another one that is in the journal alone.
  private func makeStore() throws -> ObjectStore {
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
    try store.backUp(to: "/b.tar", on: files)
    try store.addRecipe("Late")
    return store
  }

  private func replace(_ removal: Removal = .removed) throws {
    switch removal {
    case .removed: try files.removeTree("/store")
    case .emptied: for name in try files.list("/store") { try files.removeTree("/store/\(name)") }
    case .moved: try files.rename("/store", to: "/old")
    }
    try ObjectStore.restore(Fixture.options(files), from: "/b.tar", on: files)
  }

  private func names(_ store: ObjectStore) -> [Value?] {
    let table = store.snapshot.table("Recipe")
    return table?.chunks.flatMap { chunk in
      chunk.keys.map { store.recipe($0, "Name") }
    } ?? []
  }

  @Test(arguments: Removal.allCases, [true, false])
  func `has at once what is saved through it`(removal: Removal, isRefreshed: Bool) throws {
    let store = try makeStore()
    try replace(removal)
    if isRefreshed { try store.refresh() }
    let cake = try store.addRecipe("Cake")
    expectTrue(cake.replica != .founder)
    let fresh = try open()
    try expectEqual(fresh.info().replica, cake.replica)
    for store in [store, fresh] { expectEqual(names(store), [.text("Soup"), .text("Cake")]) }
    // Both ways.
    let pie = try fresh.addRecipe("Pie")
    expectEqual(pie, RecordKey(replica: cake.replica, sequence: 2))
    try store.refresh()
    expectEqual(store.recipe(pie, "Name"), .text("Pie"))
    try expectEqual(store.verify(), [])
    // What was moved away keeps what it had, and gets nothing more.
    guard removal == .moved else { return }
    let old = try ObjectStore.open(Fixture.options(files, folder: "/old"))
    expectEqual(names(old), [.text("Soup"), .text("Late")])
  }

  @Test func `is followed where the file system tells no file from its copies, and only then`()
    throws
  {
    try makeStore().close()
    let store = try open(PlainFileSystem(inner: files))
    let before = store.snapshot
    try store.refresh()
    expectTrue(store.snapshot === before)
    try replace()
    let cake = try store.addRecipe("Cake")
    try expectEqual(open(PlainFileSystem(inner: files)).recipe(cake, "Name"), .text("Cake"))
  }

  @Test func `is the one that another process claimed before`() throws {
    let store = try makeStore()
    try replace()
    let other = try open()
    let pie = try other.addRecipe("Pie")
    let cake = try store.addRecipe("Cake")
    expectEqual(cake, RecordKey(replica: pie.replica, sequence: 2))
    expectEqual(store.recipe(pie, "Name"), .text("Pie"))
    try other.refresh()
    expectEqual(other.recipe(cake, "Name"), .text("Cake"))
    try store.fold()
    expectEqual(names(try open()), [.text("Soup"), .text("Pie"), .text("Cake")])
  }

  @Test func `tells those who observe it what is different`() throws {
    let store = try makeStore()
    try store.set(soup, "Rating", .integer(4))
    expectEqual(names(store).count, 2)
    let recorder = Recorder()
    let observation = store.observe(recorder.add)
    try replace()
    try store.refresh()
    let changes = recorder.changes.flatMap(\.changes)
    expectEqual(changes.map(\.kind), [.update, .delete])
    expectEqual(changes.first?.fields.map(\.name), ["Rating"])
    try expectTrue(store.refresh() == nil)
    withExtendedLifetime(observation) {}
  }

  @Test func `is followed by who only reads it, and by who waits for the first to write it`()
    throws
  {
    let store = try makeStore()
    let reader = try open(isReadOnly: true)
    try replace()
    try reader.refresh()
    expectEqual(names(reader), [.text("Soup")])
    try expectTrue(!files.exists("/store/.local"))
    let cake = try store.addRecipe("Cake")
    try reader.refresh()
    expectEqual(reader.recipe(cake, "Name"), .text("Cake"))
    expectTrue(reader.isReadOnly)
  }

  @Test func `takes nothing back for another's number`() throws {
    let store = try makeStore()
    let late = try #require(try store.history().first)
    try replace()
    try store.addRecipe("Cake")
    try store.addRecipe("Pie")
    try expectEqual(store.history().first?.number, late.number)
    let error = #expect(throws: StoreError.self) {
      try store.undo(late.number, savedBy: late.replica)
    }
    expectEqual(error?.description, "the history has no change 2")
    try store.undo(late.number)
    expectEqual(names(store), [.text("Soup"), .text("Cake")])
  }

  @Test func `by none is waited for, and nothing is saved meanwhile`() throws {
    let store = try makeStore()
    try files.removeTree("/store")
    #expect(throws: StoreError.self) { try store.addRecipe("Cake") }
    try expectTrue(!files.exists("/store"))
    try ObjectStore.restore(Fixture.options(files), from: "/b.tar", on: files)
    try store.addRecipe("Cake")
    expectEqual(names(try open()), [.text("Soup"), .text("Cake")])
  }

  @Test func `by one that cannot be opened says so and saves nothing`() throws {
    let store = try makeStore()
    try replace()
    let model = try files.read("/store/model/1.rec")
    try files.replace("/store/model/1.rec", with: Array("%rec: Recipe\n%type: Ra\n".utf8))
    #expect(throws: StoreError.self) { try store.refresh() }
    #expect(throws: StoreError.self) { try store.addRecipe("Cake") }
    try files.replace("/store/model/1.rec", with: model)
    try store.refresh()
    try store.addRecipe("Cake")
    expectEqual(names(try open()), [.text("Soup"), .text("Cake")])
  }

  @Test func `by one that cannot be opened still tells what was wrong with the first`() throws {
    let shard = "/store/data/Recipe/0000.rec"
    let store = try makeStore()
    try files.replace(shard, with: Array("%rec: Recipe\n\nId: p1\nodd\n".utf8))
    try store.refresh()
    _ = names(store)
    let wrong = store.problems
    expectEqual(store.damageCount, 1)
    try replace()
    let model = try files.read("/store/model/1.rec")
    try files.replace("/store/model/1.rec", with: Array("%rec: Recipe\n%type: Ra\n".utf8))
    for _ in 0..<2 {
      #expect(throws: StoreError.self) { try store.refresh() }
      expectEqual(store.problems, wrong)
    }
    try files.replace("/store/model/1.rec", with: model)
    try store.refresh()
    expectEqual(names(store), [.text("Soup")])
    expectEqual(store.problems, [])
    // What is found in that one later is told as well.
    try files.replace(shard, with: Array("%rec: Recipe\n\nId: p1\n\nodd\n".utf8))
    try store.refresh()
    _ = names(store)
    expectEqual(store.problems.map(\.line), [5])
  }

  @Test func `keeps what was acknowledged, whatever call fails`() throws {
    try makeStore().close()
    for call in 1... {
      let faulty = FaultyFileSystem(files, Fault(at: call, { FileError.device($0, path: $1) }))
      guard let opened = try? open(faulty) else { continue }
      try replace()
      let key = try? opened.addRecipe("Cake")
      let found = try open(seed: 9)
      let expected: [Value?] = [.text("Soup")] + (key == nil ? [] : [.text("Cake")])
      // One whose save failed may be there all the same.
      expectTrue(names(found).starts(with: expected), "call \(call)")
      if faulty.failureCount == 0 { break }
    }
  }

  /// A tool that removes what git ignores, with nothing else than that changed.
  @Test(arguments: [true, false], [true, false])
  func `by itself without its private folder loses nothing`(
    isClaimed: Bool, isMoved: Bool
  ) throws {
    let store = try makeStore()
    if isMoved {
      try files.rename("/store/.local", to: "/moved")
    } else {
      try files.removeTree("/store/.local")
    }
    let other = isClaimed ? try open() : nil
    let pie = try other?.addRecipe("Pie")
    let cake = try store.addRecipe("Cake")
    try store.refresh()
    let fresh = try open(seed: 8)
    for store in [store, other, fresh].compactMap(\.self) {
      try store.refresh()
      expectEqual(store.recipe(cake, "Name"), .text("Cake"))
      expectEqual(store.recipe(RecordKey(sequence: 2), "Name"), .text("Late"))
      if let pie { expectEqual(store.recipe(pie, "Name"), .text("Pie")) }
    }
    let bread = try store.addRecipe("Bread")
    try expectEqual(open(seed: 8).recipe(bread, "Name"), .text("Bread"))
    try expectEqual(store.info().replica, fresh.info().replica)
  }
}

/// A file system in which nothing of a file lasts but its name.
private struct PlainFileSystem: ForwardingFileSystem {
  let inner: any FileSystem

  func identity(of path: String) throws(FileError) -> FileIdentity? {
    guard try inner.exists(path) else { throw .notFound(.examine, path: path) }
    return nil
  }
}
