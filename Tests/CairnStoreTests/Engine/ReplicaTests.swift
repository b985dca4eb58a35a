import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// R1 to R6: who writes under which name.
@Suite struct `A copy of a store` {
  private let place: TemporaryFolder
  private let first: String
  private let second: String

  init() throws {
    place = try TemporaryFolder()
    first = place.path("first")
    second = place.path("second")
  }

  private func make() throws -> ObjectStore {
    try Fixture.makeStore(RealFileSystem(), folder: first)
  }

  private func open(
    _ folder: String, seed: UInt64 = 7, readOnly: Bool = false
  ) throws -> ObjectStore {
    var options = Fixture.options(RealFileSystem(), folder: folder, seed: seed)
    options.isReadOnly = readOnly
    return try ObjectStore.open(options)
  }

  private func run(_ name: String, _ arguments: String...) throws {
    let outcome = try #require(Program(name)).run(arguments)
    expectEqual(outcome.status, 0, "\(name) \(arguments): \(outcome.output)")
  }

  /// The private folders of the replicas in a store.
  private func replicas(_ folder: String) throws -> [String] {
    try RealFileSystem().list("\(folder)/.local").filter { $0.utf8.count == 4 && $0 != "lock" }
  }

  // R1, R3
  @Test(arguments: ["-r", "-a"])
  func `adds under a name of its own, with what was not folded yet`(option: String) throws {
    let store = try make()
    let soup = try store.addRecipe("Soup")
    try store.fold()
    let cake = try store.addRecipe("Cake")
    try run("cp", option, first, second)
    let copy = try open(second)
    let own = try copy.info().replica
    expectTrue(own != .founder)
    try expectEqual(replicas(second), ["\(own)"])
    expectEqual(copy.recipe(cake, "Name"), .text("Cake"))
    let pie = try store.addRecipe("Pie")
    let bread = try copy.addRecipe("Bread")
    expectEqual(pie, RecordKey(sequence: 3))
    expectEqual(bread, RecordKey(replica: own, sequence: 1))
    try copy.set(soup, "Rating", .integer(4))
    for number in [4, 3, 2] as [UInt64] { try copy.undo(number) }
    expectEqual(copy.snapshot.table("Recipe")?.count, 1)
    try copy.close()
    let again = try open(second, seed: 8)
    try expectEqual(again.info().replica, own)
    // R1: neither of those it gave out before, though the records are gone.
    try expectEqual(again.addRecipe("New"), RecordKey(replica: own, sequence: 2))
    try expectEqual(store.info().replica, .founder)
    try expectEqual(open(first).info().replica, .founder)
  }

  // R1
  @Test(.enabled("git is not installed") { Program("git") != nil })
  func `merges with the first by git, and shares no key with it`() throws {
    let store = try make()
    try store.addRecipe("Soup")
    try store.close()
    let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
    func git(_ folder: String, _ arguments: String...) throws {
      let outcome = try #require(Program("git")).run(["-C", folder] + identity + arguments)
      expectEqual(outcome.status, 0, "git \(arguments): \(outcome.output)")
    }
    try git(first, "init", "-q")
    try git(first, "add", "-A")
    try git(first, "commit", "-q", "-m", "one")
    try run("cp", "-r", first, second)
    for (folder, name) in [(first, "Cake"), (second, "Bread")] {
      let store = try open(folder)
      for number in 1...3 { try store.addRecipe("\(name) \(number)") }
      try store.delete(store.addRecipe("Gone"))
      try store.close()
      try git(folder, "add", "-A")
      try git(folder, "commit", "-q", "-m", name)
    }
    try git(second, "pull", "-q", "--no-rebase", "--no-edit", first)
    let merged = try open(second)
    expectEqual(merged.snapshot.table("Recipe")?.count, 7)
    try expectEqual(merged.verify().filter { $0.severity == .damage }, [])
    try expectEqual(RealFileSystem().list("\(second)/ids").count, 2)
  }

  // R4
  @Test func `is none where it was moved`() throws {
    try make().close()
    try RealFileSystem().rename(first, to: second)
    try expectEqual(open(second).info().replica, .founder)
    try expectEqual(replicas(second), ["0000"])
  }

