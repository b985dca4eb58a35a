import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `An export` {
  private func things() throws -> ObjectStore {
    let store = try makeStore()
    try store.take(
      "{\"n\":1.50,\"t\":\"a, \\\"b\\\"\",\"tags\":[\"x\",\"y\"],\"ok\":true}\n{\"n\":2}\n",
      as: "things.jsonl")
    return store
  }

  @Test func `of a list is an array, a line each, or a table`() throws {
    let store = try things()
    try expectEqual(
      store.export("Thing", as: .jsonl),
      #"{"url":"cairn://things/p1","n":1.50,"t":"a, \"b\"","tags":["x","y"],"ok":true}"# + "\n"
        + #"{"url":"cairn://things/p2","n":2,"t":null,"tags":[],"ok":null}"# + "\n")
    try expectTrue(
      store.export("Thing", as: .json).hasPrefix(
        "[\n  {\n    \"url\": \"cairn://things/p1\",\n    \"n\": 1.50,\n"))
    try expectEqual(
      store.export("Thing", as: .csv),
      "url,n,t,tags,ok\ncairn://things/p1,1.50,\"a, \"\"b\"\"\",\"[\"\"x\"\",\"\"y\"\"]\",true\n"
        + "cairn://things/p2,2,,,\n")
    try expectEqual(
      store.export("Thing", as: .tsv),
      "url\tn\tt\ttags\tok\ncairn://things/p1\t1.50\t\"a, \"\"b\"\"\"\t\"[\"\"x\"\",\"\"y\"\"]\"\ttrue\n"
        + "cairn://things/p2\t2\t\t\t\n")
  }

  @Test func `of nothing is an empty array, no line, or a header`() throws {
    let fields = ["a", "b"].map { Property.attribute(Attribute(name: $0, type: .string)) }
    let store = try makeStore([Entity(name: "Thing", properties: fields)])
    try expectEqual(store.export("Thing", as: .json), "[]\n")
    try expectEqual(store.export("Thing", as: .jsonl), "")
    try expectEqual(store.export("Thing", as: .csv), "url,a,b\n")
  }

  @Test func `of one record is an object`() throws {
    let store = try things()
    let id = ObjectID(entity: "Thing", key: RecordKey(sequence: 2))
    let bytes = try ExportOperation(.record(id), in: store.snapshot, as: .json).data()
    expectEqual(
      String(decoding: bytes, as: UTF8.self),
      "{\n  \"url\": \"cairn://things/p2\",\n  \"n\": 2,\n  \"t\": null,\n  \"tags\": [],\n"
        + "  \"ok\": null\n}\n")
  }

  @Test func `hands bytes over as they come and stops where it is told`() throws {
    let store = try makeStore()
    try store.take("a\n" + (1...20_000).map { "value \($0)\n" }.joined())
    var blocks = 0
    #expect(throws: InterchangeError.self) {
      try export(store, "Thing").run { (_) throws(InterchangeError) in
        blocks += 1
        if blocks == 2 { throw .unwritable(name: "pipe", reason: "it was closed") }
      }
    }
    expectEqual(blocks, 2)
  }

  private func export(_ store: ObjectStore, _ entity: String) -> ExportOperation {
    let clock = WallClock(now: Timestamp(microseconds: 0))
    return ExportOperation(
      .request(FetchRequest(entity: entity), clock), in: store.snapshot, as: .jsonl)
  }

  @Test(arguments: [
    InterchangeFormat.csv, .tsv, .json, .jsonl, .markdown, .vcard,
  ])
  func `has addresses with the scheme of the app`(
    format: InterchangeFormat
  ) throws {
    let model = try ObjectModel(
      parsing: """
        %rec: Day
        %plural: days
        %attribute: Name string
        %type: Date date
        %relationship: Next to-one Day inverse=Last
        %relationship: Last to-one Day inverse=Next
        """)
    let store = try makeStore(model.entities)
    let context = store.newContext()
    let days = try ["2026-01-02", "2026-01-03"].map { text in
      let day = try context.create("Day")
      day["Name"] = .text("the day \(text)")
      day["Date"] = .date(try #require(CalendarDate(text)))
      return day
    }
    days[0].setLinks("Next", [days[1]])
    try context.save(title: "add")
    let text = try store.export("Day", as: format, scheme: "diary")
    expectTrue(text.contains("diary://days/p1"), text)
    expectTrue(!text.contains("cairn://"), text)
  }

  @Test func `ends with any error of the caller`() throws {
    struct NoPaper: Error {}
    let store = try things()
    #expect(throws: NoPaper.self) { try export(store, "Thing").run { _ in throw NoPaper() } }
    let input = ImportInput(ByteStream(name: "net", nextBlock: { throw NoPaper() }))
    let error = try #require(throws: InterchangeError.self) {
      try Importer(store, ImportOptions()).run([input])
    }
    expectEqual("\(error)", "net cannot be read: NoPaper()")
  }

  @Test func `says how far it is and ends when it is canceled`() throws {
    let store = try makeStore()
    try store.take("a\n" + (1...5_000).map { "value \($0)\n" }.joined())
    let operation = export(store, "Thing")
    var reports: [ExportOperation.Progress] = []
    let error = #expect(throws: InterchangeError.self) {
      try operation.run { report in
        reports.append(report)
        if reports.count == 3 { operation.cancel() }
      } to: { (_) throws(InterchangeError) in
      }
    }
    guard case .canceled? = error else {
      Issue.record("it was canceled")
      return
    }
    expectEqual(reports.count, 3)
    expectTrue(reports.allSatisfy { $0.total == nil })
    expectEqual(reports.map(\.records), reports.map(\.records).sorted())
    reports = []
    try export(store, "Thing").run {
      reports.append($0)
    } to: { (_) throws(InterchangeError) in
    }
    expectEqual(reports.last, .init(records: 5_000, total: 5_000))
  }

  @Test func `of a chain of many thousand records ends, and each record is written once`() throws {
    let name = Property.attribute(Attribute(name: "Name", type: .string))
    var next = Relationship(name: "Next", destination: "Link", isToMany: false)
    next.exportRule = .follow
    let store = try makeStore([Entity(name: "Link", properties: [name, .relationship(next)])])
    let count: UInt64 = Torture.isOn ? 100_000 : 20_000
    try store.commit(title: "Chain") { (draft) throws(StoreError) in
      for number in 1...count {
        let end = RecordKey(sequence: number % count + 1)
        try draft.insert([.text("\(number)"), .link(end)], into: "Link")
      }
    }
    let first = ObjectID(entity: "Link", key: RecordKey(sequence: 1))
    let one = try ExportOperation(.record(first), in: store.snapshot, as: .jsonl).data()
    expectEqual(String(decoding: one, as: UTF8.self).split(separator: "\"Name\"").count, 201)
    let all = try export(store, "Link").data()
    let copy = try makeStore(store.snapshot.model.entities)
    let report = try Importer(copy, ImportOptions())
      .run([ImportInput(source(bytes: all, name: "links.jsonl", blockSize: 1 << 16))])
    expectEqual(report.badRows, [])
    try expectEqual(copy.snapshot.load("Link").count, Int(count))
  }
}

