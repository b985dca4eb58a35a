import CairnFiles
import Glibc
import TestSupport
import Testing

@testable import CairnStore

/// Files that other machines may use at the same time.
private struct RemoteFileSystem: ForwardingFileSystem {
  let inner: any FileSystem
  func isRemote(_ path: String) throws(FileError) -> Bool { true }
}

/// Files that nobody may change.
private struct FrozenFileSystem: ForwardingFileSystem {
  let inner: any FileSystem

  func makeFolder(_ path: String) throws(FileError) { try refuse(.makeFolder, path) }
  func rename(_ from: String, to: String) throws(FileError) { try refuse(.rename, from) }
  func remove(_ path: String) throws(FileError) { try refuse(.remove, path) }
  func open(_ path: String, _ mode: OpenMode) throws(FileError) -> any OpenFile {
    if mode != .read { try refuse(.open, path) }
    return try inner.open(path, mode)
  }
  func lock(
    _ path: String, byte: Int64, exclusive: Bool, wait: Duration
  ) throws(FileError) -> any FileLock {
    throw .readOnly(.lock, path: path)
  }

  private func refuse(_ action: FileAction, _ path: String) throws(FileError) {
    throw .readOnly(action, path: path)
  }
}

@Suite struct `A store in a hard place` {
  private let files = MemoryFileSystem()

  @Test func `on a network is written by one process at a time`() throws {
    let remote = RemoteFileSystem(inner: files)
    let first = try Fixture.makeStore(remote)
    let key = try first.addRecipe("Soup")
    let second = try ObjectStore.open(Fixture.options(remote))
    expectTrue(second.isReadOnly)
    expectEqual(second.recipe(key, "Name"), .text("Soup"))
    try first.set(key, "Rating", .integer(3))
    try second.refresh()
    expectEqual(second.recipe(key, "Rating"), .integer(3))
    try first.close()
    let third = try ObjectStore.open(Fixture.options(remote))
    try third.addRecipe("Cake")
    try expectEqual(RealFileSystem().isRemote("/"), false)
  }

  @Test func `that takes no changes is open for reading only`() throws {
    let key = try Fixture.makeStore(files).addRecipe("Soup")
    for hasSegment in [true, false] {
      if !hasSegment {
        try ObjectStore.open(Fixture.options(files)).fold()
        try files.remove("/store/.local/0000/journal-000002")
      }
      let frozen = FrozenFileSystem(inner: files)
      let store = try ObjectStore.open(Fixture.options(frozen))
      expectTrue(store.isReadOnly)
      expectEqual(store.recipe(key, "Name"), .text("Soup"))
      try store.close()
    }
  }

  @Test func `that is full and new to this machine is open for reading, and says why`() throws {
    let key = try Fixture.makeStore(files).addRecipe("Soup")
    try ObjectStore.open(Fixture.options(files)).fold()
    try files.removeTree("/store/.local")
    for action in [FileAction.makeFolder, .create, .write] {
      let full = FaultyFileSystem(
        files, Fault(at: 1, { FileError.full($0, path: $1) }, lasting: .forever, of: [action]))
      let store = try ObjectStore.open(Fixture.options(full))
      expectTrue(store.isReadOnly)
      expectEqual(store.recipe(key, "Name"), .text("Soup"))
      let refused = #expect(throws: StoreError.self) { try store.addRecipe("Cake") }
      let sentence = refused?.description ?? ""
      expectTrue(sentence.hasPrefix("/store is open for reading only: cannot "))
      expectTrue(sentence.hasSuffix(": the disk is full"))
      // Screens say it before anybody has typed anything that can't be saved.
      let obstacle = store.obstacle ?? ""
      expectTrue(obstacle.hasSuffix(": the disk is full; open it again when the disk has space"))
      try store.close()
    }
    // Once there is room, it is written to as any other.
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.obstacle, nil)
    try again.addRecipe("Cake")
    try expectEqual(again.snapshot.load("Recipe").count, 2)
  }

  // E1
  @Test func `that is full goes on saving in the segment kept ready, and folds later`() throws {
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
    try store.fold()
    try expectTrue(files.exists("/store/.local/0000/journal-spare"))
    // New files have no room; what is there can be overwritten.
    let full = FaultyFileSystem(
      files, Fault(at: 1, { FileError.full($0, path: $1) }, lasting: .forever, of: [.create]))
    let other = try ObjectStore.open(Fixture.options(full))
    for number in 0..<10 { try other.addRecipe("Dish \(number)") }
    for _ in 0..<2 {
      let error = #expect(throws: StoreError.self) { try other.fold() }
      expectEqual(error?.description.contains("the disk is full"), true)
    }
    var count = 11
    let filled = #expect(throws: StoreError.self) {
      while count < 1000 {
        try other.addRecipe("Dish \(count)")
        count += 1
      }
    }
    expectEqual(filled?.description.contains("the disk is full"), true)
    // The first segment was left for the spare one, which then took what it could.
    expectTrue(count > 30)
    let names = try files.list("/store/data/Recipe")
    expectEqual(names, ["0000.rec"])
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.snapshot.table("Recipe")?.count, count)
    try again.fold()
    expectEqual(again.problems, [])
  }

  // E2
  @Test(arguments: [0, 1, 100, 255, 256, 4095])
  func `uses no spare segment that was written in part`(length: Int) throws {
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
    try store.fold()
    let spare = "/store/.local/0000/journal-spare"
    let garbage = [UInt8](repeating: 0x41, count: length)
    try files.write(garbage + Array(try files.read(spare).dropFirst(length)), to: spare)
    for name in ["Cake", "Pie", "Tea"] {
      try store.addRecipe(name)
      try store.fold()
      try expectEqual(ObjectStore.open(Fixture.options(files)).problems, [])
    }
    try expectEqual(ObjectStore.open(Fixture.options(files)).snapshot.load("Recipe").count, 4)
    try expectEqual(store.verify(), [])
  }

  @Test func `among pipes does not wait for somebody to write into them`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    var options = Fixture.options(RealFileSystem())
    options.folder = folder.path("store")
    let store = try ObjectStore.create(options, modelText: Fixture.modelText)
    let key = try store.addRecipe("Soup")
    try store.close()
    for path in ["data/Recipe/0001.rec", "favorites.rec"] {
      expectEqual(unsafe mkfifo("\(options.folder)/\(path)", 0o600), 0)
    }
    let again = try ObjectStore.open(options)
    expectEqual(again.recipe(key, "Name"), .text("Soup"))
    try expectEqual(again.snapshot.load("Recipe").count, 1)
    try expectEqual(again.snapshot.load(Entity.favorite.name).count, 0)
    expectEqual(again.problems.filter { $0.message.contains("pipe") }.count, 2)
    try expectTrue(!again.verify().isEmpty)
    try again.set(key, "Rating", .integer(3))
    try again.fold()
  }
}
