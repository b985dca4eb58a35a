@testable import CairnNavigation
import TestSupport
import Testing

/// Something that a screen hands a scope of its own.
private enum Density: String, StateConvertible { case compact, roomy }

@Suite struct `A screen's state` {
  @Test func `comes back under its keys, of its kinds`() throws {
    var encoder = StateEncoder()
    encoder.encode(7, as: "cursor")
    encoder.encode("caf\u{E9}\n", as: "filter")
    encoder.encode(true, as: "isOpen")
    encoder.encode(0.25, as: "share")
    encoder.encode(["a", "b"], as: "marks")
    encoder.encode("cairn://recipes/p3" as ScreenURL, as: "anchor")
    encoder.encode(Density.roomy, as: "density")
    encoder.scope("preview") { $0.encode(3, as: "cursor") }
    let decoder = StateDecoder(encoder.value)
    expectEqual(decoder.decode("cursor"), 7)
    expectEqual(decoder.decode("filter"), "caf\u{E9}\n")
    expectEqual(decoder.decode("isOpen"), true)
    expectEqual(decoder.decode("share"), 0.25)
    expectEqual(decoder.decode("marks"), ["a", "b"])
    expectEqual(decoder.decode("anchor"), ("cairn://recipes/p3" as ScreenURL))
    expectEqual(decoder.decode("density", as: Density.self), .roomy)
    expectEqual(decoder.scope("preview").decode("cursor"), 3)
  }

  @Test func `is nil where it is missing or of another kind, and says so where it is needed`()
    throws
  {
    var encoder = StateEncoder()
    encoder.encode("seven", as: "cursor")
    let decoder = StateDecoder(encoder.value)
    expectEqual(decoder.decode("cursor", as: Int.self), nil)
    expectEqual(decoder.decode("none", as: String.self), nil)
    expectEqual(decoder.scope("cursor").decode("x", as: Int.self), nil)
    let error = try #require(throws: NavigationError.self) {
      try decoder.require("cursor", as: Int.self)
    }
    expectEqual(error.description, "the saved state has no Int under cursor")
  }

  @Test func `keeps keys that this program never mentions, and drops what is encoded as nil`() {
    var newer = StateEncoder()
    newer.encode(1, as: "future")
    newer.encode("x", as: "filter")
    newer.scope("preview") { $0.encode(2, as: "future") }
    var older = StateEncoder(continuing: newer.value)
    older.encode(String?.none, as: "filter")
    older.scope("preview") { $0.encode(5, as: "cursor") }
    var whole = StateEncoder(continuing: newer.value)
    whole.scope("preview", isWhole: true) { $0.encode(5, as: "cursor") }
    expectEqual(StateDecoder(whole.value).scope("preview").keys, ["cursor"])
    let decoder = StateDecoder(older.value)
    expectEqual(decoder.decode("future"), 1)
    expectEqual(decoder.decode("filter", as: String.self), nil)
    expectEqual(decoder.scope("preview").decode("future"), 2)
    expectEqual(decoder.scope("preview").decode("cursor"), 5)
  }

  @Test func `is empty if nothing was kept`() {
    var encoder = StateEncoder()
    encoder.scope("preview") { _ in }
    expectEqual(encoder.value, .empty)
    expectEqual(StateEncoder(continuing: "text".stateValue).value, .empty)
  }

  @Test(arguments: [
    (0, "1970-01-01T00:00:00.000Z"), (951_827_696_789, "2000-02-29T12:34:56.789Z"),
    (-1, "1969-12-31T23:59:59.999Z"), (1_795_253_400_120, "2026-11-21T09:30:00.120Z"),
    (4_107_542_399_999, "2100-02-28T23:59:59.999Z"),
    (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
  ])
  func `has a time in ISO 8601`(milliseconds: Int, text: String) {
    let time = Timestamp(milliseconds: Int64(milliseconds))
    expectEqual(time.textWithMilliseconds, text)
    expectEqual(Timestamp(text), time)
    expectEqual(time.milliseconds, Int64(milliseconds))
  }

  @Test(arguments: [Int64.min, Int64.min / 999, Int64.max / 999, Int64.max])
  func `has no time beyond the first and the last moment`(milliseconds: Int64) {
    let time = Timestamp(milliseconds: milliseconds)
    let most = Int64.max / 1000
    expectEqual(time.milliseconds, milliseconds < 0 ? -most : most)
    expectEqual(Timestamp(milliseconds: time.milliseconds), time)
    expectEqual(time.before(.seconds(milliseconds)).microseconds, milliseconds < 0 ? .max : .min)
    for text in [time.description, time.textWithMilliseconds, time.date.description] {
      expectTrue(text.count { $0 == "." } <= 1)
      expectTrue(text.hasPrefix(milliseconds < 0 ? "-290308-12-21" : "294247-01-10"), text)
    }
  }
}

@Suite struct `An older screen's state` {
  private let migrations: [Int: StateMigration] = [
    1: { old, new in
      new.encode(old.decode("row", as: Int.self), as: "cursor")
      new.encode(Int?.none, as: "row")
    },
    2: { old, new in new.encode(try old.require("cursor", as: Int.self) * 10, as: "cursor") },
  ]

  private var old: StateValue {
    var encoder = StateEncoder()
    encoder.encode(4, as: "row")
    return encoder.value
  }

  @Test func `is migrated step by step`() throws {
    let value = try old.migrated(from: 1, to: 3, by: migrations)
    expectEqual(value.description, #"{"cursor":40}"#)
  }

  @Test func `is refused if a step is missing or fails, or if it is newer`() {
    #expect(throws: NavigationError.noMigration(version: 3)) {
      try old.migrated(from: 1, to: 4, by: migrations)
    }
    #expect(throws: NavigationError.unreadableState(key: "cursor", expected: "Int")) {
      try old.migrated(from: 2, to: 3, by: migrations)
    }
    #expect(throws: NavigationError.newerState(version: 4, known: 3)) {
      try old.migrated(from: 4, to: 3, by: migrations)
    }
  }

  @Test func `needs no migration if it is empty`() throws {
    try expectEqual(StateValue.empty.migrated(from: 1, to: 9, by: [:]), .empty)
  }
}
