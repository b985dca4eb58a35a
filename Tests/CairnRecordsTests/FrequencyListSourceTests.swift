import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
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
    try FrequencyListSource(url, entity: "Recipe", origin: nil, desk: kitchen.desk)
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
    #expect(source.phase == .loading)
    #expect(source.title == "Recipes by Rating")
    var log = EffectLog()
    log.carryOut(source.refresh())
    #expect(source.phase == .ready)
    #expect(
      rows(source) == [["2", "2", "50.0 %"], ["5", "1", "25.0 %"], ["(none)", "1", "25.0 %"]])
    #expect(source.refresh().isEmpty)
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
    #expect(rows(try counted(ScreenURL(stringLiteral: text))).map { $0[0] } == values)
  }

  @Test func `leads to the records of a value, by a filter beside the one that there is`() throws {
    let source = try counted("recipes?view=frequency:Author&where=name:a OR name:stew&sort=count")
    let urls = (0..<source.count).compactMap { source.url(of: source.row(at: $0).id) }
    #expect(
      urls.map { $0.value("where") ?? "" }
        == ["(name:a OR name:stew) Author=p1", "(name:a OR name:stew) no:Author"])
    let lists = try urls.map { try kitchen.list($0) }
    #expect(lists.map(\.count) == [1, 2])
    #expect(urls.allSatisfy { $0.value("view") == nil && $0.value("sort") == nil })
  }

  @Test func `counts anew when records change, and says what is wrong with a filter`() throws {
    let source = try counted("recipes?view=frequency:Rating")
    var log = EffectLog()
    try kitchen.add("Recipe", ["Name": .text("Pie"), "Rating": .integer(5)])
    log.carryOut(source.refresh())
    #expect(rows(source).map { $0[1] } == ["2", "2", "1"])
    log.carryOut(source.apply(ListQuery(filter: "rating>")))
    #expect(source.filterProblem != nil)
    #expect(source.count == 3)
    log.carryOut(source.apply(ListQuery(filter: "rating>2")))
    #expect(source.filterProblem == nil)
    #expect(rows(source).map { $0[1] } == ["2"])
  }

  @Test func `knows how many values there are without the filter`() throws {
    let source = try counted("recipes?view=frequency:Rating&where=name:nothing")
    #expect((source.count, source.total) == (0, 3))
    var log = EffectLog()
    log.carryOut(source.apply(ListQuery(filter: "name:s")))
    #expect((source.count, source.total) == (1, 3))
    try kitchen.add("Recipe", ["Name": .text("Pie"), "Rating": .integer(4)])
    log.carryOut(source.refresh())
    #expect((source.count, source.total) == (1, 4))
    log.carryOut(source.apply(ListQuery(filter: "")))
    #expect((source.count, source.total) == (4, 4))
  }

  @Test func `lets go of what was wrong with a filter as soon as it reads`() throws {
    let source = try counted("recipes?view=frequency:Rating&where=name:s")
    var log = EffectLog()
    log.carryOut(source.apply(ListQuery(filter: "name:s OR rating>")))
    #expect(source.filterProblem != nil)
    // The counts are not there yet.
    _ = source.apply(ListQuery(filter: "name:s OR rating>4"))
    #expect(source.filterProblem == nil)
    log.carryOut(source.apply(ListQuery(filter: "name:s OR colour:red")))
    #expect(source.filterProblem != nil)
    #expect(source.refresh().isEmpty)
    log.carryOut(source.apply(ListQuery(filter: "name:s")))
    #expect(source.filterProblem == nil)
    #expect(rows(source).map { $0[1] } == ["2"])
  }

  @Test(arguments: ["rating>", "colour:red"])
  func `counts all below a wrong filter that it began with`(filter: String) throws {
    let source = try counted(
      ScreenURL(stringLiteral: "recipes?view=frequency:Rating").setting("where", to: filter))
    #expect(source.phase == .ready)
    #expect(source.count == 3)
    #expect(source.filterProblem != nil)
    #expect(source.refresh().isEmpty)
  }

  @Test func `is none without such a view, and can't be of a field that isn't there`() throws {
    #expect(try counts("recipes?view=cards") == nil)
    let source = try counted("recipes?view=frequency:Nothing")
    guard case .failed(let reason) = source.phase else {
      Issue.record("\(source.phase)")
      return
    }
    #expect(reason.contains("Nothing"))
  }

  @Test func `is offered for each field that people count by`() throws {
    let offered = try kitchen.list("recipes?where=o&sort=Name").frequencies
    #expect(offered.map(\.title) == ["Name", "Rating", "Author", "Slug", "Made", "Tags"])
    #expect(offered[1].url.value("view") == "frequency:Rating")
    #expect(offered[1].url.value("where") == "o")
    #expect(offered[1].url.value("sort") == nil)
  }
}
