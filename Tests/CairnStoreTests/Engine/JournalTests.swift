import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `The journal` {
  private let path = "/store/.local/0000/journal-000001"

  @Test func `checks its frames with the sum that the standard gives`() {
    // RFC 3720 appendix B.4, and the check value of the catalogue of CRC algorithms.
    expectEqual(CRC32C.checksum(of: Array("123456789".utf8).span), 0xE306_9283)
    expectEqual(CRC32C.checksum(of: [UInt8](repeating: 0, count: 32).span), 0x8A91_36AA)
    let text = Array("some text of odd length".utf8)
    for cut in text.indices {
      let first = CRC32C.checksum(of: text.span.extracting(..<cut))
      expectEqual(
        CRC32C.checksum(of: text.span.extracting(cut...), seed: first),
        CRC32C.checksum(of: text.span))
    }
  }

  @Test func `checks its frames with the same sum on every processor`() {
    var generator = SeededGenerator(seed: 7)
    for length in 0..<200 {
      let bytes = (0..<length).map { _ in UInt8(generator.number(0...255)) }
      let seed = UInt32(generator.number(0...Int(UInt32.max)))
      expectEqual(
        CRC32C.checksum(of: bytes.span, seed: seed),
        CRC32C.tableChecksum(of: bytes.span, seed: seed))
    }
  }

  /// A store with some saved changes, and the recipes' text after each of them, from none on.
  private func makeHistory() throws -> (files: MemoryFileSystem, states: [String]) {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    var states = [store.recipesAsText]
    let key = try store.addRecipe("Pea soup", ["Notes": .text("one\n+two\n\n%end 1 2 3\n")])
    states.append(store.recipesAsText)
    try store.set(key, "Rating", .integer(4))
    states.append(store.recipesAsText)
    let other = try store.addRecipe("Cake", ["Tags": .list([.text("a\nb"), .text("c")])])
    states.append(store.recipesAsText)
    try store.delete(key)
    states.append(store.recipesAsText)
    try store.set(other, "Tags", .list([.text("c")]))
    states.append(store.recipesAsText)
    return (files, states)
  }

  private func headerEnd(_ bytes: [UInt8]) -> Int { (bytes.firstIndex(of: .newline) ?? 0) + 1 }

  // T12, E1, E2
  @Test func `cut anywhere opens with the changes that are whole`() throws {
    let (files, states) = try makeHistory()
    let bytes = try files.read(path)
    let end = (bytes.lastIndex { $0 != .newline } ?? 0) + 1
    var found: Set<Int> = []
    for length in headerEnd(bytes)...end + 1 {
      try files.write(Array(bytes[..<length]), to: path)
      let store = try ObjectStore.open(Fixture.options(files))
      let version = Int(store.snapshot.version)
      expectEqual(store.recipesAsText, states[version], "cut at \(length)")
      found.insert(version)
    }
    expectEqual(found, Set(0...5))
  }

  // T12, E2
  @Test func `with any bit flipped never shows a state that was not saved`() throws {
    let (files, states) = try makeHistory()
    let bytes = try files.read(path)
    let start = headerEnd(bytes)
    let end = (bytes.lastIndex { $0 != .newline } ?? 0) + 1
    for index in start..<end {
      // One bit of each byte in an ordinary run, all elsewhere.
      for bit in Torture.isOn ? Array(0..<8) : [index % 8] {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        try files.write(damaged, to: path)
        let store = try ObjectStore.open(Fixture.options(files))
        Tally.add("flipped bits")
        expectTrue(states.contains(store.recipesAsText), "flipped bit \(bit) of byte \(index)")
        expectTrue(store.snapshot.version < 5)
      }
    }
  }

  // E2
  @Test func `goes on after a torn end, in a new segment`() throws {
    let (files, states) = try makeHistory()
    let bytes = try files.read(path)
    let end = (bytes.lastIndex { $0 != .newline } ?? 0) + 1
    try files.write(Array(bytes[..<(end - 3)]) + [0, 0, 0], to: path)
    let store = try ObjectStore.open(Fixture.options(files))
    expectEqual(store.recipesAsText, states[4])
    let key = try store.addRecipe("After")
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.recipe(key, "Name"), .text("After"))
    expectEqual(again.snapshot.version, 5)
  }

  @Test func `says when a saved change in its middle is damaged`() throws {
    let (files, _) = try makeHistory()
    var bytes = try files.read(path)
    let start = headerEnd(bytes)
    bytes[start + 30] ^= 1
    try files.write(bytes, to: path)
    let store = try ObjectStore.open(Fixture.options(files))
    expectTrue(
      store.problems.contains { $0.severity == .damage && $0.message.contains("change 1") })
  }

  // E1, E4
  @Test(arguments: [0, 1, 20, 40])
  func `whose first line is damaged is kept aside, listed, and followed by another`(
    length: Int
  ) throws {
    let (files, states) = try makeHistory()
    let store = try ObjectStore.open(Fixture.options(files))
    try store.fold()
    try store.addRecipe("Lost")
    let last = "/store/.local/0000/journal-000002"
    let damaged = Array(try files.read(last).prefix(length))
    try files.write(damaged, to: last)
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.recipesAsText, states[5])
    expectTrue(again.problems.contains { $0.message == "the first line cannot be read" })
    let key = try again.addRecipe("After")
    try expectEqual(files.read(last), damaged)
    let third = try ObjectStore.open(Fixture.options(files))
    expectEqual(third.recipe(key, "Name"), .text("After"))
    expectEqual(third.snapshot.version, 6)
  }

  @Test func `takes a change larger than a segment`() throws {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Small")
    let key = try store.addRecipe("Large", ["Notes": .text(String(repeating: "x", count: 20_000))])
    let last = try store.addRecipe("Last")
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.recipe(key, "Notes")?.storedTexts.first?.count, 20_000)
    expectEqual(again.recipe(last, "Name"), .text("Last"))
    expectEqual(again.recipesAsText, store.recipesAsText)
  }

  // E4
  @Test func `ignores segments before a gap, which are in the text already`() {
    expectEqual([].afterLastGap, [])
    expectEqual([3].afterLastGap, [3])
    expectEqual([1, 2, 4, 5].afterLastGap, [4, 5])
  }

  @Test func `lets a store without a segment go on where its archive ends`() throws {
    let (files, states) = try makeHistory()
    let store = try ObjectStore.open(Fixture.options(files))
    try store.fold()
    try files.remove("/store/.local/0000/journal-000002")
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.recipesAsText, states[5])
    expectEqual(again.snapshot.version, 5)
    try again.addRecipe("More")
    try expectEqual(again.history(limit: 2).map(\.number), [6, 5])
  }

  @Test func `has a newest change also where the last frame's head cannot be read`() throws {
    let (files, _) = try makeHistory()
    try ObjectStore.open(Fixture.options(files)).fold()
    let store = try ObjectStore.open(Fixture.options(files))
    try store.addRecipe("Pie")
    let segment = try files.open("/store/.local/0000/journal-000002", .readWrite)
    var newest = try #require(try Segment.open(segment))
    _ = try newest.readFrames()
    let lines = "%txn by nobody\n"
    var frame = Array("\(lines)%end \(newest.nextNumber) \(lines.utf8.count) ".utf8)
    frame.append(hexadecimal: CRC32C.checksum(of: frame.span, seed: newest.seed))
    try newest.write(frame + [.newline])
    try expectEqual(newest.readFrames().count, 1)
    let folder = StoreFolder(path: "/store", fileSystem: files)
    let journals = JournalFolder(path: folder.privateFolder(of: .founder), store: folder)
    try expectEqual(journals.newestChange()?.number, 6)
  }
}

extension FileSystem {
  /// Puts `bytes` in a file without care.
  func write(_ bytes: [UInt8], to path: String) throws {
    if try exists(path) { try remove(path) }
    try open(path, .create).write(bytes, at: 0)
  }
}
