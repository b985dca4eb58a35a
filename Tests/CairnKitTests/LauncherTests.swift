import Synchronization
import TestSupport
import Testing

@testable import CairnKit

@Suite struct `The launcher` {
  @Test func `adds, moves and removes favorites, and undoes that`() throws {
    let driver = try Driver(at: ["cairn://people/p1"])
    driver.press("g h A a")
    expectEqual(driver.book.favorites.map(\.title), ["Ada Lovelace"])
    driver.press("o people/p3 Enter g h A c g g S-Down")
    expectEqual(driver.book.favorites.map(\.url), ["cairn://people/p3", "cairn://people/p1"])
    driver.press("S-Down")
    expectEqual(driver.message, "it is the last of its section · E gives it another section")
    driver.press("S-Up S-Up")
    expectTrue(driver.message.hasPrefix("it is the first of its section"))
    driver.press("S-Down D")
    expectEqual(driver.book.favorites.map(\.url), ["cairn://people/p3"])
    driver.press("u")
    expectEqual(driver.book.favorites.count, 2)
  }

  @Test func `renames a favorite and gives it another letter and section`() throws {
    let driver = try Driver(at: ["cairn://people/p1"])
    driver.press("b a g h g g E Tab C-u Countess Tab Work Enter E c Enter")
    let favorite = try #require(driver.book.favorites.first)
    expectEqual(favorite.title, "Countess")
    expectEqual(favorite.section, "Work")
    expectEqual(favorite.letter, "c")
  }

  @Test func `opens recents by digit and never opens anything from a paste`() throws {
    let driver = try Driver(at: ["cairn://people/p1"])
    driver.press("g h")
    driver.session.handle(.paste("1"), at: driver.session.now)
    expectEqual(driver.url, "cairn://~launcher")
    driver.press("1")
    expectEqual(driver.url, "cairn://people/p1")
  }

  @Test func `refuses a letter that moves, quits or belongs to another`() throws {
    let driver = try Driver(at: ["cairn://people/p1"])
    driver.press("b a o people/p2 Enter b q")
    expectTrue(driver.text.contains("q is a key of the launcher; free:"))
    driver.press("a")
    expectTrue(driver.text.contains("a is Ada Lovelace"))
    driver.press("e")
    expectEqual(driver.book.favorites.map(\.letter), ["a", "e"])
    driver.press("' a")
    expectEqual(driver.url, "cairn://people/p1")
  }
  @Test func `tells which letter a favorite got that was kept without one`() throws {
    let driver = try Driver(at: ["cairn://people/p1"])
    driver.press("b a o people Enter b Enter")
    expectEqual(driver.book.favorites.map(\.letter), ["a", "e"])
    expectEqual(driver.message, "People is a favorite with the letter \"e\"")
  }

  @Test func `leads from what is typed to all records that have it`() throws {
    let driver = try Driver(at: ["cairn://people/p1"])
    driver.press("g h / ada")
    expectTrue(driver.text.contains("All records with \"ada\""))
    // What the launcher has itself goes first.
    driver.press("Enter")
    expectEqual(driver.url, "cairn://people/p1")
    driver.press("g h / malm Enter")
    expectEqual(driver.url, "cairn://people?where=malm")
    driver.press("H /")
    expectTrue(!driver.text.contains("All records with"))
  }

  @Test func `gives a favorite a glyph of one character`() throws {
    let driver = try Driver(at: ["cairn://people/p1"])
    driver.press("b a g h g g E BTab ★ x Enter")
    expectTrue(driver.text.contains("a glyph is one character"))
    driver.press("BSpace Enter")
    expectEqual(driver.book.favorites.map(\.glyph), ["★"])
    expectTrue(driver.text.contains("a ★  Ada Lovelace"))
    driver.press("E BTab BSpace Enter")
    expectEqual(driver.book.favorites.map(\.glyph), [nil])
  }

