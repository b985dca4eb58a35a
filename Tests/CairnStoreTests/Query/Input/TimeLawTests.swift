import CairnFiles
import Synchronization
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A time in any zone` {
  /// Zones with all kinds of changes.
  private static let places: [LocalTime] =
    rules
    + ["UTC", "America/New_York", "Asia/Kolkata", "Pacific/Apia"].compactMap {
      try? ZoneFolder(in: RealFileSystem()).localTime(called: $0)
    }

  private static let rules: [LocalTime] = [
    .fixed(0), .fixed(19_800),
    // New York around both changes of 2024.
    LocalTime("New York") { moment in
      ("2024-03-10T07:00:00Z"..<"2024-11-03T06:00:00Z").contains(moment.description)
        ? -14_400 : -18_000
    },
    // Apia, which skipped 2011-12-30.
    LocalTime("Apia") { $0.description < "2011-12-30T10" ? -36_000 : 50_400 },
    // A zone with seconds, as all had before 1900.
    LocalTime("Amsterdam") { $0.description < "1937-07-01T00" ? 1172 : 3600 },
  ]

  private static func moments(_ generator: inout SeededGenerator) -> [Timestamp] {
    let places = [
      "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999Z", "0000-01-01T00:00:00Z",
      "2024-03-10T07:00:00Z", "2024-11-03T06:00:00Z", "2011-12-30T10:00:00Z",
      "1937-07-01T00:00:00Z", "2016-12-31T23:59:59Z", "1970-01-01T00:00:00Z",
    ].compactMap { Timestamp($0) }
    var moments = places
    for place in places {
      for _ in 0..<40 {
        // Up to two days on either side, to the minute, the second or the microsecond.
        let unit = [60_000_000, 1_000_000, 1][generator.number(0...2)]
        let distance = Int64(generator.number(-172_800_000_000...172_800_000_000) / unit * unit)
        let moment = place.microseconds + distance
        if Timestamp.writable.contains(moment) { moments.append(Timestamp(microseconds: moment)) }
      }
    }
    return moments
  }

  @Test func `is read back from the text that a person is shown`() throws {
    var generator = SeededGenerator(seed: 42)
    let attribute = Attribute(name: "When", type: .datetime)
    for place in Self.places {
      let clock = WallClock(now: try #require(Timestamp("2026-11-27T04:06:00Z")), localTime: place)
      for moment in Self.moments(&generator) {
        let value = Value.datetime(moment)
        for text in [
          ValueText.typed(value, at: clock), ValueText.display(value, at: clock, isExact: true),
        ] {
          let found = try ValueInput(clock: clock).value(of: text, for: attribute)
          expectEqual(found, value, "\(text) in \(place.name)")
        }
      }
    }
  }

  @Test func `is read back as a local time, whatever the zone is`() throws {
    var generator = SeededGenerator(seed: 43)
    let attribute = Attribute(name: "When", type: .localtime)
    for place in Self.places {
      let clock = WallClock(now: try #require(Timestamp("2026-11-27T04:06:00Z")), localTime: place)
      for moment in Self.moments(&generator) {
        let value = Value.localtime(moment)
        let text = ValueText.typed(value, at: clock)
        expectEqual(text, value.storedTexts[0])
        expectEqual(ValueText.display(value, at: clock, isExact: true), text)
        expectEqual(try ValueInput(clock: clock).value(of: text, for: attribute), value)
        expectEqual(Value(storedText: text, as: .localtime), value)
      }
    }
  }

  @Test func `shows its offset in an hour that clocks show twice, and nowhere else`() throws {
    let clock = WallClock(now: Timestamp(microseconds: 0), localTime: Self.rules[2])
    for (moment, text) in [
      ("2024-11-03T05:30:00Z", "2024-11-03 01:30-04:00"),
      ("2024-11-03T06:30:00Z", "2024-11-03 01:30-05:00"),
      ("2024-11-03T04:59:00Z", "2024-11-03 00:59"), ("2024-11-03T07:00:00Z", "2024-11-03 02:00"),
      ("2024-03-10T06:59:00Z", "2024-03-10 01:59"), ("2024-03-10T07:00:00Z", "2024-03-10 03:00"),
    ] {
      let value = Value.datetime(try #require(Timestamp(moment)))
      expectEqual(ValueText.display(value, at: clock), text)
      expectEqual(ValueText.typed(value, at: clock), text)
    }
  }

  @Test func `is a moment after the gap where clocks skip it`() throws {
    let clock = WallClock(now: Timestamp(microseconds: 0), localTime: Self.rules[2])
    let skipped = try #require(clock.moments(of: "2024-03-10 02:30")?.lowerBound)
    expectEqual(skipped.description, "2024-03-10T07:30:00Z")
  }

  @Test(arguments: [
    ("today", "2026-11-26"), ("yesterday", "2026-11-25"), ("this month", "2026-11"),
    ("this year", "2026"),
  ])
  func `is in the same day by its word and by its digits`(word: String, digits: String) throws {
    // 23:06 in New York.
    let now = try #require(Timestamp("2026-11-27T04:06:00Z"))
    let clock = WallClock(now: now, localTime: Self.rules[2])
    expectEqual(TimeSpan(word, at: clock), TimeSpan(digits, at: clock))
    expectEqual(TimeSpan(wallClock: word, at: clock), TimeSpan(wallClock: digits, at: clock))
    let times = try #require(TimeSpan(wallClock: word, at: clock)).moments
    let shown = clock.local(now).microseconds
    expectEqual(times.contains(shown), word != "yesterday")
  }

  @Test(arguments: ["9999-12-31 23:59", "9999-12-31T20:00"])
  func `is refused where its moment is in no year that can be written`(text: String) throws {
    let clock = WallClock(now: Timestamp(microseconds: 0), localTime: Self.rules[2])
    let attribute = Attribute(name: "When", type: .datetime)
    #expect(throws: InputError.self) {
      try ValueInput(clock: clock).value(of: text, for: attribute)
    }
    expectEqual(Self.places[2].moment(showing: try #require(Timestamp("9999-12-31T23:59"))), nil)
  }

  @Test(arguments: ["2024-06-01 10:00Z", "2024-06-01T10:00+02:00", "20240601T100000Z"])
  func `is refused with a zone where it has none`(text: String) throws {
    let clock = WallClock(now: Timestamp(microseconds: 0), localTime: Self.rules[2])
    let attribute = Attribute(name: "When", type: .localtime)
    let error = #expect(throws: InputError.self) {
      try ValueInput(clock: clock).value(of: text, for: attribute)
    }
    expectTrue(error?.expected.contains("drop the zone") == true)
    expectTrue(error?.expected.contains("datetime") == true)
    expectEqual(TimeSpan(wallClock: text, at: clock), nil)
  }

  @Test(arguments: places)
  func `keeps what it shows when its field gets the other type and back`(place: LocalTime) throws {
    var options = Fixture.options(MemoryFileSystem())
    options.localTime = place
    let model = "%rec: Note\n%attribute: When datetime\n"
    let store = try ObjectStore.create(options, modelText: model)
    let shown = try #require(Timestamp("2024-06-01T10:00:07Z"))
    let moment = try #require(place.moment(showing: shown))
    let context = store.newContext()
    let note = try context.create("Note")
    note["When"] = .datetime(moment)
    _ = try context.save()
    func first(_ store: ObjectStore) throws -> Value? {
      try Array(store.snapshot.load("Note").rows).first?["When"]
    }
    func retype(_ type: String) throws {
      _ = try store.commit(title: "type") { draft throws(StoreError) in
        try draft.updateModel(
          try ObjectModel(parsing: "%rec: Note\n%attribute: When \(type)\n"))
      }
    }
    func expect(_ value: Value) throws {
      expectEqual(try first(store), value)
      // From the journal, and from the text.
      expectEqual(try first(ObjectStore.open(options)), value)
      try store.fold()
      expectEqual(try first(ObjectStore.open(options)), value)
    }
    try expect(.datetime(moment))
    try retype("localtime")
    try expect(.localtime(shown))
    try retype("datetime")
    try expect(.datetime(moment))
    let change = try #require(try store.history().first)
    try store.undo(change.number)
    try expect(.localtime(shown))
  }

  /// A store in New York with one record, whose field has a value.
  private func store(_ type: AttributeType, _ value: Value) throws -> ObjectStore {
    var options = Fixture.options(MemoryFileSystem())
    options.localTime = Self.rules[2]
    let second = Mutex<Int64>(0)
    options.clock = {
      second.withLock { second in
        second += 1
        return Timestamp(microseconds: second * 1_000_000)
      }
    }
    let store = try ObjectStore.create(
      options, modelText: "%rec: Note\n%attribute: When \(type.rawValue)\n")
    let context = store.newContext()
    try context.create("Note")["When"] = value
    _ = try context.save()
    return store
  }

  private func retype(_ store: ObjectStore, as type: AttributeType) throws -> Transaction? {
    try store.commit(title: "type") { draft throws(StoreError) in
      try draft.updateModel(try draft.model.giving(type, to: "When", of: "Note"))
    }
  }

  private func when(_ store: ObjectStore) throws -> Value? {
    try Array(store.snapshot.load("Note").rows).first?["When"]
  }

  @Test(arguments: [
    (
      AttributeType.date, Value.date(CalendarDate(days: 19_875)), AttributeType.datetime,
      "2024-06-01T04:00:00Z"
    ),
    (.string, .text("2024-06-01 09:00"), .datetime, "2024-06-01T13:00:00Z"),
    (.string, .text("2024-06-01"), .datetime, "2024-06-01T04:00:00Z"),
    (.string, .text("2024-06-01T09:00:00Z"), .datetime, "2024-06-01T09:00:00Z"),
    (.string, .text("2024-06-01T09:00:00Z"), .localtime, "2024-06-01 05:00"),
    (.string, .text("2024-06-01 09:00"), .localtime, "2024-06-01 09:00"),
    (.date, .date(CalendarDate(days: 19_875)), .localtime, "2024-06-01 00:00"),
  ])
  func `is local where a day or a text becomes a time`(
    old: AttributeType, value: Value, new: AttributeType, text: String
  ) throws {
    let store = try store(old, value)
    let change = try #require(try retype(store, as: new))
    try expectEqual(when(store)?.storedTexts, [text])
    try store.fold()
    try expectEqual(when(store)?.storedTexts, [text])
    _ = try store.undo(change.number)
    try expectEqual(when(store), value)
    try store.fold()
    try expectEqual(when(store), value)
  }

  @Test(arguments: [AttributeType.datetime, .localtime], [false, true])
  func `is right when a change is undone that is older than the field's type`(
    old: AttributeType, isFolded: Bool
  ) throws {
    let new = old == .datetime ? AttributeType.localtime : .datetime
    let moment = try #require(Timestamp("2024-06-01T10:00:00Z"))
    let shown = try #require(Timestamp("2024-06-01T06:00:00Z"))
    let (before, after) =
      old == .datetime
      ? (Value.datetime(moment), Value.localtime(shown))
      : (.localtime(shown), .datetime(moment))
    let store = try store(old, before)
    let id = try #require(Array(store.snapshot.load("Note").rows).first?.id)
    let context = store.newContext()
    try context.existingObject(with: id)["When"] = nil
    let cleared = try #require(try context.save())
    try context.delete([id])
    let deleted = try #require(try context.save())
    if isFolded { try store.fold() }
    let change = try #require(try retype(store, as: new))
    if isFolded { try store.fold() }
    let earlier = try store.snapshot(at: Timestamp(microseconds: cleared.time.microseconds - 1))
    try expectEqual(Array(earlier.load("Note").rows).first?["When"], after)
    _ = try store.undo(deleted.number)
    let undone = try store.undo(cleared.number)
    try expectEqual(when(store), after)
    _ = try store.undo(undone.number)
    try expectEqual(when(store), nil)
    _ = try store.undo(cleared.number)
    _ = try store.undo(change.number)
    try expectEqual(when(store), before)
  }

  @Test(arguments: [
    (AttributeType.localtime, "9999-12-31 23:59:59", AttributeType.datetime),
    (.datetime, "0000-01-01T00:00:00Z", .localtime),
  ])
  func `keeps its type where the other one would lose it`(
    old: AttributeType, text: String, new: AttributeType
  ) throws {
    let value = try #require(Value(storedText: text, as: old))
    let store = try store(old, value)
    #expect(throws: StoreError.self) { try retype(store, as: new) }
    try expectEqual(when(store), value)
    expectEqual(store.snapshot.model["Note"]?.attribute("When")?.type, old)
  }

  @Test func `with an offset is no local time in a file, and stays there`() throws {
    let text = "2024-06-01 10:00+02:00"
    let files = MemoryFileSystem()
    let options = Fixture.options(files)
    let store = try ObjectStore.create(
      options, modelText: "%rec: Note\n%attribute: Name string\n%attribute: When localtime\n")
    let context = store.newContext()
    try context.create("Note")["Name"] = .text("a")
    _ = try context.save()
    try store.fold()
    let path = options.folder + "/data/Note/0000.rec"
    let before = String(decoding: try files.read(path), as: UTF8.self)
    try files.replace(path, with: Array((before + "When: \(text)\n").utf8))
    _ = try store.refresh()
    let row = try #require(Array(store.snapshot.load("Note").rows).first)
    expectEqual(row["When"], nil)
    let again = store.newContext()
    try again.existingObject(with: row.id)["Name"] = .text("b")
    _ = try again.save()
    try store.fold()
    let after = String(decoding: try files.read(path), as: UTF8.self)
    expectTrue(after.contains("Name: b\n") && after.contains("When: \(text)\n"), after)
  }
}
