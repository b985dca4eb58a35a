import CairnFiles
import Synchronization
import TestSupport
import Testing

@testable import CairnStore

/// E5, E6: before each call of the file system another program edits the text.
@Suite("Another program's edit between two calls of the file system")
struct InterruptionTests {
  private static let shard = "/store/data/Recipe/0000.rec"

  /// What the other program does to the file of recipes.
  enum Edit: String, CaseIterable, CustomTestStringConvertible {
    case addsRecord, addsField, takesKey

    var testDescription: String { rawValue }

    /// The text after the edit, `nil` where there is nothing to edit.
    func text(_ old: String) -> String? {
      switch self {
      case .addsRecord: Self.with("Id: p40\nName: by hand\n", in: old)
      case .takesKey: Self.with("Id: p3\nName: by hand\n", in: old)
      case .addsField:
        old.contains("Name: first\n")
          ? old.replacing("Name: first\n", with: "Name: first\nNotes: by hand\n") : nil
      }
    }

    private static func with(_ record: String, in old: String) -> String? {
      // A tool leaves a record alone that has the key already.
      let id = record.prefix { $0 != "\n" }
      if old.split(separator: "\n").contains(id) { return nil }
      return (old.isEmpty ? "%rec: Recipe\n" : old) + "\n" + record
    }

    /// Makes the edit as an editor does, which writes a new file and gives it the name.
    func run(on files: MemoryFileSystem) -> Bool {
      guard let names = try? files.list("/store"), names.contains("STORE") else { return false }
      let old = (try? files.read(InterruptionTests.shard)).map {
        String(decoding: $0, as: UTF8.self)
      }
      guard let text = text(old ?? "") else { return false }
      try? files.makeFolder("/store/data/Recipe")
      return (try? files.replace(InterruptionTests.shard, with: Array(text.utf8))) != nil
    }
  }

  private static let scenarios =
    FailureScenario.all.filter { $0.prepare != nil } + [
      FailureScenario("compacting") { store, _ in
        try store.addRecipe("first")
        try store.fold()
        try store.set(RecordKey(sequence: 1), "Rating", .integer(4))
      } act: { store, _ in
        _ = try store.compact()
      },
      FailureScenario("a fold beside a reader") { store, _ in
        try store.addRecipe("first")
      } act: { store, files in
        try store.fold()
        let other = try ObjectStore.open(Fixture.options(files, seed: 3))
        try other.set(RecordKey(sequence: 1), "Rating", .integer(4))
        try other.fold()
        try store.refresh()
      },
    ]

  /// The records of a store, without what the other program wrote.
  private func content(of files: MemoryFileSystem) throws -> (own: [String], foreign: [String]) {
    let store = try ObjectStore.open(Fixture.options(files, seed: 8))
    try store.fold()
    let again = try ObjectStore.open(Fixture.options(files, seed: 9))
    expectEqual(again.content, store.content)
    let lines = store.content
    return (
      lines.filter { !$0.contains("Name=by hand") }
        .map { $0.replacing(" Notes=by hand", with: "") },
      lines.filter { $0.contains("by hand") }
    )
  }

  /// The records without their keys, which a record that moved out of another's way has changed.
  private func withoutKeys(_ lines: [String]) -> [String] {
    lines.map { line in line.split(separator: " ").dropFirst().joined(separator: " ") }.sorted()
  }

  @Test(arguments: scenarios, Edit.allCases)
  func `is kept, and so is what was acknowledged`(
    scenario: FailureScenario, edit: Edit
  ) throws {
    let before = try withoutKeys(content(of: try scenario.files()).own)
    let done = try scenario.files()
    try scenario.act(done)
    let after = try withoutKeys(content(of: done).own)
    for call in 1... {
      let files = try scenario.files()
      // Whether it edited, `nil` before its turn came.
      let isEdited = Mutex<Bool?>(nil)
      let interrupted = FaultyFileSystem(files, before: call) {
        let result = edit.run(on: files)
        isEdited.withLock { $0 = result }
      }
      var isDone = false
      do {
        try scenario.act(interrupted)
        isDone = true
      } catch is StoreError {}
      if interrupted.callCount < call { break }
      guard let isEdited = isEdited.withLock({ $0 }) else {
        Issue.record("call \(call) came, and the edit did not")
        break
      }
      guard isEdited else { continue }
      Tally.add("edits between two calls of the file system")
      let found = try content(of: files)
      let place = "\(scenario.name), \(edit), call \(call), done: \(isDone)"
      expectTrue(!found.foreign.isEmpty, "\(place): \(found.own)")
      let own = withoutKeys(found.own)
      // An edit brings a deleted record back.
      let edited = edit == .addsField ? found.own.filter { $0.contains("Name=first") } : []
      let allowed = (isDone ? [after] : [before, after]).flatMap { content in
        [content, (content + withoutKeys(edited)).sorted()]
      }
      expectTrue(allowed.contains(own), "\(place): \(own)")
    }
  }
}
