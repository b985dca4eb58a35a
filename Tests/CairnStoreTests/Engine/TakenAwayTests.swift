import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

// E6
@Suite struct `A store whose model or header was taken away` {
  private let files = MemoryFileSystem()
  private let store: ObjectStore

  init() throws {
    store = try Fixture.makeStore(files)
    try store.addRecipe("Soup")
  }

  private static let remedy =
    "restore it from git or a backup, or restore a backup into another folder"

  private func words(_ error: StoreError?) -> String { error?.description ?? "" }

  /// Takes a file or folder away.
  ///
  /// - Returns: puts it back.
  private func takeAway(_ name: String) throws -> () throws -> Void {
    let file = name == "model" ? "/store/model/1.rec" : "/store/\(name)"
    let bytes = try files.read(file)
    try files.removeTree("/store/\(name)")
    return { [files] in
      try files.makeFolder("/store/model")
      try files.replace(file, with: bytes)
    }
  }

  @Test(arguments: ["model", "model/1.rec", "STORE"], [true, false])
  func `takes no saves and writes no text until it is back`(name: String, isRefreshed: Bool) throws
  {
    let putBack = try takeAway(name)
    let file = name == "STORE" ? "/store/STORE" : "/store/model/1.rec"
    if isRefreshed {
      for _ in 0..<2 {
        let error = #expect(throws: StoreError.self) { try store.refresh() }
        expectTrue(words(error).hasPrefix("\(file): the "))
        expectTrue(words(error).hasSuffix(Self.remedy))
      }
    }
    let error = #expect(throws: StoreError.self) { try store.addRecipe("Cake") }
    expectTrue(words(error).hasPrefix("\(file): the "))
    expectTrue(words(error).hasSuffix(Self.remedy))
    #expect(throws: StoreError.self) { try store.fold() }
    try expectTrue(!files.exists("/store/data"))
    expectEqual(store.snapshot.table("Recipe")?.count, 1)
    try putBack()
    try store.refresh()
    try store.addRecipe("Cake")
    try store.fold()
    try expectEqual(ObjectStore.open(Fixture.options(files)).snapshot.table("Recipe")?.count, 2)
  }

  @Test func `says at opening how its model comes back`() throws {
    try store.close()
    _ = try takeAway("model")
    let error = #expect(throws: StoreError.self) { try ObjectStore.open(Fixture.options(files)) }
    expectEqual(
      words(error),
      "/store/model/1.rec: the model file is missing; "
        + Self.remedy)
  }

  @Test func `shows what is in its files all the same`() throws {
    try store.fold()
    let reader = try ObjectStore.open(Fixture.options(files))
    expectEqual(reader.snapshot.table("Recipe")?.count, 1)
    _ = try takeAway("STORE")
    let shard = "/store/data/Recipe/0000.rec"
    let text = String(decoding: try files.read(shard), as: UTF8.self)
    try files.replace(shard, with: Array(text.replacing("Soup", with: "Stew").utf8))
    #expect(throws: StoreError.self) { try reader.refresh() }
    expectEqual(reader.recipe(RecordKey(sequence: 1), "Name"), .text("Stew"))
  }
}
