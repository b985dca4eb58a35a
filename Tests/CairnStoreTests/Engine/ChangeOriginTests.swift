import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Where a change came from` {
  private let files = MemoryFileSystem()

  private func entries(of store: ObjectStore) throws -> [HistoryEntry] {
    var history = try store.makeHistory()
    var entries: [HistoryEntry] = []
    while let entry = try history.next() { entries.append(entry) }
    return entries
  }

  private func add(_ name: String, to store: ObjectStore, _ origin: ChangeOrigin? = nil) throws {
    try store.commit(title: "Add \(name)", origin: origin) { draft throws(StoreError) in
      try draft.insert([.text(name)] + [Value?](repeating: nil, count: 11), into: "Recipe")
    }
  }

  @Test func `is what the store was opened with, unless a save says otherwise`() throws {
    var options = Fixture.options(files)
    options.origin = .command("add")
    let store = try ObjectStore.create(options, modelText: Fixture.modelText)
    try add("Soup", to: store)
    try add("Cake", to: store, .import("recipes.csv"))
    store.origin = .session("kitchen")
    try add("Tea", to: store)
    let context = store.newContext()
    let record = try context.existingObject(
      with: ObjectID(entity: "Recipe", key: RecordKey(sequence: 1)))
    record["Rating"] = .integer(3)
    try expectEqual(context.save(title: "Rate", origin: .sync("origin"))?.origin, .sync("origin"))
    store.origin = nil
    try add("Air", to: store)
    let origins: [ChangeOrigin?] = [
      nil, .sync("origin"), .session("kitchen"), .import("recipes.csv"), .command("add"),
    ]
    try expectEqual(entries(of: store).map(\.origin), origins)
    try expectEqual(store.history().map(\.origin), origins)
    try store.fold()
    let again = try ObjectStore.open(Fixture.options(files))
    try expectEqual(entries(of: again).map(\.origin), origins)
  }

  @Test func `is with who took a change back, and not with who made it`() throws {
    let store = try Fixture.makeStore(files)
    try add("Soup", to: store, .command("add"))
    store.origin = .session("")
    try expectEqual(store.undo().origin, .session(""))
    store.origin = .command("redo")
    try expectEqual(store.redo().origin, .command("redo"))
    try expectEqual(
      entries(of: store).map { $0.origin?.description },
      [
        "command redo", "session", "command add",
      ])
  }

  private static let hostileNames = [
    "", " ", "a b", "  a  b ", "\n", "a\nb", "x\n%end 1 2 00000000\n", "\r\n%del Recipe/p1\n",
    "\u{2028}%title x", "\u{0}\u{1B}[31m", "\u{301}", "é", "👩‍👩‍👧", "%from", "%end 1 9 0",
    String(repeating: "long ", count: 100), String(repeating: "\u{301}", count: 10_000),
    String(repeating: " ", count: 10_000) + "x", "\u{85}a\u{85}", "a,b", "…",
  ]

  @Test(arguments: hostileNames)
  func `is kept on one short line, whatever its name is`(name: String) throws {
    let store = try Fixture.makeStore(files)
    let origins: [ChangeOrigin] = [.session(name), .command(name), .import(name), .sync(name)]
    for origin in origins { try add("Soup", to: store, origin) }
    let kept = origins.map(\.normalized)
    try expectEqual(store.history().map(\.origin), kept.reversed())
    let again = try ObjectStore.open(Fixture.options(files))
    try expectEqual(entries(of: again).map(\.origin), kept.reversed())
    expectEqual(again.recipesAsText, store.recipesAsText)
    expectTrue(again.problems.isEmpty)
    for origin in kept {
      expectEqual(origin.normalized, origin)
      expectTrue(origin.name.unicodeScalars.count <= ChangeOrigin.longestName)
      expectTrue(
        origin.name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `is read as it was returned`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try Fixture.makeStore(files)
    var origins: [ChangeOrigin?] = []
    for number in 1...20 {
      let name = generator.text(atMost: 200)
      let all: [ChangeOrigin] = [.session(name), .command(name), .import(name), .sync(name)]
      let saved = try store.commit(title: name, origin: all.randomElement(using: &generator)) {
        draft throws(StoreError) in
        try draft.insert(
          [.text("\(number)")] + [Value?](repeating: nil, count: 11), into: "Recipe")
      }
      origins.insert(saved?.origin, at: 0)
    }
    try expectEqual(entries(of: store).map(\.origin), origins)
  }

  @Test func `names nothing that a name of few characters could not`() {
    expectEqual(ChangeOrigin.session("").description, "session")
    expectEqual(ChangeOrigin.import("a.csv, b.csv").normalized.name, "a.csv, b.csv")
    expectEqual(ChangeOrigin.import("tab\there").normalized.name, "tab here")
    expectEqual(ChangeOrigin.import(" \t lead and trail \n").normalized.name, "lead and trail")
    let long = ChangeOrigin.import(String(repeating: "x", count: 121)).normalized.name
    expectEqual(long, String(repeating: "x", count: 119) + "…")
    let just = String(repeating: "x", count: 120)
    expectEqual(ChangeOrigin.import(just).normalized.name, just)
  }
}

@Suite struct `The head of a frame` {
  private func read(_ text: String) -> FrameHead? { FrameHead(Array(text.utf8).span) }

  @Test func `lets words and lines of later programs be`() throws {
    let text = """
      %txn 7 2026-11-20T12:00:00Z k7q2 mood good undoes 3 lonely
      %title Rate
      %with care
      %from command set
      %
      %put Recipe/p1
      -Rating: 4
      +Rating: 5
      %end 7 1 00000000

      """
    let head = try #require(read(text))
    expectEqual(head.number, 7)
    expectEqual(head.replica, Replica("k7q2"))
    expectEqual(head.undoes, 3)
    expectEqual(head.title, "Rate")
    expectEqual(head.origin, .command("set"))
    let model = try ObjectModel(parsing: Fixture.modelText)
    let transaction = try #require(FrameDecoder.transaction(Array(text.utf8), model))
    expectEqual(transaction.changes.map(\.fields.count), [1])
    let entry = try #require(
      HistoryEntry(Array(text.utf8), then: model, now: model, in: .fixed(0)))
    expectEqual(entry.updatedCount, 1)
    expectEqual(entry.changes(of: transaction.changes[0].id), transaction.changes)
  }

  @Test func `without an origin, or with one of a kind unknown here, has none`() {
    let start = "%txn 7 2026-11-20T12:00:00Z k7q2\n%title Rate\n"
    expectEqual(read(start + "%put Recipe/p1\n")?.origin, nil)
    expectEqual(read(start + "%from robot 9\n%put Recipe/p1\n")?.origin, nil)
    expectEqual(read(start + "%from \n")?.origin, nil)
    expectEqual(read(start + "%from session")?.origin, .session(""))
    // What is behind the first line about a record is no head.
    expectEqual(read(start + "%put Recipe/p1\n%from session\n")?.origin, nil)
  }

  @Test(arguments: [
    "", "%txn", "%txn ", "%txn 1", "%txn 1 2026-11-20T12:00:00Z",
    "%txn x 2026-11-20T12:00:00Z 0000",
    "%txn 99999999999999999999 2026-11-20T12:00:00Z 0000\n%title x\n",
    "%txn 1 2026-11-20T12:00:00Z 0000", "%txn 1 2026-11-20T12:00:00Z 0000\n",
    "%txn 1 2026-11-20T12:00:00Z 0000\n%from session\n%title x\n",
    "%txn 1 2026-13-20T12:00:00Z 0000\n%title x\n", "%txn 1 2026-11-20T12:00:00Z 00iu\n%title x\n",
  ])
  func `that is none is not taken for one`(text: String) {
    expectTrue(read(text) == nil)
  }

  @Test func `cut anywhere reads without a trap`() {
    let text = Array(
      "%txn 7 2026-11-20T12:00:00Z k7q2 undoes 3\n%title Rate\n%from import a\n%put Recipe/p1\n"
        .utf8)
    var titles: Set<String> = []
    for length in 0...text.count {
      if let head = FrameHead(text.span.extracting(..<length)) {
        expectTrue(head.end <= length)
        titles.insert(head.title)
      }
    }
    expectEqual(titles, ["", "R", "Ra", "Rat", "Rate"])
  }
}
