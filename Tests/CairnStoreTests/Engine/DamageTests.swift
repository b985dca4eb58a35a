import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Damage` {
  private let files = MemoryFileSystem()

  // E6
  @Test func `of a journal stays listed after it went into the history`() throws {
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
    try store.fold()
    let segment = "/store/.local/0000/journal-000002"
    try files.replace(segment, with: Array("garbage\n".utf8))
    let again = try ObjectStore.open(Fixture.options(files))
    let expected = "the first line cannot be read"
    try expectEqual(again.verify().map(\.message), [expected])
    try again.addRecipe("Cake")
    try again.fold()
    try expectTrue(files.exists("/store/.local/0000/archive/journal-000002"))
    let third = try ObjectStore.open(Fixture.options(files))
    try expectEqual(
      third.verify().map(\.description), [".local/0000/archive/journal-000002: \(expected)"])
    expectEqual(third.snapshot.table("Recipe")?.count, 2)
  }

  @Test func `in the middle of the history is named with what is lost`() throws {
    let store = try Fixture.makeStore(files)
    for name in ["Soup", "Cake", "Pie"] { try store.addRecipe(name) }
    try store.fold()
    try expectEqual(store.verify(), [])
    let archived = "/store/.local/0000/archive/journal-000001"
    var bytes = try files.read(archived)
    let second = try #require(bytes.firstRange(of: Array("%title Add Cake".utf8))?.lowerBound)
    bytes[second + 8] ^= 1
    try files.replace(archived, with: bytes)
    let messages = try ObjectStore.open(Fixture.options(files)).verify()
    expectEqual(
      Set(messages.map(\.message)),
      [
        "change 2 and what follows it cannot be read", "changes 2 to 3 cannot be read",
      ])
    expectTrue(messages.allSatisfy { $0.severity == .damage })
  }

  // E9
  @Test func `of a change in the journal frees no key of the changes after it`() throws {
    let store = try Fixture.makeStore(files)
    for name in ["Soup", "Cake", "Pie"] { try store.addRecipe(name) }
    let journal = "/store/.local/0000/journal-000001"
    var bytes = try files.read(journal)
    let second = try #require(bytes.firstRange(of: Array("%title Add Cake".utf8))?.lowerBound)
    bytes[second + 8] ^= 1
    try files.replace(journal, with: bytes)
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.snapshot.table("Recipe")?.count, 1)
    let new = try again.addRecipe("New")
    expectTrue(new.sequence > 3)
    try again.fold()
    try expectEqual(
      ObjectStore.open(Fixture.options(files)).addRecipe("Newer").sequence, new.sequence + 1)
  }

  // E9
  @Test(arguments: [UInt8(1), 0x20], [UInt64(2), 3])
  func `of a change is reported, and frees no key`(bits: UInt8, number: UInt64) throws {
    let journal = "/store/.local/0000/journal-000001"
    var place = -1
    while true {
      let files = MemoryFileSystem()
      let store = try Fixture.makeStore(files)
      for name in ["Soup", "Cake", "Pie"] { try store.addRecipe(name) }
      var bytes = try files.read(journal)
      let start = try #require(bytes.firstRange(of: Array("%txn \(number) ".utf8))?.lowerBound)
      let next = bytes.firstRange(of: Array("%txn \(number + 1) ".utf8))?.lowerBound
      place = max(place + 1, start)
      // The last byte is the line end after the frame.
      guard place != next, bytes[place - 1] != .newline || bytes[place] != .newline else { break }
      bytes[place] ^= bits
      try files.replace(journal, with: bytes)
      let again = try ObjectStore.open(Fixture.options(files))
      expectEqual(again.snapshot.table("Recipe")?.count, Int(number) - 1)
      expectEqual(
        again.problems.map(\.message), ["change \(number) and what follows it cannot be read"],
        "byte \(place - start)")
      try expectTrue(again.addRecipe("New").sequence > 3, "byte \(place - start)")
      try again.fold()
      expectTrue(try ObjectStore.open(Fixture.options(files)).verify().count == 1)
    }
    expectTrue(place > 100)
  }

  // E9: the frame's line end may be blank, and so may the first byte of the next one.
  @Test(arguments: ["\n%txn 3 ", "%txn 2 "], [UInt8.newline, 0, UInt8(ascii: "x")])
  func `of the bytes between two changes is reported, and frees no key`(
    text: String, byte: UInt8
  ) throws {
    let store = try Fixture.makeStore(files)
    for name in ["Soup", "Cake", "Pie"] { try store.addRecipe(name) }
    let journal = "/store/.local/0000/journal-000001"
    var bytes = try files.read(journal)
    let start = try #require(bytes.firstRange(of: Array(text.utf8))?.lowerBound)
    guard bytes[start] != byte else { return }
    bytes[start] = byte
    try files.replace(journal, with: bytes)
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.problems.map(\.message), ["change 2 and what follows it cannot be read"])
    try expectTrue(again.addRecipe("New").sequence > 3)
  }

  // E9
  @Test func `of a segment's first line frees no key, not even after a fold`() throws {
    let store = try Fixture.makeStore(files)
    for name in ["Soup", "Cake", "Pie"] { try store.addRecipe(name) }
    let journal = "/store/.local/0000/journal-000001"
    var bytes = try files.read(journal)
    bytes[3] ^= 1
    try files.replace(journal, with: bytes)
    let again = try ObjectStore.open(Fixture.options(files))
    try again.commit(title: "other") { draft throws(StoreError) in
      let author = ObjectID(entity: "Author", key: try draft.mintKey(for: "Author"))
      draft.changes.append(RecordChange(id: author, kind: .insert, fields: []))
    }
    try again.close()
    try expectTrue(ObjectStore.open(Fixture.options(files)).addRecipe("New").sequence > 3)
  }

  // E9: as `git checkout` does.
  @Test func `of marks and records together frees no key`() throws {
    let store = try Fixture.makeStore(files)
    for name in ["Soup", "Cake"] { try store.addRecipe(name) }
    try store.fold()
    let names = ["/store/data/Recipe/0000.rec", "/store/ids/0000.rec"]
    let before = try names.map { try files.read($0) }
    try store.addRecipe("Pie")
    try store.close()
    for (name, bytes) in zip(names, before) { try files.replace(name, with: bytes) }
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.snapshot.table("Recipe")?.count, 2)
    try expectEqual(again.addRecipe("New").description, "p4")
  }

  // E6
  @Test func `of one file of records leaves the others`() throws {
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
    try store.fold()
    try files.makeFolder("/store/data/Recipe/0001.rec")
    try files.write(Array("notes".utf8), to: "/store/data/Recipe/2026")
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.snapshot.table("Recipe")?.count, 1)
    try expectEqual(
      again.verify().map(\.description),
      [
        "data/Recipe/0001.rec: a folder, not a file of records",
        "data/Recipe/2026: not a file of records; ignored",
      ])
    try again.addRecipe("Cake")
    try again.fold()
    try again.compact()
    try expectTrue(files.exists("/store/data/Recipe/2026"))
  }

  @Test func `of the header is told apart from there being no store`() throws {
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
    try store.close()
    try files.remove("/store/STORE")
    let error = #expect(throws: StoreError.self) {
      try ObjectStore.open(Fixture.options(files))
    }
    expectEqual(error?.description.hasPrefix("/store/STORE: the file is missing"), true)
    expectEqual(error?.description.contains("restore it from git or a backup"), true)
  }

  @Test func `of privacy is noted once, with what to do`() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = folder.path("my")
    let store = try Fixture.makeStore(RealFileSystem(), folder: path)
    try store.addRecipe("Soup")
    try store.fold()
    try expectEqual(store.verify(), [])
    try folder.setMode(0o644, of: "my/data/Recipe/0000.rec")
    try folder.setMode(0o755, of: "my")
    try expectEqual(
      store.verify().map(\.description),
      [
        ".: other users may use it (mode 755), and 1 more; chmod -R go= \(path) prevents that"
      ])
  }
}

@Suite struct `What a store says of itself` {
  @Test func `has how far its history goes and when it was last folded`() throws {
    let files = MemoryFileSystem()
    let clock = Clock()
    var options = Fixture.options(files)
    options.clock = { clock.now }
    let store = try ObjectStore.create(options, modelText: Fixture.modelText)
    try store.addRecipe("Soup")
    try expectEqual(store.info().lastFold, nil)
    clock.set(days: 3)
    try store.fold()
    clock.set(days: 4)
    try store.addRecipe("Cake")
    let info = try store.info()
    expectEqual(info.format, 1)
    expectEqual(info.historyStart, Timestamp(microseconds: 0))
    expectEqual(info.lastFold, Timestamp(microseconds: 3 * Timestamp.day))
  }
}
