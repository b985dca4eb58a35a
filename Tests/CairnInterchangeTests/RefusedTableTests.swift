import CairnStore
import Testing

@testable import CairnInterchange

@Suite struct `A table of which each row is refused` {
  /// A file, of the days in which none is one.
  struct Refused: CustomTestStringConvertible {
    var testDescription: String
    var text: String
    var name = "bads.csv"
    var collection: String?
  }

  static let kept = "Id,Name,Amount,BadId\n1,Ana,5,10\n2,Bo,6,20\n"

  static let tables = [
    Refused(testDescription: "a new collection", text: "Day,x\ntomorrow,1\nsoon,2\n"),
    Refused(testDescription: "one that leads to others", text: "Day,KeepId\ntomorrow,1\nsoon,2\n"),
    Refused(testDescription: "one that others lead to", text: "Id,Day\n10,tomorrow\n20,soon\n"),
    Refused(
      testDescription: "one with records within",
      text: #"[{"Day":"tomorrow","in":{"a":1}},{"Day":"soon","in":{"a":2}}]"#, name: "bads.json"),
    Refused(
      testDescription: "one of the same collection",
      text: "Day,Amount,extra\ntomorrow,much,1\nsoon,less,2\n", collection: "keeps"),
  ]

  private func run(
    _ texts: [(text: String, name: String)], into store: ObjectStore, for table: Refused? = nil,
    _ change: (inout ImportOptions) -> Void = { _ in }
  ) throws -> ImportReport {
    var options = ImportOptions()
    if let table { (options.types, options.collection) = (["Day": .date], table.collection) }
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
    #expect(store.snapshot.model == alone.snapshot.model)
    #expect(try records(store) == records(alone))
    #expect(report.collections.map(\.description) == ["keeps: 2 new"])
    #expect(report.notices == [])
    #expect(report.badRowCount == 2)
    #expect(report.badRows.map(\.input) == [table.name, table.name])
    #expect(try store.history().map(\.title) == ["Import keeps"])
    let other = try run(order, into: rehearsed, for: table) { $0.isDryRun = true }
    #expect(other.collections.map(\.description) == report.collections.map(\.description))
    #expect(other.badRows == report.badRows)
    #expect(rehearsed.snapshot.version == 0)
  }

  @Test(arguments: [(4096, 4096, 0), (12_288, 10_000, 0), (16_384, 10_000, 2192)])
  func `leaves nothing either where an import is stopped and kept`(
    stop: Int, first: Int, last: Int
  ) throws {
    let store = try makeStore()
    let rows = (1...10_000).map { "\($0)\n" }.joined()
    let bads = (1...4192).map { _ in "soon\n" }.joined()
    let files = [("Nr\n" + rows, "firsts.csv"), ("Day\n" + bads, "bads.csv")]
    var options = ImportOptions()
    options.types = ["Day": .date]
    let inputs = (files + [("Nr\n" + rows, "lasts.csv")]).map {
      ImportInput(source($0.0, name: $0.1, blockSize: 1 << 16))
    }
    let report = try Importer(store, options).run(inputs) { progress in
      progress.phase == .converting && progress.rows >= stop ? .keep : .proceed
    }
    #expect(report.stoppedAfter == stop)
    #expect(report.badRowCount == max(0, min(stop - 10_000, 4192)))
    #expect(report.badRows.count == min(report.badRowCount, ImportReport.badRowLimit))
    let expected = ["First": first, "Last": last].filter { $0.value > 0 }
    var counts: [String: Int] = [:]
    for entity in store.snapshot.model.entities {
      counts[entity.name] = try store.values("Nr", of: entity.name).count
    }
    #expect(counts == expected)
  }

  @Test func `keeps its collection where a person asks for links to it`() throws {
    let store = try makeStore()
    let bads = "Id,Day\n10,tomorrow\n20,soon\n"
    let report = try run([(Self.kept, "keeps.csv"), (bads, "bads.csv")], into: store) {
      $0.types = ["Day": .date]
      $0.links = [ImportOptions.Link(column: "BadId", collection: "bads", field: "id")]
    }
    #expect(report.collections.map(\.description) == ["keeps: 2 new", "bads: 0 new"])
    #expect(
      report.notices == [
        "keeps.Bad: 2 values led to no record, the first at keeps.csv, line 2"
      ])
    #expect(store.snapshot.model["Bad"]?.relationships.map(\.name) == ["Keeps"])
  }

  @Test func `asks still how its days are written`() throws {
    let store = try makeStore()
    let bads = "On,x\n01/02/2024,a\n03/04/2024,b\n"
    let report = try run([(Self.kept, "keeps.csv"), (bads, "bads.csv")], into: store) {
      $0.types = ["On": .date]
    }
    #expect(store.snapshot.model.entities.map(\.name) == ["Keep"])
    #expect(report.notices.count == 1)
    #expect(report.notices.first?.contains("--type On=date:day-first") == true)
  }

  @Test func `lets a strict import bring nothing at all`() throws {
    let store = try makeStore()
    #expect(throws: InterchangeError.self) {
      try run([(Self.kept, "keeps.csv"), (Self.tables[0].text, "bads.csv")], into: store) {
        ($0.types, $0.isStrict) = (["Day": .date], true)
      }
    }
    #expect(store.snapshot.model.entities == [])
    #expect(store.snapshot.version == 0)
  }
}
