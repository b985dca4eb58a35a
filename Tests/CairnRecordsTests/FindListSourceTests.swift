import CairnInterface
import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import ScreenTestSupport
import TestSupport
import Testing

@Suite struct `A search of all collections` {
  private let kitchen: Kitchen

  init() throws {
    kitchen = try Kitchen()
    try kitchen.add("Author", ["Name": .text("Zoë Lemon")])
    try kitchen.add("Recipe", ["Name": .text("Lemon tart"), "Slug": .text("tart")])
    let long = String(repeating: "word ", count: 40) + "a LÉMON at last, and more"
    try kitchen.add("Recipe", ["Name": .text("Soup"), "Notes": .text("First line.\n\(long)")])
    try kitchen.add("Recipe", ["Name": .text("Bread")])
  }

  private func source(_ words: String) -> FindListSource {
    FindListSource(ScreenURL(["~find"]).setting("q", to: words), client: kitchen.client)
  }

  private func rows(_ source: FindListSource) -> [[String]] {
    (0..<source.count).map { source.row(at: $0).cells }
  }

  @Test func `shows records of all of them, and where they have the words`() {
    let source = source("lemon")
    expectEqual(source.phase, .loading)
    var log = EffectLog()
    log.carryOut(source.refresh())
    expectEqual(source.phase, .ready)
    expectTrue((source.count, source.total) == (3, 4))
    expectEqual(
      rows(source),
      [
        ["Zoë Lemon", ""], ["Lemon tart", ""],
        ["Soup", "Notes: …d word word word word a LÉMON at last, and more"],
      ])
    expectEqual(source.sectionStarts, [0, 1])
    expectEqual([0, 1].map { source.section(at: $0).title }, ["Authors", "Recipes"])
    log.carryOut(source.open("Recipe/p1"))
    expectEqual(log.opened, ["cairn://recipes/p1"])
  }

  @Test(arguments: [
    ("rating>3", "open recipes and filter by rating>3"),
    ("lemon author.name:zoe", "open recipes and filter by author.name:zoe"),
    ("lemon OR tart", "open a collection and filter by lemon OR tart"),
    ("none or \"to go\"", "open a collection and filter by none OR \"to go\""),
    ("none -lemon", "open a collection and filter by -lemon"),
    ("none - lemon", "no record contains"), ("or none", "no record contains"),
    ("none or", "no record contains"),
    ("no:rating", "open a collection and filter by no:rating"),
    ("http://nowhere", "no record contains all these words"), ("14:30", "no record contains"),
  ])
  func `says where a condition goes that it doesn't take`(words: String, hint: String) {
    let source = source(words)
    var log = EffectLog()
    log.carryOut(source.refresh())
    expectEqual(source.count, 0)
    expectTrue(source.noMatchHint.text(.standard, in: [.text, .prompt]).contains(hint))
  }

  @Test func `shows first what is called so`() throws {
    try kitchen.add("Recipe", ["Name": .text("Lemon curd")])
    let source = source("lemon")
    var log = EffectLog()
    log.carryOut(source.refresh())
    expectEqual(rows(source).map(\.[0]), ["Zoë Lemon", "Lemon tart", "Lemon curd", "Soup"])
    expectEqual(source.index(of: "Recipe/p2"), 3)
    let curd = ObjectID(entity: "Recipe", key: RecordKey(rawValue: 4))
    let detail = try RecordDetailSource(curd, client: kitchen.client)
    _ = detail.refresh(Surroundings(listURL: "~find?q=lemon"))
    expectEqual(detail.place, DetailPlace(2, of: 3, in: "Find"))
    expectEqual(detail.sibling(1)?.text, "cairn://recipes/p2")
  }

