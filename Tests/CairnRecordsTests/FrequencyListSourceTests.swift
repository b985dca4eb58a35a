import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import TestSupport
import Testing

@Suite struct `A list of how often values occur` {
  let kitchen: Kitchen

  init() throws {
    kitchen = try Kitchen()
    let ines = try kitchen.add("Author", ["Name": .text("Ines, \"the\" cook")])
    try kitchen.add("Recipe", ["Name": .text("Soup"), "Rating": .integer(2)])
    try kitchen.add("Recipe", ["Name": .text("Bread"), "Author": .link(ines.key)])
    try kitchen.add("Recipe", ["Name": .text("Tart"), "Rating": .integer(5)])
    try kitchen.add("Recipe", ["Name": .text("Stew"), "Rating": .integer(2)])
  }

  private func counts(_ url: ScreenURL) throws -> FrequencyListSource? {
    try FrequencyListSource(url, entity: "Recipe", origin: nil, client: kitchen.client)
  }

  private func counted(_ url: ScreenURL) throws -> FrequencyListSource {
    let source = try #require(try counts(url))
    var log = EffectLog()
    log.carryOut(source.refresh())
    return source
  }

  private func rows(_ source: FrequencyListSource) -> [[String]] {
    (0..<source.count).map { source.row(at: $0).cells }
  }

  @Test func `counts in the background, the most frequent first, those without a value too`() throws
  {
    let source = try #require(try counts("recipes?view=frequency:Rating"))
    expectEqual(source.phase, .loading)
    expectEqual(source.title, "Recipes by Rating")
    var log = EffectLog()
    log.carryOut(source.refresh())
    expectEqual(source.phase, .ready)
    expectEqual(
      rows(source),
      [
        ["2", "2", "50.0 %", "50.0 %"], ["5", "1", "25.0 %", "75.0 %"],
        ["(none)", "1", "25.0 %", "100.0 %"],
      ])
    expectTrue(source.refresh().isEmpty)
  }

  @Test(arguments: [
    ("recipes?view=frequency:Rating&sort=value", ["2", "5", "(none)"]),
    ("recipes?view=frequency:Rating&sort=-value", ["(none)", "5", "2"]),
    ("recipes?view=frequency:Rating&sort=count", ["5", "(none)", "2"]),
    ("recipes?view=frequency:Rating&where=name:s", ["2"]),
    ("recipes?view=frequency:Rating&sort=-Name", ["2", "5", "(none)"]),
    ("recipes?view=frequency:Author.Name", ["(none)", "Ines, \"the\" cook"]),
  ])
  func `has the order and the filter of its URL`(text: String, values: [String]) throws {
    expectEqual(rows(try counted(ScreenURL(stringLiteral: text))).map { $0[0] }, values)
  }

  @Test func `leads to the records of a value, by a filter beside the one that there is`() throws {
    let source = try counted("recipes?view=frequency:Author&where=name:a OR name:stew&sort=count")
    let urls = (0..<source.count).compactMap { source.url(of: source.row(at: $0).id) }
    expectEqual(
      urls.map { $0.value("where") ?? "" },
      ["(name:a OR name:stew) Author=p1", "(name:a OR name:stew) no:Author"])
    let lists = try urls.map { try kitchen.list($0) }
    expectEqual(lists.map(\.count), [1, 2])
    expectTrue(urls.allSatisfy { $0.value("view") == nil && $0.value("sort") == nil })
  }

  @Test func `counts anew when records change, and says what is wrong with a filter`() throws {
    let source = try counted("recipes?view=frequency:Rating")
    var log = EffectLog()
    try kitchen.add("Recipe", ["Name": .text("Pie"), "Rating": .integer(5)])
    log.carryOut(source.refresh())
    expectEqual(rows(source).map { $0[1] }, ["2", "2", "1"])
    log.carryOut(source.apply(ListQuery(filter: "rating>")))
    expectTrue(source.filterProblem != nil)
    expectEqual(source.count, 3)
    log.carryOut(source.apply(ListQuery(filter: "rating>2")))
    expectEqual(source.filterProblem, nil)
    expectEqual(rows(source).map { $0[1] }, ["2"])
  }

  @Test func `knows how many values there are without the filter`() throws {
    let source = try counted("recipes?view=frequency:Rating&where=name:nothing")
    expectTrue((source.count, source.total) == (0, 3))
    var log = EffectLog()
    log.carryOut(source.apply(ListQuery(filter: "name:s")))
    expectTrue((source.count, source.total) == (1, 3))
    try kitchen.add("Recipe", ["Name": .text("Pie"), "Rating": .integer(4)])
    log.carryOut(source.refresh())
    expectTrue((source.count, source.total) == (1, 4))
    log.carryOut(source.apply(ListQuery(filter: "")))
    expectTrue((source.count, source.total) == (4, 4))
  }