  @Test func `says that a draft waits where a favorite leads`() throws {
    let driver = try Driver(at: ["cairn://people/p1"])
    driver.book.favorites = [
      Favorite(
        id: "f1", url: "cairn://people/p1", title: "Countess", letter: "c", kind: .record,
        badge: "London"),
      Favorite(id: "f2", url: "cairn://people/~new", title: "Somebody", letter: "s", kind: .form),
    ]
    func lines() -> [String] {
      driver.text.split(separator: "\n").map(String.init).filter {
        $0.contains("Countess") || $0.contains("Somebody")
      }
    }
    driver.press("g h")
    expectEqual(lines().map { $0.contains("draft") }, [false, false])
    expectTrue(lines()[0].contains("London"))
    driver.press("o people/p1/~edit Enter x Escape g h")
    expectEqual(lines().map { $0.contains("draft") }, [true, false])
    expectTrue(!lines()[0].contains("London"))
    driver.press("s x Escape g h")
    expectEqual(lines().map { $0.contains("draft") }, [true, true])
  }

  private static let wide = Size(columns: 120, rows: 30)

  /// What stands beside the rows.
  private func beside(_ driver: Driver) -> String {
    driver.text.split(separator: "\n").compactMap { line in
      line.split(separator: "│", maxSplits: 1).dropFirst().first.map(String.init)
    }.joined(separator: "\n")
  }

  @Test func `shows what is behind the row with the cursor once the keys rest`() throws {
    let driver = try Driver(at: ["cairn://people/p1"], size: Self.wide)
    driver.press("g h")
    expectTrue(beside(driver).contains("Ada Lovelace"))
    expectTrue(!beside(driver).contains("Grace Hopper"))
    let cursor = try #require(driver.session.draw().cursor)
    expectTrue(cursor.column < 60)
    driver.press("G")
    expectTrue(!beside(driver).contains("Grace Hopper"))
    driver.pass(.milliseconds(100))
    expectTrue(beside(driver).contains("cairn://people"))
    expectTrue(beside(driver).contains("Grace Hopper"))
    expectTrue(beside(driver).contains("Ada Lovelace"))
    driver.book.people.removeAll { $0.id == "p1" }
    driver.session.application.inbox.refresh()
    driver.session.readInbox()
    expectTrue(!beside(driver).contains("Ada Lovelace"))
  }

  @Test func `arranges a list behind a row as it would be opened`() throws {
    let driver = try Driver(at: ["cairn://people"], size: Self.wide)
    driver.press("s c s c ~ G")
    driver.pass(.seconds(1))
    expectTrue(beside(driver).contains("CITY▾"), "\(driver.text)")
  }

  @Test func `hides what is behind its rows, and where there is no room for it`() throws {
    let kept = Mutex<NavigatorState?>(nil)
    let keeping = StateKeeping { state, _ in kept.withLock { $0 = state } }
    let driver = try Driver(at: ["cairn://people/p1"], size: Self.wide, state: keeping)
    driver.press("g h")
    expectTrue(!beside(driver).isEmpty)
    driver.press("p")
    expectTrue(beside(driver).isEmpty)
    driver.pass(.seconds(1))
    let restored = kept.withLock { $0 }
    let again = try Driver(size: Self.wide, state: StateKeeping(restored: restored) { _, _ in })
    expectEqual(again.url, "cairn://~launcher")
    expectTrue(beside(again).isEmpty)
    again.press("p")
    expectTrue(!beside(again).isEmpty)
    let narrow = try Driver(at: ["cairn://people/p1"])
    narrow.press("g h")
    expectTrue(beside(narrow).isEmpty)
    narrow.press("p p")
    expectEqual(narrow.message, "no room here for a side pane")
    let spoken = try Driver(at: ["cairn://people/p1"], size: Self.wide)
    spoken.session.apply([.useTheme(.spoken)])
    spoken.press("g h")
    expectTrue(!spoken.text.contains("London"))
  }

  @Test func `shows nothing behind forms, and what is gone`() throws {
    let driver = try Driver(at: ["cairn://people/p1"], size: Self.wide)
    driver.book.favorites = [
      Favorite(id: "f1", url: "cairn://people/~new", title: "Somebody", letter: "s", kind: .form),
      Favorite(id: "f2", url: "cairn://people/p99", title: "Nobody", letter: "n", isGone: true),
    ]
    driver.press("g h g g")
    driver.pass(.seconds(1))
    expectEqual(
      beside(driver).split(whereSeparator: \.isWhitespace).joined(separator: " "),
      "nothing to show here")
    driver.press("j")
    driver.pass(.seconds(1))
    expectEqual(
      beside(driver).split(whereSeparator: \.isWhitespace).joined(separator: " "),
      "nothing to show here")
  }

