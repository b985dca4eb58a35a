import CairnFiles
import Dispatch
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CairnStore

// T14
@Suite(.serialized, .enabled("git is not installed") { Program("git") != nil })
struct `Tools on a store's files` {
  private let place: TemporaryFolder
  private let folder: String
  private let git: Program

  init() throws {
    place = try TemporaryFolder()
    folder = place.path("store")
    git = try #require(Program("git"))
    let store = try ObjectStore.create(Self.options(folder), modelText: Fixture.modelText)
    for number in 1...8 { try store.addRecipe("Dish \(number)", ["Notes": .text("0")]) }
    try store.close()
    try run("init", "-q")
    try commit("one")
  }

  static func options(_ folder: String) -> ObjectStore.Options {
    var options = Fixture.options(RealFileSystem(), folder: folder, seed: UInt64(getpid()))
    options.lockTimeout = .seconds(60)
    return options
  }

  private var shard: String { "\(folder)/data/Recipe/0000.rec" }

  private func run(_ arguments: String...) throws {
    let identity = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
    let outcome = try git.run(["-C", folder] + identity + arguments)
    expectEqual(outcome.status, 0, "git \(arguments): \(outcome.output)")
  }

  private func commit(_ message: String) throws {
    try run("add", "-A")
    try run("commit", "-q", "-m", message)
  }

  private func text() throws -> String {
    String(decoding: try RealFileSystem().read(shard), as: UTF8.self)
  }

  /// Gives a record another note, as a person would who reads the file and writes it again; in
  /// place it has no text for `pause` microseconds.
  private func edit(
    _ number: Int, _ note: String, inPlace: Bool, in text: String? = nil,
    pausing pause: UInt32 = 0
  ) throws {
    let records = try (text ?? self.text()).split(
      separator: "\n\n", omittingEmptySubsequences: false
    ).map {
      record in
      let lines = record.split(separator: "\n", omittingEmptySubsequences: false)
      guard lines.contains("Id: p\(number)") else { return String(record) }
      return lines.map { $0.hasPrefix("Notes: ") ? "Notes: \(note)" : String($0) }
        .joined(separator: "\n")
    }
    let edited = Array(records.joined(separator: "\n\n").utf8)
    guard inPlace else { return try RealFileSystem().replace(shard, with: edited) }
    let file = try RealFileSystem().open(shard, .readWrite)
    // In parts, so that there are moments at which the file has no text, and half of it.
    try file.truncate(to: 0)
    usleep(pause)
    let half = edited.count / 2
    try file.write(Array(edited.prefix(half)), at: 0)
    try file.write(Array(edited.dropFirst(half)), at: half)
  }

  @Test(arguments: SeededGenerator.seeds(1))
  func `lose no edit while another process saves and folds`(seed: UInt64) async throws {
    let notes = Mutex<[Int: String]>([:])
    // Not as a task: all threads of those may wait for the process to end.
    let editor = DispatchQueue(label: "editor")
    editor.async {
      defer { try? RealFileSystem().replace(place.path("stop"), with: []) }
      do {
        try editAlways(seed, notes)
      } catch {
        Issue.record("the editor failed: \(error)")
      }
    }
    await foldAlways()
    editor.sync {}
    let store = try ObjectStore.open(Self.options(folder))
    expectEqual(store.snapshot.table("Recipe")?.count, 8)
    for (number, note) in notes.withLock({ $0 }) {
      let key = RecordKey(sequence: UInt64(number))
      expectEqual(store.recipe(key, "Notes"), .text(note), "p\(number)")
    }
    // What git took away of the history is missed, and said.
    let problems = try store.verify().filter { !$0.file.hasPrefix(".local/") }
    expectEqual(problems, [])
    try expectTrue(!RealFileSystem().exists("\(folder)/conflicts"))
  }

  private func editAlways(_ seed: UInt64, _ notes: borrowing Mutex<[Int: String]>) throws {
    var random = SeededGenerator(seed: seed)
    try waitUntilFolding()
    for step in 1...Torture.rounds(300) {
      let number = random.number(1...8)
      // Longer with each step: a kernel with coarse times tells a quick change by its size.
      let note = "\(step)" + String(repeating: "x", count: step)
      let text = try textWithAll(notes.withLock { $0 })
      try edit(
        number, note, inPlace: Bool.random(using: &random), in: text,
        pausing: UInt32(random.number(0...1000)))
      notes.withLock { $0[number] = note }
      Tally.add("edits of the text beside folds")
      // It may find that the folder which it empties is filled again.
      if random.number(0...9) == 0 { _ = try git.run(["-C", folder, "clean", "-Xdfq"]) }
      usleep(UInt32(random.number(0...1000)))
    }
  }

