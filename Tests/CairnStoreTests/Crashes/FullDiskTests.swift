import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite(.enabled("a small disk cannot be mounted here") { SmallDisk.isPossible })
struct `A full disk` {
  private static let sizes = Array(stride(from: 64, through: 4_096, by: Torture.isOn ? 4 : 288))

  // T7, E1, E4
  @Test(arguments: sizes)
  func `of any size refuses what does not fit, keeps what did, and takes more once there is space`(
    kilobytes: Int
  ) throws {
    let disk = try SmallDisk(kilobytes: kilobytes)
    defer { withExtendedLifetime(disk) {} }
    Tally.add("sizes of a full disk")
    let ballast = "\(disk.path)/ballast"
    // Half of it, so that a fold has room for what it writes anew.
    try RealFileSystem().replace(ballast, with: [UInt8](repeating: 1, count: kilobytes * 512))
    let folder = "\(disk.path)/store"
    let saved = fill(folder)
    try RealFileSystem().remove(ballast)
    let store = try openOrMake(folder)
    expectEqual(store.problems, [])
    let found = store.snapshot.table("Recipe")?.count ?? 0
    expectTrue(found == saved || found == saved + 1)
    let key = try store.addRecipe("after")
    try store.fold()
    let again = try ObjectStore.open(options(folder))
    expectEqual(again.recipe(key, "Name"), .text("after"))
    expectEqual(again.content, store.content)
  }

  // The usual segment has a megabyte.
  @Test func `with some room lets records be deleted, folded and backed up`() throws {
    let disk = try SmallDisk(kilobytes: 3_072)
    defer { withExtendedLifetime(disk) {} }
    let folder = "\(disk.path)/store"
    var options = options(folder)
    options.segmentSize = 1 << 20
    let store = try ObjectStore.create(options, modelText: Fixture.modelText)
    let keys = try (1...3).map { try store.addRecipe("number \($0)") }
    let piece = [UInt8](repeating: 1, count: 16 << 10)
    var ballast: [String] = []
    repeat {
      ballast.append("\(disk.path)/ballast-\(ballast.count)")
    } while (try? RealFileSystem().replace(ballast[ballast.count - 1], with: piece)) != nil
    for path in ballast.dropLast().suffix(12) { try RealFileSystem().remove(path) }
    // No segment was archived yet that could be used again.
    try store.delete(keys[0])
    try store.fold()
    try store.delete(keys[1])
    let elsewhere = try TemporaryFolder()
    defer { withExtendedLifetime(elsewhere) {} }
    _ = try store.backUp(to: elsewhere.path("backup.tar"), on: RealFileSystem())
    try store.close()
    try expectEqual(ObjectStore.open(options).snapshot.load("Recipe").count, 1)
  }

  @Test func `keeps nothing of a change that it has no room for, which is larger than a segment`()
    throws
  {
    let disk = try SmallDisk(kilobytes: 3_072)
    defer { withExtendedLifetime(disk) {} }
    let folder = "\(disk.path)/store"
    var options = options(folder)
    options.segmentSize = 1 << 20
    let store = try ObjectStore.create(options, modelText: Fixture.modelText)
    let soup = try store.addRecipe("Soup")
    try store.fold()
    let text = Value.text(String(repeating: "x", count: 2 << 20))
    for _ in 0..<2 {
      let error = #expect(throws: StoreError.self) {
        try store.addRecipe("too large", ["Notes": text])
      }
      guard case .file(let reason)? = error else { throw try #require(error) }
      expectTrue(reason.isFull)
    }
    let files = RealFileSystem()
    let journal = "\(folder)/.local/0000"
    let sizes = try files.list(journal).filter { $0.hasPrefix("journal-0") }.map {
      try files.status(of: "\(journal)/\($0)")?.size ?? 0
    }
    expectTrue(sizes.allSatisfy { $0 < 1 << 10 || $0 == 1 << 20 }, "\(sizes)")
    // There is room for less.
    try store.set(soup, "Rating", .integer(4))
    try expectEqual(ObjectStore.open(options).recipe(soup, "Rating"), .integer(4))
  }

  /// Saves and folds until the disk refuses, and returns how many records were acknowledged.
  private func fill(_ folder: String) -> Int {
    var saved = 0
    do {
      let store = try Fixture.makeStore(RealFileSystem(), folder: folder)
      let notes = Value.text(String(repeating: "x", count: 1_500))
      while true {
        try store.addRecipe("number \(saved)", ["Notes": notes])
        saved += 1
        if saved % 40 == 0 { try store.fold() }
      }
    } catch {
      guard case .file(let reason) = error as? StoreError, reason.isFull else {
        Issue.record("\(error)")
        return saved
      }
    }
    return saved
  }

  private func openOrMake(_ folder: String) throws -> ObjectStore {
    if try RealFileSystem().exists("\(folder)/STORE") {
      return try ObjectStore.open(options(folder))
    }
    return try Fixture.makeStore(RealFileSystem(), folder: folder)
  }

  private func options(_ folder: String) -> ObjectStore.Options {
    Fixture.options(RealFileSystem(), folder: folder)
  }
}