  // R6
  @Test func `stays as it is when it is only read`() throws {
    let store = try make()
    let soup = try store.addRecipe("Soup")
    try run("cp", "-r", first, second)
    let before = try RealFileSystem().list("\(second)/.local/0000")
    let copy = try open(second, readOnly: true)
    expectEqual(copy.recipe(soup, "Name"), .text("Soup"))
    try expectEqual(replicas(second), ["0000"])
    try expectEqual(RealFileSystem().list("\(second)/.local/0000"), before)
    try expectTrue(open(second).info().replica != .founder)
  }

  // R2
  @Test func `that was restored from a backup, or lost its private folder, is a new replica`()
    throws
  {
    let store = try make()
    try store.addRecipe("Soup")
    let archive = place.path("backup.tar")
    try store.backUp(to: archive, on: RealFileSystem())
    try store.close()
    let files = RealFileSystem()
    try files.removeTree(first)
    try ObjectStore.restore(Fixture.options(files, folder: first), from: archive, on: files)
    try expectTrue(open(first).info().replica != .founder)
  }

  // R3: also where the file system gives the copy the number that the first had.
  @Test(.enabled("tar is not installed") { Program("tar") != nil })
  func `is one where it was packed, removed and unpacked in its place`() throws {
    try make().close()
    let archive = place.path("all.tar")
    try run("tar", "-C", first, "-cf", archive, ".")
    try RealFileSystem().removeTree(first)
    try RealFileSystem().makeFolder(first)
    try run("tar", "-C", first, "-xf", archive)
    try expectTrue(open(first).info().replica != .founder)
  }

  // R5
  @Test func `keeps to its own private folder among others`() throws {
    try make().close()
    try run("cp", "-r", first, second)
    let own = try open(second).info().replica
    for name in ["0000", "zzzy"] {
      try run("cp", "-r", "\(second)/.local/\(own)", "\(second)/.local/\(name)")
    }
    try expectEqual(open(second, seed: 9).info().replica, own)
    try expectEqual(open(second, readOnly: true).info().replica, own)
  }

  // R3: a sync tool carried the private folders of others along.
  @Test(arguments: [false, true])
  func `goes on from the private folder that was written last`(isNewerFirst: Bool) throws {
    let store = try make()
    let soup = try store.addRecipe("Soup")
    try run("cp", "-r", first, second)
    let stale = "\(second)/.local/\(isNewerFirst ? "zzzy" : "0000")"
    let newer = "\(second)/.local/\(isNewerFirst ? "0000" : "zzzy")"
    if isNewerFirst { try run("mv", "\(second)/.local/0000", stale) }
    let cake = try store.addRecipe("Cake")
    try run("cp", "-r", "\(first)/.local/0000", newer)
    for isReadOnly in [true, false] {
      let copy = try open(second, readOnly: isReadOnly)
      expectEqual(copy.recipe(soup, "Name"), .text("Soup"))
      expectEqual(copy.recipe(cake, "Name"), .text("Cake"))
    }
  }

  // R3
  @Test(arguments: ["", "\n", "garbage\n", "1 2"])
  func `is what a private folder with a note that does not fit is taken for`(note: String) throws {
    try make().close()
    let path = "\(first)/.local/0000/where"
    try RealFileSystem().replace(path, with: Array(note.utf8))
    let replica = try open(first).info().replica
    expectEqual((replica == .founder), note.isEmpty)
    try expectEqual(open(first, seed: 8).info().replica, replica)
  }

  // R4: made before there were notes.
  @Test func `is none where there is no note yet`() throws {
    try make().close()
    let path = "\(first)/.local/0000/where"
    try RealFileSystem().remove(path)
    try expectEqual(open(first).info().replica, .founder)
    try expectTrue(RealFileSystem().exists(path))
  }

  // R3
  @Test(arguments: [FileAction.lock, .examine])
  func `may be opened by two at once, as one replica`(moment: FileAction) throws {
    let files = MemoryFileSystem()
    try Fixture.makeStore(files).close()
    try files.replace("/store/.local/0000/where", with: Array("0\n".utf8))
    let racing = RacingFileSystem(files, before: moment) { files in
      _ = try ObjectStore.open(Fixture.options(files, seed: 5))
    }
    let store = try ObjectStore.open(Fixture.options(racing, seed: 6))
    try expectEqual(
      files.list("/store/.local").sorted(), ["\(try store.info().replica)", "lock"].sorted())
    expectTrue(racing.hasStruck)
  }
}
