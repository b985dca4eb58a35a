import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// A process that is killed during a large save leaves an incomplete frame.
@Suite struct `The room of a change that was never saved` {
  private let files = MemoryFileSystem()
  private let journal = "/store/.local/0000/journal-000001"
  private let usual = 1 << 16

  private func open() throws -> ObjectStore {
    var options = Fixture.options(files)
    options.segmentSize = usual
    return try ObjectStore.open(options)
  }

  init() throws {
    var options = Fixture.options(files)
    options.segmentSize = usual
    let store = try ObjectStore.create(options, modelText: Fixture.modelText)
    try store.addRecipe("Soup")
  }

  private func tear() throws -> Int {
    let bytes = try files.read(journal)
    let end = try #require(bytes.lastIndex { $0 != UInt8(ascii: "\n") }) + 2
    let torn = Array(String(repeating: "%recipe\n", count: 100_000).utf8)
    try files.open(journal, .readWrite).write(torn, at: end)
    return end
  }

  @Test func `is given back when the store is opened`() throws {
    _ = try tear()
    let store = try open()
    try expectEqual(files.status(of: journal)?.size, usual)
    try store.addRecipe("Cake")
    try expectTrue(open().recipesAsText.contains("Soup"))
    try expectTrue(open().recipesAsText.contains("Cake"))
  }

  @Test func `is left alone while somebody saves, and where nothing may be written`() throws {
    _ = try tear()
    let size = try files.status(of: journal)?.size
    let lock = try files.lock(
      "/store/.local/0000/lock", byte: 0, exclusive: true, wait: .zero)
    _ = try open()
    lock.release()
    var reading = Fixture.options(files)
    reading.isReadOnly = true
    _ = try ObjectStore.open(reading)
    try expectEqual(files.status(of: journal)?.size, size)
    _ = try open()
    try expectEqual(files.status(of: journal)?.size, usual)
  }

  @Test func `is not overwritten by the next change`() throws {
    let store = try open()
    let end = try tear()
    try store.addRecipe("Cake")
    // The next change went to a segment of its own.
    expectTrue(try files.read(journal)[end...].starts(with: Array("%recipe".utf8)))
    let text = try open().recipesAsText
    expectTrue(text.contains("Soup") && text.contains("Cake"), text)
  }

}
