import TestSupport
import Testing

/// `cairn model link`, and `cairn import --link COLUMN=COLLECTION`.
@Suite struct `A field of the shell that becomes a link` {
  private static let books =
    "Title,Author,Code\nEmma,Jane Austen,1\nDune,Frank Herbert,2\n"
    + "Persuasion,Jane Austen,3\nBeowulf,,4\n"

  private func home() throws -> Home {
    let home = try Home(environment: [:])
    try home.write(Self.books, to: "books.csv")
    return home
  }

  @Test func `gets its records with the import, and one undo takes everything back`() throws {
    let home = try home()
    try home.output("init")
    let model = try home.output("model", "show")
    let dry = try home.cairn("import", "books.csv", "--link", "Author=Author", "--dry-run")
    expectEqual(dry.output, "")
    expectTrue(dry.errors.contains("would import authors: 2 new, a new collection"))
    let answer = try home.cairn("import", "books.csv", "--link", "Author=Author")
    expectEqual(answer.status, 0)
    expectTrue(answer.errors.contains("imported books: 4 new, a new collection"))
    expectTrue(answer.errors.contains("imported authors: 2 new, a new collection"))
    try expectEqual(home.output("list", "books", "author=\"Jane Austen\"", "--count"), "2\n")
    try expectEqual(home.output("list", "authors", "--count"), "2\n")
    try home.write("Title,Author\nSanditon,Jane Austen\nSolaris,Stanisław Lem\n", to: "more.csv")
    let more = try home.cairn(
      "import", "more.csv", "--into", "books", "--link", "Author=authors", "--report", "json")
    expectEqual(more.status, 0)
    try expectEqual(home.output("list", "authors", "--count"), "3\n")
    try home.output("undo")
    try home.output("undo")
    try expectEqual(home.output("model", "show"), model)
  }

  @Test func `is converted later as one change`() throws {
    let home = try home()
    try home.output("import", "books.csv")
    let records = try home.output("list", "books", "--format", "json")
    let model = try home.output("model", "show")
    let dry = try home.cairn("model", "link", "books.Author", "--to", "Author", "--dry-run")
    expectEqual(dry.status, 0)
    expectEqual(
      dry.errors,
      "cairn: books.Author would become a link to authors, a new collection: 3 records linked, "
        + "2 authors created\n")
    try expectEqual(home.output("model", "show"), model)
    let answer = try home.cairn("model", "link", "books.author", "--to", "Author")
    expectEqual(answer.status, 0)
    expectEqual(answer.output, "")
    expectEqual(
      answer.errors,
      "cairn: books.Author is now a link to authors, a new collection: 3 records linked, "
        + "2 authors created\n")
    try expectEqual(
      home.output("list", "authors", "--columns", "Name,Books.count", "--format", "csv"),
      "Name,Books.count\nJane Austen,2\nFrank Herbert,1\n")
    try expectTrue(home.output("list", "books").hasPrefix("Title       Author         Code\n"))
    try home.output("undo")
    try expectEqual(home.output("list", "books", "--format", "json"), records)
    try expectEqual(home.output("model", "show"), model)
  }

  @Test func `asks for --force where it would link nothing or lose something`() throws {
    let home = try Home(
      model: """
        %rec: Book
        %title: Title
        %singular: Code
        %attribute: Title string
        %attribute: Code string
        %choices: Shelf top | low
        %attribute: Note text
        %attribute: Empty string

        """,
      [
        ["books", "Title=A", "Code=x1", "Shelf=top", "Note=a\nb"],
        ["books", "Title=B", "Code=x2", "Shelf=top"],
      ])
    let model = try home.output("model", "show")
    for (field, words) in [
      ("Code", "values of Code are unique, which links can't be"),
      ("Empty", "no record of books has a value in Empty, so nothing would be linked"),
      ("Shelf", "no record has the choice low, which would be lost"),
      ("Note", "1 record with several lines in Note, which a title joins"),
      ("Title", "Title is the title of books, which a link can't be"),
    ] {
      let answer = try home.cairn("model", "link", "books.\(field)", "--to", "Thing")
      expectEqual(answer.status, 1, field)
      expectEqual(
        answer.errors,
        "cairn: books.\(field) is not changed: \(words); --force changes it anyway\n")
      let dry = try home.cairn("model", "link", "books.\(field)", "--to", "Thing", "--dry-run")
      expectEqual(dry.status, 1, field)
      expectEqual(
        dry.errors,
        "cairn: books.\(field) would not be changed: \(words); --force changes it anyway\n")
      let forced = try home.cairn(
        "model", "link", "books.\(field)", "--to", "Thing", "--dry-run", "--force")
      expectEqual(forced.status, 0, field)
      expectTrue(forced.errors.hasPrefix("cairn: \(words)\n"), field)
    }
    try expectEqual(home.output("model", "show"), model)
    try home.output("model", "link", "books.Note", "--to", "Thing", "--force")
    try expectEqual(
      home.output("list", "things", "--columns", "Name", "--format", "csv"), "Name\na b\n")
    try home.output("undo")
    try expectEqual(home.output("model", "show"), model)
  }

  @Test(
    arguments: [
      (["model", "link", "Author", "--to", "Author"], 64, "a field is COLLECTION.FIELD"),
      (["model", "link", "books.Author"], 64, "--to"),
      (["model", "link", "books.Nope", "--to", "Author"], 1, "books have no field called Nope"),
      (["model", "link", "nope.Author", "--to", "Author"], 1, "no collection called nope"),
      (
        ["import", "books.csv", "--link", "Author=Author"], 1, "cairn model link books.Author --to"
      ),
    ] as [([String], Int32, String)])
  func `is refused where it can't be`(
    arguments: [String], status: Int32, words: String
  ) throws {
    let home = try home()
    try home.output("import", "books.csv")
    let answer = try home.cairn(arguments)
    expectEqual(answer.status, status)
    expectTrue(answer.errors.contains(words), "\(answer.errors)")
  }
}
