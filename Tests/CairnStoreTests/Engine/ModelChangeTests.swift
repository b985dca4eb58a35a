import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

private let modelPath = "/store/model/1.rec"

extension MemoryFileSystem {
  fileprivate func text(_ path: String) throws -> String {
    String(decoding: try read(path), as: UTF8.self)
  }

  /// What an editor does to a file.
  fileprivate func edit(_ path: String, _ old: String, _ new: String) throws {
    let text = try text(path)
    let range = try #require(text.firstRange(of: old))
    try replace(path, with: Array(text.replacingCharacters(range, with: new).utf8))
  }
}

extension String {
  fileprivate func firstRange(of text: String) -> Range<String.Index>? {
    indices.first { self[$0...].hasPrefix(text) }
      .map { $0..<index($0, offsetBy: text.count) }
  }

  fileprivate func replacingCharacters(_ range: Range<String.Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}

extension ObjectModel {
  fileprivate func adding(_ entity: Entity) throws(StoreError) -> ObjectModel {
    try ObjectModel(entities: entities + [entity])
  }

  fileprivate func changing(
    _ entity: String, _ change: (inout Entity) -> Void
  ) throws(StoreError) -> ObjectModel {
    var entities = entities
    for index in entities.indices where entities[index].name == entity { change(&entities[index]) }
    return try ObjectModel(entities: entities)
  }
}

private func attribute(_ name: String, _ type: AttributeType) -> Property {
  .attribute(Attribute(name: name, type: type))
}

extension ObjectStore {
  /// Makes a collection and two records of it in one change, as an import does.
  @discardableResult
  fileprivate func importAlbums() throws -> Transaction? {
    try commit(title: "Import albums") { draft throws(StoreError) in
      let album = Entity(
        name: "Album", properties: [attribute("Title", .string), attribute("Year", .integer)])
      try draft.updateModel(try draft.model.adding(album))
      try draft.insert([.text("Blue"), .integer(1971)], into: "Album")
      try draft.insert([.text("Hejira"), nil], into: "Album")
    }
  }

  fileprivate var albums: [String] {
    snapshot.table("Album")?.rows.map { $0["Title"]?.storedTexts[0] ?? "" } ?? []
  }
}

@Suite struct `A change of the model` {
  let files = MemoryFileSystem()
  let store: ObjectStore

  init() throws { store = try Fixture.makeStore(files) }

  // E1, E8
  @Test func `is saved with the records that need it, and seen by every process at once`() throws {
    let other = try ObjectStore.open(Fixture.options(files))
    try store.importAlbums()
    expectEqual(store.albums, ["Blue", "Hejira"])
    expectEqual(other.albums, [])
    try expectEqual(other.refresh()?.modelChanged, true)
    expectEqual(other.albums, ["Blue", "Hejira"])
    var options = Fixture.options(files)
    options.isReadOnly = true
    try expectEqual(ObjectStore.open(options).albums, ["Blue", "Hejira"])
    try expectTrue(!files.text(modelPath).contains("Album"))
    try other.fold()
    try expectEqual(files.text(modelPath), Fixture.modelText + "\n" + albumText)
    try expectTrue(store.refresh() == nil)
    try expectEqual(ObjectStore.open(Fixture.options(files)).albums, ["Blue", "Hejira"])
  }

  @Test func `does not happen when the records cannot be saved`() throws {
    #expect(throws: StoreError.self) {
      try store.commit(title: "Import") { draft throws(StoreError) in
        try draft.updateModel(try draft.model.adding(Entity(name: "Album")))
        throw .refused("no")
      }
    }
    expectEqual(store.snapshot.model["Album"], nil)
    expectEqual(store.snapshot.version, 0)
    try expectEqual(ObjectStore.open(Fixture.options(files)).snapshot.model["Album"], nil)
  }

  @Test func `can take the last collection away, and leaves an empty text`() throws {
    let files = MemoryFileSystem()
    let store = try ObjectStore.create(Fixture.options(files), modelText: "")
    try store.importAlbums()
    try store.fold()
    try store.undo()
    try store.fold()
    try expectEqual(files.text(modelPath), "")
    let again = try ObjectStore.open(Fixture.options(files))
    expectEqual(again.snapshot.model.entities, [])
    try again.redo()
    expectEqual(again.albums.count, 2)
  }

  @Test func `that changes nothing is none`() throws {
    try expectEqual(store.updateModel { model throws(StoreError) in model }, nil)
    expectEqual(store.snapshot.version, 0)
  }

  @Test(arguments: [false, true])
  func `is taken back and brought again with its records`(isFolded: Bool) throws {
    func settle() throws {
      if isFolded { try store.fold() }
    }
    try store.importAlbums()
    try settle()
    try store.undo()
    try settle()
    expectEqual(store.snapshot.model["Album"], nil)
    try store.redo()
    try settle()
    expectEqual(store.albums, ["Blue", "Hejira"])
    try store.undo()
    try store.fold()
    try expectEqual(files.text(modelPath), Fixture.modelText)
    try expectEqual(files.status(of: "/store/data/Album"), nil)
    try expectEqual(store.verify(), [])
    try expectEqual(ObjectStore.open(Fixture.options(files)).snapshot.model, store.snapshot.model)
  }

