import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import TestSupport
import Testing

@Suite struct `A list of records in groups` {
  private let kitchen: Kitchen
  private let source: RecordListSource

  init() throws {
    kitchen = try Kitchen()
    let ines = try kitchen.add("Author", ["Name": .text("Ines")])
    try kitchen.add(
      "Recipe", ["Name": .text("Soup"), "Rating": .integer(2), "Author": .link(ines.key)])
    try kitchen.add("Recipe", ["Name": .text("Bread"), "Rating": .integer(4)])
    try kitchen.add(
      "Recipe", ["Name": .text("Tart"), "Rating": .integer(5), "Author": .link(ines.key)])
    source = try kitchen.list("recipes?group=Author&sort=Name")
  }

  private func sections(_ source: RecordListSource) -> [String] {
    source.sectionStarts.indices.map { index in
      let section = source.section(at: index)
      return ([section.id, section.title, "\(source.sectionStarts[index])"] + section.totals)
        .joined(separator: "|")
    }
  }

  @Test func `has the titles of linked records as heads`() {
    expectEqual(source.query.group, "Author")
    expectEqual(sections(source), ["p1|Ines|0", "|no Author|2"])
    expectEqual((0..<3).map { source.row(at: $0).cells[0] }, ["Soup", "Tart", "Bread"])
  }

  @Test func `has the totals that its URL asks for`() throws {
    let source = try kitchen.list("recipes?group=Author&totals=sum")
    var log = EffectLog()
    log.carryOut(source.refresh())
    expectEqual(sections(source), ["p1|Ines|0||~3.50|", "|no Author|2||~4.00|"])
    try expectEqual(kitchen.list("recipes?totals=most").sectionTotals, nil)
    let counts = source.views.filter { if case .counts = $0.kind { true } else { false } }
      .map(\.url.text)
    expectTrue(counts.allSatisfy { !$0.contains("totals") })
  }

  @Test func `tells what the numbers come to, and again after a change`() throws {
    var log = EffectLog()
    source.sectionTotals = .sum
    log.carryOut(source.refresh())
    expectEqual(sections(source), ["p1|Ines|0||~3.50|", "|no Author|2||~4.00|"])
    try kitchen.add("Recipe", ["Name": .text("Pie"), "Rating": .integer(1)])
    log.carryOut(source.refresh())
    expectEqual(sections(source), ["p1|Ines|0||~3.50|", "|no Author|2||~2.50|"])
    source.sectionTotals = .average
    log.carryOut(source.refresh())
    expectEqual(sections(source), ["p1|Ines|0||3.50|", "|no Author|2||2.50|"])
    source.sectionTotals = nil
    log.carryOut(source.refresh())
    expectEqual(sections(source), ["p1|Ines|0", "|no Author|2"])
  }

  @Test func `has totals of marked rows alone`() throws {
    let source = try kitchen.list("recipes?sort=Name&totals=average")
    var log = EffectLog()
    log.carryOut(source.refresh())
    let ids = (0..<3).map { source.row(at: $0).id }
    let names = (0..<3).map { source.row(at: $0).cells[0] }
    expectEqual(names, ["Bread", "Soup", "Tart"])
    expectEqual(source.totals(among: [ids[1], ids[2]]), ["", "3.50", ""])
    expectEqual(source.totals(among: [ids[0]]), ["", "4.00", ""])
    expectEqual(source.totals(among: ["p99"]), [])
    source.sectionTotals = .greatest
    expectEqual(source.totals(among: [ids[0], ids[1]])?[1], "4")
    source.sectionTotals = nil
    expectEqual(source.totals(among: [ids[0]]), nil)
  }

  @Test func `knows which columns have totals`() throws {
    expectEqual(source.columns(with: .sum).map { source.columns[$0].name }, ["Rating"])
    let others = try kitchen.list("recipes?group=Author&columns=Name,Tags")
    expectTrue(others.columns(with: .sum).isEmpty)
  }

  @Test func `is grouped by another field, or not at all`() throws {
    var query = source.query
    query.group = "Rating"
    _ = source.apply(query)
    expectEqual(sections(source), ["2|2|0", "4|4|1", "5|5|2"])
    query.group = nil
    _ = source.apply(query)
    expectTrue(source.sectionStarts.isEmpty)
  }

  @Test func `shows the columns that are asked for, and its own again`() throws {
    var query = source.query
    query.columns = ["Rating", "Author.Name"]
    _ = source.apply(query)
    expectEqual(source.columns.map(\.name), ["Rating", "Author.Name"])
    expectEqual(source.row(at: 0).cells, ["2", "Ines"])
    query.columns = nil
    _ = source.apply(query)
    expectEqual(source.columns.map(\.name), ["Name", "Rating", "Author"])
    expectEqual(source.fields.prefix(4).map(\.name), ["Name", "Rating", "Author", "Slug"])
  }

  @Test func `is counted by a field without its groups`() throws {
    let url = try #require(source.views.first { $0.kind == .counts(of: "Rating") }?.url)
    expectEqual(url.text, "cairn://recipes?view=frequency:Rating")
  }
}

@Suite struct `A jump to a letter` {
  private let kitchen: Kitchen

  init() throws {
    kitchen = try Kitchen()
    for name in ["Apple", "Äpfel", "Bread", "cake", "Éclair", "egg", "Zest"] {
      try kitchen.add("Recipe", ["Name": .text(name), "Rating": .integer(Int64(name.count % 6))])
    }
    try kitchen.add("Recipe", ["Name": .text("Eel"), "Notes": .text("Zesty")])
  }

  private func jumps(_ url: ScreenURL, _ letter: Character, column: Int = 0) throws -> [String] {
    let source = try kitchen.list(url)
    var (row, names) = (0, [String]())
    for _ in 0..<4 {
      guard
        let next = source.index(beginningWith: letter, inColumn: column, after: row).value
      else { break }
      row = next
      names.append(source.row(at: row).cells[column])
    }
    return names
  }

  @Test func `goes from one to the next, and around`() throws {
    try expectEqual(jumps("recipes?sort=Name", "e"), ["Éclair", "Eel", "egg", "Éclair"])
    try expectEqual(jumps("recipes?sort=-Name", "E"), ["egg", "Eel", "Éclair", "egg"])
    try expectEqual(jumps("recipes?sort=Name", "x"), [])
    try expectEqual(jumps("recipes?sort=Name", "z"), ["Zest", "Zest", "Zest", "Zest"])
  }

  @Test func `finds letters in a list of another order, too`() throws {
    expectEqual(Set(try jumps("recipes?sort=Rating", "e")), ["Éclair", "Eel", "egg"])
    expectEqual(Set(try jumps("recipes?group=Rating&sort=Name", "ä")), ["Apple", "Äpfel"])
  }

  @Test func `finds digits, which are sorted as the numbers that they are in`() throws {
    for name in ["2 Fast", "10 Things", "12 Monkeys"] {
      try kitchen.add("Recipe", ["Name": .text(name)])
    }
    expectEqual(Set(try jumps("recipes?sort=Name", "1")), ["10 Things", "12 Monkeys"])
    expectEqual(Set(try jumps("recipes?sort=Name", "2")), ["2 Fast"])
  }

  @Test func `passes over rows without a text, which come last`() throws {
    try expectEqual(
      jumps("recipes?sort=Notes&columns=Notes", "z"), ["Zesty", "Zesty", "Zesty", "Zesty"])
    try expectEqual(jumps("recipes?sort=-Notes&columns=Notes", "a"), [])
  }
}
