internal import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnStore
import func TestSupport.expectEqual
import Testing

@testable internal import CairnApp

@Suite struct `The choices of an import` {
  @Test func `are what its URL says, in the words of the command`() throws {
    let url: ScreenURL =
      "cairn://~import?file=/a.csv&file=/b.csv&format=tsv&into=entries&match=No&map=Notes=&map=a=b&type=Zip=string&misfits=No=empty&misfits=Day=Notes&link=AId=as.Id"
    let choices = try ImportChoices(url)
    #expect(choices.files == ["/a.csv", "/b.csv"])
    #expect(choices.format == .tsv)
    #expect(choices.options.collection == "entries")
    #expect(choices.options.match == "No")
    #expect(choices.options.mapping == ["Notes": "", "a": "b"])
    #expect(choices.options.types == ["Zip": .string])
    #expect(choices.options.misfits == ["No": .empty, "Day": .move(to: "Notes")])
    #expect(choices.options.links == [.init(column: "AId", collection: "as", field: "Id")])
  }

  @Test func `come back from the URL that they make, whatever columns are called`() throws {
    for name in ["a", "a=b", "ä & ö", "x/y?z#", "a.b,c", "%41", " ", "=", "\u{1F469}\u{200D}"] {
      var choices = ImportChoices(["/tmp/\(name).csv"])
      choices.options.types = ["t\(name)": .integer]
      choices.options.mapping = ["m\(name.filter { $0 != "=" })": "f\(name)"]
      choices.options.setMisfits(of: "v\(name)", .move(to: "f\(name)"))
      let url = try ScreenURL(parsing: choices.url.text)
      let again = try ImportChoices(url)
      #expect(again.files == choices.files, "\(name)")
      #expect(again.options.types == choices.options.types, "\(name)")
      #expect(again.options.mapping == choices.options.mapping, "\(name)")
      #expect(again.options.misfits == choices.options.misfits, "\(name)")
      #expect(again.url == url)
    }
  }

  @Test(arguments: 1...300 as ClosedRange<UInt64>)
  func `about any columns come back as they were`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let parts = ["=", "\\", ".", "a", " ", "&", "%", "\u{301}", "\u{200D}", "\u{600}", "é", "\n"]
    func text(_ lengths: ClosedRange<Int> = 0...5) -> String {
      let length = Int.random(in: lengths, using: &random)
      return (0..<length).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
    }
    var choices = ImportChoices(["/tmp/a.csv"])
    for _ in 0..<3 {
      choices.options.mapping[text()] = text()
      choices.options.types[text()] = AttributeType.allCases.randomElement(using: &random)
      choices.options.links.append(
        .init(column: text(1...5), collection: "as", field: text(1...5)))
    }
    let again = try ImportChoices(try ScreenURL(parsing: choices.url.text))
    #expect(again.options.mapping == choices.options.mapping)
    #expect(again.options.types == choices.options.types)
    #expect(again.options.links == choices.options.links)
  }

  @Test func `about columns that a person wrote are read as they always were`() throws {
    let url: ScreenURL = "cairn://~import?file=/a.csv&map=a%5Cb=c&map=d%5C=e=f&type=x=y=integer"
    let options = try ImportChoices(url).options
    #expect(options.mapping == ["a\\b": "c", "d=e": "f"])
    #expect(options.types == ["x=y": .integer])
  }

  @Test func `say how values are written, and come back so`() throws {
    let choices = try ImportChoices("cairn://~import?file=/a.csv&type=Day=date:day-first")
    #expect(choices.options.types == ["Day": .date])
    #expect(choices.options.forms == ["Day": .dayFirst])
    let again = try ImportChoices(try ScreenURL(parsing: choices.url.text))
    #expect(again.options == choices.options)
  }

  @Test(arguments: [
    ("int", AttributeType.integer), ("real", .double), ("bool", .boolean), ("line", .string),
    ("text", .text), ("long text", .text), ("Whole number", .integer), ("exact number", .decimal),
    ("date and time", .datetime), ("local time", .localtime), ("E-MAIL", .email),
  ])
  func `name a type as models and screens do`(word: String, type: AttributeType) throws {
    var options = ImportOptions()
    try options.addType("a=\(word)", option: "--type")
    expectEqual(options.types, ["a": type])
    try options.addType("b=\(word) multiple", option: "--type")
    expectEqual(options.multiples, ["b"])
    // The same word twice is no contradiction.
    try options.addType("a=\(word)", option: "--type")
    expectEqual(options.types, ["a": type, "b": type])
    #expect(throws: AppError.self) {
      try options.addType("a=\(word) multiple", option: "--type")
    }
  }

  @Test func `name each type by its word and its title`() throws {
    for type in AttributeType.allCases {
      for word in [type.rawValue, type == .string ? "string" : type.title] {
        var options = ImportOptions()
        try options.addType("a=\(word)", option: "--type")
        expectEqual(options.types, ["a": type], word)
      }
    }
  }

  @Test func `say the zone and fields of several values, and come back so`() throws {
    let url: ScreenURL = "cairn://~import?file=/a.csv&zone=Europe/Paris&type=Phone=phone%20multiple"
    let choices = try ImportChoices(url)
    expectEqual(choices.options.zone, "Europe/Paris")
    expectEqual(choices.options.multiples, ["Phone"])
    let again = try ImportChoices(try ScreenURL(parsing: choices.url.text))
    expectEqual(again.options, choices.options)
  }

  @Test(arguments: [
    "format=xls", "type=Zip", "type=Zip=zebra", "map=Notes", "link=a", "type=Zip=date:comma",
    "type=Zip=string:comma", "type=Zip=date:", "type=Zip=multiple", "type=Zip=enum%20a%20b",
  ])
  func `that can't be read are said`(item: String) throws {
    let url = try ScreenURL(parsing: "cairn://~import?file=/a.csv&\(item)")
    #expect(throws: AppError.self) { try ImportChoices(url) }
  }

  @Test func `of columns that are gone are forgotten`() throws {
    var choices = ImportChoices(["/a.csv"])
    choices.options.types = ["a": .integer, "b": .string]
    choices.options.mapping = ["c": ""]
    choices.options.links = [.init(column: "d", collection: "ds", field: "Id")]
    #expect(choices.forgetColumns(otherThan: ["a"]) == ["b", "c", "d"])
    #expect(choices.options.types == ["a": .integer])
    #expect(choices.options.mapping.isEmpty && choices.options.links.isEmpty)
    #expect(choices.forgetColumns(otherThan: ["a"]) == [])
  }
}
