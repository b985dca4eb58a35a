import CairnInterface
import CairnNavigation
import CairnStore
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
    #expect(try ways("").contains("Rating:"))
    #expect(try ways("ra") == ["Rating:"])
    #expect(try ways("soup -(ra") == ["soup -(Rating:"])
    #expect(try ways("h") == ["has:"])
    #expect(try ways("no:au") == ["no:Author"])
    #expect(try ways("author.na") == ["author.Name:"])
    #expect(try ways("nobody.na").isEmpty)
  }

  @Test func `goes on with a field that is called as a question is`() throws {
    let text = Kitchen.modelText.replacing("%attribute: Notes text", with: "%attribute: no string")
    try kitchen.changeModel(text)
    try kitchen.add("Recipe", ["Name": .text("Cake"), "no": .text("seven")])
    #expect(try ways("no") == ["no=", "no:"])
    #expect(try ways("no=s") == ["no=seven"])
    #expect(try ways("no:n") == ["no:Name", "no:no"])
  }

  @Test func `goes on with values, the usual first, quoted where they need it`() throws {
    #expect(try ways("Tags:") == ["Tags:warm", "Tags:quick"])
    #expect(try ways("Tags:quick,W") == ["Tags:quick,warm"])
    #expect(try ways("name:on") == [#"name:"Onion \"tart\"""#])
    #expect(try ways(#"name:"br"#) == [#"name:"Bread""#])
    #expect(try ways("author:in") == [#"author:"Inès Blanc""#])
    #expect(try ways("author.name:i") == [#"author.name:"Inès Blanc""#])
    #expect(try ways("Name~so").isEmpty)
    #expect(try ways("Rating>").isEmpty)
    #expect(try ways(#"name:"5\" disk" ra"#) == [#"name:"5\" disk" Rating:"#])
  }

  @Test func `goes on with days`() throws {
    #expect(try ways("made:to") == ["made:today", "made:tomorrow", "made:today..+7d"])
    #expect(try ways("made>=y") == ["made>=yesterday"])
    #expect(try ways("made:2026-11") == ["made:2026-11", "made:2026-11-05"])
    #expect(try ways("made:2026-11-01..2026-11-0") == ["made:2026-11-01..2026-11-05"])
  }

  @Test(arguments: [
    "", "made:2026-11-01..", "made:-7d..",
    "Tags:", "name:o", "author:", "made:", "made>", "no:", "author.name:",
  ])
  func `is one that can be read, whichever way it goes on`(text: String) throws {
    let source = try kitchen.list("recipes")
    for way in try ways(text) where !way.hasSuffix(":") {
      _ = source.apply(ListQuery(filter: way))
      #expect(source.filterProblem == nil, "\(way)")
    }
  }

  @Test func `is explained by examples that can be read`() throws {
    let source = try kitchen.list("recipes")
    let entity = try #require(kitchen.desk.snapshot.model["Recipe"])
    let examples = FilterExamples(of: entity, in: kitchen.desk.snapshot.model)
    #expect(source.filterHelp == examples.text)
    #expect(examples.lines.count > 7)
    for (example, _) in examples.lines {
      _ = source.apply(ListQuery(filter: example))
      #expect(source.filterProblem == nil, "\(example)")
    }
    let columns = examples.text.split(separator: "\n").map { GlyphWidth.columns(of: String($0)) }
    #expect(columns.allSatisfy { $0 <= 60 })
  }

  @Test(arguments: [
    ("blanc", ["Bread"]), ("INES soup", []), ("-ines", ["Soup", "Onion \"tart\""]),
  ])
  func `finds words in the titles that links show`(filter: String, names: [String]) throws {
    let source = try kitchen.list("recipes")
    _ = source.apply(ListQuery(filter: filter))
    #expect((0..<source.count).map { source.row(at: $0).cells[0] } == names)
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
    #expect(log.messages.first?.hasPrefix("not yet a filter: ") == true)
    #expect(screen.typedText == "soup>5")
    _ = screen.perform(.leave)
    #expect(screen.typedText == nil)
    #expect(screen.source.query.filter.isEmpty && screen.source.filterProblem == nil)
    #expect(screen.title == "Recipes")
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
    #expect(screen.typedText == "tags:quick soup")
    _ = screen.perform(.textStart)
    _ = screen.insert("ra")
    for case .run(let job) in try #require(screen.perform(.complete)) {
      let asks = job.completion(job.work()).contains {
        if case .present = $0 { true } else { false }
      }
      #expect(!asks, "there is one way only")
    }
    #expect(screen.typedText == "Rating:tags:quick soup")
  }
}