  @Test func `stands in the history with the model's text before and after`() throws {
    try store.importAlbums()
    let change = try #require(try store.history().first)
    expectEqual(change.title, "Import albums")
    expectEqual(change.model?.old, Fixture.modelText)
    expectEqual(change.model?.new, Fixture.modelText + "\n" + albumText)
    expectEqual(change.changes.map(\.kind), [.insert, .insert])
    expectEqual(change.changes[0].fields.map(\.new), [.text("Blue"), .integer(1971)])
  }

  @Test func `is not taken back while records came since`() throws {
    try store.importAlbums()
    try store.commit(title: "Add") { draft throws(StoreError) in
      try draft.insert([.text("Mingus"), nil], into: "Album")
    }
    let error = #expect(throws: StoreError.self) { try store.undo(1) }
    expectEqual(error?.description, "change 1 cannot be undone: Album/p3 has changed since")
    expectEqual(store.albums.count, 3)
  }

  @Test func `is not taken back when the model changed there since`() throws {
    try store.importAlbums()
    try store.updateModel { model throws(StoreError) in
      try model.changing("Album") { $0.properties.append(attribute("Label", .string)) }
    }
    let error = #expect(throws: StoreError.self) { try store.undo(1) }
    expectEqual(
      error?.description,
      "change 1 cannot be undone: the collection Album has changed since "
        + "in the model")
  }

  @Test func `is taken back around what else changed in the model`() throws {
    try store.importAlbums()
    try store.updateModel { model throws(StoreError) in
      try model.changing("Author") { $0.properties.append(attribute("Born", .date)) }
    }
    try store.undo(1)
    expectEqual(store.snapshot.model["Album"], nil)
    expectTrue(store.snapshot.model["Author"]?.attribute("Born") != nil)
  }

  @Test func `that gives up a field is not taken back over values that came since`() throws {
    try store.updateModel { model throws(StoreError) in
      try model.changing("Recipe") { $0.properties.append(attribute("Color", .string)) }
    }
    let key = try store.addRecipe("Soup", ["Color": .text("red")])
    let error = #expect(throws: StoreError.self) { try store.undo(1) }
    expectEqual(error?.description.hasSuffix("Color of Recipe/p1 has changed since"), true)
    try store.set(key, "Color", nil)
    try store.undo(1)
    expectEqual(store.snapshot.model["Recipe"]?.attribute("Color"), nil)
  }

  @Test func `that was taken back in the model gives its records back`() throws {
    let key = try store.addRecipe("Soup")
    let model = store.snapshot.model
    let change = try store.commit(title: "Import") { draft throws(StoreError) in
      try draft.updateModel(
        try draft.model.changing("Recipe") { $0.properties.append(attribute("Color", .string)) })
      let field = FieldChange(name: "Name", old: .text("Soup"), new: .text("Stew"))
      draft.changes.append(
        RecordChange(id: ObjectID(entity: "Recipe", key: key), kind: .update, fields: [field]))
    }
    try store.updateModel { _ in model }
    let number = try #require(change?.number)
    try store.undo(number)
    let id = ObjectID(entity: "Recipe", key: key)
    expectEqual(store.snapshot.row(id)?["Name"]?.storedTexts, ["Soup"])
    #expect(throws: StoreError.self) { try store.undo(number) }
  }

  private var albumText: String {
    """
    %rec: Album
    %plural: albums
    %attribute: Title string
    %type: Year int

    """
  }
}

// E5, E6
@Suite struct `A model's file that a person edits` {
  let files = MemoryFileSystem()
  let store: ObjectStore

  init() throws { store = try Fixture.makeStore(files) }

  @Test(arguments: [false, true])
  func `before a change reaches it keeps the edit and gets the change`(isReopened: Bool) throws {
    try store.importAlbums()
    try files.edit(modelPath, "# What I cook.", "# What I cook, mostly.")
    try files.edit(modelPath, "range 0 5", "range 0 10")
    let store = isReopened ? try ObjectStore.open(Fixture.options(files, seed: 2)) : store
    try store.addRecipe("Soup", ["Rating": .integer(9)])
    expectEqual(store.albums.count, 2)
    try store.fold()
    let text = try files.text(modelPath)
    expectTrue(text.hasPrefix("# What I cook, mostly.\n"))
    expectTrue(text.contains("%type: Rating range 0 10\n"))
    expectTrue(text.contains("%rec: Album\n"))
    expectEqual(store.problems, [])
  }

  @Test func `where the change is too keeps the edit and says so`() throws {
    try store.updateModel { model throws(StoreError) in
      try model.changing("Author") { $0.properties[0] = attribute("Name", .text) }
    }
    try files.edit(modelPath, "%attribute: Name string", "%attribute: Name email")
    let again = try ObjectStore.open(Fixture.options(files, seed: 2))
    expectEqual(again.snapshot.model["Author"]?.attribute("Name")?.type, .email)
    expectEqual(
      again.problems.map(\.description),
      [
        "model/1.rec: Author.Name also changed in the file; the file's words are kept"
      ])
    try again.fold()
    try expectTrue(files.text(modelPath).contains("%attribute: Name email\n"))
    try expectEqual(ObjectStore.open(Fixture.options(files, seed: 3)).problems, [])
  }

