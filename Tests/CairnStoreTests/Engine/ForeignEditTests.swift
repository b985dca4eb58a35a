import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Edits by other programs` {
  private let shard = "/store/data/Recipe/0000.rec"
  private let files = MemoryFileSystem()
  private let store: ObjectStore

  init() throws {
    store = try Fixture.makeStore(files)
    for name in ["Soup", "Cake", "Pie", "Bread"] {
      try store.addRecipe(name, ["Tags": .list([.text(name), .text("food")])])
    }
    try store.fold()
  }

  private func text(_ path: String? = nil) throws -> String {
    String(decoding: try files.read(path ?? shard), as: UTF8.self)
  }

  private func edit(_ old: String, _ new: String) throws {
    try expectTrue(text().contains(old))
    try files.replace(shard, with: Array(try text().replacing(old, with: new).utf8))
  }

  private func edits() throws -> [String] { try store.foreignEdits().map(\.description) }

  @Test func `are listed file by file until a fold writes the file`() throws {
    try expectEqual(edits(), [])
    try edit("Name: Soup", "Name: Stew")
    try edit("Name: Cake", "Name: Cakes")
    try edit("Id: p3\nName: Pie\nTags: Pie\nTags: food\n\n", "")
    try files.replace(shard, with: Array("\(try text())\nId: p9\nName: Tea\n".utf8))
    let expected = [
      "data/Recipe/0000.rec: 1 record added (p9), 2 changed (p1, p2), 1 removed (p3)"
    ]
    try expectEqual(edits(), expected)
    // Also once the open store has the new text.
    try store.refresh()
    try expectEqual(edits(), expected)
    try expectEqual(store.verify(), [])
    try store.addRecipe("Salad")
    try expectEqual(edits(), expected)
    try store.fold()
    try expectEqual(edits(), [])
  }

  @Test func `are listed with the first five keys of many`() throws {
    for number in 0..<6 { try store.addRecipe("More \(number)") }
    try store.fold()
    try files.replace(shard, with: Array(try text().replacing("Name:", with: "Name:  ").utf8))
    try expectEqual(
      edits(), ["data/Recipe/0000.rec: 10 records changed (p1, p2, p3, p4, p5, …)"])
  }

  @Test func `are no other order, and no other blank lines`() throws {
    let blocks = try text().split(separator: "\n\n").map { String($0) }
    let other = [blocks[0], blocks[3], blocks[1] + "\n", blocks[2] + "\n\n", blocks[4]]
    try files.replace(shard, with: Array((other.joined(separator: "\n\n")).utf8))
    try expectEqual(edits(), [])
  }

  @Test func `are comments, and the line ends of Windows`() throws {
    try edit("Id: p2", "# for Sunday\nId: p2")
    try expectEqual(edits(), ["data/Recipe/0000.rec: 1 record changed (p2)"])
    try files.replace(shard, with: Array(try text().replacing("\n", with: "\r\n").utf8))
    try expectEqual(edits(), ["data/Recipe/0000.rec: 4 records changed (p1, p2, p3, p4)"])
  }

  // A list takes the values of both, so that no field stands twice.
  @Test func `are the loss of some bytes that makes two records one`() throws {
    try edit("Tags: food\n\nId: p3\nName: Pie\n", "")
    try expectEqual(store.verify(), [])
    try expectEqual(
      edits(), ["data/Recipe/0000.rec: 1 record changed (p2), 1 removed (p3)"])
  }

  @Test func `are listed for a record with a change that waits in the journal`() throws {
    try store.set(RecordKey(sequence: 2), "Rating", .integer(4))
    try store.set(RecordKey(sequence: 3), "Rating", .integer(5))
    try expectEqual(edits(), [])
    try edit("Name: Cake", "Name: Cakes")
    try expectEqual(edits(), ["data/Recipe/0000.rec: 1 record changed (p2)"])
  }

  @Test func `are no folders, pipes and links that lead nowhere, which a check names`() throws {
    try files.remove(shard)
    try files.makeFolder(shard)
    try expectEqual(edits(), [])
    try expectTrue(store.verify().contains { $0.message.contains("a folder") })
  }

  /// The files of a large fold have their checksums in one file.
  @Test func `are found after a large fold, a small one, and another name`() throws {
    let entity = try #require(store.snapshot.model["Recipe"])
    let name = try #require(entity.storedIndex(of: "Name"))
    func add(_ numbers: ClosedRange<Int>) throws {
      try store.commit(title: "Add many") { draft throws(StoreError) in
        for number in numbers {
          var values = [Value?](repeating: nil, count: entity.storedProperties.count)
          values[name] = .text("Recipe \(number)")
          try draft.insert(values, into: "Recipe")
        }
      }
    }
    try add(5...(20 * 512))
    try store.fold()
    let folder = try #require(try files.list("/store/.local").first { $0.allSatisfy(\.isNumber) })
    let notes = "/store/.local/\(folder)/checksums/data"
    try expectEqual(files.list("\(notes)/Recipe").sorted(), ["0000.rec", "many"])
    func change(_ path: String, _ old: String, _ new: String) throws {
      try expectTrue(text(path).contains(old))
      try files.replace(path, with: Array(try text(path).replacing(old, with: new).utf8))
    }
    let seventh = "/store/data/Recipe/0007.rec"
    try change(seventh, "Name: Recipe 3600\n", "Name: Other 3600\n")
    let first = "data/Recipe/0007.rec: 1 record changed (p3600)"
    try expectEqual(edits(), [first])
    // A small fold writes newer checksums.
    try store.commit(title: "Change") { draft throws(StoreError) in
      draft.changes.append(
        RecordChange(
          id: ObjectID(entity: "Recipe", key: RecordKey(rawValue: 5)), kind: .update,
          fields: [FieldChange(name: "Name", old: .text("Recipe 5"), new: .text("Five"))]))
    }
    try store.fold()
    try expectEqual(files.list("\(notes)/Recipe").sorted(), ["0000.rec", "many"])
    try expectEqual(edits(), [first])
    try change(shard, "Name: Five\n", "Name: Fünf\n")
    let both = ["data/Recipe/0000.rec: 1 record changed (p5)", first]
    try expectEqual(edits(), both)
    // Another large fold of other files keeps what the file says of these.
    try add((20 * 512 + 1)...(40 * 512))
    try store.fold()
    try expectEqual(edits(), both)
    let model = try text("/store/model/1.rec")
    let renamed = model.replacing("%rec: Recipe", with: "%rec: Dish\n%formerly: Recipe")
    try files.replace("/store/model/1.rec", with: Array(renamed.utf8))
    let again = try ObjectStore.open(Fixture.options(files, seed: 2))
    try again.fold()
    try expectEqual(
      again.foreignEdits().map(\.description), both.map { $0.replacing("Recipe", with: "Dish") })
    // A torn file reports fewer edits, and no wrong ones.
    let many = try files.read("\(notes)/Dish/many")
    for length in [0, 5, 17, many.count / 3, many.count - 1] {
      try files.replace("\(notes)/Dish/many", with: Array(many[..<length]))
      let found = try again.foreignEdits().map(\.description)
      let whole = both.map { $0.replacing("Recipe", with: "Dish") }
      expectTrue(Set(found).isSubset(of: whole), "\(found)")
    }
  }

  @Test func `are files that Cairn did not make`() throws {
    try files.replace(
      "/store/data/Recipe/0001.rec", with: Array("%rec: Recipe\n\nId: p1500\nName: Tea\n".utf8))
    try expectEqual(edits(), ["data/Recipe/0001.rec: 1 record added (p1500)"])
  }

  @Test func `are unknown where an earlier version wrote the files`() throws {
    try store.commit(title: "Author") { draft throws(StoreError) in
      try draft.insert([.text("Ann")], into: "Author")
    }
    try store.fold()
    let folder = try #require(try files.list("/store/.local").first { $0.allSatisfy(\.isNumber) })
    let notes = "/store/.local/\(folder)/folded"
    // As versions before these checksums wrote it.
    let lines = try text(notes).split(separator: "\n").dropFirst(2).map { line in
      line.split(separator: " ").prefix(4).joined(separator: " ")
    }
    try files.replace(notes, with: Array((lines.joined(separator: "\n") + "\n").utf8))
    try edit("Name: Soup", "Name: Stew")
    try expectEqual(edits(), [])
    // The next fold writes one of the two files, and the other one stays unknown.
    try store.commit(title: "Author") { draft throws(StoreError) in
      try draft.insert([.text("Eve")], into: "Author")
    }
    try store.fold()
    try expectEqual(edits(), [])
    try edit("Name: Cake", "Name: Cakes")
    try expectEqual(edits(), [])
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "1000000", "x"])
  func `need no whole notes of the folds before`(through: String) throws {
    let folder = try #require(try files.list("/store/.local").first { $0.allSatisfy(\.isNumber) })
    let notes = "/store/.local/\(folder)/folded"
    let lines = try text(notes).split(separator: "\n").dropFirst()
    let changed = ["through \(through)"] + lines.map { String($0) }
    try files.replace(notes, with: Array((changed.joined(separator: "\n") + "\n").utf8))
    try edit("Name: Soup", "Name: Stew")
    _ = try store.foreignEdits()
    try store.addRecipe("Salad")
    try store.fold()
    try expectEqual(edits(), [])
  }

  @Test func `are no losses, which a check names`() throws {
    try files.replace(shard, with: Array("%rec: Recipe\n\nId: p1\nName: Soup\n".utf8))
    try expectEqual(store.verify().map(\.isLoss), [true])
    try expectEqual(edits(), [])
    try store.acceptLosses()
    try expectEqual(edits(), [])
    try edit("Name: Soup", "Name: Stew")
    try expectEqual(edits(), ["data/Recipe/0000.rec: 1 record changed (p1)"])
  }

  @Test func `are no records that an interrupted fold was about to remove`() throws {
    for call in 1...200 {
      let files = MemoryFileSystem()
      let store = try Fixture.makeStore(files)
      let soup = try store.addRecipe("Soup")
      try store.fold()
      try store.delete(soup)
      let faulty = FaultyFileSystem(files, Fault(at: call, FileError.device, lasting: .forever))
      try? ObjectStore.open(Fixture.options(faulty)).fold()
      let next = try ObjectStore.open(Fixture.options(files))
      try expectEqual(next.foreignEdits(), [], "call \(call)")
      try expectEqual(next.verify(), [], "call \(call)")
    }
  }

  @Test func `are followed through another name of the collection and of a field`() throws {
    try edit("Name: Soup", "Name: Stew")
    let model = try text("/store/model/1.rec")
    let renamed = model.replacing("%rec: Recipe", with: "%rec: Dish\n%formerly: Recipe")
    try files.replace("/store/model/1.rec", with: Array(renamed.utf8))
    let again = try ObjectStore.open(Fixture.options(files, seed: 2))
    try again.fold()
    try expectEqual(
      again.foreignEdits().map(\.description),
      ["data/Dish/0000.rec: 1 record changed (p1)"])
  }

  @Test func `are not what a backup has, nor what a conflict's end wrote`() throws {
    try edit("Name: Soup", "Name: Stew")
    try store.backUp(to: "/backup.tar", on: files)
    try expectEqual(edits(), [])
    try edit("Name: Stew\n", "<<<<<<< a\nName: Stew\n=======\nName: Soup\n>>>>>>> b\n")
    try expectEqual(edits(), ["data/Recipe/0000.rec: 1 record changed (p1)"])
    let conflict = try #require(try store.conflicts().first)
    try store.resolve(title: "Choose", conflict, [nil: 0])
    try expectEqual(edits(), [])
  }
}
