import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

/// A person edits the files of an export and imports them again.
///
/// Each link stands in the files of both of its ends.
@Suite struct `An edited export` {
  private static let model = """
    %rec: Box
    %plural: boxes
    %attribute: Name string
    %relationship: Items to-many Item inverse=Box ordered delete=cascade
    %relationship: Friends to-many Box inverse=FriendOf
    %relationship: FriendOf to-many Box inverse=Friends

    %rec: Item
    %plural: items
    %attribute: Name string
    %relationship: Box to-one Box inverse=Items required

    """

  private static let optionalModel = """
    %rec: Author
    %plural: authors
    %attribute: Name string

    %rec: Book
    %plural: books
    %attribute: Name string
    %relationship: Author to-one Author

    """

  private let store: ObjectStore

  init() throws {
    store = try makeStore(try ObjectModel(parsing: Self.model).entities)
    let context = store.newContext()
    let boxes = try (1...3).map { number in
      let box = try context.create("Box")
      box["Name"] = .text("box \(number)")
      return box
    }
    for number in 1...4 {
      let item = try context.create("Item")
      item["Name"] = .text("item \(number)")
      item.setLinks("Box", [boxes[(number - 1) / 2]])
    }
    boxes[0].setLinks("Friends", [boxes[1]])
    try context.save(title: "Fill")
  }

  @Test func `counts the records that a copied row takes from their owner`() throws {
    let boxes = try store.export("Box", as: .csv)
    let row = try #require(boxes.split(separator: "\n").dropFirst().first)
    let copy = row.replacing("cairn://boxes/p1,box 1", with: ",copy", maxReplacements: 1)
    let report = try store.take(export: [
      ("model.rec", ExportedModel(store.snapshot).text), ("boxes.csv", boxes + copy + "\n"),
      ("items.csv", try store.export("Item", as: .csv)),
    ])
    expectEqual(report.collections.map(\.inserted), [1, 0])
    expectEqual(report.collections.map(\.relinked).last, 2)
    expectEqual(report.collections.map(\.unchanged).last, 2)
    try expectEqual(store.texts("Box", of: "Item"), ["p4", "p4", "p2", "p2"])
  }

  /// Imports the export after edits of the texts of boxes and items.
  private func take(
    into target: ObjectStore, _ edits: (_ boxes: inout String, _ items: inout String) -> Void
  ) throws -> ImportReport {
    try target.take(export: store.exportedFiles(of: "Box", "Item", edits))
  }

  private func items(of store: ObjectStore) throws -> [String] {
    try store.snapshot.load("Box").rows.map { row in
      try store.snapshot.linkedKeys(of: row, "Items").map { "\($0)" }.joined(separator: " ")
    }
  }

  @Test func `takes a change at one end, while the other end says what it said`() throws {
    let report = try take(into: store) { _, items in
      items = items.replacing("item 1,cairn://boxes/p1", with: "item 1,cairn://boxes/p3")
    }
    expectEqual(report.lostValueCount, 0)
    try expectEqual(items(of: store), ["p2", "p3 p4", "p1"])
    let other = try take(into: store) { boxes, _ in
      boxes = boxes.replacing("[\"\"cairn://items/p2\"\"]", with: "[]")
        .replacing(
          "[\"\"cairn://items/p1\"\"]", with: "[\"\"cairn://items/p1\"\",\"\"cairn://items/p2\"\"]")
    }
    expectEqual(other.lostValueCount, 0)
    try expectEqual(items(of: store), ["", "p3 p4", "p1 p2"])
  }

  @Test(arguments: [InterchangeFormat.csv, .rec, .json, .jsonl])
  func `takes a link away that a person deletes`(format: InterchangeFormat) throws {
    let model = try ObjectModel(parsing: Self.optionalModel)
    let store = try makeStore(model.entities)
    let context = store.newContext()
    let author = try context.create("Author")
    for name in ["A", "B"] {
      let book = try context.create("Book")
      book["Name"] = .text(name)
      book.setLinks("Author", [author])
    }
    try context.save(title: "Fill")
    let books = try store.export("Book", as: format)
    let edited =
      switch format {
      case .csv: books.replacing("A,cairn://authors/p1", with: "A,")
      case .rec: books.replacing("Name: A\nAuthor: p1\n", with: "Name: A\n")
      default:
        books.replacing(
          /("Name": ?"A", *\n? *"Author": ?)"cairn:\/\/authors\/p1"/, with: { "\($0.output.1)null" }
        )
      }
    expectTrue(edited != books, books)
    let report = try store.take(
      export: [("model.rec", ExportedModel(store.snapshot).text), ("books.\(format)", edited)])
    expectEqual(report.lostValueCount, 0)
    try expectEqual(
      store.values("Author", of: "Book"), [nil, .link(RecordKey(sequence: 1))])
  }