  @Test func `finds a row by its id and by where it leads`() throws {
    let source = source("lemon")
    var log = EffectLog()
    log.carryOut(source.refresh())
    for index in 0..<source.count {
      let id = source.row(at: index).id
      expectEqual(source.index(of: id), index)
      try expectEqual(source.id(leadingTo: #require(source.url(of: id))), id)
      expectEqual(source.detail(of: id)?.title, source.row(at: index).cells[0])
    }
    for id in ["", "Recipe", "Recipe/x", "Recipe/p3", "None/p1", "Recipe/p1/p2"] {
      expectEqual(source.index(of: id), nil)
    }
  }

  @Test func `says what owned records are a part of`() throws {
    try kitchen.addIngredients()
    let tart = RecordKey(sequence: 1)
    try kitchen.add("Ingredient", ["Item": .text("lemon"), "Recipe": .link(tart)])
    try kitchen.add("Ingredient", ["Item": .text("lemon")])
    let source = source("lemon")
    var log = EffectLog()
    log.carryOut(source.refresh())
    expectEqual(rows(source).suffix(2).map { $0[0] }, ["lemon · Lemon tart", "lemon"])
  }

  @Test func `has the cursor on the first while words are typed, until somebody moves it`() throws {
    try kitchen.add("Recipe", ["Name": .text("Lucid"), "Notes": .text("curd")])
    try kitchen.add("Recipe", ["Name": .text("Curd cake")])
    let screen = ListScreen(source(""), isAsking: true)
    screen.layOut(in: Size(columns: 60, rows: 12))
    var log = EffectLog()
    log.carryOut(screen.refresh(Surroundings()))
    let type = { (text: String) -> String? in
      log.carryOut(screen.insert(text) ?? [])
      log.carryOut(screen.refresh(Surroundings()))
      return screen.selectedID
    }
    expectEqual(type("c"), "Recipe/p4")
    // It was the first of those found by one letter, and is no more.
    expectEqual(type("u"), "Recipe/p5")
    _ = screen.perform(.promptDown)
    expectEqual(type("r"), "Recipe/p4")
  }

  @Test func `changes a record where it was found`() throws {
    let source = source("lemon")
    var log = EffectLog()
    log.carryOut(source.refresh())
    log.carryOut(source.edit("Recipe/p1") ?? [])
    expectEqual(log.opened, ["cairn://recipes/p1/~edit"])
    let fields = try presented(source.changeField(nil, of: ["Recipe/p1"]))
    let prompt = try presented(fields.insert("n"))
    _ = prompt.paste("Lemon cake")
    log.carryOut(prompt.perform(.accept) ?? [])
    log.carryOut(source.refresh())
    expectEqual(rows(source)[1][0], "Lemon cake")
    log.carryOut(source.delete(["Recipe/p1"]) ?? [])
    expectEqual(log.messages.last, "deleted Lemon cake · u undoes it")
    log.carryOut(source.refresh())
    expectEqual(rows(source).map(\.[0]), ["Zoë Lemon", "Soup"])
    log.carryOut(kitchen.client.undo())
    log.carryOut(source.refresh())
    expectEqual(rows(source)[1][0], "Lemon cake")
    expectTrue(source.delete(["Recipe/p77"]) == nil)
    log.carryOut(source.perform(.markRow, on: "Recipe/p1") ?? [])
    expectEqual(
      log.messages.last,
      "mark records in the list of recipes, not in a search")
  }

  @Test func `takes other words, and none`() {
    let source = source("lemon")
    var log = EffectLog()
    log.carryOut(source.refresh())
    log.carryOut(source.apply(ListQuery(filter: "LEMON tart")))
    expectEqual(rows(source).map { $0[0] }, ["Lemon tart"])
    log.carryOut(source.apply(ListQuery(filter: "\"lemon ta\"")))
    expectEqual(rows(source).map { $0[0] }, ["Lemon tart"])
    log.carryOut(source.apply(ListQuery(filter: "\"tart lemon\"")))
    expectEqual(source.count, 0)
    log.carryOut(source.apply(ListQuery(filter: "lemon none")))
    expectTrue((source.count, source.phase) == (0, .ready))
    log.carryOut(source.apply(ListQuery(filter: " ")))
    expectEqual(source.count, 0)
  }

  @Test func `searches once for what was typed meanwhile`() throws {
    let source = source("")
    expectTrue(source.refresh().isEmpty)
    var jobs: [BackgroundJob] = []
    for text in ["l", "le", "lemon tart"] {
      for case .run(let job) in source.apply(ListQuery(filter: text)) { jobs.append(job) }
    }
    expectEqual(jobs.count, 1)
    var log = EffectLog()
    let first = try #require(jobs.first)
    log.carryOut(first.completion(first.work()))
    expectEqual(rows(source).map { $0[0] }, ["Lemon tart"])
  }

  @Test func `sees what others change`() throws {
    let source = source("lemon")
    var log = EffectLog()
    log.carryOut(source.refresh())
    try kitchen.add("Recipe", ["Name": .text("Lemonade")])
    log.carryOut(source.refresh())
    expectEqual(source.count, 4)
    expectTrue(source.refresh().isEmpty)
  }
}
