import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

private func names(_ store: ObjectStore) -> [String] {
  (store.snapshot.table("Recipe")?.rows.map { $0["Name"]?.storedTexts[0] ?? "" } ?? []).sorted()
}

@Suite struct `After a failure` {
  // E3
  @Test func `to synchronize nothing more is saved until the store is opened again`() throws {
    let files = MemoryFileSystem()
    _ = try Fixture.makeStore(files)
    let faulty = FaultyFileSystem(
      files, Fault(at: 1, { FileError.device($0, path: $1) }, of: [.synchronize]))
    let store = try ObjectStore.open(Fixture.options(faulty))
    #expect(throws: StoreError.self) { try store.addRecipe("lost?") }
    expectEqual(store.snapshot.version, 0)
    let error = #expect(throws: StoreError.self) { try store.addRecipe("refused") }
    expectEqual(error?.description.contains("open the store again"), true)
  }

  @Test func `of a full disk a save succeeds once there is space`() throws {
    let files = MemoryFileSystem()
    _ = try Fixture.makeStore(files)
    let faulty = FaultyFileSystem(
      files, Fault(at: 1, { FileError.full($0, path: $1) }, of: [.write], effect: .part))
    let store = try ObjectStore.open(Fixture.options(faulty))
    let error = #expect(throws: StoreError.self) { try store.addRecipe("first") }
    guard case .file(let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectTrue(reason.isFull)
    try store.addRecipe("second")
    expectEqual(names(try ObjectStore.open(Fixture.options(files))), ["second"])
  }
}
