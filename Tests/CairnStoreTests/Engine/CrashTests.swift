import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

/// What a workload did: the recipes that were acknowledged, and those that may or may not be there.
private struct Outcome {
  var acknowledged: Set<String> = []
  var attempted: Set<String> = []
}

/// Saves, folds, saves again, and takes note of what was acknowledged; goes on after errors.
private func work(_ files: any FileSystem) -> Outcome {
  var outcome = Outcome()
  guard let store = try? ObjectStore.open(Fixture.options(files)) else { return outcome }
  func add(_ name: String) {
    outcome.attempted.insert(name)
    if (try? store.addRecipe(name)) != nil { outcome.acknowledged.insert(name) }
  }
  add("one")
  add("two")
  try? store.fold()
  add("three")
  _ = try? store.commit(title: "Rename") { draft throws(StoreError) in
    let changes = [FieldChange(name: "Notes", old: nil, new: .text("changed"))]
    let id = ObjectID(entity: "Recipe", key: RecordKey(sequence: 1))
    if draft.snapshot.row(id) != nil {
      draft.changes.append(RecordChange(id: id, kind: .update, fields: changes))
    }
  }
  try? store.fold()
  add("four")
  return outcome
}

private func names(_ store: ObjectStore) -> [String] {
  (store.snapshot.table("Recipe")?.rows.map { $0["Name"]?.storedTexts[0] ?? "" } ?? []).sorted()
}

/// Opens what is left and checks it: everything acknowledged, nothing twice, nothing unreadable.
private func check(_ files: any FileSystem, _ outcome: Outcome, _ comment: String) throws {
  let store = try ObjectStore.open(Fixture.options(files, seed: 9))
  let found = names(store)
  #expect(Set(found).isSuperset(of: outcome.acknowledged), "\(comment): \(found)")
  #expect(Set(found).isSubset(of: outcome.attempted), "\(comment): \(found)")
  #expect(Set(found).count == found.count, "\(comment): \(found)")
  #expect(store.problems == [], "\(comment)")
  // It can be used on, and folding what was found changes nothing.
  try store.addRecipe("more")
  try store.fold()
  let again = try ObjectStore.open(Fixture.options(files))
  #expect(names(again) == (found + ["more"]).sorted(), "\(comment)")
}

@Suite struct `After a failure` {

  // E1, E4
  @Test(arguments: [Fault.Effect.nothing, .part, .whole], [Fault.Extent.once, .forever])
  func `of any call what was acknowledged is there`(
    effect: Fault.Effect, extent: Fault.Extent
  ) throws {
    for call in 1... {
      let files = MemoryFileSystem()
      _ = try Fixture.makeStore(files)
      let faulty = FaultyFileSystem(
        files, Fault(at: call, { FileError.full($0, path: $1) }, lasting: extent, effect: effect))
      let outcome = work(faulty)
      try check(files, outcome, "call \(call) \(effect) \(extent)")
      if faulty.failureCount == 0 { break }
    }
  }

  // E3
  @Test func `to synchronize nothing more is saved until the store is opened again`() throws {
    let files = MemoryFileSystem()
    _ = try Fixture.makeStore(files)
    let faulty = FaultyFileSystem(
      files, Fault(at: 1, { FileError.device($0, path: $1) }, of: [.synchronize]))
    let store = try ObjectStore.open(Fixture.options(faulty))
    #expect(throws: StoreError.self) { try store.addRecipe("lost?") }
    #expect(store.snapshot.version == 0)
    let error = #expect(throws: StoreError.self) { try store.addRecipe("refused") }
    #expect(error?.description.contains("open the store again") == true)
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
    #expect(reason.isFull)
    try store.addRecipe("second")
    #expect(names(try ObjectStore.open(Fixture.options(files))) == ["second"])
  }
}
