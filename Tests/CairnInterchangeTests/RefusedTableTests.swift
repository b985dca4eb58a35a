import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `A table of which each row is refused` {
  /// A file, of the days in which none is one.
  struct Refused: CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var name = "bads.csv"
    var collection: String?
    var rowCount = 2
    /// Whether there are days at all.
    var isTyped = true
  }

  static let kept = "Id,Name,Amount,BadId\n1,Ana,5,10\n2,Bo,6,20\n"

  private static let bads = "Day,x\ntomorrow,1\nsoon,2\n"
  private static let wide = "Day,Amount,extra\ntomorrow,much,1\nsoon,less,2\n"

  static let tables = [
    Refused(testDescription: "a new collection", text: bads),
    Refused(testDescription: "one that leads to others", text: "Day,KeepId\ntomorrow,1\nsoon,2\n"),
    Refused(testDescription: "one that others lead to", text: "Id,Day\n10,tomorrow\n20,soon\n"),
    Refused(
      testDescription: "one with records within",
      text: #"[{"Day":"tomorrow","in":{"a":1}},{"Day":"soon","in":{"a":2}}]"#, name: "bads.json"),
    Refused(
      testDescription: "one of the same collection", text: wide, collection: "keeps"),
  ]

  private func run(
    _ texts: [(text: String, name: String)], into store: ObjectStore, for table: Refused? = nil,
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportReport {
    var options = ImportOptions.ofCommand
    if let table {
      options.types = table.isTyped ? ["Day": .date] : [:]
      options.collection = table.collection
    }
    change(&options)
    return try Importer(store, options)
      .run(texts.map { ImportInput(source($0.text, name: $0.name, blockSize: 1000)) })
  }

  /// The records that the store has.
  private func records(_ store: ObjectStore) throws -> [String] {
    try store.snapshot.model.entities.map { try store.export($0.name, as: .rec) }
  }

  @Test(arguments: tables, [true, false])
  func `leaves what the others bring alone`(table: Refused, isFirst: Bool) throws {
    let alone = try makeStore()
    _ = try run([(Self.kept, "keeps.csv")], into: alone)
    let (store, rehearsed) = (try makeStore(), try makeStore())
    let files = [(Self.kept, "keeps.csv"), (table.text, table.name)]
    let order = isFirst ? files.reversed() : files
    let report = try run(order, into: store, for: table)
    expectEqual(store.snapshot.model, alone.snapshot.model)
    try expectEqual(records(store), records(alone))
    expectEqual(report.collections.map(\.description), ["keeps: 2 new"])
    expectEqual(report.notices, [])
    expectEqual(report.badRowCount, table.rowCount)
    expectEqual(report.badRows.map(\.input), Array(repeating: table.name, count: table.rowCount))
    try expectEqual(store.history().map(\.title), ["Import keeps"])
    let other = try run(order, into: rehearsed, for: table) { $0.isDryRun = true }
    expectEqual(other.collections.map(\.description), report.collections.map(\.description))
    expectEqual(other.badRows, report.badRows)
    expectEqual(rehearsed.snapshot.version, 0)
  }

  @Test(arguments: tables, [true, false])
  func `leaves what is there as it was`(table: Refused, isFirst: Bool) throws {
    let store = try makeStore()
    try store.take(Self.kept, as: "keeps.csv")
    let model = store.snapshot.model
    let files = [("Id,Name,Amount,BadId\n3,Cy,7,30\n", "keeps.csv"), (table.text, table.name)]
    let report = try run(isFirst ? files.reversed() : files, into: store, for: table)
    expectEqual(store.snapshot.model, model)
    try expectEqual(store.texts("Amount", of: "Keep"), ["5", "6", "7"])
    expectEqual(report.notices, [])
  }

  @Test func `is still seen with its rows before an import, beside what comes`() throws {
    let store = try makeStore()
    var options = ImportOptions.ofCommand
    options.types = ["Day": .date]
    options.collection = "keeps"
    let inputs = try InspectedInputs(
      [(Self.wide, "bads.csv"), (Self.kept, "keeps.csv")].map {
        ImportInput(source($0.0, name: $0.1, blockSize: 1000))
      })
    let preview = try Importer(store, options).preview(inputs)
    expectEqual(preview.tables.map(\.input), ["bads.csv", "keeps.csv"])
    expectEqual(preview.tables[0].columns[0].misfitCount, 2)
    expectTrue(preview.tables[0].rows.count == 2 && preview.tables[1].rows.count == 2)
    // Its amounts are no numbers, those of the other file are.
    guard case .field(let amount, isNew: true) = preview.tables[1].columns[2].target else {
      Issue.record("the column is no new field")
      return
    }
    expectEqual(amount.type, .integer)
  }

  @Test func `is one of several in a file, too`() throws {
    let store = try makeStore()
    let text = #"{"keeps":[{"Name":"Ana"},{"Name":"Bo"}],"bads":[{"Day":"a"},{"Day":"b"}]}"#
    let report = try store.take(text, as: "all.json") { $0.types = ["Day": .date] }
    expectEqual(report.collections.map(\.description), ["keeps: 2 new"])
    expectEqual(report.badRowCount, 2)
    expectEqual(store.snapshot.model.entities.map(\.name), ["Keep"])
  }

  @Test func `counts in the order of the tables, beside those of which some rows came`() throws {
    let store = try makeStore()
    let half = "Day,x\nlater,1\n2024-01-02,2\n"
    let report = try run(
      [(half, "a.csv"), (Self.bads, "bads.csv"), (half, "c.csv"), (half, "a.csv")],
      into: store
    ) { $0.types = ["Day": .date] }
    expectEqual(
      report.badRows.map { "\($0.input) \($0.line)" },
      [
        "a.csv 2", "bads.csv 2", "bads.csv 3", "c.csv 2", "a.csv 2",
      ])
    expectEqual(report.badRowCount, 5)
    expectEqual(store.snapshot.model.entities.map(\.name).sorted(), ["A", "C"])
  }

  @Test func `tells the others how days are written all the same`() throws {
    let store = try makeStore()
    let report = try run(
      [("On\n01/02/2024\n03/04/2024\n", "a.csv"), ("On,n\n31/12/2024,x\n", "b.csv")],
      into: store
    ) { ($0.collection, $0.types) = ("days", ["On": .date, "n": .integer]) }
    try expectEqual(store.texts("On", of: "Day"), ["2024-02-01", "2024-04-03"])
    expectEqual(report.badRowCount, 1)
    expectEqual(store.snapshot.model["Day"]?.attributes.map(\.name), ["On"])
  }

  @Test func `keeps the field that records are to be found by`() throws {
    let store = try makeStore()
    let report = try run(
      [("Name\nAna\n", "a.csv"), ("Name,Code,Day\nBo,1,soon\n", "b.csv")], into: store
    ) { ($0.collection, $0.match, $0.types) = ("people", "Code", ["Day": .date]) }
    expectEqual(report.collections.map(\.description), ["people: 1 new"])
    expectEqual(report.badRows.map(\.input), ["b.csv"])
    try expectEqual(store.texts("Name", of: "Person"), ["Ana"])
  }

  @Test func `stands empty where one asks for it, to choose other types`() throws {
    let store = try makeStore()
    let report = try run(
      [(Self.kept, "keeps.csv"), (Self.bads, "bads.csv")], into: store
    ) { ($0.types, $0.keepsRefusedTables) = (["Day": .date], true) }
    expectEqual(report.collections.map(\.description), ["keeps: 2 new", "bads: 0 new"])
  }

  @Test(arguments: [(4096, 4096, 0), (12_288, 10_000, 0), (16_384, 10_000, 2192)])
  func `leaves nothing either where an import is stopped and kept`(
    stop: Int, first: Int, last: Int
  ) throws {
    let store = try makeStore()
    let rows = (1...10_000).map { "\($0)\n" }.joined()
    let bads = (1...4192).map { _ in "soon\n" }.joined()
    let files = [("Nr\n" + rows, "firsts.csv"), ("Day\n" + bads, "bads.csv")]
    var options = ImportOptions.ofCommand
    options.types = ["Day": .date]
    let inputs = (files + [("Nr\n" + rows, "lasts.csv")]).map {
      ImportInput(source($0.0, name: $0.1, blockSize: 1 << 16))
    }
    let report = try Importer(store, options).run(inputs) { progress in
      progress.phase == .converting && progress.rows >= stop ? .keep : .proceed
    }
    expectEqual(report.stoppedAfter, stop)
    expectEqual(report.badRowCount, max(0, min(stop - 10_000, 4192)))
    expectEqual(report.badRows.count, min(report.badRowCount, ImportReport.badRowLimit))
    let expected = ["First": first, "Last": last].filter { $0.value > 0 }
    var counts: [String: Int] = [:]
    for entity in store.snapshot.model.entities {
      counts[entity.name] = try store.values("Nr", of: entity.name).count
    }
    expectEqual(counts, expected)
  }

  @Test func `goes first where the rest is stopped and kept after it`() throws {
    let store = try makeStore()
    let rows = (1...10_000).map { "\($0)\n" }.joined()
    var options = ImportOptions.ofCommand
    options.types = ["Day": .date]
    let inputs = [("Day\nsoon\n", "bads.csv"), ("Nr\n" + rows, "firsts.csv")].map {
      ImportInput(source($0.0, name: $0.1, blockSize: 1 << 16))
    }
    var last = 0
    let report = try Importer(store, options).run(inputs) { progress in
      guard progress.phase == .converting else { return .proceed }
      // Once all rows were gone through, and again from the first.
      defer { last = progress.rows }
      return progress.rows < last ? .keep : .proceed
    }
    expectEqual(report.stoppedAfter, 4096)
    expectEqual(report.badRowCount, 1)
    try expectEqual(store.values("Nr", of: "First").count, 4096)
  }

  @Test func `keeps its collection where a person asks for links to it`() throws {
    let store = try makeStore()
    let bads = "Id,Day\n10,tomorrow\n20,soon\n"
    let report = try run([(Self.kept, "keeps.csv"), (bads, "bads.csv")], into: store) {
      $0.types = ["Day": .date]
      $0.links = [ImportOptions.Link(column: "BadId", collection: "bads", field: "id")]
    }
    expectEqual(report.collections.map(\.description), ["keeps: 2 new", "bads: 0 new"])
    expectEqual(report.lostValueCount, 2)
    expectEqual(
      report.lostValues.first?.description,
      "keeps.csv, line 2: Bad \"10\": no record of bads has this id")
    expectEqual(store.snapshot.model["Bad"]?.relationships.map(\.name), ["Keeps"])
  }

  @Test func `asks still how its days are written`() throws {
    let store = try makeStore()
    let bads = "On,x\n01/02/2024,a\n03/04/2024,b\n"
    let report = try run([(Self.kept, "keeps.csv"), (bads, "bads.csv")], into: store) {
      $0.types = ["On": .date]
    }
    expectEqual(store.snapshot.model.entities.map(\.name), ["Keep"])
    expectEqual(report.notices.count, 1)
    expectEqual(report.notices.first?.contains("--type On=date:day-first"), true)
  }

  @Test func `lets a strict import bring nothing at all`() throws {
    let store = try makeStore()
    #expect(throws: InterchangeError.self) {
      try run([(Self.kept, "keeps.csv"), (Self.bads, "bads.csv")], into: store) {
        ($0.types, $0.isStrict) = (["Day": .date], true)
      }
    }
    expectEqual(store.snapshot.model.entities, [])
    expectEqual(store.snapshot.version, 0)
  }
}

