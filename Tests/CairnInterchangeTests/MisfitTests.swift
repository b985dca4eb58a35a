import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `Values that do not fit` {
  private static let text = "Name,Size,Notes\nBox,1,old\nBag,good,\nCup,bad,chipped\n"

  private func store() throws -> ObjectStore {
    try makeStore([
      Entity(
        name: "Thing",
        properties: [
          .attribute(Attribute(name: "Name", type: .string)),
          .attribute(Attribute(name: "Size", type: .integer)),
          .attribute(Attribute(name: "Notes", type: .text)),
        ])
    ])
  }

  @Test func `refuse their rows unless a person chooses otherwise`() throws {
    let store = try store()
    for choice in [nil, ImportOptions.Misfits.refuse] {
      let report = try store.take(Self.text) {
        if let choice { $0.setMisfits(of: "Size", choice) }
        $0.isDryRun = true
      }
      expectEqual(report.badRowCount, 2)
      expectTrue(report.misfits.isEmpty)
    }
  }

  @Test func `stay empty, and are counted`() throws {
    let store = try store()
    let report = try store.take(Self.text) { $0.setMisfits(of: "Size", .empty) }
    expectEqual(report.badRowCount, 0)
    try expectEqual(store.texts("Size", of: "Thing"), ["1", "-", "-"])
    expectEqual(report.misfits.map(\.count), [2])
    expectEqual(
      report.notices,
      [
        "things.Size: 2 values that do not fit were left empty, the first things.csv, line 3: "
          + "Size: \"good\" is not a whole number"
      ])
  }

  @Test func `go behind the values of another field`() throws {
    let store = try store()
    let report = try store.take(Self.text) { $0.setMisfits(of: "Size", .move(to: "notes")) }
    try expectEqual(store.texts("Notes", of: "Thing"), ["old", "good", "chipped\nbad"])
    try expectEqual(store.texts("Size", of: "Thing"), ["1", "-", "-"])
    expectEqual(report.misfits.map(\.target), ["Notes"])
    // A match keeps the stored text, also at a second import.
    for _ in 1...2 {
      try store.take("Name,Size\nBox,big\n") {
        $0.match = "Name"
        $0.setMisfits(of: "Size", .move(to: "Notes"))
      }
      try expectEqual(store.texts("Notes", of: "Thing"), ["old\nbig", "good", "chipped\nbad"])
    }
  }

  @Test func `go into a new field`() throws {
    let store = try store()
    try store.take("Name,Size\nBox,1\nBag,good\n") {
      $0.setMisfits(of: "Size", .move(to: "Size as written"))
    }
    try expectEqual(store.texts("Size_as_written", of: "Thing"), ["-", "good"])
    expectEqual(
      store.snapshot.model["Thing"]?.attribute("Size_as_written")?.caption, "Size as written")
  }

  @Test func `can't go into a field of another type, or come from an unknown column`() throws {
    let store = try store()
    #expect(throws: InterchangeError.self) {
      try store.take(Self.text) { $0.setMisfits(of: "Notes", .move(to: "Size")) }
    }
    #expect(throws: InterchangeError.self) {
      try store.take(Self.text) { $0.setMisfits(of: "Weight", .empty) }
    }
  }

  @Test func `make a new field text, but no known one`() throws {
    let store = try makeStore()
    for (text, type) in [("1", AttributeType.integer), ("someday", .string)] {
      let report = try store.take("Name,Day\na,5\nb,\(text)\n") {
        $0.collection = "\(type)"
        $0.types["Day"] = .integer
        $0.setMisfits(of: "Day", .text)
      }
      expectEqual(report.badRowCount, 0)
      let name = try #require(report.collections.first?.entity.name)
      expectEqual(store.snapshot.model[name]?.attribute("Day")?.type, type)
    }
    let other = try self.store()
    let kept = try other.take(Self.text) { $0.setMisfits(of: "Size", .text) }
    expectEqual(kept.badRowCount, 2)
    expectTrue(kept.notices.contains { $0.contains("--misfits Size=text doesn't change") })
  }

  @Test func `keep the type of a soft field, and of a new choice`() throws {
    let store = try makeStore()
    try store.take("Name,Size\nBox,1\nBag,2\n")
    try store.take("Name,Size\nCup,good\n") { $0.setMisfits(of: "Size", .empty) }
    expectEqual(store.snapshot.model["Thing"]?.attribute("Size")?.type, .integer)
    try expectEqual(store.texts("Size", of: "Thing"), ["1", "2", "-"])
  }

  @Test func `of a required field still refuse the row`() throws {
    var size = Attribute(name: "Size", type: .integer)
    size.isRequired = true
    let store = try makeStore([
      Entity(
        name: "Thing",
        properties: [.attribute(Attribute(name: "Name", type: .string)), .attribute(size)])
    ])
    let report = try store.take("Name,Size\nBox,1\nBag,good\n") {
      $0.setMisfits(of: "Size", .empty)
    }
    expectEqual(report.badRows.map(\.problem), [.required(field: "Size")])
    expectTrue(report.misfits.isEmpty)
  }

  @Test func `of a nested record are settled, too`() throws {
    let store = try makeStore()
    try store.take(
      #"[{"No": 1, "Home": {"Zip": 12}}, {"No": 2, "Home": {"Zip": 13}}]"#, as: "a.json")
    let report = try store.take(
      #"[{"No": 3, "Home": {"Zip": "x"}}]"#, as: "a.json"
    ) { $0.setMisfits(of: "Home.Zip", .empty) }
    try expectEqual(store.texts("Zip", of: "Home"), ["12", "13", "-"])
    expectEqual(report.misfits.map(\.field), ["Zip"])
  }

  @Test(arguments: ["refuse", "empty", "text", "Notes", "Empty"])
  func `have one word for each choice`(word: String) {
    expectEqual(ImportOptions.Misfits(word).word, word)
  }
}
