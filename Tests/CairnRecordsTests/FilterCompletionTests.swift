import CairnInterface
import CairnNavigation
import CairnStore
import TestSupport
import Testing

@testable import CairnRecords
@testable import CairnScreens

@Suite struct `A filter that is typed` {
  let kitchen: Kitchen

  init() throws {
    kitchen = try Kitchen()
    let ines = try kitchen.add("Author", ["Name": .text("Inès Blanc")])
    let made = Value.date(try #require(CalendarDate("2026-11-05")))
    try kitchen.add(
      "Recipe", ["Name": .text("Soup"), "Tags": .list([.text("warm"), .text("quick")])])
    try kitchen.add(
      "Recipe", ["Name": .text("Bread"), "Author": .link(ines.key), "Tags": .list([.text("warm")])])
    try kitchen.add("Recipe", ["Name": .text("Onion \"tart\""), "Made": made])
  }

  private func ways(_ text: String) throws -> [String] {
    let find = try #require(try kitchen.list("recipes").completingFilter(text))
    return find().map(\.text)
  }

  @Test func `goes on with fields, however they are capitalized`() throws {
    try expectTrue(ways("").contains("Rating:"))
    try expectEqual(ways("ra"), ["Rating:"])
    try expectEqual(ways("soup -(ra"), ["soup -(Rating:"])
    try expectEqual(ways("h"), ["has:"])
    try expectEqual(ways("no:au"), ["no:Author"])
    try expectEqual(ways("author.na"), ["author.Name:"])
    try expectTrue(ways("nobody.na").isEmpty)
  }

  @Test func `goes on with counts and totals of links, and with times of the history`() throws {
    try expectEqual(ways("crea"), ["created:"])
    try expectEqual(ways("soup sav"), ["soup saved:"])
    let authors = try RecordListSource(
      "authors", entity: "Author", origin: nil, client: kitchen.client)
    let find = try #require(authors.completingFilter("recipes.c"))
    expectEqual(find().map(\.text), ["Recipes.count:"])
    let complete = try #require(authors.completingColumn)
    expectEqual(complete("recipes.ra").text, "Recipes.Rating.avg")
    expectEqual(complete("cre").text, "created")
    expectTrue(complete("").candidates.contains("Recipes.count"))
  }

  @Test func `goes on with a field that is called as a question is`() throws {
    let text = Kitchen.modelText.replacing("%attribute: Notes text", with: "%attribute: no string")
    try kitchen.changeModel(text)
    try kitchen.add("Recipe", ["Name": .text("Cake"), "no": .text("seven")])
    try expectEqual(ways("no"), ["no=", "no:"])
    try expectEqual(ways("no=s"), ["no=seven"])
    try expectEqual(ways("no:n"), ["no:Name", "no:no"])
  }

  @Test func `goes on with labels, in quotation marks where they are no word`() throws {
    try kitchen.changeModel(
      Kitchen.modelText.replacing(
        "%attribute: Notes text",
        with: "%attribute: Notes text\n%label: Rating Stars: 0 to 5\n%label: Notes Remarks"))
    try expectEqual(ways("sta"), [#""Stars: 0 to 5":"#])
    try expectEqual(ways(#"soup -"sta"#), [#"soup -"Stars: 0 to 5":"#])
    try expectEqual(ways("rati"), [#""Stars: 0 to 5":"#])
    try expectEqual(ways("remark"), ["Remarks:"])
    try expectEqual(ways("no:st"), [#"no:"Stars: 0 to 5""#])
    try expectEqual(
      ways(#""Stars: 0 to 5""#).prefix(2), [#""Stars: 0 to 5":"#, #""Stars: 0 to 5"="#])
  }

  @Test func `goes on with values, the usual first, quoted where they need it`() throws {
    try expectEqual(ways("Tags:"), ["Tags:warm", "Tags:quick"])
    try expectEqual(ways("Tags:quick,W"), ["Tags:quick,warm"])
    try expectEqual(ways("name:on"), [#"name:"Onion \"tart\"""#])
    try expectEqual(ways(#"name:"br"#), [#"name:"Bread""#])
    try expectEqual(ways("author:in"), [#"author:"Inès Blanc""#])
    try expectEqual(ways("author.name:i"), [#"author.name:"Inès Blanc""#])
    try expectTrue(ways("Name~so").isEmpty)
    try expectTrue(ways("Rating>").isEmpty)
    try expectEqual(ways(#"name:"5\" disk" ra"#), [#"name:"5\" disk" Rating:"#])
  }

  @Test func `goes on with signs behind the whole name of a field`() throws {
    try expectEqual(
      ways("rating"),
      ["Rating:", "Rating=", "Rating!=", "Rating>", "Rating>=", "Rating<", "Rating<="])
    try expectEqual(ways("author"), ["Author:", "Author=", "Author!="])
    try expectEqual(ways("author.name").last, "author.Name~")
  }

  @Test(arguments: [
    ("soup ra", "ting>3 tart", "soup Rating>3 tart"),
    ("Rating:5 ma", "de<2026", "Rating:5 Made<2026"),
    ("Tags:q", "uck,warm", "Tags:quick,warm"), ("(Tags:w", "arm) soup", "(Tags:warm) soup"),
    ("name:\"br", "ede\" soup", "name:\"Bread\" soup"), ("author.na", "me:x", "author.Name:x"),
    ("made:2026-11-0", "7..today", "made:2026-11-05..today"),
  ])
  func `goes on within a word, whose rest gives way`(
    before: String, behind: String, result: String
  ) throws {
    let screen = ListScreen(try kitchen.list("recipes"))
    screen.layOut(in: Size(columns: 60, rows: 12))
    _ = screen.refresh(Surroundings())
    _ = screen.perform(.filter)
    _ = screen.insert(before + behind)
    for _ in behind { _ = screen.perform(.textLeft) }
    for case .run(let job) in try #require(screen.perform(.complete)) {
      _ = job.completion(job.work())
    }
    expectEqual(screen.typedText, result)
  }

  @Test func `goes on with days`() throws {
    try expectEqual(ways("made:to"), ["made:today", "made:tomorrow", "made:today..+7d"])
    try expectEqual(ways("made>=y"), ["made>=yesterday"])
    try expectEqual(ways("made:2026-11"), ["made:2026-11", "made:2026-11-05"])
    try expectEqual(ways("made:2026-11-01..2026-11-0"), ["made:2026-11-01..2026-11-05"])
  }

  @Test(arguments: [
    "", "made:2026-11-01..", "made:-7d..",
    "Tags:", "name:o", "author:", "made:", "made>", "no:", "author.name:",
  ])
  func `is one that can be read, whichever way it goes on`(text: String) throws {
    let source = try kitchen.list("recipes")
    for way in try ways(text) where !way.hasSuffix(":") {
      _ = source.apply(ListQuery(filter: way))
      expectEqual(source.filterProblem, nil, "\(way)")
    }
  }

  @Test func `is explained by examples that can be read`() throws {
    let source = try kitchen.list("recipes")
    let entity = try #require(kitchen.client.snapshot.model["Recipe"])
    let examples = FilterExamples(of: entity, in: kitchen.client.snapshot.model)
    expectEqual(source.filterHelp, examples.text)
    expectTrue(examples.lines.count > 7)
    for (example, _) in examples.lines {
      _ = source.apply(ListQuery(filter: example))
      expectEqual(source.filterProblem, nil, "\(example)")
    }
    let columns = examples.text.split(separator: "\n").map { GlyphWidth.columns(of: String($0)) }
    expectTrue(columns.allSatisfy { $0 <= 60 })
  }

  @Test(arguments: [
    ("blanc", ["Bread"]), ("INES soup", []), ("-ines", ["Soup", "Onion \"tart\""]),
  ])
  func `finds words in the titles that links show`(filter: String, names: [String]) throws {
    let source = try kitchen.list("recipes")
    _ = source.apply(ListQuery(filter: filter))
    expectEqual((0..<source.count).map { source.row(at: $0).cells[0] }, names)
  }

  @Test func `finds words in what a record owns, and says where`() throws {
    try kitchen.addIngredients()
    let soup = Value.link(RecordKey(sequence: 1))
    try kitchen.add("Ingredient", ["Item": .text("leek"), "Recipe": soup])
    try kitchen.add("Ingredient", ["Item": .text("dried garlic"), "Recipe": soup])
    let source = try kitchen.list("recipes?where=GARLIC")
    expectEqual((0..<source.count).map { source.row(at: $0).cells[0] }, ["Soup"])
    let excerpt = source.excerpt(of: "p1", besides: ["Name"], seen: "Soup")
    expectEqual(excerpt, "Ingredients: dried garlic")
    _ = source.apply(ListQuery(filter: "ines"))
    expectEqual(source.excerpt(of: "p2", besides: ["Name"], seen: "Bread"), "Author: Inès Blanc")
    _ = source.apply(ListQuery(filter: "-garlic"))
    expectEqual(source.count, 2)
  }

  @Test(arguments: [
    ("Name:", "a value is missing after :"), ("Rating>", "Rating needs a number"),
    ("Rating:-", "Rating needs a number"), ("NOT ", "NOT needs a word or a condition"),
    ("-", "- needs"), ("soup OR ", "OR needs a word or a condition on each side"),
    ("(soup", "end the conditions with )"), ("\"soup", "end the words with \""),
    ("has:", "the name of a field"),
    ("no:na", "goes on to Name"), ("made:202", "made needs a date"),
    ("made:\"next fr", "made needs a date"), ("made:tom", "made needs a date"),
    ("made:2026..20", "made needs a date"), ("Name~(a", "\"(a\" is not a regular expression"),
    ("(Rating:", "Rating needs a number"), ("author:", "a value is missing"),
  ])
  func `is no mistake while typing on can make it right`(filter: String, text: String) throws {
    let source = try kitchen.list("recipes")
    _ = source.apply(ListQuery(filter: "bread"))
    _ = source.apply(ListQuery(filter: filter))
    let problem = try #require(source.filterProblem)
    expectTrue(problem.isUnfinished && problem.text.contains(text), "\(problem.text)")
    expectTrue(!problem.text.hasPrefix("column"))
    // What was found last stays.
    expectEqual((0..<source.count).map { source.row(at: $0).cells[0] }, ["Bread"])
  }

  @Test(arguments: [
    ("rat:", "recipes have no field rat", 0..<4), ("made:soon", "made needs a date", 5..<9),
    ("(rat:5", "recipes have no field rat", 1..<6), ("Rating:x", "Rating needs", 7..<8),
    ("Rating>5 soup)", "parenthesis", 13..<14), ("no:foo", "no field foo", 3..<6),
    ("Name: soup", "a value is missing", 5..<5), ("Rating~", "cannot be used", 0..<7),
    ("soup made:soon \"ab", "made needs a date", 10..<14), ("OR soup", "OR needs", 0..<2),
    ("made:2026-13", "made needs a date", 5..<12), ("Rating>1,2", "takes one value", 7..<10),
  ])
  func `is wrong at once where typing on makes nothing right`(
    filter: String, text: String, range: Range<Int>
  ) throws {
    let source = try kitchen.list("recipes")
    _ = source.apply(ListQuery(filter: filter))
    let problem = try #require(source.filterProblem)
    expectTrue(!problem.isUnfinished && problem.text.contains(text), "\(problem.text)")
    expectEqual(problem.range, range)
  }

  @Test func `shows what can follow faintly, and the last rows as no result yet`() throws {
    let size = Size(columns: 80, rows: 12)
    let screen = ListScreen(try kitchen.list("recipes"))
    screen.layOut(in: size)
    _ = screen.refresh(Surroundings())
    _ = screen.perform(.filter)
    let drawn = { (text: String) in
      _ = screen.insert(text)
      screen.layOut(in: size)
      var canvas = Canvas(size)
      screen.draw(on: &canvas, theme: .dark)
      return canvas
    }
    let dim = Theme.dark.style(for: .dim)
    let before = drawn("o")
    expectTrue(before[Position(column: 3, row: 3)]?.style != dim)
    let calm = drawn(" rating>")
    let lines = calm.text.split(separator: "\n", omittingEmptySubsequences: false)
    expectTrue(lines[0].hasPrefix(" / o rating>  rating needs a number"))
    expectTrue(lines[2].contains("Soup"), "the rows stay where they are")
    expectEqual(calm[Position(column: 18, row: 0)]?.style, dim)
    expectEqual(calm[Position(column: 3, row: 3)]?.style, dim)
    let wrong = drawn("x")
    expectTrue(wrong.text.split(separator: "\n")[1].contains("^ character 10: rating needs"))
  }

  @Test func `is taken once it can be read, and goes back to what could be`() throws {
    let screen = ListScreen(try kitchen.list("recipes"))
    screen.layOut(in: Size(columns: 60, rows: 12))
    _ = screen.refresh(Surroundings())
    _ = screen.perform(.filter)
    _ = screen.insert("soup")
    _ = screen.insert(">5")
    var log = EffectLog()
    log.carryOut(try #require(screen.perform(.accept)))
    expectEqual(log.messages.first?.hasPrefix("unfinished filter: "), true)
    expectEqual(screen.typedText, "soup>5")
    _ = screen.perform(.leave)
    expectEqual(screen.typedText, nil)
    expectTrue(
      screen.source.query.filter.isEmpty
        && (screen.source as? any FilteredRows)?.filterProblem == nil)
    expectEqual(screen.title, "Recipes")
  }

  @Test func `is asked about where there are several ways, and goes on at the cursor`() throws {
    let screen = ListScreen(try kitchen.list("recipes"))
    screen.layOut(in: Size(columns: 60, rows: 12))
    _ = screen.refresh(Surroundings())
    _ = screen.perform(.filter)
    _ = screen.insert("tags: soup")
    for _ in 0..<5 { _ = screen.perform(.textLeft) }
    var presented: (any Overlay)?
    for case .run(let job) in try #require(screen.perform(.complete)) {
      for case .present(let overlay) in job.completion(job.work()) { presented = overlay }
    }
    let picker = try #require(presented as? ChoicePicker)
    _ = picker.insert("qui")
    _ = picker.perform(.accept)
    expectEqual(screen.typedText, "tags:quick soup")
    _ = screen.perform(.textStart)
    _ = screen.insert("ra ")
    _ = screen.perform(.textLeft)
    for case .run(let job) in try #require(screen.perform(.complete)) {
      let asks = job.completion(job.work()).contains {
        if case .present = $0 { true } else { false }
      }
      expectTrue(!asks, "there is one way only")
    }
    expectEqual(screen.typedText, "Rating: tags:quick soup")
  }
}