@Suite struct `An import of an export` {
  private static let formats: [InterchangeFormat] = [
    .json, .jsonl, .csv, .tsv, .vcard, .rec, .markdown,
  ]

  @Test(arguments: formats, SeededGenerator.seeds(10))
  func `gives the same records`(format: InterchangeFormat, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var several = Attribute(name: "Several", type: .string)
    several.isMultiple = true
    let types: [AttributeType] = [
      .string, .integer, .decimal, .double, .boolean, .date, .datetime, .data, .tags,
    ]
    let properties =
      types.map { Property.attribute(Attribute(name: "F_\($0)", type: $0)) }
      + [.attribute(several)]
    let model = [Entity(name: "Thing", properties: properties)]
    let first = try makeStore(model)
    try first.commit(title: "Add") { (draft) throws(StoreError) in
      for _ in 0..<30 {
        let values = types.map { Self.value(of: $0, &random) }
        let list = (0..<random.number(0...3)).map { _ in Value.text(Self.text(&random)) }
        try draft.insert(values + [Value(list: list)], into: "Thing")
      }
    }
    let second = try makeStore(model)
    let report = try second.take(try first.export("Thing", as: format), as: "things.\(format)")
    expectEqual(report.badRows, [])
    expectEqual(second.snapshot.model, first.snapshot.model)
    let texts = try [second, first].map { try $0.export("Thing", as: .jsonl) }
    // A card has one form of a line's end.
    let lines = texts.map { text in
      format == .vcard
        ? text.replacing(/\\r\\n|\\r/.matchingSemantics(.unicodeScalar), with: "\\n") : text
    }
    expectEqual(lines[0], lines[1])
  }

  @Test(
    arguments: [InterchangeFormat.json, .rec, .markdown], SeededGenerator.seeds(Torture.rounds(60)))
  func `of every collection gives an equal store, whatever links to what`(
    format: InterchangeFormat, seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    let first = try RandomStore(&random)
    let (second, report) = try first.copy(as: format)
    expectEqual(report.badRows, [])
    expectEqual(report.notices, [])
    let (was, now) = (try RandomStore.outline(of: first.store), try RandomStore.outline(of: second))
    expectEqual(now.subtracting(was).sorted(), [])
    expectEqual(was.subtracting(now).sorted(), [])
  }

  @Test func `gives the same links, order and owned records`() throws {
    let first = try Kitchen.store()
    let second = try makeStore(Kitchen.model())
    let report = try second.take(try first.export("Recipe", as: .json), as: "recipes.json")
    expectEqual(report.badRows, [])
    expectEqual(report.notices, [])
    try expectEqual(Kitchen.outline(of: second), Kitchen.outline(of: first))
    expectEqual(second.snapshot.table("Author")?.count, 1)
    expectEqual(second.snapshot.table("Ingredient")?.count, 3)
  }

  private static func text(_ random: inout SeededGenerator) -> String {
    let text = random.text(atMost: 8).filter { !$0.unicodeScalars.contains("\0") }
    return text.isEmpty ? "x" : text
  }

  private static func value(of type: AttributeType, _ random: inout SeededGenerator) -> Value? {
    if random.number(0...4) == 0 { return nil }
    return switch type {
    case .integer: .integer(Int64(random.number(-5000...5000)))
    case .decimal:
      DecimalNumber("\(random.number(-99...99)).\(random.number(100...999))")
        .map(Value.decimal)
    case .double: .double(Double(random.number(-9999...9999)) / 64)
    case .boolean: .boolean(random.number(0...1) == 0)
    case .date: .date(CalendarDate(days: Int32(random.number(-9000...40_000))))
    case .datetime:
      .datetime(Timestamp(microseconds: Int64(random.number(-99...1_000_000_000_000))))
    case .localtime:
      .localtime(Timestamp(microseconds: Int64(random.number(-99...1_000_000_000_000))))
    case .data: Value.data(random.bytes(atMost: 9) + [1])
    case .tags: Value(list: ["a", "b c", "é"].shuffled(using: &random).prefix(2).map(Value.text))
    default: .text(text(&random))
    }
  }
}
