import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `A soft type` {
  static let cases: [(first: String, then: String, type: AttributeType, texts: [String])] = [
    ("1", "2", .integer, ["1", "2"]),
    ("1", "2.50", .decimal, ["1", "2.50"]),
    ("9007199254740993", "1e3", .decimal, ["9007199254740993", "1000"]),
    ("1.50", "2e-2", .decimal, ["1.50", "0.02"]),
    ("1.50", "2e300", .string, ["1.50", "2e300"]),
    ("1", "two", .string, ["1", "two"]),
    ("1", "007", .string, ["1", "007"]),
    ("1.50", "x", .string, ["1.50", "x"]),
    ("2026-11-20", "soon", .string, ["2026-11-20", "soon"]),
    ("https://example.org", "none", .string, ["https://example.org", "none"]),
    ("word", "\"two\nlines\"", .text, ["word", "two\nlines"]),
    (
      "2026-11-20", "2026-11-21T10:00:00Z", .string, ["2026-11-20", "2026-11-21T10:00:00Z"]
    ),
    (
      "2026-11-20", "2026-11-21T10:00", .localtime, ["2026-11-20 00:00", "2026-11-21 10:00"]
    ),
    (
      "2026-11-20 10:00", "2026-11-21T10:00Z", .string, ["2026-11-20 10:00", "2026-11-21T10:00Z"]
    ),
    ("1", "", .integer, ["1", "-"]),
    ("[\"a\"]", "b", .tags, ["a", "b"]),
  ]

  @Test(arguments: cases)
  func `widens to hold later values, and none is lost`(
    first: String, then: String, type: AttributeType, texts: [String]
  ) throws {
    let store = try makeStore()
    let quoted = first.contains("\"") ? "\"\(first.replacing("\"", with: "\"\""))\"" : first
    try store.take("a,n\n\(quoted),1\n")
    let before = try store.attribute("a", of: "Thing").type
    let report = try store.take("a,n\n\(then),2\n")
    try expectEqual(store.attribute("a", of: "Thing").type, type)
    try expectEqual(store.texts("a", of: "Thing"), texts)
    expectEqual(report.notices.count, (before == type ? 0 : 1))
    expectEqual(report.badRowCount, 0)
  }

  @Test func `says how it widened`() throws {
    let store = try makeStore()
    try store.take("Size\n1\n")
    let report = try store.take("Size\n2\n\nbig\nhuge\n")
    expectEqual(
      report.notices,
      [
        "things.Size: widened from integer to string, since \"big\" at things.csv, line 4 does not fit"
      ])
    let texts = try store.take("Size\n\"two\nlines\"\n") { $0.isDryRun = true }
    expectEqual(
      texts.notices,
      [
        "things.Size: widened from string to text, since \"two\nlines\" at things.csv, line 2 does "
          + "not fit"
      ])
  }

  @Test func `says where a member of nested records brought what does not fit`() throws {
    let store = try makeStore()
    try store.take(#"{"Size":{"Width":1}}"#, as: "things.jsonl")
    let report = try store.take(
      #"{"Size":{"Width":2}}"# + "\n" + #"{"Size":{"Width":"wide"}}"#, as: "things.jsonl")
    expectEqual(
      report.notices,
      [
        "sizes.Width: widened from integer to string, since a value at things.jsonl, line 2 does "
          + "not fit"
      ])
  }

  @Test func `of a field that the same import makes widens without a word`() throws {
    let store = try makeStore()
    let inputs = ["Size\n1\n", "Size\nbig\n"].enumerated().map { place, text in
      ImportInput(source(text, name: "\(place).csv"))
    }
    var options = ImportOptions.ofCommand
    options.collection = "things"
    let report = try Importer(store, options).run(inputs)
    expectEqual(report.notices, [])
    try expectEqual(store.texts("Size", of: "Thing"), ["1", "big"])
  }

  @Test func `of a choice takes new values until they are too many`() throws {
    let store = try makeStore()
    let rows = Array(repeating: "low\nhigh", count: 10).joined(separator: "\n")
    try store.take("level\n\(rows)\n")
    let report = try store.take("level\nmiddle\n")
    try expectEqual(store.attribute("level", of: "Thing").choices, ["low", "high", "middle"])
    expectEqual(report.notices, ["things.level: added the choice middle"])
    let full = try store.take("level\n\((1...10).map { "v\($0)" }.joined(separator: "\n"))\n")
    try expectEqual(store.attribute("level", of: "Thing").type, .string)
    try expectEqual(store.attribute("level", of: "Thing").choices, [])
    expectEqual(
      full.notices,
      [
        "things.level: widened from choice to string, since there are more values than a choice may "
          + "have, the first new one at things.csv, line 2"
      ])
    try expectEqual(store.texts("level", of: "Thing").suffix(2), ["v9", "v10"])
  }

  @Test func `becomes multiple for lists`() throws {
    let store = try makeStore()
    try store.take("{\"n\":1}\n", as: "things.jsonl")
    try store.take("{\"n\":[2,3]}\n", as: "things.jsonl")
    try expectTrue(store.attribute("n", of: "Thing").isMultiple)
    try expectEqual(store.texts("n", of: "Thing"), ["1", "2+3"])
  }

  @Test func `does not widen in a strict import, which names each value that does not fit`() throws
  {
    let store = try makeStore()
    try store.take("Name,Made,Price,Kind\nBox,2026-01-02,1.5,a\n")
    let model = store.snapshot.model
    let text = "Name,Made,Price,Kind\nBag,soon,cheap,b\nCan,2026-01-03,2,c\n"
    let error = #expect(throws: InterchangeError.self) {
      try store.take(text) { $0.isStrict = true }
    }
    guard case .refused(let report)? = error else { throw Missing() }
    expectEqual(report.badRowCount, 1)
    expectEqual(report.badRows.map(\.problem.field), ["Made", "Price"])
    expectEqual(store.snapshot.model, model)
    try store.take(text)
    try expectEqual(store.texts("Made", of: "Thing"), ["2026-01-02", "soon", "2026-01-03"])
  }

  private struct Missing: Error {}

  @Test func `that a person wrote does not widen`() throws {
    let store = try makeStore([
      Entity(name: "Thing", properties: [.attribute(Attribute(name: "a", type: .integer))])
    ])
    let report = try store.take("a\n1\nx\n")
    expectEqual(report.badRows.map(\.line), [3])
    try expectEqual(store.attribute("a", of: "Thing").type, .integer)
  }

  @Test func `of the title to several values takes another title`() throws {
    let store = try makeStore()
    try store.take(#"[{"Name": "a", "Place": "x"}]"#, as: "things.json")
    expectEqual(store.snapshot.model["Thing"]?.title, "Name")
    try store.take(#"[{"Name": ["b", "c d"], "Place": "y"}]"#, as: "things.json")
    expectEqual(store.snapshot.model["Thing"]?.title, "Place")
    try expectEqual(store.texts("Name", of: "Thing"), ["a", "b+c d"])
  }
}
