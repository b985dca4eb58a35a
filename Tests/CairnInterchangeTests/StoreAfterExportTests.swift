import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

/// A store that changed after it was exported, and imports the export.
@Suite struct `An export of an earlier state` {
  private static let model = """
    %rec: Author
    %plural: authors
    %attribute: Name string

    %rec: Book
    %plural: books
    %attribute: Name string
    %attribute: Language string
    %attribute: Kind choice
    %choices: Kind soup | main dish
    %attribute: Code string
    %singular: Code
    %attribute: Pages integer
    %mandatory: Pages
    %relationship: Author to-one Author
    %relationship: Others to-many Author

    """

  private let store: ObjectStore

  init() throws {
    store = try makeStore(try ObjectModel(parsing: Self.model).entities)
    let context = store.newContext()
    let authors = try (1...3).map { number in
      let author = try context.create("Author")
      author["Name"] = .text("author \(number)")
      return author
    }
    for number in 1...2 {
      let book = try context.create("Book")
      book["Name"] = .text("book \(number)")
      book["Language"] = .text("fr")
      book["Kind"] = .text("soup")
      book["Code"] = .text("code \(number)")
      book["Pages"] = .integer(7)
      book.setLinks("Author", [authors[0]])
      book.setLinks("Others", [authors[0], authors[1]])
    }
    try context.save(title: "Fill")
  }

  /// The files of an export, with edits of the texts of the authors and the books.
  private func files(
    _ format: InterchangeFormat = .csv, _ edits: (inout String, inout String) -> Void = { _, _ in }
  ) throws -> [(name: String, text: String)] {
    try store.exportedFiles(of: "Author", "Book", as: format, edits)
  }

  /// Writes values into the files of the store that break rules, as an editor can.
  private func write(_ values: [(key: UInt64, field: String, value: Value?)]) throws {
    try store.commit(title: "By hand") { draft throws(StoreError) in
      draft.mustObeyRules = false
      draft.changes = values.map { key, field, value in
        RecordChange(
          id: ObjectID(entity: "Book", key: RecordKey(sequence: key)), kind: .update,
          fields: [FieldChange(name: field, old: nil, new: value)])
      }
    }
  }

  private func setModel(_ change: (String) -> String) throws {
    let model = try ObjectModel(parsing: change(Self.model))
    try store.commit(title: "Model") { draft throws(StoreError) in try draft.updateModel(model) }
  }

  @Test(arguments: [InterchangeFormat.csv, .rec, .json])
  func `brings a lost field back, says so, and is undone as a whole`(format: InterchangeFormat)
    throws
  {
    let files = try files(format) { _, books in
      books = books.replacing("fr", with: "it", maxReplacements: 1)
    }
    try setModel { $0.replacing("%attribute: Language string\n", with: "") }
    let (model, books) = (store.snapshot.model, try store.export("Book", as: .rec))
    let report = try store.take(export: files)
    try expectEqual(store.texts("Language", of: "Book"), ["it", "fr"])
    expectEqual(
      report.notices.filter { $0.hasPrefix("books.Language: the import adds this field") }.count, 1)
    try store.undo()
    expectEqual(store.snapshot.model, model)
    try expectEqual(store.export("Book", as: .rec), books)
    // Values that came after the import keep the field.
    let number = try #require(store.take(export: files).transaction)
    let context = store.newContext()
    let book = try context.existingObject(
      with: ObjectID(entity: "Book", key: RecordKey(sequence: 2)))
    book["Language"] = .text("de")
    try context.save(title: "Edit")
    #expect(throws: StoreError.self) { try store.undo(number) }
    try expectEqual(store.texts("Language", of: "Book"), ["it", "de"])
  }

  @Test(arguments: [InterchangeFormat.csv, .rec, .json, .jsonl])
  func `is matched by the names of the store's present model`(format: InterchangeFormat) throws {
    let all = try files(format)
    try setModel {
      $0.replacing("%plural: books", with: "%plural: volumes")
        .replacing("%plural: authors", with: "%plural: writers")
    }
    let unedited = try store.take(export: all)
    expectEqual(unedited.badRows.map(\.description), [])
    expectEqual(unedited.lostValues.map(\.description), [])
    expectTrue(!unedited.changesAnything)
    // The authors have no file here, so their addresses are the store's.
    let books = all[2].text.replacing("authors/p1", with: "authors/p3")
      .replacing("Author: p1", with: "Author: p3")
    let partial = try store.take(export: [all[0], (all[2].name, books)])
    expectEqual(partial.lostValues.map(\.description), [])
    try expectEqual(
      store.values("Author", of: "Book").map { $0.linkedKeys.map(\.description) },
      [["p3"], ["p3"]])
  }

