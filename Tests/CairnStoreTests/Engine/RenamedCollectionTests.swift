import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

// S20, E11
@Suite struct `A collection with another name` {
  static let before = """
    %rec: Task
    %attribute: Title string
    %relationship: Notes to-many Note inverse=About

    %rec: Note
    %attribute: Text string
    %relationship: About to-one Task

    """

  /// The same under another name; who links to it was not told.
  static let after = before.replacing("%rec: Task", with: "%rec: Chore\n%formerly: Task")

  let files = MemoryFileSystem()

  private func options(_ seed: UInt64 = 1) -> ObjectStore.Options {
    Fixture.options(files, seed: seed)
  }

  /// A store with the tasks `one` and `two`, a deleted one, and a note about `one`.
  private func makeStore() throws -> ObjectStore {
    let store = try ObjectStore.create(options(), modelText: Self.before)
    try store.commit(title: "Fill") { draft throws(StoreError) in
      let first = try draft.insert([.text("one")], into: "Task")
      try draft.insert([.text("two")], into: "Task")
      try draft.insert([.text("three")], into: "Task")
      try draft.insert([.text("about one"), .link(first)], into: "Note")
    }
    try store.commit(title: "Delete three") { draft throws(StoreError) in
      draft.changes = [RecordChange(id: Self.id("Task", 3), kind: .delete, fields: [])]
    }
    return store
  }

  private static func id(_ entity: String, _ sequence: UInt64) -> ObjectID {
    ObjectID(entity: entity, key: RecordKey(sequence: sequence))
  }

  private func setTitle(_ title: String, of id: ObjectID, in store: ObjectStore) throws {
    try store.commit(title: "Call it \(title)") { draft throws(StoreError) in
      let field = FieldChange(name: "Title", old: nil, new: .text(title))
      draft.changes = [RecordChange(id: id, kind: .update, fields: [field])]
    }
  }

  private func titles(_ store: ObjectStore) -> [String] {
    store.snapshot.table("Chore")?.rows.map { $0["Title"]?.storedTexts[0] ?? "" } ?? []
  }

  private func text(_ path: String) throws -> String {
    String(decoding: try files.read(path), as: UTF8.self)
  }

  private func edit(_ model: String) throws {
    try files.replace("/store/model/1.rec", with: Array(model.utf8))
  }

  /// How the name is given.
  enum Way: CaseIterable { case byHandAtRest, byHandMeanwhile, byCommit }

  private func rename(_ way: Way, _ store: ObjectStore) throws -> ObjectStore {
    switch way {
    case .byHandAtRest:
      try edit(Self.after)
      return try ObjectStore.open(options(2))
    case .byHandMeanwhile:
      try edit(Self.after)
      try expectEqual(store.refresh()?.modelChanged, true)
      return store
    case .byCommit:
      try store.updateModel { _ throws(StoreError) in try ObjectModel(parsing: Self.after) }
      return store
    }
  }

  @Test(arguments: Way.allCases, [false, true])
  func `has its records, links, ids and history`(way: Way, isFolded: Bool) throws {
    let old = try makeStore()
    if isFolded { try old.fold() }
    try setTitle("two!", of: Self.id("Task", 2), in: old)
    let store = try rename(way, old)
    expectEqual(titles(store), ["one", "two!"])
    expectEqual(store.snapshot.model["Task"], nil)

    let context = store.newContext()
    let note = try context.existingObject(with: Self.id("Note", 1))
    expectEqual(note.links("About").map(\.id), [Self.id("Chore", 1)])
    let chore = try context.existingObject(with: Self.id("Chore", 1))
    expectEqual(chore.links("Notes").map(\.id), [note.id])
    expectEqual(store.snapshot.model.entity(matching: "tasks")?.name, "Chore")
    expectEqual(
      store.snapshot.resolve(uri: "x-cairn://\(store.id)/Task/p2"), .found(Self.id("Chore", 2)))

    var history = try store.makeHistory()
    let entry = try #require(
      try (0..<4).lazy.compactMap { _ in try history.next() }
        .first { $0.title == "Call it two!" })
    expectTrue(entry.touches(entity: "Chore"))
    expectEqual(entry.changes(of: Self.id("Chore", 2)).first?.fields.map(\.new), [.text("two!")])
    try store.undo(entry.number)
    expectEqual(titles(store), ["one", "two"])

