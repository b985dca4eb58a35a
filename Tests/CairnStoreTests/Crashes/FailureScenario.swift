import CairnFiles

import Testing

@testable import CairnStore

/// One thing that people do with a store, during which any call of the file system may fail.
struct FailureScenario: Sendable, CustomTestStringConvertible {
  let name: String
  /// What is there before, on files that do not fail; `nil` for no store.
  let prepare: (@Sendable (ObjectStore, any FileSystem) throws -> Void)?
  /// What is done on files that fail.
  let act: @Sendable (any FileSystem) throws -> Void

  var testDescription: String { name }

  /// One that opens the store and uses it.
  init(
    _ name: String, prepare: @escaping @Sendable (ObjectStore, any FileSystem) throws -> Void,
    act: @escaping @Sendable (ObjectStore, any FileSystem) throws -> Void
  ) {
    self.name = name
    self.prepare = prepare
    self.act = { files in
      try act(try ObjectStore.open(Fixture.options(files, seed: 2)), files)
    }
  }

  /// One that makes the store.
  init(_ name: String, act: @escaping @Sendable (any FileSystem) throws -> Void) {
    self.name = name
    prepare = nil
    self.act = act
  }

  /// Files as they are before.
  func files() throws -> MemoryFileSystem {
    let files = MemoryFileSystem()
    if let prepare { try prepare(try Fixture.makeStore(files), files) }
    return files
  }
}

/// The context lost edits that it had not saved.
struct LostEdits: Error {}

extension FailureScenario {
  static let all: [FailureScenario] = [
    FailureScenario("creating a store") { files in _ = try Fixture.makeStore(files) },
    FailureScenario("the first save", prepare: { _, _ in }) { store, _ in
      try store.addRecipe("one")
    },
    FailureScenario("a save that fills a segment", prepare: fillSegment) { store, _ in
      try store.addRecipe("one", ["Notes": .text(String(repeating: "x", count: 3_000))])
    },
    FailureScenario("a save larger than a segment", prepare: addTwo) { store, _ in
      try store.addRecipe("big", ["Notes": .text(String(repeating: "x", count: 9_000))])
    },
    FailureScenario("a save behind a torn one", prepare: tearTail) { store, _ in
      try store.addRecipe("one")
    },
    FailureScenario("a save after another program folded", prepare: addTwo) { store, files in
      let other = try ObjectStore.open(Fixture.options(files, seed: 3))
      try other.fold()
      try store.addRecipe("one")
    },
    FailureScenario("a context's save", prepare: addTwo) { store, _ in
      let context = store.newContext()
      try context.create("Recipe")["Name"] = .text("made")
      let id = ObjectID(entity: "Recipe", key: RecordKey(sequence: 1))
      try context.existingObject(with: id)["Rating"] = .integer(3)
      let edits = context.changes
      do {
        try context.save(title: "Both")
      } catch {
        guard context.changes == edits else { throw LostEdits() }
        throw error
      }
    },
    FailureScenario("the first fold", prepare: addTwo) { store, _ in try store.fold() },
    FailureScenario("a fold into files that exist", prepare: foldAndEdit) { store, _ in
      try store.fold()
    },
    FailureScenario("a fold into files that people edited", prepare: editText) { store, _ in
      try store.fold()
    },
    FailureScenario("a fold that empties a file", prepare: deleteAll) { store, _ in
      try store.fold()
    },
    FailureScenario("a change of the model", prepare: addTwo) { store, _ in
      try store.perform(.changeModel)
    },
    FailureScenario("undo of what was folded", prepare: foldAndEdit) { store, _ in
      try store.undo()
    },
    FailureScenario("closing", prepare: foldAndEdit) { store, _ in try store.close() },
    FailureScenario("the first save of a clone", prepare: removePrivateFolder) { store, _ in
      try store.addRecipe("one")
    },
  ]

  @Sendable private static func addTwo(_ store: ObjectStore, _: any FileSystem) throws {
    try store.addRecipe("first")
    try store.addRecipe("second")
  }

  @Sendable private static func fillSegment(_ store: ObjectStore, _: any FileSystem) throws {
    try store.addRecipe("first", ["Notes": .text(String(repeating: "x", count: 3_000))])
  }

  @Sendable private static func tearTail(_ store: ObjectStore, _ files: any FileSystem) throws {
    try store.addRecipe("first")
    let segment = try files.open("/store/.local/0000/journal-000001", .readWrite)
    let bytes = try segment.read(at: 0, count: 4_096)
    let end = bytes.lastIndex { $0 != .newline } ?? 0
    try segment.write(Array("%txn 2 torn".utf8), at: end + 2)
  }

  @Sendable private static func foldAndEdit(
    _ store: ObjectStore, _ files: any FileSystem
  ) throws {
    try addTwo(store, files)
    try store.fold()
    try store.set(RecordKey(sequence: 1), "Rating", .integer(4))
    try store.addRecipe("third")
  }

  @Sendable private static func editText(_ store: ObjectStore, _ files: any FileSystem) throws {
    try foldAndEdit(store, files)
    let path = "/store/data/Recipe/0000.rec"
    let text = String(decoding: try files.read(path), as: UTF8.self)
    try files.write(
      Array(text.replacing("Name: second", with: "Name: by hand").utf8), to: path)
  }

  @Sendable private static func deleteAll(_ store: ObjectStore, _ files: any FileSystem) throws {
    try addTwo(store, files)
    try store.fold()
    try store.delete(RecordKey(sequence: 1))
    try store.delete(RecordKey(sequence: 2))
  }

  @Sendable private static func removePrivateFolder(
    _ store: ObjectStore, _ files: any FileSystem
  ) throws {
    try addTwo(store, files)
    try store.fold()
    try files.removeTree("/store/.local")
  }
}
