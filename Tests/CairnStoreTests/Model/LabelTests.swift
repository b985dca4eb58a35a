import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Labels, captions and units of a model` {
  private static let text = """
    # Wards
    %rec: Ward
    %caption: Wards & offices
    %attribute: Record__ integer
    %attribute: main_office string
    %attribute: Cost decimal
    %relationship: Head to-one Ward inverse=Parts
    %relationship: Parts to-many Ward inverse=Head
    # As in the file
    %label: Record__ Record #
    %label: Head Head of "ward"
    %unit: Cost €

    """

  private func ward(_ text: String = text) throws -> Entity {
    try #require(try ObjectModel(parsing: text)["Ward"])
  }

  @Test func `read as they stand, and print as the same model`() throws {
    let ward = try ward()
    expectEqual(ward.caption, "Wards & offices")
    expectEqual(ward.attribute("Record__")?.caption, "Record #")
    expectEqual(ward.relationship("Head")?.caption, "Head of \"ward\"")
    expectEqual(ward.attribute("Cost")?.unit, "€")
    try expectEqual(ObjectModel(parsing: ObjectModel(parsing: Self.text).text)["Ward"], ward)
  }

  @Test func `show a blank for each underscore of a name without a label`() throws {
    let ward = try ward()
    expectEqual(ward.attribute("main_office")?.caption, "main office")
    expectEqual(ward.attribute("Cost")?.caption, "Cost")
    expectEqual(Caption.of("_", nil), "_")
  }

  @Test func `stay with their comments when another statement changes`() throws {
    let store = try ObjectStore.create(
      Fixture.options(MemoryFileSystem()), modelText: Self.text)
    _ = try store.commit(title: "title") { (draft) throws(StoreError) in
      try draft.updateModel(try draft.model.titling("Ward", by: "main_office"))
    }
    expectEqual(store.modelText, Self.text + "%title: main_office\n")
    _ = try store.commit(title: "label") { (draft) throws(StoreError) in
      try draft.updateModel(
        try draft.model.naming("Record__", of: "Ward", "Nr.", as: "Nr_"))
    }
    expectTrue(store.modelText.contains("# As in the file\n"), store.modelText)
    expectTrue(store.modelText.contains("\n%label: Nr_ Nr.\n"))
    expectTrue(store.modelText.contains("%renamed: Nr_ Record__\n"))
    try store.undo()
    expectEqual(store.snapshot.model["Ward"]?.attribute("Record__")?.label, "Record #")
  }

  @Test func `merge with another change of the collection`() throws {
    let base = try ObjectModel(parsing: Self.text)
    let mine = try base.labeling("Cost", of: "Ward", "Cost a year")
      .captioning("Ward", "All wards")
    let theirs = try base.labeling("main_office", of: "Ward", "Office")
    let merge = ModelMerge(from: base, to: mine, over: theirs)
    let merged = try ObjectModel(entities: merge.entities)
    expectEqual(merged["Ward"]?.attribute("Cost")?.label, "Cost a year")
    expectEqual(merged["Ward"]?.attribute("main_office")?.label, "Office")
    expectEqual(merged["Ward"]?.caption, "All wards")
  }

  static let mistakes: [(line: String, message: String)] = [
    ("%label: Nobody Who", "Ward has no field called Nobody"),
    ("%label: Cost", "the label of Cost is one line of text"),
    ("%caption:", "a caption is one line of text"),
    ("%unit: main_office €", "a unit is for a number, and main_office is string"),
    ("%unit: Head €", "Head is a relationship, and %unit is for attributes"),
    ("%unit: Rank 5", "5 is not a unit; a unit is one word without digits"),
  ]

  @Test(arguments: mistakes)
  func `are refused where they mean nothing`(line: String, message: String) throws {
    let text =
      "%rec: Ward\n%attribute: Cost decimal\n%attribute: Rank integer\n"
      + "%attribute: main_office string\n%relationship: Head to-one Ward\n\(line)\n"
    let error = #expect(throws: StoreError.self) { try ObjectModel(parsing: text) }
    guard case .invalidModel(let mistakes)? = error else { return }
    expectEqual(mistakes.map(\.message), [message])
    expectEqual(mistakes.first?.line, 6)
  }

  /// Law V7: an older program knows from `STORE` that it cannot read the model.
  @Test(arguments: ["%label: Name Full name", "%caption: People I know", "%unit: Age years"])
  func `are a feature that the store says it needs`(line: String) throws {
    let files = MemoryFileSystem()
    let start = "%rec: Person\n%attribute: Name string\n%attribute: Age integer\n"
    let store = try ObjectStore.create(Fixture.options(files), modelText: start)
    let header = { String(decoding: try files.read("/store/STORE"), as: UTF8.self) }
    expectTrue(try !header().contains("Needs:"))
    _ = try store.commit(title: "label") { (draft) throws(StoreError) in
      try draft.updateModel(try ObjectModel(parsing: start + line + "\n"))
    }
    expectTrue(try header().hasSuffix("Needs: labels\n"))
  }

  // MARK: - Filters

  private let store: ObjectStore
  private let clock = WallClock(now: Timestamp(microseconds: 0))

  init() throws {
    store = try ObjectStore.create(Fixture.options(MemoryFileSystem()), modelText: Self.text)
    let context = store.newContext()
    for (number, cost) in [(6, "82.10"), (7, "5"), (8, "-3")] {
      let record = try context.create("Ward")
      record["Record__"] = .integer(Int64(number))
      record["main_office"] = .text("Office \(number)")
      record["Cost"] = Value(storedText: cost, as: .decimal)
    }
    try context.save(title: "Fill")
  }

  static let filters: [(filter: String, count: Int)] = [
    (#""Record #":6"#, 1), (#""record #">6"#, 2), (#"-"Record #":6"#, 2),
    (#""main office":"Office 7""#, 1), ("Record__:6", 1), (#"has:"Record #""#, 3),
    (#"no:"Record #""#, 0), (#""Record #"*2:16"#, 1), (#""Head of \"ward\"".Cost:1"#, 0),
    ("Cost:82.10", 1), ("Cost:€82.10", 1), ("Cost>\"5 €\"", 1), ("Cost:-€3..€5", 2),
    // A quotation without a sign behind it is a phrase.
    (#""office 6""#, 1),
  ]

  @Test(arguments: filters)
  func `are accepted in filters, in quotation marks where they are no word`(
    filter: String, count: Int
  ) throws {
    let predicate = try #require(try RecordPredicate.parse(filter))
    try expectEqual(RecordPredicate.parse(predicate.description), predicate)
    let request = FetchRequest(entity: "Ward", predicate: predicate)
    try expectEqual(store.snapshot.fetch(request, at: clock).count, count)
  }

  @Test func `give way to names in the URL of a list`() throws {
    let ward = try #require(store.snapshot.model["Ward"])
    let items = store.snapshot.model.presentNames(
      in: [
        ("where", #""Record #":6"#), ("sort", #"-"Record #""#), ("columns", #""Record #",Cost"#),
      ],
      of: ward)
    expectEqual(items.map(\.value), ["Record__:6", "-Record__", "Record__,Cost"])
  }

  // MARK: - Units

  static let typed: [(text: String, stored: String)] = [
    ("5", "5"), ("5 €", "5"), ("€5", "5"), ("-€5", "-5"), ("1.234,50 €", "1234.50"), ("€-5", "-5"),
  ]

  @Test(arguments: typed)
  func `take typed numbers with the unit and without`(text: String, stored: String) throws {
    let cost = try #require(try ward().attribute("Cost"))
    let input = ValueInput(clock: clock)
    try expectEqual(input.value(of: text, for: cost), Value(storedText: stored, as: .decimal))
    let error = #expect(throws: InputError.self) { try input.value(of: "5 $", for: cost) }
    expectEqual(error?.expected, "a decimal number such as 1.50 in €")
  }

  @Test func `stand beside numbers for people, and not in exports`() throws {
    let ward = try #require(store.snapshot.model["Ward"])
    let row = try #require(
      store.snapshot.row(ObjectID(entity: "Ward", key: RecordKey(sequence: 1))))
    let cost = try FieldDisplay(.parse("Cost"), of: ward, in: store.snapshot, at: clock)
    expectEqual(cost.text(of: row), "82.10 €")
    expectEqual(cost.exportText(of: row), "82.10")
    let texts = { (path: String) in
      try FieldDisplay(.parse(path), of: ward, in: store.snapshot, at: clock).text(of: row)
    }
    try expectEqual(texts("Cost*2"), "164.20 €")
    try expectEqual(texts("Cost/Cost"), "1")
    try expectEqual(texts("Parts.Cost.count"), "0")
    // The number of a record has no unit, and euros and kilograms have no sum.
    try expectEqual(texts("Cost+Record__"), "88.10 €")
    let model = Self.text.replacing("%unit: Cost €", with: "%unit: Cost €\n%unit: Record__ kg")
    let mixed = try ObjectStore.create(Fixture.options(MemoryFileSystem()), modelText: model)
    let kilograms = try #require(mixed.snapshot.model["Ward"])
    let error = #expect(throws: FilterError.self) {
      try FieldDisplay(
        .parse("Cost+Record__"), of: kilograms, in: mixed.snapshot, at: clock)
    }
    expectEqual(
      error?.description,
      "character 1: Cost+Record__ can't be calculated: its numbers have different units")
  }

  @Test(arguments: [
    ("$", "82.10", "$82.10"), ("$", "-5", "-$5"), ("%", "32", "32%"), ("kg", "1", "1 kg"),
    ("€", "5", "5 €"),
  ])
  func `stand where people write them`(unit: String, number: String, text: String) {
    expectEqual(NumberUnit.text(number, unit), text)
  }
}