@Suite struct `A file of a form that is not read` {
  @Test(arguments: [
    ("a.yaml", "a: 1\nb: 2\n"), ("b.YML", "- a\n- b\n"), ("c.toml", "a = 1\nb = 2\n"),
    ("d.xml", "<a>\n</a>\n"),
  ])
  func `is no table of one column`(name: String, text: String) throws {
    let store = try makeStore()
    let error = #expect(throws: InterchangeError.self) { try store.take(text, as: name) }
    expectEqual(error?.description.hasPrefix("\(name) is "), true)
    expectTrue(store.snapshot.model.entities.isEmpty)
  }
}

@Suite struct `A refused row` {
  /// Twenty rows with the words of two choices, and one more of which the name is taken.
  private static func rows(_ word: String, day: String = "2024-01-02") -> String {
    let rows = (0..<20).map { "P\($0),\(["work", "friends"][$0 % 2]),\($0),2024-01-02,\n" }
    return "Name,Group,Rating,Day,Note\n" + rows.joined() + "P3,\(word),\(word),\(day),late\n"
  }

  private func people() throws -> ObjectStore {
    var name = Attribute(name: "Name", type: .string)
    name.isUnique = true
    return try makeStore([Entity(name: "Person", properties: [.attribute(name)])])
  }

  @Test func `makes neither a type nor a choice`() throws {
    let store = try people()
    let report = try store.take(Self.rows("foes", day: "soon"), as: "people.csv") {
      $0.collection = "people"
    }
    expectEqual(report.collections.map(\.description), ["persons: 20 new"])
    expectEqual(report.badRows.map(\.problem), [.notUnique(field: "Name", text: "P3")])
    let entity = try #require(store.snapshot.model["Person"])
    expectEqual(entity.attribute("Group")?.choices, ["work", "friends"])
    expectEqual(entity.attribute("Rating")?.type, .integer)
    expectEqual(entity.attribute("Day")?.type, .date)
  }

