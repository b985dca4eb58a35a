import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `An export for spreadsheets` {
  private func store() throws -> ObjectStore {
    var price = Attribute(name: "Price", type: .decimal)
    (price.unit, price.label) = ("€", "Unit price")
    let parts = Relationship(name: "Parts", destination: "Part", isToMany: true)
    var thing = Entity(
      name: "Thing",
      properties: [
        .attribute(Attribute(name: "Full_name", type: .string)), .attribute(price),
        .attribute(Attribute(name: "Tags", type: .tags)),
        .attribute(Attribute(name: "Made", type: .datetime)), .relationship(parts),
      ])
    thing.title = "Full_name"
    var part = Entity(
      name: "Part", properties: [.attribute(Attribute(name: "Name", type: .string))])
    part.title = "Name"
    let store = try makeStore([part, thing])
    try store.take("Name\nWheel\n@home\n", as: "parts.csv")
    try store.take(
      """
      [{"Full_name": "Cart, big", "Price": "12.50 €", "Tags": ["a", "b"],
        "Made": "2026-01-02T03:04:05Z", "Parts": ["cairn://parts/p1", "cairn://parts/p2"]},
       {"Full_name": "=1+1", "Price": -5}, {"Full_name": "-x"}, {"Full_name": "-5 or +49 30"}]
      """, as: "things.json")
    return store
  }

  private func export(
    _ entity: String, quotingFormulas: Bool = false
  ) throws -> (text: String, leftover: ExportOperation.Leftover) {
    let clock = WallClock(now: Timestamp(microseconds: 0), offset: 3600)
    let export = try ExportOperation(
      .request(FetchRequest(entity: entity), clock), in: store().snapshot, as: .spreadsheet,
      quotingFormulas: quotingFormulas, at: clock)
    var bytes: [UInt8] = []
    let leftover = try export.run { bytes += $0 }
    expectEqual(Array(bytes.prefix(3)), [0xEF, 0xBB, 0xBF])
    return (String(decoding: bytes.dropFirst(3), as: UTF8.self), leftover)
  }

  @Test func `has labels, units in the header, titles of links, and no addresses`() throws {
    let (text, leftover) = try export("Thing")
    expectEqual(
      text,
      """
      Full name,Unit price (€),Tags,Made,Parts
      "Cart, big",12.50,"a, b",2026-01-02 04:04:05,"Wheel, @home"
      =1+1,-5,,,
      -x,,,,
      -5 or +49 30,,,,

      """)
    expectEqual(leftover.formulas.count, 2)
    expectEqual(leftover.formulas.first, "=1+1 in Full name")
  }

  @Test func `has an apostrophe before formulas if a person wants it, but not before numbers`()
    throws
  {
    let (text, leftover) = try export("Thing", quotingFormulas: true)
    expectTrue(text.contains("\n\"'=1+1\",-5,") || text.contains("\n'=1+1,-5,"), text)
    expectTrue(text.contains("'-x"), text)
    expectEqual(leftover.formulas.count, 0)
    try expectTrue(export("Part", quotingFormulas: true).text.contains("'@home"))
  }

  @Test func `can't be imported as such`() throws {
    expectEqual(InterchangeFormat.imported.contains(.spreadsheet), false)
    let store = try makeStore()
    #expect(throws: InterchangeError.self) {
      try Importer(store).run([ImportInput(source("A\n1\n"), format: .spreadsheet)])
    }
  }

  @Test func `says which texts begin like a formula`() {
    for text in ["=1", "=A", "+a", "-b", "@c"] { expectTrue(FormulaText.isLike(text), text) }
    for text in ["-5", "+49", "=", "- a", "a=1", "", "@ 1"] {
      expectTrue(!FormulaText.isLike(text), text)
    }
  }
}
