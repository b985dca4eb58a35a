import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

@Suite struct `The labels of imported fields` {
  @Test(arguments: [
    ("Name,Name\nx,y\n", ["Name", "Name 2"]), ("a b,a_b\nx,y\n", ["a b", "a_b"]),
    ("#,##,#\nx,y,z\n", ["#", "##", "# 2"]), ("% x,% X,a\n1,2,3\n", ["% x", "% X 2", "a"]),
  ])
  func `are numbered where a file has one twice`(text: String, captions: [String]) throws {
    let store = try makeStore()
    try store.take(text)
    expectEqual(store.snapshot.model["Thing"]?.attributes.map(\.caption), captions)
  }

  @Test func `are those of one field each`() throws {
    let store = try makeStore()
    try store.take("Record #,No\n1,2\n")
    let error = #expect(throws: StoreError.self) {
      try store.updateModel { model throws(StoreError) in
        try model.labeling("No", of: "Thing", "record #")
      }
    }
    let words = error?.description ?? ""
    expectTrue(words.contains("Record__ and No of Thing would have the same label"), words)
    expectEqual(store.snapshot.model["Thing"]?.attribute("No")?.label, nil)
    try store.updateModel { model throws(StoreError) in
      try model.labeling("No", of: "Thing", "Other #")
    }
    expectEqual(store.snapshot.model["Thing"]?.attribute("No")?.label, "Other #")
  }

  @Test func `stay where an earlier version has allowed them twice`() throws {
    let text = "%rec: Thing\n%type: a line\n%type: b line\n%label: a Same\n%label: b Same\n"
    let model = try ObjectModel(parsing: text)
    let store = try makeStore(model.entities)
    try store.updateModel { model throws(StoreError) in
      try model.adding(Attribute(name: "c", type: .string), to: "Thing")
    }
    expectEqual(store.snapshot.model["Thing"]?.attributes.count, 3)
  }

  @Test func `are the words of messages`() throws {
    let store = try makeStore()
    let report = try store.take("Record #,Day\n1,01.02.2025\nx,13.02.2025\n") {
      $0.types = ["Record #": .integer]
    }
    expectEqual(
      report.badRows.map(\.description),
      ["things.csv, line 3: Record #: \"x\" is not a whole number"])
    expectEqual(report.badRows[0].problem.field, "Record__")
    let form = try makeStore().take("Day #\n01.02.2025\n13.02.2025\n")
    expectTrue(
      form.notices[0].hasPrefix("things.Day #: read with the day first"), "\(form.notices)")
  }

  @Test func `are found whole in an order, also with blanks`() throws {
    let store = try makeStore()
    try store.take("Record #,First name,Name\n3,a,x\n1,b,y\n2,c,z\n")
    let snapshot = store.snapshot
    let thing = try #require(snapshot.model["Thing"])
    for (sort, texts) in [
      ("Record #", ["1", "2", "3"]), ("-record #", ["3", "2", "1"]),
      ("\"Record #\"", ["1", "2", "3"]), ("-First name,Name", ["2", "1", "3"]),
    ] {
      let query = try RecordQuery([("sort", sort)], for: thing, in: snapshot.model)
      let rows = try snapshot.fetch(query.request, at: WallClock(now: Timestamp(microseconds: 0)))
      expectEqual(rows.map { $0["Record__"]?.storedTexts[0] ?? "" }, texts, sort)
    }
  }

  @Test func `have a name of a note beside a title`() throws {
    let store = try makeStore()
    let notes = [
      ("notes/one.md", "---\ntitle: The first\n---\ntext\n"), ("notes/two.md", "text only\n"),
    ].map { source($1, name: $0, blockSize: 1000) }
    _ = try Importer(store).run([ImportInput(folder: "notes", at: "notes", of: notes)])
    let rows = try store.snapshot.load("Note").rows
    expectEqual(rows.map(\.title), ["The first", "two"])
    // A record with neither has its key.
    let other = try makeStore()
    try other.take("Title,Name,n\n,,1\n,b,2\n")
    expectEqual(try other.snapshot.load("Thing").rows.map(\.title), ["p1", "b"])
  }
}
