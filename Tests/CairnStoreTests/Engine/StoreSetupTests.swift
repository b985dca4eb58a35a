import CairnFiles
import Synchronization
import TestSupport
import Testing

@testable import CairnStore

/// How many errors an observer heard.
private final class HeardErrors: Sendable {
  private let errors = Mutex<[StoreError]>([])
  var count: Int { errors.withLock { $0.count } }
  func add(_ error: StoreError) { errors.withLock { $0.append(error) } }
}

@Suite struct `A store's set-up` {
  private let files = MemoryFileSystem()

  private func setup(
    _ change: (inout StoreSettings) -> Void = { _ in }
  ) -> StoreSetup {
    StoreSetup("kitchen") { settings in
      settings.folder = "/kitchen"
      settings.fileSystem = files
      settings.model = .text(Fixture.modelText)
      settings.random = SeededGenerator(seed: 1)
      settings.clock = { Timestamp(microseconds: 0) }
      change(&settings)
    }
  }

  @Test func `touches nothing before the store is asked for, and makes it once`() throws {
    let setup = setup()
    try expectTrue(!files.exists("/kitchen"))
    let store = try setup.store()
    try expectTrue(setup.store() === store)
    try store.addRecipe("Soup")
    try store.close()
    try expectEqual(self.setup().store().snapshot.load("Recipe").count, 1)
  }

  @Test func `in memory leaves no file`() throws {
    let store = try setup { $0.kind = .memory }.store()
    try store.addRecipe("Soup")
    try expectEqual(store.snapshot.load("Recipe").count, 1)
    try expectEqual(files.list("/"), [])
  }

