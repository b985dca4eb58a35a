import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

// S20
@Suite struct `A model that changes under records` {
  /// The lines about the field in question before and after, and what it reads as then.
  struct Case: Sendable, CustomStringConvertible {
    var before: String
    var text: String
    var after: String
    var field: String
    var value: Value?
    var description: String { "\(before) -> \(after)" }
  }

  static let cases = [
    Case(
      before: "%type: A int", text: "A: 4", after: "%attribute: A decimal", field: "A",
      value: DecimalNumber("4").map(Value.decimal)),
    Case(
      before: "%attribute: A decimal", text: "A: 4.50", after: "%attribute: A string", field: "A",
      value: .text("4.50")),
    Case(
      before: "%type: A date", text: "A: 2026-11-20", after: "%attribute: A datetime", field: "A",
      value: Timestamp("2026-11-20T00:00:00Z").map(Value.datetime)),
    Case(
      before: "%attribute: A string", text: "A: x", after: "%attribute: A string multiple",
      field: "A", value: .list([.text("x")])),
    Case(
      before: "%relationship: A to-one Thing", text: "A: p1",
      after: "%relationship: A to-many Thing", field: "A",
      value: .list([.link(RecordKey(sequence: 1))])),
    Case(
      before: "%attribute: A string", text: "A: x",
      after: "%attribute: B string\n%renamed: B A", field: "B", value: .text("x")),
    Case(
      before: "%relationship: A to-one Thing", text: "A: p1",
      after: "%relationship: B to-one Thing\n%renamed: B Z A", field: "B",
      value: .link(RecordKey(sequence: 1))),
    Case(
      before: "%attribute: A string", text: "A: x", after: "%type: A int", field: "A", value: nil),
  ]

  private static func model(_ lines: String) -> String {
    "%rec: Thing\n%attribute: Name string\n\(lines)\n"
  }

  private func add(_ store: ObjectStore, _ entity: Entity, _ line: String) throws {
    let parts = line.split(separator: ": ")
    let index = try #require(entity.storedIndex(of: String(parts[0])))
    let value = entity.storedProperties[index].value(fromTexts: [String(parts[1])])
    var values = [Value?](repeating: nil, count: entity.storedProperties.count)
    values[0] = .text("first")
    values[index] = value
    try store.commit(title: "Add") { draft throws(StoreError) in
      try draft.insert(values, into: "Thing")
    }
  }

  private func read(_ store: ObjectStore, _ field: String) -> Value? {
    store.snapshot.row(ObjectID(entity: "Thing", key: RecordKey(sequence: 1)))?[field]
  }

  @Test(arguments: cases, [false, true])
  func `by hand reads them anew and loses nothing`(_ step: Case, isFolded: Bool) throws {
    let files = MemoryFileSystem()
    let store = try ObjectStore.create(
      Fixture.options(files), modelText: Self.model(step.before))
    try add(store, try #require(store.snapshot.model["Thing"]), step.text)
    if isFolded { try store.fold() }
    try files.replace("/store/model/1.rec", with: Array(Self.model(step.after).utf8))
    try store.refresh()
    expectEqual(read(store, step.field), step.value)
    let again = try ObjectStore.open(Fixture.options(files, seed: 2))
    expectEqual(read(again, step.field), step.value)
    try again.commit(title: "Touch") { draft throws(StoreError) in
      let id = ObjectID(entity: "Thing", key: RecordKey(sequence: 1))
      draft.changes = [
        RecordChange(
          id: id, kind: .update,
          fields: [FieldChange(name: "Name", old: nil, new: .text("second"))])
      ]
    }
    try again.fold()
    let text = String(decoding: try files.read("/store/data/Thing/0000.rec"), as: UTF8.self)
    if step.value == nil {
      expectTrue(text.contains("\n\(step.text)\n"))
      try expectEqual(again.verify().count, 1)
    } else {
      expectTrue(text.contains("\n\(step.field): \(step.value?.storedTexts[0] ?? "")\n"))
      try expectEqual(again.verify(), [])
    }
    expectEqual(read(try ObjectStore.open(Fixture.options(files)), step.field), step.value)
  }

  @Test(arguments: cases)
  func `by a commit is taken back`(_ step: Case) throws {
    let files = MemoryFileSystem()
    let store = try ObjectStore.create(
      Fixture.options(files), modelText: Self.model(step.before))
    try add(store, try #require(store.snapshot.model["Thing"]), step.text)
    let before = read(store, "A")
    let model = try ObjectModel(parsing: Self.model(step.after))
    try store.updateModel { _ throws(StoreError) in model }
    expectEqual(read(store, step.field), step.value)
    try store.undo()
    expectEqual(read(store, "A"), before)
    try store.fold()
    try expectEqual(read(ObjectStore.open(Fixture.options(files)), "A"), before)
    // A name that is lost is remembered, as the values were written under it.
    let lost = step.field == "A" ? "" : "%renamed: A \(step.field)\n"
    let text = String(decoding: try files.read("/store/model/1.rec"), as: UTF8.self)
    expectEqual(text.replacing(lost, with: ""), Self.model(step.before))
    expectTrue(text.contains(lost))
  }

  @Test func `gives a field that is now required its default where it has no value`() throws {
    let files = MemoryFileSystem()
    let store = try ObjectStore.create(
      Fixture.options(files), modelText: Self.model("%attribute: A string"))
    try add(store, try #require(store.snapshot.model["Thing"]), "A: x")
    try store.commit(title: "Add") { draft throws(StoreError) in
      try draft.insert([.text("second"), nil], into: "Thing")
    }
    let text = Self.model("%attribute: A string\n%mandatory: A\n%default: A y")
    try store.updateModel { _ throws(StoreError) in try ObjectModel(parsing: text) }
    let values = { store.snapshot.table("Thing")?.rows.map { $0["A"] } }
    expectEqual(values(), [.text("x"), .text("y")])
    try store.undo()
    expectEqual(values(), [.text("x"), nil])
  }

  @Test func `is refused where a former name is a field, or two fields had it`() {
    for lines in [
      "%attribute: A string\n%renamed: A Name", "%renamed: A",
      "%attribute: A string\n%attribute: B string\n%renamed: A Old\n%renamed: B Old",
    ] {
      #expect(throws: StoreError.self) { try ObjectModel(parsing: Self.model(lines)) }
    }
  }
}