  @Test func `lets go of what was wrong with a filter as soon as it reads`() throws {
    let source = try counted("recipes?view=frequency:Rating&where=name:s")
    var log = EffectLog()
    log.carryOut(source.apply(ListQuery(filter: "name:s OR rating>")))
    expectTrue(source.filterProblem != nil)
    // The counts are not there yet.
    _ = source.apply(ListQuery(filter: "name:s OR rating>4"))
    expectEqual(source.filterProblem, nil)
    log.carryOut(source.apply(ListQuery(filter: "name:s OR colour:red")))
    expectTrue(source.filterProblem != nil)
    expectTrue(source.refresh().isEmpty)
    log.carryOut(source.apply(ListQuery(filter: "name:s")))
    expectEqual(source.filterProblem, nil)
    expectEqual(rows(source).map { $0[1] }, ["2"])
  }

  @Test(arguments: ["rating>", "colour:red"])
  func `counts all below a wrong filter that it began with`(filter: String) throws {
    let source = try counted(
      ScreenURL(stringLiteral: "recipes?view=frequency:Rating").setting("where", to: filter))
    expectEqual(source.phase, .ready)
    expectEqual(source.count, 3)
    expectTrue(source.filterProblem != nil)
    expectTrue(source.refresh().isEmpty)
  }

  @Test func `shows only repeated values, whatever their spelling, and leads to all of them`()
    throws
  {
    for name in ["soup.", "SOUP", "Crème  brûlée", "creme brulee", "Pie"] {
      try kitchen.add("Recipe", ["Name": .text(name)])
    }
    let source = try counted("recipes?view=frequency:Name")
    expectEqual(source.count, 9)
    var log = EffectLog()
    log.carryOut(try #require(source.perform(.repeatedOnly)))
    expectEqual(
      rows(source).map { Array($0.prefix(2)) },
      [["Soup / soup. / SOUP", "3"], ["Crème  brûlée / creme brulee", "2"]])
    let url = try #require(source.url(of: source.row(at: 0).id))
    try expectEqual(kitchen.list(url).count, 3)
    log.carryOut(try #require(source.perform(.repeatedOnly)))
    expectEqual(source.count, 9)
    for text in ["recipes?view=frequency:Name,repeated", "recipes?view=repeated:Name"] {
      try expectEqual(counted(ScreenURL(stringLiteral: text)).count, 2, text)
    }
    let filtered = try counted("recipes?view=frequency:Name,repeated&where=name:creme")
    expectTrue((filtered.count, filtered.total) == (1, 2))
  }

  @Test func `has a measure with its unit, its order and its own column`() throws {
    try kitchen.changeModel(
      Kitchen.modelText.replacing(
        "%attribute: Notes text",
        with: "%attribute: Notes text\n%type: Weight real\n%unit: Weight kg"))
    try kitchen.add(
      "Recipe", ["Name": .text("Cake"), "Weight": .double(2.5), "Rating": .integer(5)])
    let source = try counted("recipes?view=frequency:Rating,max:Weight")
    expectEqual(
      source.columns.map(\.name), ["value", "count", "measure", "share", "cumulative", "bar"])
    expectEqual(source.columns[2].title, "Weight.max")
    expectEqual(source.title, "Recipes by Rating, Weight.max")
    expectEqual(rows(source)[0].prefix(3).map(\.self), ["5", "2", "2.5 kg"])
    expectEqual(source.query.sorts, [ListSort("measure", isDescending: true)])
  }

  @Test func `leads to the records of several values`() throws {
    let source = try counted("recipes?view=frequency:Rating")
    let ids = Set((0..<2).map { source.row(at: $0).id })
    let url = try #require(source.url(ofAll: ids))
    try expectEqual(kitchen.list(url).count, 3)
    expectTrue(source.url(ofAll: ["nothing"]) == nil)
  }

  @Test func `is none without such a view, and can't be of a field that isn't there`() throws {
    try expectTrue(counts("recipes?view=cards") == nil)
    let source = try counted("recipes?view=frequency:Nothing")
    guard case .failed(let reason) = source.phase else {
      Issue.record("\(source.phase)")
      return
    }
    expectTrue(reason.contains("Nothing"))
  }

  @Test func `is offered for each field that people count by`() throws {
    let views = try kitchen.list("recipes?where=o&sort=Name").views
    expectEqual(views.map(\.isNow), [true] + Array(repeating: false, count: 8))
    expectEqual(views[1].kind, .agenda(of: "Made"))
    expectEqual(views[1].url.value("view"), "agenda:Made")
    expectEqual(views[2].kind, .duplicates)
    expectEqual(views[2].url.value("view"), "duplicates")
    let offered = views.dropFirst(3).map { $0 }
    let titles = ["Name", "Rating", "Author", "Slug", "Made", "Tags"]
    expectEqual(offered.map(\.kind), titles.map { .counts(of: $0) })
    expectEqual(offered[1].url.value("view"), "frequency:Rating")
    expectEqual(offered[1].url.value("where"), "o")
    expectEqual(offered[1].url.value("sort"), nil)
  }
}
