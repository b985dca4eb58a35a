internal import CairnFiles
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `A sample` {
  @Test(arguments: Sample.all.map(\.name))
  func `makes a store without fault`(name: String) throws {
    let workspace = try Sample.named(name).makeStore(
      "/store", environment: try .fixture(), fileSystem: MemoryFileSystem())
    try expectEqual(workspace.verify().lines, [])
    try expectTrue(workspace.store.info().counts.allSatisfy { $0.count > 0 })
  }

  @Test(arguments: Sample.all.map(\.name))
  func `opens with favorites in sections, with letters, glyphs and counts`(name: String) throws {
    let workspace = try Sample.named(name).makeStore(
      "/store", environment: try .fixture(), fileSystem: MemoryFileSystem())
    let client = StoreClient(workspace.store, clock: { workspace.environment.wallClock })
    let favorites = RecordLauncher(client: client, place: "").favorites
    expectTrue((5...9).contains(favorites.count))
    expectEqual(Set(favorites.map(\.section)).count, 2)
    expectEqual(Set(favorites.compactMap(\.letter)).count, favorites.count)
    expectTrue(favorites.allSatisfy { $0.glyph != nil && !$0.isGone })
    expectTrue(favorites.allSatisfy { ($0.badge.flatMap { Int($0) } ?? 0) > 0 }, "\(favorites)")
  }

  // E9
  @Test(arguments: Sample.all.map(\.name))
  func `marks the keys that it uses`(name: String) throws {
    let files = MemoryFileSystem()
    let workspace = try Sample.named(name).makeStore(
      "/store", environment: try .fixture(), fileSystem: files)
    let marks = String(decoding: try files.read("/store/ids/0000.rec"), as: UTF8.self)
    for entity in workspace.store.snapshot.model.entities {
      expectTrue(marks.contains("Entity: \(entity.name)\n"))
    }
  }

  @Test func `for newcomers is the recipes, dozens of them`() throws {
    expectEqual(Sample.favored.name, "recipes")
    let files = MemoryFileSystem()
    let workspace = try Sample.favored.openDemo(environment: try .fixture(), fileSystem: files)
    expectTrue((workspace.store.snapshot.table("Recipe")?.count ?? 0) >= 24)
    try workspace.removeFirstRecipe()
    try workspace.close()
    let again = try Sample.favored.openDemo(environment: try .fixture(), fileSystem: files)
    expectEqual(again.store.snapshot.table("Recipe")?.count, 59)
  }

  @Test func `can be looked at without a way to change it, the first time too`() throws {
    let files = MemoryFileSystem()
    for _ in 1...2 {
      let workspace = try Sample.favored.openDemo(
        isReadOnly: true, environment: try .fixture(), fileSystem: files)
      #expect(throws: AppError.self) { try workspace.removeFirstRecipe() }
      expectEqual(workspace.store.snapshot.table("Recipe")?.count, 60)
      try workspace.close()
    }
  }

  @Test func `is whole at the next start, wherever the program was ended while it made it`() throws
  {
    var endings = 0
    for call in stride(from: 1, to: 10_000, by: 9) {
      let memory = MemoryFileSystem()
      let files = FaultyFileSystem(
        memory, Fault(at: call, FileError.device, lasting: .forever))
      let workspace = try? Sample.favored.openDemo(environment: try .fixture(), fileSystem: files)
      if workspace != nil, files.failureCount == 0 { break }
      endings += 1
      let again = try Sample.favored.openDemo(environment: try .fixture(), fileSystem: memory)
      expectEqual(again.store.snapshot.table("Recipe")?.count, 60, "ended at call \(call)")
    }
    expectTrue(endings > 10)
  }

  @Test func `is made under its name whole or not at all`() throws {
    var endings = 0
    for call in stride(from: 1, to: 10_000, by: 9) {
      let memory = MemoryFileSystem()
      let files = FaultyFileSystem(
        memory, Fault(at: call, FileError.device, lasting: .forever))
      let workspace = try? Sample.favored.makeStore(
        "/store", environment: try .fixture(), fileSystem: files)
      if workspace != nil, files.failureCount == 0 { break }
      endings += 1
      if try !memory.exists("/store") {
        _ = try Sample.favored.makeStore(
          "/store", environment: try .fixture(), fileSystem: memory)
      }
      let again = try Workspace.open("/store", environment: try .fixture(), fileSystem: memory)
      expectEqual(again.store.snapshot.table("Recipe")?.count, 60, "ended at call \(call)")
    }
    expectTrue(endings > 10)
  }

  @Test func `is made in a folder that is there, which stays the same one, unless it has a store`()
    throws
  {
    let files = MemoryFileSystem()
    try files.makeFolder("/store")
    let folder = try files.identity(of: "/store")
    _ = try Sample.favored.makeStore("/store", environment: try .fixture(), fileSystem: files)
    try expectEqual(files.identity(of: "/store"), folder)
    #expect(throws: AppError.self) {
      try Sample.favored.makeStore("/store", environment: try .fixture(), fileSystem: files)
    }
    try expectEqual(files.list("/"), ["store"])
  }

  @Test func `that isn't there is answered with those that are`() {
    #expect { try Sample.named("recipe") } throws: { "\($0)".contains("recipes, books") }
  }
}

extension Workspace {
  func removeFirstRecipe() throws {
    let first = try #require(store.snapshot.table("Recipe")?.rows.first(where: { _ in true }))
    _ = try remove([first.id], isDryRun: false)
  }
}
