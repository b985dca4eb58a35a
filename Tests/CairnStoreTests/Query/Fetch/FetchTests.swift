import CairnStore
import TestSupport
import Testing

@Suite struct `A list of books` {
  private func store() throws -> ObjectStore {
    let store = try Library.emptyStore()
    let writers = try Library.insert(
      "Writer", [["Name": .text("Ann")], ["Name": .text("Bob")], ["Name": .text("Ann")]],
      into: store)
    let day = CalendarDate("2026-11-05") ?? CalendarDate(days: 0)
    // One hour ahead of universal time this is the first minute of 6 November.
    let late = Timestamp("2026-11-05T23:00:30Z") ?? Timestamp(microseconds: 0)
    try Library.insert(
      "Book",
      [
        ["Title": .text("Zoo"), "Rating": .integer(2), "Author": .link(writers[0].key)],
        ["Title": .text("Été à Lyon"), "Bought": .date(day), "Author": .link(writers[1].key)],
        [
          "Title": .text("ant"), "Tags": .list([.text("red"), .text("Blue")]),
          "Rating": .integer(5),
        ],
        ["Title": .text("Ant"), "Opened": .datetime(late), "Author": .link(writers[2].key)],
      ], into: store)
    return store
  }

  @Test(arguments: [
    ("lyon ete", ["Été à Lyon"]), ("\"a lyon\"", ["Été à Lyon"]), ("blu", ["ant"]),
    ("tags:blu", []), ("tags:blue", ["ant"]), ("tags!=Blue", []), ("rating!=2", ["ant"]),
    ("-rating:2", ["Été à Lyon", "ant", "Ant"]), ("no:rating", ["Été à Lyon", "Ant"]),
    ("title=ant", ["ant"]), ("title:ANT", ["ant", "Ant"]), ("title~^[A-Z]", ["Zoo", "Ant"]),
    ("author:an", ["Zoo", "Ant"]), ("author=p2", ["Été à Lyon"]), ("author=Bob", ["Été à Lyon"]),
    ("author!=p1", ["Été à Lyon", "Ant"]), ("author.books.title:zoo", ["Zoo"]),
    ("bought:2026-11", ["Été à Lyon"]), ("bought<2026-11", []), ("bought<=2026-11", ["Été à Lyon"]),
    ("opened:2026-11-05", []), ("opened:2026-11-06", ["Ant"]), ("opened:>2026-11-05", ["Ant"]),
    ("author.name.count:1", ["Zoo", "Été à Lyon", "Ant"]), ("rating:1..3", ["Zoo"]),
    ("\"\"", ["Zoo", "Été à Lyon", "ant", "Ant"]), ("rating>2.5", ["ant"]),
    ("zoo OR blue", ["Zoo", "ant"]), ("\u{0}", []), ("\"zoo\u{0}\"", []), ("title:\u{0}", []),
    ("tags:\u{0}", []), ("author:\u{0}", []), ("-\u{0}", ["Zoo", "Été à Lyon", "ant", "Ant"]),
  ])
  func `shows what the filter means`(filter: String, titles: [String]) throws {
    try expectEqual(Library.titles(filter, in: store()), titles)
  }

  @Test(arguments: [
    ("ratign:3", 1, "did you mean Rating"), ("a rating:x", 10, "a number"),
    ("kind:nov", 6, "one of novel, essay, poems"), ("lent>yes", 1, "cannot be used"),
    ("bought:soon", 8, "a date"), ("title.x:1", 1, "title is not a link"),
    ("title~(", 7, "expression"),
    ("author.nme:x", 1, "did you mean Name"), ("title.max>1", 1, "no numbers"),
    ("rating~1", 1, "cannot be used"), ("x OR lent:perhaps", 11, "yes or no"),
  ])
  func `refuses what cannot be meant, with column and hint`(
    filter: String, column: Int, hint: String
  ) throws {
    let error = try #require(throws: FilterError.self) { try Library.titles(filter, in: store()) }
    expectEqual(error.column, column)
    expectTrue(error.description.contains(hint), "\(error)")
    // Whether an expression can be read is a matter of its text alone.
    expectEqual(error.isSyntax, (hint == "expression"))
  }

  @Test(arguments: [
    ("title", ["ant", "Ant", "Été à Lyon", "Zoo"]),
    ("-title", ["Zoo", "Été à Lyon", "Ant", "ant"]),
    ("rating", ["Zoo", "ant", "Été à Lyon", "Ant"]),
    ("-rating", ["ant", "Zoo", "Été à Lyon", "Ant"]),
    ("author title", ["Ant", "Zoo", "Été à Lyon", "ant"]),
    ("", ["Zoo", "Été à Lyon", "ant", "Ant"]),
  ])
  func `sorts`(keys: String, titles: [String]) throws {
    try expectEqual(Library.titles("", in: store(), sort: keys), titles)
  }

  // S17
  @Test func `makes a section of each linked record, even of namesakes`() throws {
    let request = FetchRequest(
      entity: "Book", sorts: try RecordSort.parse("title"), group: try FieldPath.parse("author")
    )
    let result = try store().snapshot.fetch(request, at: Library.clock)
    expectEqual(result.sections.map(\.title), ["Ann", "Ann", "Bob", nil])
    expectEqual(result.sections.map(\.count), [1, 1, 1, 1])
    expectEqual(result.sections.first?.value, .link(RecordKey(sequence: 1)))
  }

  @Test func `groups moments by the local day`() throws {
    let request = FetchRequest(entity: "Book", group: try FieldPath.parse("opened"))
    let snapshot = try store().snapshot
    // By what clocks showed then, not by what they show now.
    let place = LocalTime("elsewhere") { $0.description < "2026-11" ? 0 : 3600 }
    let earlier = try #require(Timestamp("2026-10-01T12:00:00Z"))
    for clock in [Library.clock, WallClock(now: earlier, localTime: place)] {
      let result = try snapshot.fetch(request, at: clock)
      expectEqual(result.sections.map(\.title), ["2026-11-06", nil])
    }
  }

  // S14, S15
  @Test func `counts all, and gives what offset and limit leave`() throws {
    var request = FetchRequest(entity: "Book", offset: 1, limit: 2)
    let snapshot = try store().snapshot
    let middle = try snapshot.fetch(request, at: Library.clock)
    expectEqual(middle.map(\.key.sequence), [2, 3])
    expectEqual(middle.totalCount, 4)
    expectEqual(middle.index(of: RecordKey(sequence: 3)), 1)
    expectEqual(middle.index(of: RecordKey(sequence: 1)), nil)
    (request.offset, request.limit) = (9, 1)
    try expectTrue(snapshot.fetch(request, at: Library.clock).isEmpty)
    request.limit = 0
    try expectEqual(snapshot.fetch(request, at: Library.clock).totalCount, 4)
  }

  @Test func `may be the links of one record`() throws {
    let snapshot = try store().snapshot
    let ann = ObjectID(entity: "Writer", key: RecordKey(sequence: 1))
    var request = FetchRequest(entity: "Book", origin: .init(ann, "Books"))
    try expectEqual(snapshot.fetch(request, at: Library.clock).map(\.key.sequence), [1])
    request.predicate = try RecordPredicate.parse("ant")
    try expectTrue(snapshot.fetch(request, at: Library.clock).isEmpty)
  }

  @Test func `of an unknown collection is an error`() throws {
    #expect(throws: FilterError.self) {
      try store().snapshot.fetch(FetchRequest(entity: "Nothing"), at: Library.clock)
    }
  }
}
