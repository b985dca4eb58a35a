import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A backup` {
  private let files = MemoryFileSystem()

  private func makeStore() throws -> ObjectStore {
    let store = try Fixture.makeStore(files)
    try store.addRecipe("Soup", ["Notes": .text("thick\nand hot"), "Photo": .data([0, 1, 2])])
    return store
  }

  private func restore(_ archive: String = "/b.tar", seed: UInt64 = 5) throws -> ObjectStore {
    let options = Fixture.options(files, folder: "/copy", seed: seed)
    try ObjectStore.restore(options, from: archive, on: files)
    return try ObjectStore.open(options)
  }

  @Test func `has what was saved, and becomes a replica of its own`() throws {
    let store = try makeStore()
    try store.backUp(to: "/b.tar", on: files)
    let copy = try restore()
    expectEqual(copy.recipesAsText, store.recipesAsText)
    expectEqual(copy.id, store.id)
    let (first, second) = (try store.addRecipe("Here"), try copy.addRecipe("There"))
    expectTrue(first != second)
    expectTrue(first.replica == .founder && second.replica != .founder)
    try expectEqual(copy.verify().filter { $0.severity == .damage }, [])
  }

  @Test(arguments: [true, false])
  func `of a store that is only read has what is not yet in its text`(isFolded: Bool) throws {
    let store = try makeStore()
    try store.addRecipe("Gone")
    try store.fold()
    try store.delete(RecordKey(sequence: 2))
    try store.addRecipe("Cake")
    try store.set(RecordKey(sequence: 1), "Rating", .integer(3))
    try store.commit(title: "Model") { draft throws(StoreError) in
      let text = Fixture.modelText.replacing("%rec: Author\n", with: "%rec: Author\n%doc: Cooks\n")
      try draft.updateModel(try ObjectModel(parsing: text))
    }
    if isFolded { try store.fold() }
    var options = Fixture.options(files)
    options.isReadOnly = true
    let reader = try ObjectStore.open(options)
    let before = try files.read("/store/data/Recipe/0000.rec")
    try reader.backUp(to: "/b.tar", on: files)
    try expectEqual(files.read("/store/data/Recipe/0000.rec"), before)
    let copy = try restore()
    expectEqual(copy.recipesAsText, store.recipesAsText)
    expectEqual(copy.snapshot.model, store.snapshot.model)
    try expectEqual(copy.verify().filter { $0.severity == .damage }, [])
  }

  /// Reads the store that a strike saves to and folds, each time a change of both collections.
  private func openReader(
    striking times: Int, afterReading path: String, isFolded: Bool
  ) throws -> (reader: ObjectStore, files: RacingFileSystem) {
    let store = try makeStore()
    let ids = [("Recipe", "Name"), ("Author", "Name")].map { entity, field in
      (ObjectID(entity: entity, key: RecordKey(sequence: 1)), field)
    }
    try store.commit(title: "Author") { draft throws(StoreError) in
      let name = FieldChange(name: "Name", old: nil, new: .text("Ann"))
      draft.changes.append(RecordChange(id: ids[1].0, kind: .insert, fields: [name]))
    }
    try store.fold()
    try store.set(RecordKey(sequence: 1), "Rating", .integer(1))
    if isFolded { try store.fold() }
    let strike: RacingFileSystem.Strike = { _ in
      try store.commit(title: "Rename both") { draft throws(StoreError) in
        for (id, field) in ids {
          let name = Value.text("Change \(draft.snapshot.version)")
          let change = FieldChange(name: field, old: draft.snapshot.row(id)?[field], new: name)
          draft.changes.append(RecordChange(id: id, kind: .update, fields: [change]))
        }
      }
      try store.fold()
    }
    let opening: RacingFileSystem.Strike = { _ in }
    // The header is read once when the store is opened.
    let racing = RacingFileSystem(
      files, afterReading: path,
      strikes: (path.hasSuffix("STORE") ? [opening] : []) + Array(repeating: strike, count: times))
    var options = Fixture.options(racing)
    options.isReadOnly = true
    return (try ObjectStore.open(options), racing)
  }

  @Test(arguments: ["/store/data/Recipe/0000.rec", "/store/STORE"], [true, false])
  func `of a store that is only read has one moment of it, though another process folds meanwhile`(
    path: String, isFolded: Bool
  ) throws {
    let (reader, racing) = try openReader(striking: 1, afterReading: path, isFolded: isFolded)
    try reader.backUp(to: "/b.tar", on: files)
    expectTrue(racing.hasStruck)
    let copy = try restore()
    let name = try #require(copy.recipe(RecordKey(sequence: 1), "Name"))
    let author = ObjectID(entity: "Author", key: RecordKey(sequence: 1))
    expectEqual(copy.snapshot.row(author)?["Name"], name)
  }

  @Test func `of a store that is only read fails while others fold again and again`() throws {
    let (reader, racing) = try openReader(
      striking: 3, afterReading: "/store/STORE", isFolded: true)
    let error = #expect(throws: StoreError.self) { try reader.backUp(to: "/b.tar", on: files) }
    expectEqual(error?.description, "another process is saving to /store")
    expectTrue(racing.hasStruck)
    try expectTrue(!files.exists("/b.tar"))
  }

  @Test func `is refused while a link in the store leads nowhere`() throws {
    let store = try makeStore()
    try store.fold()
    try files.rename("/store/data/Recipe/0000.rec", to: "/recipes.rec")
    try files.makeLink("/store/data/Recipe/0000.rec", to: "/recipes.rec")
    try store.backUp(to: "/b.tar", on: files)
    try expectEqual(restore().recipesAsText, store.recipesAsText)
    try files.remove("/recipes.rec")
    let error = #expect(throws: StoreError.self) { try store.backUp(to: "/c.tar", on: files) }
    expectEqual(
      error?.description,
      "/store/data/Recipe/0000.rec: this link leads to /recipes.rec, which is missing; "
        + "restore that file, or remove the link")
    try expectTrue(!files.exists("/c.tar"))
  }

  /// What a person or a disk did to the text, and what is the matter with it.
  static let damages = [
    (
      "Id: p1\nName: Soup\n\nId: p2\nNa",
      "0000.rec:5: the line is not a field; expected Name: value"
    ),
    (
      "Id: p1\nName: So",
      "0000.rec: the last line has no end, and the file is shorter than at the last fold; it may be "
        + "cut; restore it from git or a backup, or end the line"
    ),
    (
      "",
      "0000.rec: the file is empty; it held 1 record when it was last folded; restore the "
        + "file from git or a backup, or accept the loss"
    ),
  ]

  @Test(arguments: damages, [true, false])
  func `of a damaged store says so, and replaces no other one`(
    damage: (text: String, problem: String), isReadOnly: Bool
  ) throws {
    let store = try makeStore()
    try store.backUp(to: "/b.tar", on: files)
    let good = try files.read("/b.tar")
    try files.replace("/store/data/Recipe/0000.rec", with: Array(damage.text.utf8))
    var options = Fixture.options(files)
    options.isReadOnly = isReadOnly
    let again = try ObjectStore.open(options)
    let error = #expect(throws: StoreError.self) {
      try again.backUp(to: "/b.tar", on: files, replacing: true)
    }
    expectEqual(
      error?.description,
      "/b.tar is unchanged: the store is damaged in 1 place: data/Recipe/\(damage.problem)")
    try expectEqual(files.read("/b.tar"), good)
    // Under a new name, the bytes as they are may be worth keeping.
    let backup = try again.backUp(to: "/c.tar", on: files, replacing: true)
    expectEqual(backup.damage.map(\.description), ["data/Recipe/\(damage.problem)"])
    try expectEqual(
      restore("/c.tar").snapshot.table("Recipe")?.count, (damage.text.isEmpty ? 0 : 1))
  }

  @Test func `of a store whose history is damaged is none of a damaged one`() throws {
    let store = try makeStore()
    try store.fold()
    try files.replace(
      "/store/.local/0000/archive/journal-000001", with: Array("garbage\n".utf8))
    let first = try store.backUp(to: "/b.tar", on: files)
    expectEqual(first.damage, [])
    try expectEqual(store.backUp(to: "/b.tar", on: files, replacing: true), first)
  }

  @Test func `with a model that cannot be read is none to replace another by`() throws {
    let store = try makeStore()
    try store.backUp(to: "/b.tar", on: files)
    try files.replace("/store/model/1.rec", with: Array("%rec: Recipe\n%type: Ra\n".utf8))
    let error = #expect(throws: StoreError.self) {
      try store.backUp(to: "/b.tar", on: files, replacing: true)
    }
    expectEqual(error?.description.contains("model/1.rec"), true)
    try expectEqual(restore().recipesAsText, store.recipesAsText)
  }

  @Test func `replaces a file only if it may, and never a folder`() throws {
    let store = try makeStore()
    try files.write([1], to: "/b.tar")
    #expect(throws: StoreError.self) { try store.backUp(to: "/b.tar", on: files) }
    try expectEqual(files.read("/b.tar"), [1])
    try store.backUp(to: "/b.tar", on: files, replacing: true)
    try expectEqual(restore().recipesAsText, store.recipesAsText)
    try files.makeFolder("/folder")
    #expect(throws: StoreError.self) { try store.backUp(to: "/folder", on: files, replacing: true) }
  }

  @Test func `is refused where something is, or where it is cut or changed or none`() throws {
    try makeStore().backUp(to: "/b.tar", on: files)
    let bytes = try files.read("/b.tar")
    try files.makeFolder("/full")
    try files.write([1], to: "/full/mine")
    #expect(throws: StoreError.self) {
      try ObjectStore.restore(
        Fixture.options(files, folder: "/full"), from: "/b.tar", on: files)
    }
    try expectEqual(files.list("/full"), ["mine"])
    for length in [0, 1, 511, 512, 600, bytes.count / 2, bytes.count - 1024] {
      try files.write(Array(bytes[..<length]), to: "/cut.tar")
      #expect(throws: StoreError.self, "\(length)") { try restore("/cut.tar") }
      try expectTrue(!files.exists("/copy"))
    }
    var changed = bytes
    changed[3] ^= 1
    try files.write(changed, to: "/cut.tar")
    #expect(throws: StoreError.self) { try restore("/cut.tar") }
  }

  @Test(arguments: [
    "../STORE", "/etc/x", "data/../../x", ".local/0000/journal-000001", "a//b",
    ".git/config", ".git/hooks/pre-commit", "data/.hidden/x", "Makefile",
  ])
  func `with a name that leads elsewhere is refused whole`(name: String) throws {
    let store = try makeStore()
    try store.close()
    let file = try files.open("/evil.tar", .create)
    var writer = TarWriter(file)
    for own in ["STORE", "model/1.rec"] {
      try writer.add(own, try files.read("/store/\(own)"), modified: 0)
    }
    try writer.add(name, [1], modified: 0)
    try writer.finish()
    let error = #expect(throws: StoreError.self) { try restore("/evil.tar") }
    expectEqual(error?.description.contains("not belong in a backup"), true)
    try expectTrue(!files.exists("/copy"))
  }

  @Test func `that fails at any call leaves neither file nor half a store`() throws {
    let store = try makeStore()
    try store.fold()
    try store.backUp(to: "/good.tar", on: files)
    for call in 1... {
      let faulty = FaultyFileSystem(files, Fault(at: call, { FileError.full($0, path: $1) }))
      do throws(StoreError) {
        try store.backUp(to: "/b.tar", on: faulty)
        break
      } catch {
        // The last call that can fail waits for the folder, when the file is whole already.
        if try files.exists("/b.tar") { try files.remove("/b.tar") }
        try expectEqual(files.list("/").filter { $0.hasPrefix(".") }, [], "call \(call)")
      }
    }
    for call in 1... {
      let faulty = FaultyFileSystem(
        files,
        Fault(at: call, { FileError.full($0, path: $1) }, of: [.create, .write, .synchronize]))
      do throws(StoreError) {
        try ObjectStore.restore(
          Fixture.options(faulty, folder: "/copy"), from: "/good.tar", on: files)
        break
      } catch {
        try expectTrue(!files.exists("/copy"), "call \(call)")
      }
    }
    try expectEqual(ObjectStore.open(Fixture.options(files, folder: "/copy")).problems, [])
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `gives back any files under any names`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var expected: [(name: String, bytes: [UInt8])] = []
    let file = try files.open("/any.tar", .create)
    var writer = TarWriter(file)
    for number in 0..<10 {
      let steps = (0..<generator.number(1...4)).map { _ in
        String(repeating: "é", count: generator.number(1...90)) + "\(number)"
      }
      let bytes = (0..<generator.number(0...1500)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      expected.append((steps.joined(separator: "/"), bytes))
      try writer.add(expected[number].name, bytes, modified: number)
    }
    try writer.finish()
    var reader = TarReader(OpenFileSource(file))
    for (name, bytes) in expected {
      let entry = try #require(try reader.next())
      expectEqual(entry.name, name)
      try expectEqual(reader.contents(), bytes)
    }
    let rest = try reader.next()?.name
    expectEqual(rest, nil)
  }

  @Test func `with a size that is none is refused`() throws {
    let store = try makeStore()
    try store.backUp(to: "/b.tar", on: files)
    var bytes = try files.read("/b.tar")
    bytes.replaceSubrange(124..<136, with: Array("-1         \0".utf8))
    bytes.replaceSubrange(148..<156, with: [UInt8](repeating: 32, count: 8))
    let sum = bytes[..<512].reduce(0) { $0 + Int($1) }
    let digits = String(sum, radix: 8)
    let field = String(repeating: "0", count: 6 - digits.utf8.count) + digits + "\0 "
    bytes.replaceSubrange(148..<156, with: Array(field.utf8))
    try files.write(bytes, to: "/bad.tar")
    #expect(throws: StoreError.self) { try restore("/bad.tar") }
    try expectTrue(!files.exists("/copy"))
  }
}