  @Test func `has a model whose texts may have any characters`() throws {
    let doc = "one\u{2028}two\u{85}three\u{0B}four"
    let model = Self.optionalModel.replacing(
      "%attribute: Name string\n\n", with: "%attribute: Name string\n%doc: \(doc)\n\n")
    let store = try makeStore(try ObjectModel(parsing: model).entities)
    for ends in ["\n", "\r\n"] {
      let text = ExportedModel(store.snapshot).text.replacing("\n", with: ends)
      let read = try #require(try ExportedModel(parsing: text, file: "model.rec"))
      expectEqual(read.model, store.snapshot.model)
    }
  }

  @Test func `deletes no owned record that has a row of its own`() throws {
    let report = try take(into: store) { boxes, _ in
      boxes = boxes.replacing(/\[""cairn:\/\/items\/p1"",""cairn:\/\/items\/p2""\]/, with: "[]")
    }
    expectEqual(report.collections.map(\.deleted), [0, 0])
    expectEqual(
      report.lostValues.map { $0.problem.value }, ["cairn://items/p1", "cairn://items/p2"])
    try expectEqual(store.snapshot.load("Item").count, 4)
    try expectEqual(store.verify().map(\.description), [])
  }

  @Test func `names a record with two owners, in its own store and in another`() throws {
    for target in [store, try makeStore()] {
      let report = try take(into: target) { boxes, items in
        boxes = boxes.replacing(
          "[\"\"cairn://items/p3\"\"", with: "[\"\"cairn://items/p1\"\",\"\"cairn://items/p3\"\"")
        items = items.replacing("item 1,cairn://boxes/p1", with: "item 1,cairn://boxes/p3")
      }
      expectEqual(report.lostValues.map { $0.problem.field }, ["Items"])
      try expectEqual(items(of: target).last, "p1")
      try expectEqual(target.verify().map(\.description), [])
    }
  }

  @Test func `takes a link that only one of both ends names`() throws {
    let target = try makeStore()
    let report = try take(into: target) { boxes, _ in
      // Box 3 is a friend of box 2 by the words of box 3 alone.
      boxes = boxes.replacing("box 3,[],[],[]", with: "box 3,[],[],[\"cairn://boxes/p2\"]")
        .replacing("box 3,,,", with: "box 3,,,cairn://boxes/p2")
    }
    expectEqual(report.lostValueCount, 0)
    let rows = try target.snapshot.load("Box").rows.map { $0 }
    let second = rows[1]
    try expectEqual(target.snapshot.linkedKeys(of: second, "Friends").map { "\($0)" }, ["p3"])
  }
}

@Suite struct `A record that must have links` {
  private static let model = """
    %rec: Author
    %plural: authors
    %attribute: Name string
    %handle: Name

    %rec: Book
    %plural: books
    %attribute: Name string
    %relationship: Author to-one Author required
    %relationship: Editor to-one Author required

    %rec: Node
    %plural: nodes
    %attribute: Name string
    %handle: Name
    %relationship: Next to-one Node required

    """

  private func makeLibrary() throws -> ObjectStore {
    let store = try makeStore(try ObjectModel(parsing: Self.model).entities)
    try store.take("Name\nAnn\nBob\n", as: "authors.csv")
    return store
  }

  @Test func `costs only its own row, whatever it lacks`() throws {
    let store = try makeLibrary()
    let report = try store.take(
      "Name,Author,Editor\nA,nope,nope\nB,Ann,Bob\nC,Ann,\n", as: "books.csv")
    expectEqual(report.badRowCount, 2)
    try expectEqual(store.texts("Name", of: "Book"), ["B"])
  }

  @Test func `keeps a link that an empty cell would take away`() throws {
    let store = try makeLibrary()
    try store.take("Name,Author,Editor\nA,Ann,Bob\n", as: "books.csv")
    let books = try store.export("Book", as: .csv)
      .replacing("cairn://authors/p1", with: "").replacing("authors/p2", with: "authors/p1")
    let report = try store.take(
      export: [("model.rec", ExportedModel(store.snapshot).text), ("books.csv", books)])
    expectEqual(report.lostValues.map { $0.problem.field }, ["Author"])
    try expectEqual(store.values("Author", of: "Book"), [.link(RecordKey(sequence: 1))])
    try expectEqual(store.values("Editor", of: "Book"), [.link(RecordKey(sequence: 1))])
  }

  @Test func `takes the records along that need it, in one more pass`() throws {
    let store = try makeLibrary()
    let rows = (1...300).map { "n\($0),n\($0 + 1)\n" }.joined()
    let ring = "x,y\ny,x\n"
    var passes = 0
    var last = Int.max
    let input = ImportInput(source("Name,Next\n" + rows + ring, name: "nodes.csv", blockSize: 1000))
    let report = try Importer(store).run([input]) { progress in
      if progress.phase == .converting {
        if progress.rows <= last { passes += 1 }
        last = progress.rows
      }
      return .proceed
    }
    expectEqual(report.badRowCount, 300)
    try expectEqual(store.texts("Name", of: "Node"), ["x", "y"])
    expectTrue(passes <= 4, "\(passes)")
  }
}