  @Test func `widens no field that was there`() throws {
    let store = try people()
    try store.take("Name,Rating\nAna,1\n", as: "people.csv") { $0.collection = "people" }
    let report = try store.take("Name,Rating\nAna,much\nBo,2\n", as: "people.csv")
    expectEqual(report.notices, [])
    expectEqual(report.badRows.map(\.problem), [.notUnique(field: "Name", text: "Ana")])
    expectEqual(store.snapshot.model["Person"]?.attribute("Rating")?.type, .integer)
  }

  @Test func `keeps its reason where its values fit no more`() throws {
    let store = try people()
    var options = ImportOptions.ofCommand
    options.collection = "people"
    let inputs = try InspectedInputs([ImportInput(source(Self.rows("foes"), name: "people.csv"))])
    let preview = try Importer(store, options).preview(inputs)
    let problems = preview.tables[0].rows.flatMap(\.problems)
    expectEqual(problems, [.notUnique(field: "Name", text: "P3")])
    expectEqual(preview.report.badRowCount, 1)
  }

  @Test func `makes no field of a column that only it has`() throws {
    let store = try people()
    let text = #"[{"Name":"A"},{"Name":"A","Secret":"x","author":{"name":"Ann"}},{"Name":"B"}]"#
    for map in [[:], ["author.name": "Writer"]] {
      let report = try store.take(text, as: "people.json") {
        ($0.collection, $0.mapping) = ("people", map)
      }
      // The second import finds the first and the third row in the store.
      expectEqual(report.badRowCount, 1)
      expectEqual(store.snapshot.model.entities.map(\.name), ["Person"])
      expectEqual(store.snapshot.model["Person"]?.properties.map(\.name), ["Name"])
    }
  }