  @Test func `after the change keeps an edit that undoes it`() throws {
    let other = try ObjectStore.open(Fixture.options(files))
    try store.importAlbums()
    try other.refresh()
    try store.fold()
    try files.replace(modelPath, with: Array(Fixture.modelText.utf8))
    try other.refresh()
    expectEqual(other.snapshot.model["Album"], nil)
    try store.refresh()
    expectEqual(store.snapshot.model["Album"], nil)
    try expectTrue(files.status(of: "/store/data/Album") != nil)
  }

  @Test func `while it is folded loses nothing`() throws {
    let racing = RacingFileSystem(files) { files in
      let text = String(decoding: try files.read(modelPath), as: UTF8.self)
      try files.replace(modelPath, with: Array(("# Hands off.\n" + text).utf8))
    }
    let store = try ObjectStore.open(Fixture.options(racing))
    try store.importAlbums()
    try store.fold()
    expectTrue(racing.hasStruck)
    try expectTrue(files.text(modelPath).hasPrefix("# Hands off.\n# What I cook.\n"))
    try expectTrue(files.text(modelPath).contains("%rec: Album\n"))
    try expectEqual(files.list("/store/model"), ["1.rec"])
  }

  @Test func `with mistakes is left alone, and the change stays in the journal`() throws {
    try store.importAlbums()
    try files.edit(modelPath, "%type: Made date", "%type: Made day")
    #expect(throws: StoreError.self) { try store.fold() }
    try expectTrue(files.text(modelPath).contains("%type: Made day\n"))
    try files.edit(modelPath, "%type: Made day", "%type: Made date")
    let again = try ObjectStore.open(Fixture.options(files, seed: 2))
    expectEqual(again.albums.count, 2)
    try again.fold()
    try expectTrue(files.text(modelPath).contains("%rec: Album\n"))
  }
}

@Suite struct `After a crash a change of the model` {
  /// Imports, folds, takes the import back, folds, and brings it again; goes on after errors.
  ///
  /// - Returns: for each step that was acknowledged how many albums there are.
  private func work(_ files: any FileSystem) -> (acknowledged: Int, attempted: Set<Int>) {
    guard let store = try? ObjectStore.open(Fixture.options(files)) else { return (0, [0]) }
    var (acknowledged, attempted) = (0, Set([0]))
    func step(_ count: Int, _ work: () throws -> Void) {
      attempted.insert(count)
      if (try? work()) != nil { (acknowledged, attempted) = (count, [count]) }
    }
    step(2) { try store.importAlbums() }
    try? store.fold()
    if acknowledged == 2 { step(0) { try store.undo() } }
    try? store.fold()
    if acknowledged == 0, attempted == [0] { step(2) { try store.redo() } }
    return (acknowledged, attempted)
  }

  private func check(
    _ files: any FileSystem, _ outcome: (acknowledged: Int, attempted: Set<Int>), _ comment: String
  ) throws {
    var counts: Set<Int> = []
    for round in 0..<2 {
      let store = try ObjectStore.open(Fixture.options(files, seed: 9))
      counts.insert(store.albums.count)
      expectEqual((store.snapshot.model["Album"] != nil), (store.albums.count == 2), "\(comment)")
      expectEqual(store.problems, [], "\(comment), round \(round)")
      try store.fold()
      let text = String(decoding: try files.read(modelPath), as: UTF8.self)
      expectEqual(text.contains("%rec: Album"), (store.albums.count == 2), "\(comment)")
      expectTrue(text.hasPrefix("# What I cook."), "\(comment)")
      try expectEqual(files.list("/store/model"), ["1.rec"], "\(comment)")
    }
    expectTrue(counts.count == 1 && counts.isSubset(of: outcome.attempted), "\(comment): \(counts)")
  }

  // E1, E4, E5
  @Test(arguments: [Fault.Effect.nothing, .part, .whole], [Fault.Extent.once, .forever])
  func `is there whole or not at all, whichever call failed`(
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

  // E1, E4, E5
  @Test func `is there whole or not at all, whatever the disk kept`() throws {
    for call in 1... {
      let files = MemoryFileSystem(isRecording: true)
      _ = try Fixture.makeStore(files)
      let faulty = FaultyFileSystem(
        files, Fault(at: call, { FileError.device($0, path: $1) }, lasting: .forever))
      let outcome = work(faulty)
      var generator = SeededGenerator(seed: UInt64(call))
      let count = files.unsettledCount
      for round in 0..<6 {
        let prefix = generator.number(0...max(count, 1))
        let chosen = (0...count).map { _ in Bool.random(using: &generator) }
        let state = files.afterLossOfPower { round % 2 == 0 ? $0 < prefix : chosen[$0] }
        try check(state, outcome, "call \(call), state \(round)")
      }
      if faulty.failureCount == 0 { break }
    }
  }
}
