import CairnFiles
import Glibc
import TestSupport
import Testing

@testable import CairnStore

// T3
@Suite struct `A call of the file system that fails` {
  private typealias Reason = @Sendable (FileAction, String) -> FileError

  private static let reasons: [Reason] = [
    { .device($0, path: $1) }, { .full($0, path: $1) }, { .notAllowed($0, path: $1) },
    { .tooManyOpen($0, path: $1) }, { .readOnly($0, path: $1) },
    { .system($0, path: $1, code: EINTR) },
  ]

  private static let effects: [Fault.Effect] = [.nothing, .part, .whole]

  // E1, E4: each call in turn, until none is left that could fail.
  @Test(arguments: FailureScenario.all, [Fault.Extent.once, .forever])
  func `ends what was asked with an error, or does not matter`(
    scenario: FailureScenario, extent: Fault.Extent
  ) throws {
    let before = try content(of: try scenario.files())
    let done = try scenario.files()
    try scenario.act(done)
    let after = try content(of: done)
    // One reason and one effect for each call in an ordinary run, all elsewhere.
    for turn in 0..<(Torture.isOn ? Self.reasons.count * Self.effects.count : 1) {
      for call in 1... {
        let reason = Self.reasons[(call + turn) % Self.reasons.count]
        let effect = Self.effects[(call / 2 + turn / Self.reasons.count) % Self.effects.count]
        let files = try scenario.files()
        let faulty = FaultyFileSystem(
          files, Fault(at: call, reason, lasting: extent, effect: effect))
        var isDone = false
        do {
          try scenario.act(faulty)
          isDone = true
        } catch is StoreError {}
        if faulty.failureCount == 0 { break }
        Tally.add("failed calls of the file system")
        let found = try content(of: files)
        let allowed = isDone ? [after] : [before, after]
        expectTrue(
          allowed.contains(found), "call \(call) \(reason(.write, "")), \(effect), done: \(isDone)")
      }
    }
  }

  /// What an ordinary program finds, nothing at all where there is no store; it can be used.
  private func content(of files: MemoryFileSystem) throws -> [String] {
    guard try files.exists("/store/STORE") else {
      _ = try Fixture.makeStore(files)
      return []
    }
    let store = try ObjectStore.open(Fixture.options(files, seed: 8))
    expectEqual(store.problems, [])
    let content = store.content + store.snapshot.model.entities.map { "\($0.properties.count)" }
    let key = try store.addRecipe("more")
    try store.fold()
    let again = try ObjectStore.open(Fixture.options(files, seed: 9))
    expectEqual(again.recipe(key, "Name"), .text("more"))
    expectEqual(again.content, store.content)
    return content
  }
}
