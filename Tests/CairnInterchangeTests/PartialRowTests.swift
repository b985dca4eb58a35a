import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

/// Rows that say nothing about some fields of the records that they change.
@Suite struct `A row without some fields` {
  private let store: ObjectStore

  init() throws {
    store = try makeStore()
    try store.take("Name,Size,Color\nBox,1,red\nBag,2,blue\n", as: "things.csv")
  }

  private func expectValues(
    _ sizes: [String], _ colors: [String], _ text: String, _ name: String
  ) throws {
    let report = try store.take(text, as: name) { $0.match = "Name" }
    expectEqual(report.badRows.map(\.description), [])
    try expectEqual(store.texts("Size", of: "Thing"), sizes)
    try expectEqual(store.texts("Color", of: "Thing"), colors)
  }

  @Test func `of JSON leaves the fields that it does not have, and null clears`() throws {
    let text = #"[{"Name":"Box","Size":5},{"Name":"Bag","Color":null}]"#
    try expectValues(["5", "2"], ["red", "-"], text, "things.json")
    let lines = #"{"Name":"Box","Color":"green"}"# + "\n" + #"{"Name":"Bag","Size":6}"# + "\n"
    try expectValues(["5", "6"], ["green", "-"], lines, "things.jsonl")
  }

  @Test func `of rec leaves the fields that it does not have`() throws {
    try expectValues(
      ["5", "2"], ["red", "green"], "Name: Box\nSize: 5\n\nName: Bag\nColor: green\n", "things.rec")
  }

  @Test func `of a table clears a field by an empty cell`() throws {
    try expectValues(
      ["5", "-"], ["-", "green"], "Name,Size,Color\nBox,5,\nBag,,green\n", "things.csv")
  }

  @Test(arguments: [InterchangeFormat.json, .jsonl])
  func `of an edited export leaves the field of a key that a person removed`(
    format: InterchangeFormat
  ) throws {
    let text = try store.export("Thing", as: format)
      .replacing(#/"Size": ?1,? ?/#, with: "").replacing("blue", with: "green")
    let model = ExportedModel(store.snapshot).text
    let report = try store.take(export: [("model.rec", model), ("things.\(format)", text)])
    expectEqual(report.lostValues.map(\.description), [])
    try expectEqual(store.texts("Size", of: "Thing"), ["1", "2"])
    try expectEqual(store.texts("Color", of: "Thing"), ["red", "green"])
  }
}

/// Cards with some properties that do not fit their fields.
@Suite struct `A card with odd properties` {
  @Test func `keeps the rest, and each odd one is named`() throws {
    let store = try makeStore()
    let card = """
      BEGIN:VCARD
      VERSION:3.0
      FN:Ann
      TEL:ring me
      EMAIL:nomail
      PHOTO;ENCODING=b:!!!
      NOTE:keep
      UID:urn:1
      END:VCARD

      """
    let report = try store.take(card, as: "contacts.vcf")
    expectEqual(report.badRowCount, 0)
    try expectEqual(store.texts("Name", of: "Contact"), ["Ann"])
    try expectEqual(store.texts("Note", of: "Contact"), ["keep"])
    expectEqual(Set(report.lostValues.compactMap(\.problem.field)), ["Phone", "Photo"])
    expectEqual(Set(report.lostValues.compactMap(\.problem.value)), ["ring me", "!!!"])
    #expect(throws: InterchangeError.self) {
      try store.take(card, as: "contacts.vcf") { $0.isStrict = true }
    }
    // The UID tells that the card is known.
    let again = try store.take(card.replacing("keep", with: "new"), as: "contacts.vcf")
    expectEqual(again.collections.map(\.description), ["contacts: 0 new, 1 updated"])
    try expectEqual(store.texts("Note", of: "Contact"), ["new"])
  }
}
