import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `A column that an import makes a link` {
  private let books = """
    Title,Author,Year
    Emma,Jane Austen,1815
    Persuasion, Jane Austen ,1817
    Dune,Frank Herbert,1965
    Beowulf,,1000

    """

  private func key(_ number: UInt64) -> Value { .link(RecordKey(sequence: number)) }

  private func link(_ text: String) -> (inout ImportOptions) -> Void {
    { $0.links = [ImportOptions.Link(text)].compactMap { $0 } }
  }

  @Test func `gets a record for each of its values, in one change`() throws {
    let store = try makeStore()
    let empty = store.modelText
    let report = try store.take(books, as: "books.csv", link("Author=Author"))
    expectEqual(
      report.collections.map(\.description), ["books: 4 new", "authors: 2 new"])
    expectEqual(report.collections.map(\.isNew), [true, true])
    expectEqual(report.namedLinks.map(\.valueCount), [2])
    expectEqual(report.namedLinks.map(\.createdCount), [2])
    try expectEqual(store.texts("Name", of: "Author"), ["Jane Austen", "Frank Herbert"])
    try expectEqual(store.values("Author", of: "Book"), [key(1), key(1), key(2), nil])
    let book = try #require(store.snapshot.model["Book"])
    expectEqual(book.properties.map(\.name), ["Title", "Author", "Year"])
    expectEqual(book.columns, ["Title", "Author", "Year"])
    expectEqual(book.relationship("Author")?.isToMany, false)
    expectEqual(store.snapshot.model["Author"]?.relationship("Books")?.inverse, "Author")
    expectEqual(store.snapshot.model["Author"]?.title, "Name")
    expectEqual(store.snapshot.version, 1)
    try store.undo()
    expectEqual(store.modelText, empty)
  }

  @Test func `finds the records that an earlier import made`() throws {
    let store = try makeStore()
    try store.take(books, as: "books.csv", link("Author=Author"))
    let more = "Title,Author\nSanditon,Jane Austen\nSolaris,Stanisław Lem\n"
    let report = try store.take(more, as: "books.csv", link("Author=authors"))
    expectEqual(report.collections.map(\.inserted), [2, 1])
    expectEqual(report.collections.map(\.isNew), [false, false])
    try expectEqual(
      store.texts("Name", of: "Author"), ["Jane Austen", "Frank Herbert", "Stanisław Lem"])
    try expectEqual(store.values("Author", of: "Book").suffix(2), [key(1), key(3)])
  }

  @Test func `joins the lines of a value in the title, and says so`() throws {
    let store = try makeStore()
    let text = "Title,Place\nA,\"Main St 1\nLyon\"\nB,\"Main St 1\n\nLyon\"\nC,\" Oslo\n\"\n"
    let report = try store.take(text, as: "talks.csv", link("Place=Place"))
    try expectEqual(store.texts("Name", of: "Place"), ["Main St 1 Lyon", "Oslo"])
    let notices = report.notices.joined(separator: "\n")
    expectTrue(
      notices.contains(
        "talks.Place: 2 values have several lines, which stand on one line in the titles of the "
          + "linked records, the first at talks.csv, line 2"), notices)
  }

  @Test(arguments: ["Reading list", "reading lists", "READING LISTS", "Reading_list", "Wish list"])
  func `finds the collection by its name, its caption or its words`(words: String) throws {
    let store = try makeStore()
    try store.take("Title\nOne\n", as: "Reading lists.csv")
    if words == "Wish list" {
      try store.updateModel { model throws(StoreError) in
        try ObjectModel(
          entities: model.entities.map { entity in
            var labeled = entity
            labeled.label = "Wish list"
            return labeled
          })
      }
    }
    try store.take("Title,List\nA,One\n", as: "books.csv", link("List=\(words)"))
    expectEqual(store.snapshot.model.entities.count, 2)
    try expectEqual(store.values("List", of: "Book"), [key(1)])
    try store.take("Title\nTwo\n", as: "more.csv") { $0.collection = words }
    expectEqual(store.snapshot.model.entities.count, 2)
  }

  @Test func `takes accents in both encodings for the same name`() throws {
    let store = try makeStore()
    try store.take(
      "Title,Author\nA,Zo\u{E9}\nB,Zoe\u{301}\n", as: "books.csv", link("Author=Author"))
    try expectEqual(store.texts("Name", of: "Author"), ["Zo\u{E9}"])
  }

  @Test func `links to several records where it has tags`() throws {
    let store = try makeStore()
    let text = "Title,Author\nA,Ann; Bo\nB,Bo\nC,Cleo; Ann\nD,\n"
    try store.take(text, as: "books.csv", link("Author=Author"))
    expectEqual(store.snapshot.model["Book"]?.relationship("Author")?.isToMany, true)
    try expectEqual(store.texts("Name", of: "Author"), ["Ann", "Bo", "Cleo"])
    try expectEqual(
      store.values("Author", of: "Book").map { Set($0.linkedKeys.map(\.description)) },
      [["p1", "p2"], ["p2"], ["p1", "p3"], []])
    let more = try store.take("Title,Author\nE,Dan; Bo\n", as: "books.csv", link("Author=Author"))
    expectEqual(more.collections.map(\.inserted), [1, 1])
    try expectEqual(
      Set(store.values("Author", of: "Book")[4].linkedKeys.map(\.description)), ["p2", "p4"])
  }

  @Test(arguments: [
    (InterchangeFormat.json, #"[{"Title":"A","Author":"Ann"},{"Title":"B","Author":"Bo"}]"#),
    (.jsonl, "{\"Title\":\"A\",\"Author\":\"Ann\"}\n{\"Title\":\"B\",\"Author\":\"Bo\"}\n"),
    (.rec, "Title: A\nAuthor: Ann\n\nTitle: B\nAuthor: Bo\n"),
    (.tsv, "Title\tAuthor\nA\tAnn\nB\tBo\n"),
  ])
  func `is read in each format`(format: InterchangeFormat, text: String) throws {
    let store = try makeStore()
    var options = ImportOptions.ofCommand
    options.collection = "books"
    link("Author=Author")(&options)
    _ = try Importer(store, options).run([ImportInput(source(text, name: "x"), format: format)])
    try expectEqual(store.texts("Name", of: "Author"), ["Ann", "Bo"])
    try expectEqual(store.values("Author", of: "Book"), [key(1), key(2)])
  }

  @Test func `takes the elements of a list in JSON`() throws {
    let store = try makeStore()
    let text = #"[{"Title":"A","Author":["Ann","Bo"]},{"Title":"B","Author":["Bo"]}]"#
    try store.take(text, as: "books.json", link("Author=Author"))
    try expectEqual(store.texts("Name", of: "Author"), ["Ann", "Bo"])
    try expectEqual(store.values("Author", of: "Book").map(\.linkedKeys.count), [2, 1])
  }

  @Test func `finds rows of another file of the same import`() throws {
    let store = try makeStore()
    var options = ImportOptions.ofCommand
    link("Author=Author")(&options)
    let report = try Importer(store, options).run([
      ImportInput(source("Title,Author\nA,Ann\nB,Bo\n", name: "books.csv")),
      ImportInput(source("Name,Born\nBo,1970\n", name: "authors.csv")),
    ])
    expectEqual(report.collections.map(\.inserted), [2, 2])
    try expectEqual(store.texts("Name", of: "Author"), ["Bo", "Ann"])
    try expectEqual(store.values("Author", of: "Book"), [key(2), key(1)])
  }

  @Test func `may lead to records of its own collection`() throws {
    let store = try makeStore()
    try store.take("Name,Boss\nAnn,Cleo\nBo,Ann\n", as: "people.csv", link("Boss=Person"))
    try expectEqual(store.texts("Name", of: "Person"), ["Ann", "Bo", "Cleo"])
    try expectEqual(store.values("Boss", of: "Person"), [key(3), key(1), nil])
  }

  @Test func `is cleared and changed where a row updates a record`() throws {
    let store = try makeStore()
    try store.take(books, as: "books.csv", link("Author=Author"))
    let report = try store.take(
      "Title,Author\nEmma,\nDune,Brian Herbert\nBeowulf,Jane Austen\n", as: "books.csv"
    ) {
      link("Author=Author")(&$0)
      $0.match = "Title"
    }
    try expectEqual(store.values("Author", of: "Book"), [nil, key(1), key(3), key(1)])
    expectEqual(report.collections.map(\.updated), [3, 0])
  }

  @Test func `leaves nothing of a refused row`() throws {
    let store = try makeStore()
    let report = try store.take(
      "Title,Author,Year\nA,Ann,1\nB,Bo,x\nC,Cleo,3\n", as: "books.csv"
    ) {
      link("Author=Author")(&$0)
      $0.types["Year"] = .integer
    }
    expectEqual(report.badRowCount, 1)
    try expectEqual(store.texts("Name", of: "Author"), ["Ann", "Cleo"])
  }

  @Test func `changes nothing in a dry run, which reports the same`() throws {
    let store = try makeStore()
    let report = try store.take(books, as: "books.csv") {
      link("Author=Author")(&$0)
      $0.isDryRun = true
    }
    expectEqual(report.collections.map(\.description), ["books: 4 new", "authors: 2 new"])
    expectTrue(store.snapshot.model.entities.isEmpty)
  }

  @Test func `names the values that it can't place`() throws {
    let store = try makeStore([
      Entity(
        name: "Author",
        properties: [
          .attribute(Attribute(name: "Name", type: .string)),
          .attribute(
            {
              var born = Attribute(name: "Born", type: .integer)
              born.isRequired = true
              return born
            }()),
        ])
    ])
    try store.take("Name,Born\nAnn,1\nBo,2\nBo,3\n", as: "authors.csv")
    let report = try store.take(
      "Title,Author\nA,Ann\nB,Bo\nC,Cleo\n", as: "books.csv", link("Author=Author"))
    try expectEqual(store.values("Author", of: "Book"), [key(1), nil, nil])
    expectEqual(
      report.lostValues.map(\.description),
      [
        "books.csv, line 3: Author \"Bo\": several records of authors have this Name",
        "books.csv, line 4: Author \"Cleo\": no record of authors has this Name, and a new one needs "
          + "Born",
      ])
  }

  @Test func `names the second value of a link to one record`() throws {
    let store = try makeStore()
    try store.take(books, as: "books.csv", link("Author=Author"))
    let text = "Title,Author\nA,Ann; Bo\nB,Bo; Cleo\nC,Ann; Dan\n"
    let report = try store.take(text, as: "books.csv", link("Author=Author"))
    expectEqual(report.lostValueCount, 3)
    try expectEqual(
      store.texts("Name", of: "Author").dropFirst(2).map { $0 }, ["Ann", "Bo"])
  }

  @Test(arguments: [
    (
      "Title=Author",
      "--link Title=Author: books.Title is already a field; cairn model link books.Title --to Author "
        + "makes it a link"
    ),
    ("Author=Writer", "--link Author=Writer: books.Author is already a link to authors"),
    (
      "Nope=Author", "--link Nope=Author names the column Nope; the columns are Title, Author, Year"
    ),
  ])
  func `is refused where the store has something else`(option: String, sentence: String) throws {
    let store = try makeStore()
    try store.take(books, as: "books.csv", link("Author=Author"))
    let error = #expect(throws: InterchangeError.self) {
      try store.take(books, as: "books.csv", link(option))
    }
    expectEqual(error?.description, sentence)
  }

  @Test func `stays a field where it has no value`() throws {
    let store = try makeStore()
    let report = try store.take("Title,Author\nA,\nB,\n", as: "books.csv", link("Author=Author"))
    expectEqual(report.notices, ["books.Author: no value, so --link Author=Author made no link"])
    expectEqual(store.snapshot.model.entities.map(\.name), ["Book"])
  }

  @Test func `is spelled like the option`() {
    expectEqual(ImportOptions.Link("a\\=b=Author")?.text, "a\\=b=Author")
    expectEqual(ImportOptions.Link("Author=Author.Name")?.field, "Name")
    expectEqual(ImportOptions.Link("Author=")?.text, nil)
    expectEqual(ImportOptions.Link("Author=Author.")?.text, nil)
  }
}