  @Test func `puts the store where the person's data is, and stamps it with the time`() throws {
    let settings = StoreSettings(name: "kitchen")
    expectEqual(settings.options.folder, ProgramFolders("kitchen").data)
    expectTrue(settings.clock() > (try #require(Timestamp("2025-01-01T00:00:00Z"))))
  }

  @Test func `merges a model of several files`() throws {
    let parts = Fixture.modelText.split(separator: "\n\n%rec: Author")
    try files.write(Array("\(parts[0])\n".utf8), to: "/recipes.rec")
    try files.write(Array("%rec: Author\(parts[1])\n".utf8), to: "/people.rec")
    let store = try setup { $0.model = .files(["/recipes.rec", "/people.rec"]) }.store()
    expectEqual(store.snapshot.model, (try ObjectModel(parsing: Fixture.modelText)))
    let text = String(decoding: try files.read("/kitchen/model/1.rec"), as: UTF8.self)
    expectTrue(text.contains("# What I cook."))
  }

  @Test func `names every mistake of a merge by file and line, and makes nothing`() throws {
    try files.write(
      Array("%rec: A\n%relationship: B to-one B inverse=C\n%what: x\n".utf8), to: "/one.rec")
    try files.write(Array("\n%rec: B\n\n%rec: A\n".utf8), to: "/two.rec")
    let setup = setup { $0.model = .files(["/one.rec", "/two.rec"]) }
    let error = #expect(throws: StoreError.self) { try setup.store() }
    expectEqual(
      error?.description,
      """
      /one.rec, line 2: B has no relationship called C; \
      /one.rec, line 3: unknown keyword %what; \
      /two.rec, line 4: a collection is already called a
      """)
    try expectTrue(!files.exists("/kitchen"))
  }

  @Test func `keeps the newest error until it succeeds, and tells each`() throws {
    let heard = HeardErrors()
    let setup = setup { $0.model = .files(["/model.rec"]) }
    let observation = setup.observeErrors { heard.add($0) }
    expectTrue(setup.newestError == nil)
    for _ in 0..<2 { #expect(throws: StoreError.self) { try setup.store() } }
    expectEqual(setup.newestError?.description.contains("/model.rec"), true)
    try files.write(Array(Fixture.modelText.utf8), to: "/model.rec")
    _ = try setup.store()
    expectTrue(setup.newestError == nil)
    expectEqual(heard.count, 2)
    withExtendedLifetime(observation) {}
  }

  // S20
  @Test func `can take a step of the program's own to another model, as one change`() throws {
    let model = { (type: String) in "%rec: Meal\n%attribute: Time \(type)\n" }
    let old = try setup { $0.model = .text(model("string")) }.store()
    try old.commit(title: "Fill") { draft throws(StoreError) in
      for text in ["1 h 30", "soon", "20"] { try draft.insert([.text(text)], into: "Meal") }
    }
    try old.close()
    let store = try setup { settings in
      settings.model = .text(model("integer"))
      settings.migration = { draft, model throws(StoreError) in
        let before = try draft.snapshot.load("Meal").rows.map { ($0.id, $0["Time"]) }
        try draft.updateModel(model)
        for (id, value) in before {
          guard case .text(let text) = value else { continue }
          let numbers = text.split(separator: " h ").compactMap { Int64($0) }
          let minutes = numbers.reduce(0) { $0 * 60 + $1 }
          let field = FieldChange(name: "Time", old: nil, new: .integer(minutes))
          draft.changes.append(RecordChange(id: id, kind: .update, fields: [field]))
        }
      }
    }.store()
    let times = { () throws -> [Value?] in try store.snapshot.load("Meal").rows.map { $0["Time"] } }
    try expectEqual(times(), [.integer(90), .integer(0), .integer(20)])
    try store.undo()
    try expectEqual(times(), [.text("1 h 30"), .text("soon"), .text("20")])
  }

  // S20
  @Test func `takes a step to another model once, however many processes start`() throws {
    for moment in 0..<8 {
      try setup().store().close()
      let count = Mutex(0)
      let step: StoreSettings.Migration = { draft, model throws(StoreError) in
        count.withLock { $0 += 1 }
        try draft.updateModel(model)
      }
      let files = files
      let change = { @Sendable (settings: inout StoreSettings, files: any FileSystem) in
        settings.model = .text("%rec: Meal\n")
        settings.migration = step
        settings.fileSystem = files
      }
      let quiet = Array(repeating: { @Sendable (_: any FileSystem) in }, count: moment)
      let racing = RacingFileSystem(
        files, before: .lock,
        strikes: quiet + [
          { files in
            let first = StoreSetup("kitchen") { settings in
              settings.folder = "/kitchen"
              change(&settings, files)
            }
            try first.store().close()
          }
        ])
      try setup { change(&$0, racing) }.store().close()
      if racing.hasStruck { expectEqual(count.withLock { $0 }, 1, "at lock \(moment)") }
      try files.removeTree("/kitchen")
    }
  }

  @Test func `is refused the store where its step leads to another model`() throws {
    try setup().store().close()
    let setup = setup { settings in
      settings.model = .text("%rec: Meal\n")
      settings.migration = { _, _ in }
    }
    let error = #expect(throws: StoreError.self) { try setup.store() }
    expectEqual(error?.description, "/kitchen has a different model")
  }

  @Test func `that a step to another model refuses leaves the store as it was`() throws {
    try setup().store().close()
    let setup = setup { settings in
      settings.model = .text("%rec: Meal\n")
      settings.migration = { draft, model throws(StoreError) in
        try draft.updateModel(model)
        throw .unknownEntity("Meal")
      }
    }
    #expect(throws: StoreError.self) { try setup.store() }
    let same = try self.setup { $0.migrates = false }.store()
    expectEqual(same.snapshot.model, (try ObjectModel(parsing: Fixture.modelText)))
  }

  @Test func `that fails at any call leaves no half store`() throws {
    for call in 1... {
      let faulty = FaultyFileSystem(
        files,
        Fault(
          at: call, { FileError.full($0, path: $1) },
          of: [.create, .write, .rename, .makeFolder, .synchronize]))
      do throws(StoreError) {
        _ = try setup { $0.fileSystem = faulty }.store()
        break
      } catch {
        let isStore = try files.exists("/kitchen/STORE")
        try expectTrue(isStore || !files.exists("/kitchen"), "call \(call)")
        if isStore {
          _ = try setup().store()
          try files.removeTree("/kitchen")
        }
      }
    }
  }

  @Test func `gives an older store the new model, unless it must not`() throws {
    try setup().store().addRecipe("Soup")
    let newer = Fixture.modelText + "%attribute: City string\n"
    let refused = setup {
      $0.model = .text(newer)
      $0.migrates = false
    }
    let error = #expect(throws: StoreError.self) { try refused.store() }
    expectEqual(error?.description, "/kitchen has a different model")
    let reading = setup {
      $0.model = .text(newer)
      $0.isReadOnly = true
    }
    try expectEqual(reading.store().snapshot.model["Author"]?["City"], nil)
    let store = try setup { $0.model = .text(newer) }.store()
    expectTrue(store.snapshot.model["Author"]?["City"] != nil)
    try expectEqual(store.snapshot.load("Recipe").count, 1)
  }

  @Test func `for reading makes no store`() throws {
    #expect(throws: StoreError.self) { try setup { $0.isReadOnly = true }.store() }
    try expectTrue(!files.exists("/kitchen"))
  }
}