  @Test func `makes no screen behind a row that the application keeps from it`() throws {
    let driver = try Driver(at: ["cairn://people/p1"], size: Self.wide)
    driver.press("g h")
    expectTrue(!beside(driver).allSatisfy { $0.isWhitespace })
    var application = driver.session.application
    application.canStandBeside = { $0.text != "cairn://people/p1" }
    let session = try application.session(
      opening: ["cairn://people/p1"], start: .onTop, size: Self.wide, worker: InlineWorker(),
      now: .now)
    for key in KeyScript("g h").keys { session.handle(.key(key), at: session.now) }
    session.settle()
    let lines = session.draw().text.split(separator: "\n")
    expectTrue(lines.contains { $0.contains("Ada Lovelace") })
    expectTrue(!lines.contains { $0.contains("│") && $0.contains("London") })
  }

  @Test func `makes no screen behind a row that a guard refuses, and parks nothing`() throws {
    let driver = try Driver(at: ["cairn://people/p2"], size: Self.wide)
    var application = driver.session.application
    application.guards = [{ $0.url == "cairn://people/p1" ? .park("locked") : .allow }]
    let session = try application.session(
      opening: ["cairn://people/p2"], start: .onTop, size: Self.wide, worker: InlineWorker(),
      now: .now)
    expectTrue(session.surroundings.screen("cairn://people/p1", .link) == nil)
    expectTrue(session.surroundings.screen("cairn://people/p3", .link) != nil)
    expectTrue(session.navigator.parked.isEmpty)
  }

  @Test func `turns what is behind its rows by the wheel, and opens it by two clicks`() throws {
    let driver = try Driver(at: ["cairn://people/p1"], size: Self.wide)
    driver.press("g h G")
    driver.pass(.milliseconds(100))
    expectTrue(beside(driver).contains("cairn://people"))
    let before = driver.session.draw().cursor
    let place = Position(column: 100, row: 12)
    driver.session.handle(
      .mouse(MouseEvent(kind: .wheelDown, position: place)), at: driver.session.now)
    expectEqual(driver.session.draw().cursor, before)
    driver.click(column: 100, row: 12)
    expectEqual(driver.url, "cairn://~launcher")
    driver.click(column: 100, row: 12, times: 2)
    expectEqual(driver.url, "cairn://people")
  }

  @Test func `tells where the row with the cursor leads`() throws {
    let driver = try Driver(at: ["cairn://people/p1"])
    driver.press("g h g g")
    expectEqual(driver.session.place.selection?.text, "cairn://people/p1")
    driver.press("G")
    expectEqual(driver.session.place.selection?.text, "cairn://people")
  }

  @Test func `has its cursor where it was after the next start`() throws {
    let kept = Mutex<NavigatorState?>(nil)
    let keeping = StateKeeping { state, _ in kept.withLock { $0 = state } }
    let driver = try Driver(at: ["cairn://people/p1"], state: keeping)
    driver.press("g h G")
    let row = try #require(driver.session.draw().cursor).row
    driver.pass(.seconds(1))
    let restored = kept.withLock { $0 }
    let again = try Driver(state: StateKeeping(restored: restored) { _, _ in })
    expectEqual(again.session.draw().cursor?.row, row)
    expectTrue(row > 3)
  }

  @Test func `fits what is behind its rows into another size, and drops what goes`() throws {
    let driver = try Driver(at: ["cairn://people/p1"])
    driver.press("g h")
    driver.session.handle(.resize(Self.wide), at: driver.session.now)
    driver.pass(.seconds(1))
    expectTrue(beside(driver).contains("Ada Lovelace"))
    driver.book.people.removeAll { $0.id == "p1" }
    driver.session.application.inbox.refresh()
    driver.session.readInbox()
    expectTrue(!beside(driver).contains("Ada Lovelace"))
  }

  @Test func `makes nothing behind a row from which another screen is opened`() throws {
    let driver = try Driver(at: ["cairn://people"], size: Self.wide)
    driver.press("s c ~ g g")
    driver.pass(.seconds(1))
    driver.press("G Enter")
    expectEqual(driver.url, "cairn://people?sort=city")
    driver.press("s c ~")
    driver.pass(.seconds(1))
    // The other order is what would be opened now.
    expectTrue(beside(driver).contains("CITY▾"), "\(driver.text)")
  }
}
