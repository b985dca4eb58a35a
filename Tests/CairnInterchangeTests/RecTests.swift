import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `Files of recutils` {
  private static let model = """
    %rec: Recipe
    %doc: Things worth cooking
    %mandatory: Name
    %attribute: Name string
    %type: Rating range 0 5
    %attribute: Notes text
    %attribute: Tags tags
    %relationship: Author to-one Author inverse=Recipes export=follow

    %rec: Author
    %attribute: Name string
    %relationship: Recipes to-many Recipe inverse=Author

    """

  @Test func `without records bring the collections that they describe`() throws {
    let store = try makeStore()
    let report = try store.take(Self.model, as: "kitchen.rec")
    expectEqual(report.badRowCount, 0)
    expectEqual(store.snapshot.model.entities.map(\.name), ["Recipe", "Author"])
    let model = try ObjectModel(parsing: Self.model)
    expectEqual(store.snapshot.model.entities.map(\.modelText), model.entities.map(\.modelText))
    #expect(throws: InterchangeError.self) {
      try makeStore().take("%rec: Recipe\n", as: "a.rec")
    }
  }

  @Test func `without a descriptor have their fields inferred`() throws {
    let store = try makeStore()
    let text = """
      # a comment
      Name: Soup
      Servings: 4
      Tag: warm
      Tag: quick
      Note: first
      + second
      +
      + fourth

      Name: A \\
      long name
      Servings: 2
      Note:


      """
    let report = try store.take(text, as: "recipes.rec")
    expectEqual(report.badRows, [])
    try expectEqual(store.texts("Name", of: "Recipe"), ["Soup", "A long name"])
    try expectEqual(store.values("Servings", of: "Recipe"), [.integer(4), .integer(2)])
    try expectEqual(store.texts("Tag", of: "Recipe"), ["warm+quick", "-"])
    try expectEqual(store.texts("Note", of: "Recipe"), ["first\nsecond\n\nfourth", ""])
  }

  @Test func `with a descriptor make the collections that it says`() throws {
    let store = try makeStore()
    let text = Self.model.replacing(
      "\n%rec: Author",
      with: "\nId: p2\nName: Soup\nRating: 5\nAuthor: p7\n\n%rec: Author")
    let report = try store.take("\(text)\nId: p7\nName: Ana\n", as: "export.rec")
    expectEqual(report.badRows, [])
    expectEqual(report.notices, [])
    let recipe = try #require(store.snapshot.model["Recipe"])
    expectEqual(recipe.documentation, "Things worth cooking")
    expectEqual(recipe.attribute("Rating")?.range, 0...5)
    expectEqual(recipe.attribute("Name")?.isRequired, true)
    try expectEqual(store.values("Author", of: "Recipe"), [.link(RecordKey(sequence: 1))])
    try expectEqual(store.texts("Name", of: "Author"), ["Ana"])
  }

  @Test func `keep fields apart from the words of the model that is there`() throws {
    let store = try makeStore(try ObjectModel(parsing: Self.model).entities)
    let text =
      "%rec: Recipe\n%attribute: Name string\n%attribute: Origin string\n\nName: Pie\nOrigin: here\n"
    let report = try store.take(text, as: "more.rec")
    expectEqual(report.badRows, [])
    expectEqual(store.snapshot.model["Recipe"]?.documentation, "Things worth cooking")
    try expectEqual(store.texts("Origin", of: "Recipe"), ["here"])
  }

  @Test func `whose descriptor says what no model can are read without it`() throws {
    let store = try makeStore()
    let report = try store.take(
      "%rec: Thing\n%attribute: Size nothing\n\nSize: 3\n", as: "things.rec")
    expectEqual(report.notices.count, 1)
    expectTrue(
      report.notices[0].hasPrefix("things.rec: %attribute: Size nothing was left out: "),
      report.notices[0])
    try expectEqual(store.values("Size", of: "Thing"), [.integer(3)])
  }

  @Test func `take the types that a file defines, and every line that a model knows`() throws {
    let store = try makeStore()
    let report = try store.take(
      """
      %rec: Book
      %key: Isbn
      %type: Loc enum shelf attic
      %typedef: Century_t Year_t
      %typedef: Year_t range 1900 2100
      %type: Year Century_t
      %type: Pages Circle_t
      %typedef: Circle_t Circle_t
      %mandatory: Title
      %sort: Title
      %confidential: Note
      %novelty: x

      Isbn: 1
      Title: A
      Loc: attic
      Year: 1999
      Pages: 3

      Isbn: 2
      Title: B
      Loc: shelf
      Year: 2001
      Pages: 4
      """, as: "books.rec")
    expectEqual(report.badRows, [])
    let book = try #require(store.snapshot.model["Book"])
    expectEqual(book.attribute("Year")?.range, 1900...2100)
    expectEqual(book.attribute("Loc")?.choices, ["shelf", "attic"])
    expectEqual(book.attribute("Title")?.isRequired, true)
    expectEqual(book.attribute("Isbn")?.isUnique, true)
    expectEqual(book.sort, "Title")
    for part in ["%confidential: Note is not enforced", "%novelty: x was left out", "Circle_t"] {
      expectTrue(report.notices.contains { $0.contains(part) }, "\(part) in \(report.notices)")
    }
  }

  @Test func `with lines that are no fields have these records left out, by line`() throws {
    let store = try makeStore()
    let report = try store.take(
      "Name: one\n\nName: two\nno field here\n\nName: th\u{0}ree\n\nName: four\n", as: "things.rec")
    expectEqual(
      report.badRows.map(\.description),
      [
        "things.rec, line 4: expected a field (Name: value) or a comment",
        "things.rec, line 6: the cell Name has a zero byte, which text cannot hold",
      ])
    try expectEqual(store.texts("Name", of: "Thing"), ["one", "four"])
  }

  @Test func `without a record are empty`() throws {
    let store = try makeStore()
    for text in ["", "# nothing\n", "%rec: Thing\n"] {
      #expect(throws: InterchangeError.self) { try store.take(text, as: "things.rec") }
    }
  }

  @Test func `are written with descriptor and keys, and what links follow behind them`() throws {
    let store = try makeStore(try ObjectModel(parsing: Self.model).entities)
    let context = store.newContext()
    let author = try context.create("Author")
    author["Name"] = .text("Ana")
    let recipe = try context.create("Recipe")
    (recipe["Name"], recipe["Notes"]) = (.text("Soup"), .text("one\ntwo\\"))
    recipe["Tags"] = .list([.text("warm"), .text("quick")])
    recipe.setLinks("Author", [author])
    try context.save()
    let entities = store.snapshot.model.entities
    let text = try store.export("Recipe", as: .rec)
    expectEqual(
      text,
      """
      \(entities[0].modelText)
      Id: p1
      Name: Soup
      Notes: one
      + two\\\u{20}
      Tags: warm
      Tags: quick
      Author: p1

      \(entities[1].modelText)
      Id: p1
      Name: Ana

      """)
    let second = try makeStore()
    try second.take(text, as: "anything.rec")
    expectEqual(second.snapshot.model.text, store.snapshot.model.text)
    try expectEqual(second.export("Recipe", as: .rec), text)
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `of any bytes end in records, collections or an error`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = [
      "%rec: A", "\n", "\n\n", "Name:", "+", "\\\n", "# x", "Id: p3", ":", "%", "å", "\u{0}", "a",
      "%type: Name int", "%attribute: Name string", "\r\n", " ",
    ]
    for _ in 0..<200 {
      var text = ""
      for _ in 0..<random.number(1...30) { text += words[random.number(0...words.count - 1)] }
      let store = try makeStore()
      do throws(InterchangeError) {
        let report = try Importer(store).run([
          ImportInput(source(text, name: "a.rec", blockSize: 5))
        ])
        let rows = report.badRowCount + report.collections.reduce(0) { $0 + $1.inserted }
        expectTrue(rows > 0 || !store.snapshot.model.entities.isEmpty, text)
      } catch {
        expectTrue(!error.description.isEmpty)
      }
    }
  }
}
