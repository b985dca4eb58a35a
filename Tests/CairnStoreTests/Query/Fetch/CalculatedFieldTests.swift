import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A calculated field` {
  private static let clock = Library.clock

  private static func book(
    _ fields: [String: Value]
  ) throws -> ObjectStore {
    let store = try Library.emptyStore()
    try Library.insert("Book", [["Title": .text("A")].merging(fields) { $1 }], into: store)
    return store
  }

  private static func decimal(_ text: String) throws -> Value {
    .decimal(try #require(DecimalNumber(text)))
  }

  // MARK: - Formulas

  @Test(arguments: [
    ("Rating*2", "6"), ("Rating*Price", "3.75"), ("Price+0.75", "2.00"), ("Rating-5", "-2"),
    ("Rating/2", "1.5"), ("1/Rating", "0.333333"), ("2/Rating", "0.666667"), ("Rating/0", ""),
    ("2+Rating*2", "8"), ("(2+Rating)*2", "10"), ("(Rating)", "3"), ("Rating - 1 - 1", "1"),
    ("Rating-(1-1)", "3"), ("Weight*2", "1"), ("Born*2", ""), ("Pages*2", ""),
    ("Bought-today", "-9"), ("today-Bought", "9"), ("Bought+7", "2026-11-04"),
    ("Bought-Bought", "0"), ("7+Bought", "2026-11-04"), ("Opened-Bought", "1"),
    ("Opened-today", "-8"), ("Opened+0.5", "2026-10-29 13:30"), ("Opened-Opened", "0"),
    ("Scans*2", ""), ("Rating*9223372036854775807*9223372036854775807*9", ""), ("Rating*-1", "-3"),
    ("-2*Rating", "-6"), ("Rating--1", "4"), ("Rating*Weight/0", ""),
  ])
  func `calculates as written`(formula: String, text: String) throws {
    let clock = WallClock(
      now: try #require(Timestamp("2026-11-06T10:00:00Z")), offset: 3600)
    let store = try Self.book([
      "Rating": .integer(3), "Price": Self.decimal("1.25"), "Weight": .double(0.5),
      "Bought": .date(try #require(CalendarDate("2026-10-28"))),
      "Opened": .datetime(try #require(Timestamp("2026-10-29T00:30:00Z"))),
      "Scans": .list([.integer(1), .integer(2)]),
    ])
    guard !formula.hasPrefix("Born"), !formula.hasPrefix("Pages") else {
      #expect(throws: FilterError.self) {
        try Library.display(formula, of: "Book", in: store.snapshot, at: clock)
      }
      return
    }
    try expectEqual(Library.display(formula, of: "Book", in: store.snapshot, at: clock), [text])
  }

  @Test(arguments: ["Title*2", "Author+1", "Bought*2", "Bought+Opened", "Tags-1", "2-Bought"])
  func `needs numbers or dates`(formula: String) throws {
    let store = try Self.book([:])
    let message = #expect(throws: FilterError.self) {
      try Library.display(formula, of: "Book", in: store.snapshot)
    }
    expectEqual(
      message?.description,
      "character 1: \(formula) can't be calculated: it needs numbers, or dates as in Due-today and "
        + "Due+7")
  }

  @Test func `names the nearest field`() throws {
    let store = try Self.book([:])
    for text in [
      "Ratign*2", "Chapters[Titel:a].count", "Author.(Brn+1)", "Author.Books.Ratign.sum",
    ] {
      let error = #expect(throws: FilterError.self) {
        try Library.display(text, of: "Book", in: store.snapshot)
      }
      let names = ["Rating", "Title", "Born"]
      expectTrue(names.contains { error?.description.contains("did you mean \($0)?") == true })
    }
  }

  @Test(arguments: [
    "Rating*2", "(Rating+1)*2", "Chapters[Title:a].count", "Author.Books[rating>2].Rating.avg",
    #"Chapters[Title:"a ] b"].count"#, "Author.Books.(Rating*2).sum", "Bought-today", "Rating/3",
    "Books[no:Author title:x,y].count",
  ])
  func `is the same after it was printed`(text: String) throws {
    expectEqual(try FieldPath.parse(text).description, text)
    expectEqual(try ColumnChoice.parse("\(text):12").map(\.description), ["\(text):12"])
    expectEqual(
      try RecordSort.parse("-\(text),Title").map(\.description), ["-\(text)", "Title"])
    let filter = try #require(try RecordPredicate.parse("\(text)>=3"))
    expectEqual(filter.description, "\(text)>=3")
    expectEqual(try RecordPredicate.parse(filter.description), filter)
  }

  @Test(arguments: [
    ("Title Rating -Price", ["Title", "Rating", "-Price"]),
    ("Title, Rating * Price", ["Title", "Rating*Price"]),
    ("Rating + 1,Title", ["Rating+1", "Title"]),
    ("Rating - 1 -Title", ["Rating-1", "-Title"]),
  ])
  func `keeps the minus of an order apart`(text: String, keys: [String]) throws {
    expectEqual(try RecordSort.parse(text).map(\.description), keys)
  }

  @Test(arguments: [
    "Rating*", "*Rating", "(Rating", "Rating)", "Chapters[Title:a", "a..b", "a.", "1+2", "today*",
    String(repeating: "(", count: 10_000), String(repeating: "a[", count: 10_000),
    "a" + String(repeating: "+(a", count: 10_000), "*-1", "--1", "-Rating",
  ])
  func `is refused where it is no field`(text: String) {
    #expect(throws: FilterError.self) { try FieldPath.parse(text) }
  }

  @Test func `is a word in a filter if no field has such a name`() throws {
    let store = try Self.book(["Notes": .text("the web-place:x of a/b:c and covid-19:x")])
    try expectEqual(Library.titles("web-place:x", in: store), ["A"])
    try expectEqual(Library.titles("covid-19:x", in: store), ["A"])
    try expectEqual(Library.titles("a/b:c", in: store), ["A"])
    try expectEqual(Library.titles("rating-site:3", in: store), [])
    #expect(throws: FilterError.self) { try Library.titles("Rating-site>3", in: store) }
    #expect(throws: FilterError.self) { try Library.titles("chapters[titel:a]:b", in: store) }
  }

  @Test func `of today is another one tomorrow`() throws {
    let store = try Self.book(["Bought": .date(Self.clock.today)])
    let request = FetchRequest(
      entity: "Book", predicate: try RecordPredicate.parse("Bought-today=0"),
      sorts: try RecordSort.parse("Bought-today"))
    let found = try store.snapshot.fetch(request, at: Self.clock)
    expectEqual(found.count, 1)
    let day = Timestamp(microseconds: Self.clock.now.microseconds + 86_400_000_000)
    let tomorrow = WallClock(now: day, offset: 3600)
    var list = try FetchedResults(request, in: store.snapshot, at: Self.clock)
    try Library.insert(
      "Book", [["Title": .text("B"), "Bought": .date(tomorrow.today)]], into: store)
    _ = try list.update(to: store.snapshot, at: tomorrow)
    expectEqual(list.result.map { store.snapshot.title(of: $0.id) }, ["B"])
  }

  /// Values of a calculation are alike, so orders, ends and groups compare numbers.
  @Test func `is in the order of its numbers`() throws {
    let store = try Library.emptyStore()
    let writer = try Library.insert("Writer", [["Name": .text("Ann")]], into: store)[0]
    let ratings = [5, 1, 3, 4, 2, 0]
    try Library.insert(
      "Book",
      ratings.map { rating in
        [
          "Title": .text("\(rating)"), "Rating": .integer(Int64(rating)),
          "Weight": .double(Double(rating) / 2), "Author": .link(writer.key),
        ]
      }, into: store)
    for formula in ["Rating/3", "Rating*0.5", "Rating*Weight", "Rating/3+1"] {
      try expectEqual(
        Library.titles("", in: store, sort: formula), ["0", "1", "2", "3", "4", "5"], formula)
    }
    let snapshot = store.snapshot
    try expectEqual(
      Library.display("Books.(Rating/3).max", of: "Writer", in: snapshot), ["1.666667"])
    try expectEqual(Library.display("Books.(Rating/3).min", of: "Writer", in: snapshot), ["0"])
    try expectEqual(Library.display("Books.Weight.avg", of: "Writer", in: snapshot), ["1.25"])
    for filter in ["books.weight.avg>1", "books.weight.avg:1.25", "books.rating.avg=2.5"] {
      let request = FetchRequest(entity: "Writer", predicate: try RecordPredicate.parse(filter))
      expectEqual(try snapshot.fetch(request, at: Self.clock).count, 1, filter)
    }
  }

  @Test(arguments: [
    "-170141183460469231731687303715884105728", "170141183460469231731687303715884105727",
  ])
  func `stands the greatest numbers`(number: String) throws {
    let store = try Self.book(["Price": Self.decimal(number)])
    for formula in [
      "1-Price", "Price-1", "Price*-1", "Price/-1", "Price/3", "Price+Price", "0-Price",
    ] {
      _ = try Library.display(formula, of: "Book", in: store.snapshot)
    }
  }

  @Test func `has so many signs at most that none ends a program`() throws {
    let store = try Self.book(["Rating": .integer(2)])
    let long = String(repeating: "Rating+", count: 100) + "Rating"
    try expectEqual(Library.display(long, of: "Book", in: store.snapshot), ["202"])
    #expect(throws: FilterError.self) {
      try Library.display("Rating+\(long)", of: "Book", in: store.snapshot)
    }
    for text in [String(repeating: "(", count: 100_000), String(repeating: "a+", count: 50_000)] {
      #expect(throws: StoreError.self) {
        try ObjectModel(parsing: "%rec: A\n%attribute: a int\n%columns: \(text)\n")
      }
    }
  }

  @Test func `follows a field to its new name, and goes with it`() throws {
    let model = try ObjectModel(
      parsing: """
        %rec: Recipe
        %attribute: Name string
        %type: Minutes int
        %type: Serves int
        %relationship: Parts to-many Part inverse=Recipe
        %columns: Name (Minutes-1)*2/Serves Parts[Amount>1.5].count Parts.(Amount*2).sum saved
        %sort: -Minutes/Serves Name

        %rec: Part
        %attribute: Amount decimal
        %relationship: Recipe to-one Recipe inverse=Parts
        """)
    let renamed = try model.renamingField("Minutes", of: "Recipe", to: "Time")
      .renamingField("Amount", of: "Part", to: "Quantity")
    expectEqual(
      renamed["Recipe"]?.columns,
      ["Name", "(Time-1)*2/Serves", "Parts[Quantity>1.5].count", "Parts.(Quantity*2).sum", "saved"])
    expectEqual(renamed["Recipe"]?.sort, "-Time/Serves Name")
    let less = try model.removing(field: "Minutes", of: "Recipe").removing(
      field: "Amount", of: "Part")
    expectEqual(less["Recipe"]?.columns, ["Name", "saved"])
    expectEqual(less["Recipe"]?.sort, "Name")
    let list = [
      (key: "columns", value: "a*2,parts[amt>1].count"), (key: "where", value: "min-1>2"),
    ]
    let text = renamed.text
      .replacing("%renamed: Time Minutes", with: "%renamed: Time Minutes Min A")
      .replacing("%renamed: Quantity Amount", with: "%renamed: Quantity Amount Amt")
    let earlier = try ObjectModel(parsing: text)
    let recipe = try #require(earlier["Recipe"])
    expectEqual(
      earlier.presentNames(in: list, of: recipe).map(\.value),
      ["time*2,parts[quantity>1].count", "time-1>2"])
  }

  // MARK: - Rollups

  /// A rollup with a condition is the aggregate of the records that a filter finds among the links.
  @Test(arguments: SeededGenerator.seeds(10))
  func `over links equals the sum over their list`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let snapshot = try RandomValues.library(&generator, books: 60).snapshot
    for condition in ["rating>2", "has:price", "shelves.name:p", "l", "-kind=novel", "no:chapters"]
    {
      for function in [
        "count", "Price.sum", "Rating.sum", "Rating.max", "Rating.min", "Rating.avg",
      ] {
        let shown = try Library.display(
          "Books[\(condition)].\(function)", of: "Writer", in: snapshot)
        let expected = try snapshot.load("Writer").rows.map { row in
          try Self.aggregate(function, of: row, condition, in: snapshot)
        }
        expectEqual(shown, expected)
      }
    }
  }

  private static func aggregate(
    _ function: String, of row: Row, _ condition: String, in snapshot: Snapshot
  ) throws -> String {
    let request = FetchRequest(
      entity: "Book", origin: FetchRequest.Origin(row.id, "Books"),
      predicate: try RecordPredicate.parse(condition))
    let found = try snapshot.fetch(request, at: clock)
    if function == "count" { return "\(found.count)" }
    let parts = function.split(separator: ".").map(String.init)
    let values = found.compactMap { $0[parts[0]] }
    switch parts[1] {
    case "sum": return ValueText.export(ExactSum(values).value)
    case "avg":
      guard !values.isEmpty else { return "" }
      let sum = try #require(ExactNumber(ExactSum(values).value))
      let mean = sum.divided(by: ExactNumber(digits: Int128(values.count)))?.value
      return mean.map(ValueText.export) ?? ""
    default:
      let numbers = values.compactMap { if case .integer(let number) = $0 { number } else { nil } }
      let end = parts[1] == "max" ? numbers.max() : numbers.min()
      return end.map(String.init) ?? ""
    }
  }

  @Test func `of numbers with several units says how many`() throws {
    let model = try ObjectModel(
      parsing: """
        %rec: Recipe
        %attribute: Name string
        %relationship: Parts to-many Part inverse=Recipe

        %rec: Part
        %attribute: Amount decimal
        %attribute: Unit string
        %relationship: Recipe to-one Recipe inverse=Parts
        """)
    let options = ObjectStore.Options(
      folder: "/store", fileSystem: MemoryFileSystem(), clock: { Self.clock.now })
    let store = try ObjectStore.create(options, model: model)
    let recipes = try Library.insert(
      "Recipe", ["a", "b", "c"].map { ["Name": .text($0)] }, into: store)
    func part(_ amount: String, _ unit: String?, _ recipe: ObjectID) throws -> [String: Value] {
      var part = ["Amount": try Self.decimal(amount), "Recipe": .link(recipe.key)]
      part["Unit"] = unit.map(Value.text)
      return part
    }
    try Library.insert(
      "Part",
      [
        part("250", "g", recipes[0]), part("1.5", "g", recipes[0]), part("3", "g", recipes[1]),
        part("2", nil, recipes[1]), part("1", "ml", recipes[1]),
      ], into: store)
    let snapshot = store.snapshot
    try expectEqual(
      Library.display("Parts.Amount.sum", of: "Recipe", in: snapshot), ["251.5 g", "3 units", "0"])
    try expectEqual(
      Library.display("Parts[unit=g].Amount.sum", of: "Recipe", in: snapshot),
      ["251.5 g", "3 g", "0"])
    let request = FetchRequest(
      entity: "Recipe", predicate: try RecordPredicate.parse("Parts.Amount.sum>2"),
      sorts: try RecordSort.parse("-Parts.Amount.sum"))
    try expectEqual(
      snapshot.fetch(request, at: Self.clock).map { snapshot.title(of: $0.id) }, ["a"])
    let all = FetchRequest(entity: "Part")
    let total = try snapshot.fetch(all, at: Self.clock)
      .total(Aggregate(.sum, of: FieldPath.parse("Amount")))
    expectEqual(total.map(ValueText.export), "3 units")
    // The same for calculations, and for a list of which each row has one unit.
    try expectEqual(
      Library.display("Parts.(Amount*2).sum", of: "Recipe", in: snapshot),
      ["503.0 g", "3 units", "0"])
    for (path, entity, text) in [
      ("Amount*2", "Part", "3 units"), ("Parts[unit=g].Amount.sum", "Recipe", "254.5"),
      ("Parts.Amount.max", "Recipe", "3 units"),
    ] {
      let result = try snapshot.fetch(FetchRequest(entity: entity), at: Self.clock)
      let total = try result.total(Aggregate(.sum, of: FieldPath.parse(path)))
      expectEqual(total.map(ValueText.export), text, path)
    }
    let content = try FieldDisplay(
      FieldPath.parse("Parts.Amount.sum"), of: try #require(snapshot.model["Recipe"]), in: snapshot,
      at: Self.clock)
    expectEqual(
      try snapshot.load("Recipe").rows.map { content.exportText(of: $0) }, ["251.5", nil, "0"])
    // For programs, a path through many is a list, even of one value.
    let amounts = try FieldDisplay(
      FieldPath.parse("Parts[unit=g].Amount"), of: try #require(snapshot.model["Recipe"]),
      in: snapshot, at: Self.clock)
    let rows = try snapshot.load("Recipe").rows
    expectEqual(rows.map { amounts.value(of: $0)?.elements.count }, [2, 1, nil])
    expectEqual(
      rows.map { row in if case .list = amounts.value(of: row) { true } else { false } },
      [true, true, false])
    expectEqual(rows.map { amounts.exportText(of: $0) }, ["250,1.5", "3", nil])
  }
}