  @Test func `finds a field by its new name`() throws {
    let all = try files { _, books in books = books.replacing("fr", with: "it") }
    let model = try store.snapshot.model.renamingField("Language", of: "Book", to: "Tongue")
    try store.commit(title: "Model") { draft throws(StoreError) in try draft.updateModel(model) }
    let report = try store.take(export: all)
    expectTrue(!report.changesModel)
    try expectEqual(store.texts("Tongue", of: "Book"), ["it", "it"])
  }

  @Test(arguments: [InterchangeFormat.csv, .rec, .json, .jsonl])
  func `refuses no value that breaks a rule in the store already`(format: InterchangeFormat) throws
  {
    try write([
      (1, "Kind", .text("SOUP")), (2, "Kind", .text("soupe")), (2, "Code", .text("code 1")),
      (1, "Pages", nil),
    ])
    let unedited = try store.take(export: files(format))
    expectEqual(unedited.badRows.map(\.description), [])
    expectTrue(!unedited.changesAnything)
    let report = try store.take(
      export: files(format) { _, books in
        books = books.replacing("book 1", with: "book one").replacing("fr", with: "it")
      })
    expectEqual(report.badRows.map(\.description), [])
    try expectEqual(store.texts("Name", of: "Book"), ["book one", "book 2"])
    try expectEqual(store.texts("Kind", of: "Book"), ["SOUP", "soupe"])
    // An edited value must obey.
    let edited = try store.take(
      export: files(format) { _, books in books = books.replacing("soupe", with: "suppe") })
    expectEqual(edited.badRows.map { $0.problem.value }, ["suppe"])
  }

  @Test(arguments: [InterchangeFormat.csv, .rec, .json])
  func `keeps links to records that are not there when others are edited`(
    format: InterchangeFormat
  ) throws {
    let keys = [1, 9, 2].map { RecordKey(sequence: $0) }
    try write([(1, "Others", .list(keys.map(Value.link)))])
    let unedited = try store.take(export: files(format))
    expectTrue(!unedited.changesAnything)
    let report = try store.take(
      export: files(format) { _, books in
        books = books.replacing("authors/p2", with: "authors/p3", maxReplacements: 1)
          .replacing("Others: p2", with: "Others: p3", maxReplacements: 1)
      })
    expectEqual(report.lostValues.map(\.description), [])
    try expectEqual(
      store.values("Others", of: "Book")[0].linkedKeys.map(\.description),
      ["p1", "p3", "p9"])
    // A dangling link that was not there before is named.
    let other = try store.take(
      export: files(format) { _, books in
        books = books.replacing("authors/p3", with: "authors/p8")
          .replacing("Others: p3", with: "Others: p8")
      })
    expectEqual(other.lostValues.map { $0.problem.value }, ["cairn://authors/p8"])
  }

  @Test(arguments: [InterchangeFormat.csv, .rec, .json])
  func `takes a link that is written twice as one link`(format: InterchangeFormat) throws {
    let twice = [1, 1, 2].map { Value.link(RecordKey(sequence: $0)) }
    try write([(1, "Others", .list(twice))])
    let report = try store.take(export: files(format))
    expectTrue(!report.changesAnything)
    let cells = try store.take(
      export: files(format) { _, books in
        books = books.replacing("Others: p2\n", with: "Others: p2\nOthers: p2\n")
          .replacing(
            "\"\"cairn://authors/p2\"\"",
            with: "\"\"cairn://authors/p2\"\",\"\"cairn://authors/p2\"\"")
      })
    expectTrue(!cells.changesAnything)
  }

  @Test func `names a collection that has no file`() throws {
    let all = try files()
    let report = try store.take(export: [all[0], all[2]])
    expectEqual(
      report.notices, ["model.rec names authors, of which the export has no file"])
    try expectEqual(store.take(export: all).notices, [])
  }

  @Test func `has only other ends of lines where a program converted it`() throws {
    let context = store.newContext()
    for (number, text) in [(1, "one\ntwo"), (2, "three\r\nfour")] {
      let book = try context.existingObject(
        with: ObjectID(entity: "Book", key: RecordKey(sequence: UInt64(number))))
      book["Name"] = .text(text)
    }
    try context.save(title: "Edit")
    let all = try files()
    try expectTrue(!store.take(export: all).changesAnything)
    let converted = all.map { ($0.name, $0.text.replacing(#/\r?\n/#, with: "\r\n")) }
    let report = try store.take(export: converted)
    expectTrue(!report.changesAnything)
    let other = try makeStore()
    _ = try other.take(export: converted)
    try expectEqual(other.texts("Name", of: "Book"), ["one\ntwo", "three\nfour"])
    // Files that nobody converted are read exactly.
    let exact = try makeStore()
    _ = try exact.take(export: all)
    try expectEqual(exact.texts("Name", of: "Book"), ["one\ntwo", "three\r\nfour"])
  }
}
