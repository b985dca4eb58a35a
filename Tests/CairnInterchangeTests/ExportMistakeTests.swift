import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

/// A record of an export that stands in it several times.
@Suite struct `A record with two rows` {
  private static let model = """
    %rec: Author
    %plural: authors
    %attribute: Name string
    %attribute: Town string
    %attribute: Born integer

    %rec: Book
    %plural: books
    %attribute: Name string
    %relationship: Author to-one Author export=follow

    """

  private let store: ObjectStore

  init() throws {
    store = try makeStore(try ObjectModel(parsing: Self.model).entities)
    let context = store.newContext()
    let author = try context.create("Author")
    (author["Name"], author["Town"], author["Born"]) = (.text("Ann"), .text("Oslo"), .integer(1950))
    for number in 1...2 {
      let book = try context.create("Book")
      book["Name"] = .text("book \(number)")
      book.setLinks("Author", [author])
    }
    try context.save(title: "Fill")
  }

  private func take(_ files: [(name: String, text: String)]) throws -> ImportReport {
    try store.take(export: [("model.rec", ExportedModel(store.snapshot).text)] + files)
  }

  @Test(arguments: [false, true], [InterchangeFormat.json, .jsonl, .rec])
  func `keeps its own row, and the copy that says something else is named`(
    isReversed: Bool, format: InterchangeFormat
  ) throws {
    let (books, authors) = (
      try store.export("Book", as: format), try store.export("Author", as: format)
    )
    let edited = books.replacing("Oslo", with: "Rome", maxReplacements: 1)
    let files = [("books.\(format)", edited), ("authors.\(format)", authors)]
    let report = try take(isReversed ? files.reversed() : files)
    expectEqual(report.lostValues.map { $0.problem.value }, ["Rome"])
    expectEqual(
      report.lostValues.map { $0.problem.field?.split(separator: ".").last }, ["Town"])
    try expectEqual(store.texts("Town", of: "Author"), ["Oslo"])
    expectEqual(report.collections.map(\.updated), [0, 0])
    let rows = authors.replacing("Oslo", with: "Rome")
    let newer = try take([("books.\(format)", books), ("authors.\(format)", rows)])
    expectEqual(newer.lostValueCount, 0)
    try expectEqual(store.texts("Town", of: "Author"), ["Rome"])
    let target = try makeStore()
    let other = try target.take(
      export: [
        ("model.rec", ExportedModel(store.snapshot).text), ("books.\(format)", edited),
        ("authors.\(format)", authors),
      ])
    expectEqual(other.lostValueCount, 0)
    expectEqual(other.notices.filter { $0.hasPrefix("authors: 1 copy of a record says") }.count, 1)
    try store.undo()
    let unedited = try take([("books.\(format)", books), ("authors.\(format)", authors)])
    expectEqual(unedited.lostValueCount, 0)
  }

  @Test func `takes the last of two rows, and names it`() throws {
    let authors = "url,Name,Town\ncairn://authors/p1,Ann,Rome\ncairn://authors/p1,Ann,Pisa\n"
    let report = try take([("authors.csv", authors)])
    expectEqual(report.lostValues.map(\.line), [3])
    try expectEqual(store.texts("Town", of: "Author"), ["Pisa"])
    let twice = "url,Name,Town\ncairn://authors/p1,Ann,Rome\ncairn://authors/p1,Ann,Rome\n"
    let same = try take([("authors.csv", twice)])
    expectEqual(same.lostValueCount, 0)
  }

  @Test func `stays away with its refused row, although a copy of it stands elsewhere`() throws {
    let target = try makeStore()
    let model = ExportedModel(store.snapshot).text
    let authors = try store.export("Author", as: .json)
      .replacing("1950", with: "\"long ago\"")
    let books = try store.export("Book", as: .json)
    let report = try target.take(
      export: [("model.rec", model), ("books.json", books), ("authors.json", authors)])
    expectEqual(report.badRowCount, 1)
    try expectEqual(target.snapshot.load("Author").count, 0)
    try expectEqual(target.snapshot.load("Book").count, 2)
  }
}

/// A person edits the files of an export and makes mistakes.
@Suite struct `A mistake in an export` {
  private static let model = """
    %rec: List
    %plural: lists
    %attribute: Name string
    %attribute: Words string multiple
    %relationship: Items to-many Item inverse=List ordered delete=cascade export=follow

    %rec: Item
    %plural: items
    %attribute: Name string
    %relationship: List to-one List inverse=Items

    """

  private let store: ObjectStore

  init() throws {
    store = try makeStore(try ObjectModel(parsing: Self.model).entities)
    let context = store.newContext()
    for number in 1...2 {
      let list = try context.create("List")
      list["Name"] = .text("list \(number)")
      list["Words"] = .list([.text("a"), .text("b")])
      for letter in ["x", "y"] {
        let item = try context.create("Item")
        item["Name"] = .text("\(letter)\(number)")
        item.setLinks("List", [list])
      }
    }
    try context.save(title: "Fill")
  }

