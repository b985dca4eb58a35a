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
    #expect(
      try store.export("Thing", as: .jsonl)
        == #"{"url":"cairn://things/p1","n":1.50,"t":"a, \"b\"","tags":["x","y"],"ok":true}"# + "\n"
        + #"{"url":"cairn://things/p2","n":2,"t":null,"tags":[],"ok":null}"# + "\n")
    #expect(
      try store.export("Thing", as: .json).hasPrefix(
        "[\n  {\n    \"url\": \"cairn://things/p1\",\n    \"n\": 1.50,\n"))
    #expect(
      try store.export("Thing", as: .csv)
        == "url,n,t,tags,ok\ncairn://things/p1,1.50,\"a, \"\"b\"\"\",\"[\"\"x\"\",\"\"y\"\"]\",true\n"
        + "cairn://things/p2,2,,,\n")
    #expect(
      try store.export("Thing", as: .tsv, columns: ["t", "n"])
        == "t\tn\n\"a, \"\"b\"\"\"\t1.50\n\t2\n")
  }

  @Test func `of nothing is an empty array, no line, or a header`() throws {
    let store = try makeStore()
    try store.take("a,b\n")
    #expect(try store.export("Thing", as: .json) == "[]\n")
    #expect(try store.export("Thing", as: .jsonl) == "")
    #expect(try store.export("Thing", as: .csv) == "url,a,b\n")
  }

  @Test func `of one record is an object`() throws {
    let store = try things()
    let row = try #require(store.snapshot.load("Thing").row(RecordKey(sequence: 2)))
    var bytes: [UInt8] = []
    try Exporter(store.snapshot, format: .json).write(row) { (block) throws(InterchangeError) in
      bytes += block
    }
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "{\n  \"url\": \"cairn://things/p2\",\n  \"n\": 2,\n  \"t\": null,\n  \"tags\": [],\n"
        + "  \"ok\": null\n}\n")
  }

  @Test func `hands bytes over as they come and stops where it is told`() throws {
    let store = try makeStore()
    try store.take("a\n" + (1...20_000).map { "value \($0)\n" }.joined())
    let table = try store.snapshot.load("Thing")
    var blocks = 0
    #expect(throws: InterchangeError.self) {
      try Exporter(store.snapshot, format: .jsonl).write(table.rows, of: table.entity) {
        (_) throws(InterchangeError) in
        blocks += 1
        if blocks == 2 { throw .unwritable(name: "pipe", reason: "it was closed") }
      }
    }
    #expect(blocks == 2)
  }
}

@Suite struct `An import of an export` {
  private static let formats: [InterchangeFormat] = [.json, .jsonl, .csv, .tsv]

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
    #expect(report.badRows == [])
    #expect(second.snapshot.model == first.snapshot.model)
    #expect(try second.export("Thing", as: .jsonl) == first.export("Thing", as: .jsonl))
  }

  @Test func `gives the same links, order and owned records`() throws {
    let first = try Kitchen.store()
    let second = try makeStore(Kitchen.model())
    let report = try second.take(try first.export("Recipe", as: .json), as: "recipes.json")
    #expect(report.badRows == [])
    #expect(report.notices == [])
    #expect(try Kitchen.outline(of: second) == Kitchen.outline(of: first))
    #expect(second.snapshot.table("Author")?.count == 1)
    #expect(second.snapshot.table("Ingredient")?.count == 3)
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
    case .data: Value.data(random.bytes(atMost: 9) + [1])
    case .tags: Value(list: ["a", "b c", "é"].shuffled(using: &random).prefix(2).map(Value.text))
    default: .text(text(&random))
    }
  }
}