  /// The text, once it has what was written to it.
  ///
  /// When somebody writes the file between the look of a fold and its exchange, theirs is out of
  /// its place until it is seen and put back. Who reads the file in that moment finds it as the
  /// fold wrote it, and would take their own edit back with the next one.
  private func textWithAll(_ notes: [Int: String]) throws -> String {
    let deadline = ContinuousClock.now + .seconds(20)
    while true {
      let text = try text()
      let missing = notes.filter { !text.contains("Notes: \($0.value)\n") }
      if missing.isEmpty { return text }
      guard ContinuousClock.now < deadline else {
        throw SessionError(what: "\(missing) stayed away from the text")
      }
      usleep(1_000)
    }
  }

  private func foldAlways() async {
    await #expect(processExitsWith: .success) {
      [folder = folder as String, stop = place.path("stop") as String] in
      var stores = [
        try ObjectStore.open(Self.options(folder)), try ObjectStore.open(Self.options(folder)),
      ]
      var folds = 0
      var step = 0
      // Whoever ends the tests ends this, too.
      let parent = getppid()
      while getppid() == parent, try !RealFileSystem().exists(stop) {
        step += 1
        do {
          let key = RecordKey(sequence: UInt64(step % 8 + 1))
          try stores[step % 2].set(key, "Rating", .integer(Int64(step % 6)))
          if step % 3 == 0 { try stores[1].refresh() }
          try stores[0].fold()
          folds += 1
        } catch {
          // A tool took the journal away in the middle of a save, or goes on writing.
          if let again = try? ObjectStore.open(Self.options(folder)) { stores[step % 2] = again }
        }
        if folds == 1 { try? RealFileSystem().replace(stop + ".folding", with: []) }
      }
      try ObjectStore.open(Self.options(folder)).close()
    }
  }

  private func waitUntilFolding() throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while try !RealFileSystem().exists(place.path("stop.folding")) {
      guard ContinuousClock.now < deadline else { throw SessionError(what: "nobody folds") }
      usleep(1_000)
    }
  }

  @Test func `take text back and bring it again, and an open store follows`() throws {
    let store = try ObjectStore.open(Self.options(folder))
    let first = RecordKey(sequence: 1)
    try store.set(first, "Rating", .integer(3))
    try store.fold()
    try commit("two")
    try edit(1, "mine", inPlace: true)
    try store.refresh()
    expectEqual(store.recipe(first, "Notes"), .text("mine"))
    try run("stash", "-q")
    try store.refresh()
    expectEqual(store.recipe(first, "Notes"), .text("0"))
    try run("stash", "pop", "-q")
    try store.refresh()
    expectEqual(store.recipe(first, "Notes"), .text("mine"))
    try run("checkout", "-q", "HEAD~1", "--", "data")
    try store.refresh()
    expectEqual(store.recipe(first, "Rating"), nil)
    expectEqual(store.recipe(first, "Notes"), .text("0"))
    expectEqual(store.problems, [])
  }

  @Test func `empty what git ignores, and what was saved is still there`() throws {
    let store = try ObjectStore.open(Self.options(folder))
    let second = try ObjectStore.open(Self.options(folder))
    let first = RecordKey(sequence: 1)
    try store.set(first, "Rating", .integer(3))
    try second.refresh()
    try run("clean", "-xdfq")
    try edit(1, "mine", inPlace: false)
    try store.refresh()
    try second.refresh()
    let fresh = try ObjectStore.open(Self.options(folder))
    for store in [store, second, fresh] {
      expectEqual(store.recipe(first, "Rating"), .integer(3))
      expectEqual(store.recipe(first, "Notes"), .text("mine"))
    }
  }

  @Test func `copy a store while it is open, and the copy has what was saved`() throws {
    let store = try ObjectStore.open(Self.options(folder))
    try store.set(RecordKey(sequence: 1), "Rating", .integer(3))
    let copied = try #require(Program("cp")).run(["-r", folder, place.path("copy")])
    expectEqual(copied.status, 0)
    let copy = try ObjectStore.open(Self.options(place.path("copy")))
    expectEqual(copy.recipe(RecordKey(sequence: 1), "Rating"), .integer(3))
    expectEqual(copy.recipesAsText, store.recipesAsText)
  }
}