    try store.commit(title: "Add") { draft throws(StoreError) in
      try expectEqual(draft.insert([.text("four")], into: "Chore"), RecordKey(sequence: 4))
    }
    let written = try store.snapshot.load("Chore").rows.map(\.id)
    for isMoved in [false, true] {
      if isMoved { try store.fold() }
      let again = try ObjectStore.open(options(3))
      expectEqual(titles(again), ["one", "two", "four"])
      try expectEqual(again.snapshot.load("Chore").rows.map(\.id), written)
      try expectEqual(again.verify(), [])
    }
    try expectEqual(files.status(of: "/store/data/Task"), nil)
    try store.compact()
    try expectTrue(text("/store/data/Chore/0000.rec").hasPrefix("%rec: Chore\n"))
    try expectEqual(ObjectStore.open(options(4)).verify(), [])
  }

  @Test func `is read where its files lie as long as nobody may move them`() throws {
    try makeStore().fold()
    try edit(Self.after)
    var options = options(2)
    options.isReadOnly = true
    let store = try ObjectStore.open(options)
    expectEqual(titles(store), ["one", "two"])
    try expectEqual(store.verify(), [])
    try expectEqual(files.status(of: "/store/data/Chore"), nil)
  }

  @Test func `is found by a process that had read only a part of it`() throws {
    let store = try makeStore()
    try store.commit(title: "Many") { draft throws(StoreError) in
      for number in 0..<600 { try draft.insert([.text("\(number)")], into: "Task") }
    }
    try store.fold()
    let other = try ObjectStore.open(options(2))
    expectTrue(other.snapshot.row(Self.id("Task", 1)) != nil)
    try edit(Self.after)
    try store.refresh()
    try setTitle("first", of: Self.id("Chore", 1), in: store)
    try setTitle("last", of: Self.id("Chore", 603), in: store)
    try store.fold()
    try setTitle("second", of: Self.id("Chore", 2), in: store)
    try other.refresh()
    expectEqual(titles(other), titles(store))
    expectEqual(titles(other).count, 602)
    try setTitle("end", of: Self.id("Chore", 603), in: other)
    try other.fold()
    try expectEqual(ObjectStore.open(options(3)).verify(), [])
    try store.refresh()
    expectEqual(titles(store).last, "end")
  }

  @Test func `keeps every key that was given out, though all its records are gone`() throws {
    let store = try makeStore()
    try store.commit(title: "Delete all") { draft throws(StoreError) in
      draft.changes = [1, 2].map {
        RecordChange(id: Self.id("Task", $0), kind: .delete, fields: [])
      }
    }
    try store.fold()
    try edit(Self.after)
    try ObjectStore.open(options(2)).fold()
    // Also when the model does not say any more what it was called.
    try edit(Self.before.replacing("Task", with: "Chore"))
    try ObjectStore.open(options(3)).commit(title: "Add") { draft throws(StoreError) in
      try expectEqual(draft.mintKey(for: "Chore"), RecordKey(sequence: 4))
    }
  }

  // T3, T4
  @Test(arguments: [false, true])
  func `has all its records whatever call a fold dies at`(isInTheWay: Bool) throws {
    var call = 0
    var isDone = false
    while !isDone {
      call += 1
      let files = MemoryFileSystem()
      let store = try ObjectStore.create(Fixture.options(files), modelText: Self.before)
      try store.commit(title: "Many") { draft throws(StoreError) in
        for number in 0..<600 { try draft.insert([.text("\(number)")], into: "Task") }
      }
      try store.fold()
      try setTitle("first", of: Self.id("Task", 1), in: store)
      if isInTheWay { try files.makeFolder("/store/data/Chore/0001") }
      try files.replace("/store/model/1.rec", with: Array(Self.after.utf8))
      let fault = Fault(at: call, FileError.device, lasting: .forever)
      let faulty = FaultyFileSystem(files, fault)
      let dying = try? ObjectStore.open(Fixture.options(faulty, seed: 2))
      isDone = (try? dying?.fold()) != nil
      let again = try ObjectStore.open(Fixture.options(files, seed: 3))
      expectTrue(titles(again).count == 600 && titles(again).first == "first", "call \(call)")
      try again.fold()
      expectEqual(titles(try ObjectStore.open(Fixture.options(files, seed: 4))).count, 600)
      try expectEqual(files.status(of: "/store/data/Task"), nil)
    }
    expectTrue(call > 10)
  }

  @Test func `shows a file that another is in the way of, and loses neither`() throws {
    try makeStore().fold()
    let task = try text("/store/data/Task/0000.rec")
    try files.makeFolder("/store/data/Chore")
    let chore = "%rec: Chore\n\nId: p1\nTitle: other\n"
    try files.replace("/store/data/Chore/0000.rec", with: Array(chore.utf8))
    try edit(Self.after)
    let store = try ObjectStore.open(options(2))
    try store.fold()
    expectEqual(titles(store), ["other"])
    try expectEqual(text("/store/data/Task/0000.rec"), task)
    let problem = try #require(try store.verify().first)
    expectEqual(problem.severity, .damage)
    expectEqual(problem.file, "data/Task/0000.rec")
    expectTrue(problem.message.contains("data/Chore/0000.rec"))
  }

  @Test func `without a word of the old one keeps the text, and is told what to write`() throws {
    let store = try makeStore()
    try store.fold()
    let task = try text("/store/data/Task/0000.rec")
    try edit(Self.before.replacing("Task", with: "Chore"))
    try store.refresh()
    expectEqual(titles(store), [])
    try store.fold()
    try store.compact()
    try expectEqual(text("/store/data/Task/0000.rec"), task)
    let problem = try #require(try store.verify().first { $0.file == "data/Task" })
    expectTrue(problem.message.contains("%formerly: Task"))
    try edit(Self.after)
    try store.refresh()
    expectEqual(titles(store), ["one", "two"])
  }

  @Test func `gets the old one back by undo, with its records, and the new one by redo`() throws {
    let store = try rename(.byCommit, try makeStore())
    try setTitle("first", of: Self.id("Chore", 1), in: store)
    let names = { (store: ObjectStore) in
      try store.snapshot.load("Task").rows.map { $0["Title"]?.storedTexts[0] ?? "" }
    }
    try expectEqual(store.undo(3).undoes, 3)
    try expectEqual(names(store), ["first", "two"])
    try store.fold()
    try expectEqual(names(try ObjectStore.open(options(2))), ["first", "two"])
    try expectEqual(store.verify(), [])
    try store.redo()
    expectEqual(titles(store), ["first", "two"])
    try store.fold()
    expectEqual(titles(try ObjectStore.open(options(3))), ["first", "two"])
  }

  // E1
  @Test(arguments: [false, true])
  func `that was given by mistake loses nothing when it is taken back in the file`(
    isRead: Bool
  ) throws {
    let old = try makeStore()
    try old.fold()
    try old.close()
    let store = try ObjectStore.open(options(2))
    if isRead { _ = try store.snapshot.load("Task") }
    try setTitle("two!", of: Self.id("Task", 2), in: store)
    try edit(Self.after)
    try store.refresh()
    expectEqual(titles(store), ["one", "two!"])
    try edit(Self.before)
    try store.refresh()
    let names = { (store: ObjectStore) in
      try store.snapshot.load("Task").rows.map { $0["Title"]?.storedTexts[0] ?? "" }
    }
    try store.refresh()
    try expectEqual(names(store), ["one", "two!"])
    try store.fold()
    try expectEqual(names(try ObjectStore.open(options(3))), ["one", "two!"])
  }

  // E5
  @Test func `meets what a person wrote of it under the old name meanwhile`() throws {
    let store = try rename(.byCommit, try makeStore())
    try setTitle("first", of: Self.id("Chore", 1), in: store)
    let field = "%attribute: Place string\n\n%rec: Note"
    try edit(Self.before.replacing("\n%rec: Note", with: field))
    try store.refresh()
    expectTrue(store.snapshot.model["Chore"]?.attribute("Place") != nil)
    expectEqual(store.snapshot.model["Task"], nil)
    expectEqual(titles(store), ["first", "two"])
    try store.fold()
    expectEqual(titles(try ObjectStore.open(options(2))), ["first", "two"])
  }

  @Test func `leaves the other words of the model as they are`() throws {
    let own = """
      # What there is to do.
      %rec: Task https://example.org/task
      # Its name.
      %attribute: Title string
      %constraint: Title != ''
      %relationship: Notes to-many Note inverse=About

      # Said about it.
      %rec: Note
      %size: < 9
      %attribute: Text string
      %relationship: About to-one Task

      """
    let store = try ObjectStore.create(options(), modelText: own)
    try store.updateModel { model throws(StoreError) in
      var entities = model.entities
      entities[0].name = "Chore"
      entities[0].earlierNames = ["Task"]
      return try ObjectModel(entities: entities)
    }
    try store.fold()
    let written = try text("/store/model/1.rec")
    let lines = own.replacing("%rec: Task", with: "%rec: Chore").split(separator: "\n")
    expectEqual(lines.filter { !written.contains($0) }, ["%relationship: About to-one Task"])
    expectTrue(written.hasPrefix("# What there is to do.\n%rec: Chore https://example.org/task\n"))
    expectTrue(written.contains("%formerly: Task\n"))
  }

  // E8
  @Test(arguments: [false, true])
  func `keeps what somebody read before of its records, and what not yet`(
    isInTheWay: Bool
  ) throws {
    let store = try ObjectStore.create(options(), modelText: Self.before)
    try store.commit(title: "Many") { draft throws(StoreError) in
      for number in 0..<1200 { try draft.insert([.text("\(number)")], into: "Task") }
    }
    try store.fold()
    let other = try ObjectStore.open(options(2))
    let snapshot = other.snapshot
    _ = try snapshot.record(Self.id("Task", 1))
    var batches = try snapshot.batches(
      of: 500, FetchRequest(entity: "Task"), at: WallClock(now: options().clock()))
    var count = try batches.next()?.count ?? 0
    if isInTheWay { try files.makeFolder("/store/data/Chore/0001") }
    try edit(Self.after)
    try ObjectStore.open(options(3)).fold()
    try expectEqual(files.status(of: "/store/data/Task"), nil)
    while let rows = try batches.next() { count += rows.count }
    expectEqual(count, 1200)
    try expectTrue(snapshot.record(Self.id("Task", 600)) != nil)
    try expectEqual(snapshot.load("Task").count, 1200)
  }

  // E6
  @Test func `takes along what an interrupted fold left beside its files`() throws {
    try makeStore().fold()
    try files.makeFolder("/store/data/Chore/0001")
    let path = "/store/data/Task/0000.rec"
    try files.replace("/store/data/Task/.0000.rec.swap", with: try files.read(path))
    try edit(Self.after)
    let store = try ObjectStore.open(options(2))
    try store.fold()
    try expectEqual(files.status(of: "/store/data/Task"), nil)
    try setTitle("two!", of: Self.id("Chore", 2), in: store)
    try store.fold()
    expectEqual(titles(try ObjectStore.open(options(3))), ["one", "two!"])
  }

  // E9
  @Test func `gives no key again that it had under the old name`() throws {
    try makeStore().fold()
    try edit(Self.before.replacing("Task", with: "Chore"))
    let store = try ObjectStore.open(options(2))
    try store.commit(title: "Add") { draft throws(StoreError) in
      try expectEqual(draft.insert([.text("new")], into: "Chore"), RecordKey(sequence: 1))
    }
    try store.commit(title: "Delete") { draft throws(StoreError) in
      draft.changes = [RecordChange(id: Self.id("Chore", 1), kind: .delete, fields: [])]
    }
    try edit(Self.after)
    try store.refresh()
    try store.commit(title: "Add") { draft throws(StoreError) in
      try expectEqual(draft.insert([.text("four")], into: "Chore"), RecordKey(sequence: 4))
    }
  }
}