  private func take(_ format: InterchangeFormat, _ lists: String, _ items: String? = nil) throws
    -> ImportReport
  {
    try store.take(
      export: [
        ("model.rec", ExportedModel(store.snapshot).text), ("lists.\(format)", lists),
        ("items.\(format)", try items ?? store.export("Item", as: format)),
      ])
  }

  @Test(arguments: [InterchangeFormat.json, .jsonl])
  func `lets a nested record without an address be new`(format: InterchangeFormat) throws {
    let lists = try store.export("List", as: format)
      .replacing(#/"Items": ?\[/#, with: "\"Items\":[{\"Name\":\"new\"},", maxReplacements: 1)
    let report = try take(format, lists)
    expectEqual(report.collections.map(\.inserted).reduce(0, +), 1)
    try expectEqual(store.texts("Name", of: "Item"), ["x1", "y1", "x2", "y2", "new"])
    let first = try #require(store.snapshot.load("List").rows.map { $0 }.first)
    try expectEqual(
      store.snapshot.linkedKeys(of: first, "Items").map { "\($0)" }, ["p5", "p1", "p2"])
  }

  @Test func `keeps links that a list of the order lacks`() throws {
    try store.commit(title: "By hand") { draft throws(StoreError) in
      draft.changes = [
        RecordChange(
          id: ObjectID(entity: "Item", key: try draft.mintKey(for: "Item")), kind: .insert,
          fields: [
            FieldChange(name: "Name", old: nil, new: .text("z1")),
            FieldChange(name: "List", old: nil, new: .link(RecordKey(sequence: 1))),
          ])
      ]
    }
    let before = try store.export("List", as: .json)
    let report = try take(.rec, store.export("List", as: .rec))
    expectEqual(report.collections.map(\.updated), [0, 0])
    try expectEqual(store.export("List", as: .json), before)
  }

  @Test(arguments: [InterchangeFormat.csv, .json])
  func `counts a link that goes from the list of an owner`(format: InterchangeFormat) throws {
    let lists = try store.export("List", as: .csv)
      .replacing(
        "[\"\"cairn://items/p1\"\",\"\"cairn://items/p2\"\"]",
        with: "[\"\"cairn://items/p2\"\",\"\"cairn://items/p1\"\"]")
    let report = try take(.csv, lists, store.export("Item", as: .csv))
    expectEqual(report.collections.map(\.relinked), [1, 0])
  }

  @Test(arguments: [InterchangeFormat.csv, .json, .rec])
  func `leaves a link to a record that is not there yet`(format: InterchangeFormat) throws {
    try store.commit(title: "By hand") { draft throws(StoreError) in
      draft.mustObeyRules = false
      draft.changes = [
        RecordChange(
          id: ObjectID(entity: "Item", key: RecordKey(sequence: 1)), kind: .update,
          fields: [
            FieldChange(
              name: "List", old: .link(RecordKey(sequence: 1)),
              new: .link(RecordKey(sequence: 99)))
          ])
      ]
    }
    let items = try store.export("Item", as: format)
    let model = ExportedModel(store.snapshot).text
    _ = try store.take(export: [("model.rec", model), ("items.\(format)", items)])
    try expectEqual(
      store.values("List", of: "Item").first, .link(RecordKey(sequence: 99)))
    // The record comes back before the import.
    try store.commit(title: "Back") { draft throws(StoreError) in
      draft.mustObeyRules = false
      let name = FieldChange(name: "Name", old: nil, new: .text("back"))
      draft.changes = [
        RecordChange(
          id: ObjectID(entity: "List", key: RecordKey(sequence: 99)), kind: .insert,
          fields: [name])
      ]
    }
    let again = try store.take(export: [("model.rec", model), ("items.\(format)", items)])
    expectTrue(!again.changesAnything)
    try expectEqual(
      store.values("List", of: "Item").first, .link(RecordKey(sequence: 99)))
    // In another store, the link leads nowhere, and is named.
    let other = try makeStore().take(export: [("model.rec", model), ("items.\(format)", items)])
    expectEqual(other.lostValueCount > 0, true)
  }

  @Test(arguments: [InterchangeFormat.csv, .jsonl])
  func `refuses only the row with a wrong address`(format: InterchangeFormat) throws {
    for address in ["cairn://items/p1x", "cairn://lists/p1", "nonsense"] {
      let items = try store.export("Item", as: format)
        .replacing("cairn://items/p1", with: address, maxReplacements: 1)
      let report = try take(format, store.export("List", as: format), items)
      expectEqual(report.badRows.map { $0.problem.value }, [address])
      expectEqual(report.collections.map(\.inserted), [0, 0])
    }
    try expectEqual(store.snapshot.load("Item").count, 4)
  }

  @Test func `counts a record that a second owner takes`() throws {
    let lists = try store.export("List", as: .csv)
      .replacing(
        "[\"\"cairn://items/p3\"\"", with: "[\"\"cairn://items/p1\"\",\"\"cairn://items/p3\"\"")
    let report = try take(.csv, lists, store.export("Item", as: .csv))
    // The list that loses the record counts, too.
    expectEqual(report.collections.map(\.relinked), [2, 1])
    try expectEqual(
      store.values("List", of: "Item").first, .link(RecordKey(sequence: 2)))
  }

  @Test func `in its model is named, and a new collection is a change`() throws {
    let (lists, items) = (try store.export("List", as: .csv), try store.export("Item", as: .csv))
    let model = ExportedModel(store.snapshot).text
    let other = model.replacing("%attribute: Words string multiple", with: "%attribute: Words text")
    let named = try store.take(
      export: [("model.rec", other), ("lists.csv", lists), ("items.csv", items)])
    expectEqual(named.notices.filter { $0.contains("describes lists") }.count, 1)
    expectTrue(!named.changesAnything)
    let more = model + "\n%rec: Pet\n%plural: pets\n%attribute: Name string\n"
    let report = try store.take(
      export: [("model.rec", more), ("lists.csv", lists), ("items.csv", items)])
    expectTrue(report.changesAnything)
    expectTrue(store.snapshot.model["Pet"] != nil)
  }

  @Test func `is told where a list has an element that is no text`() throws {
    let lists = try store.export("List", as: .jsonl)
      .replacing(#/"Words": ?\["a",/#, with: "\"Words\":[null,", maxReplacements: 1)
    let report = try take(.jsonl, lists)
    expectEqual(report.badRows.map { $0.problem.field }, ["Words"])
  }

  @Test(arguments: [
    ("json", ""), ("rec", ""), ("json", "[]"), ("jsonl", ""), ("rec", "%rec: Item\n"),
  ])
  func `is refused where it left a file without bytes`(ending: String, text: String) throws {
    let model = ExportedModel(store.snapshot).text
    let inputs = [("model.rec", model), ("items.\(ending)", text)]
    guard text.isEmpty, ending != "jsonl" else {
      try expectTrue(!store.take(export: inputs).changesAnything)
      return
    }
    #expect(throws: InterchangeError.self) { try store.take(export: inputs) }
  }

  @Test func `of capitals makes a field of its own`() throws {
    let items = try store.export("Item", as: .jsonl)
      .replacing("\"Name\"", with: "\"name\"", maxReplacements: 1)
    _ = try take(.jsonl, store.export("List", as: .jsonl), items)
    try expectEqual(
      store.snapshot.load("Item").rows.map { $0["Name"] },
      [.text("x1"), .text("y1"), .text("x2"), .text("y2")])
    try expectEqual(store.texts("name_2", of: "Item").first, "x1")
  }

  @Test func `in the ID of its store is an error, and comments before it are none`() throws {
    let text = ExportedModel(store.snapshot).text
    expectTrue(try ExportedModel(parsing: "# my copy\n\n" + text, file: "m") != nil)
    let wrong = text.replacing(#/%store: .*/#, with: "%store: mine")
    #expect(throws: StoreError.self) { try ExportedModel(parsing: wrong, file: "m") }
  }
}

extension ObjectStore {
  /// The files of an export of two entities, with edits of their texts.
  func exportedFiles(
    of first: String, _ second: String, as format: InterchangeFormat = .csv,
    _ edits: (_ first: inout String, _ second: inout String) -> Void = { _, _ in }
  ) throws -> [(name: String, text: String)] {
    var (one, other) = (try export(first, as: format), try export(second, as: format))
    edits(&one, &other)
    let plurals = [first, second].map { snapshot.model[$0]?.plural ?? $0 }
    return [
      ("model.rec", ExportedModel(snapshot).text), ("\(plurals[0]).\(format)", one),
      ("\(plurals[1]).\(format)", other),
    ]
  }

  /// Imports files of an export, after a dry run that must say the same.
  func take(export files: [(name: String, text: String)]) throws -> ImportReport {
    let inputs = {
      files.map { ImportInput(source($0.text, name: $0.name, blockSize: 1000)) }
    }
    var options = ImportOptions.ofCommand
    options.isDryRun = true
    let trial = try Importer(self, options).run(inputs())
    let report = try Importer(self).run(inputs())
    expectEqual(trial.words, report.words)
    return report
  }
}

extension ImportReport {
  /// The lines that a person reads.
  fileprivate var words: [String] {
    collections.map {
      "\($0.entity.plural) \($0.inserted) \($0.updated) \($0.relinked) \($0.unchanged) \($0.deleted)"
    } + lostValues.map { "\($0.problem)" } + badRows.map { "\($0.problem)" }
  }
}