  @Test func `keeps all other rows where a person keeps them while types are found again`() throws {
    let store = try people()
    let rows = (0..<10_000).map { "P\($0 % 9_999),\($0 < 9_999 ? "1" : "x")\n" }.joined()
    var options = ImportOptions.ofCommand
    options.collection = "people"
    let inputs = try InspectedInputs([ImportInput(source("Name,Rating\n" + rows, name: "a.csv"))])
    // The rows begin anew where types are found again.
    var (reading, last) = (0, 0)
    let report = try Importer(store, options).run(inputs) { progress in
      guard progress.phase == .converting else { return .proceed }
      if progress.rows < last { reading += 1 }
      last = progress.rows
      return reading == 1 ? .keep : .proceed
    }
    expectEqual(reading, 1)
    expectEqual(report.badRowCount, 1)
    try expectEqual(store.values("Rating", of: "Person").count, 9_999)
  }

  @Test func `still tells how days are written`() throws {
    let store = try people()
    let text = "Name,Day\nAna,01/02/2024\nAna,31/12/2024\nBo,03/04/2024\n"
    let report = try store.take(text, as: "people.csv")
    expectEqual(report.badRowCount, 1)
    try expectEqual(store.texts("Day", of: "Person"), ["2024-02-01", "2024-04-03"])
  }

  @Test func `counts once among more than a report names`() throws {
    let store = try people()
    let many = (0..<3000).map { "P\($0 % 500),\($0 < 500 ? "\($0)" : "x")\n" }.joined()
    let report = try store.take("Name,Rating\n" + many, as: "people.csv")
    expectEqual(report.badRowCount, 2500)
    expectEqual(report.badRows.count, 2500)
    expectEqual(report.badRows.first?.line, 502)
    expectEqual(store.snapshot.model["Person"]?.attribute("Rating")?.type, .integer)
  }

  @Test func `is named among the first ones only`() {
    var report = ImportReport()
    for row in 0..<ImportReport.badRowLimit + 5 {
      let origin = WaitingLink.Origin(
        table: 0, row: row, line: RowLine(number: row + 2), input: "a.csv")
      report.note(.required(field: "Name"), of: origin)
      report.noteLost(.required(field: "Name"), of: origin)
    }
    expectEqual(report.badRowCount, ImportReport.badRowLimit + 5)
    expectEqual(report.badRows.count, ImportReport.badRowLimit)
    expectEqual(report.lostValueCount, ImportReport.badRowLimit + 5)
    expectEqual(report.lostValues.count, ImportReport.badRowLimit)
  }

  @Test func `is no reason to stop where the rest is kept`() throws {
    let store = try people()
    let many = (0..<10_000).map { "P\($0 % 9_999),\($0 < 9_999 ? "1" : "x")\n" }.joined()
    var options = ImportOptions.ofCommand
    options.collection = "people"
    let inputs = try InspectedInputs([ImportInput(source("Name,Rating\n" + many, name: "a.csv"))])
    let report = try Importer(store, options).run(inputs) { progress in
      progress.phase == .converting && progress.rows >= 8192 ? .keep : .proceed
    }
    expectEqual(report.stoppedAfter, 8192)
    expectEqual(report.badRowCount, 0)
    try expectEqual(store.values("Rating", of: "Person").count, 8192)
  }
}
