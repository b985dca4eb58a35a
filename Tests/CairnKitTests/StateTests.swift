import CairnFiles
import Synchronization
import TestSupport
import Testing

@testable import CairnKit
@testable import CairnScreens

/// What was saved, the newest last.
private final class Saved: Sendable {
  private let states = Mutex<[NavigatorState]>([])
  var all: [NavigatorState] { states.withLock { $0 } }
  func add(_ state: NavigatorState) { states.withLock { $0.append(state) } }

  func keeping(after restored: NavigatorState? = nil) -> StateKeeping {
    StateKeeping(restored: restored) { [self] state, _ in add(state) }
  }
}

/// Rules 3 and 4 of `Session`, rule 3 of `Screen`.
@Suite struct `Saved state` {
  @Test func `is handed over 100 ms after the first change`() throws {
    let saved = Saved()
    let driver = try Driver(at: ["cairn://people"], state: saved.keeping())
    driver.press("j")
    driver.pass(.milliseconds(80))
    driver.press("j")
    expectTrue(saved.all.isEmpty)
    driver.pass(.milliseconds(20))
    expectEqual(saved.all.count, 1)
    expectEqual(driver.session.nextDeadline, nil)
  }

  @Test func `waits while the one before is being written, and then not at all`() throws {
    let saved = Saved()
    let worker = PatientWorker()
    let driver = try Driver(at: ["cairn://people"], worker: worker, state: saved.keeping())
    driver.press("j")
    driver.pass(.milliseconds(100))
    for _ in 0..<9 {
      driver.press("j")
      driver.pass(.milliseconds(100))
    }
    expectEqual(driver.session.nextDeadline, nil)
    worker.work()
    expectEqual(saved.all.count, 1)
    driver.pass(.zero)
    driver.pass(.zero)
    worker.work()
    expectEqual(saved.all.count, 2)
    let after = try Driver(state: saved.keeping(after: saved.all.last))
    expectEqual(after.text, driver.text)
  }

  @Test func `has no first screen after the first start`() throws {
    let saved = Saved()
    func start(_ state: StateKeeping?, opening urls: [ScreenURL] = []) throws -> String {
      let map = try URLMap<any Screen>(home: "tour://home") {
        for word in ["home", "tour", "other"] {
          Route("tour://\(word)") { (_: ScreenURL) in
            ExplainScreen(Explanation(word, subject: "", reason: "this is \(word)"))
          }
        }
      }
      var app = Application(map)
      app.firstScreen = "tour://tour"
      app.state = state
      return try app.render(size: Size(columns: 60, rows: 12), opening: urls, keys: "")
    }
    expectTrue(try start(nil).contains("this is tour"))
    expectTrue(try start(saved.keeping()).contains("this is tour"))
    expectTrue(try start(saved.keeping(), opening: ["tour://other"]).contains("this is other"))
    let restored = NavigatorState(Visit("tour://home"), home: "tour://home")
    expectTrue(try start(saved.keeping(after: restored)).contains("this is home"))
    var atHome = saved.keeping()
    (atHome.startsAtHome, atHome.isFirst) = (true, false)
    expectTrue(try start(atHome).contains("this is home"))

    // With files: any saved state, even one that expired or is damaged, makes the start a later one.
    let files = MemoryFileSystem()
    try files.makeFolder("/states")
    func started(_ name: String, _ persistence: Persistence) throws -> String {
      let session = try SessionFile.claim(name, in: "/states", fileSystem: files)
      defer { session.release() }
      return try start(StateKeeping(session, keeping: { persistence }))
    }
    expectTrue(try started("one", .none).contains("this is tour"))
    expectTrue(try started("one", .none).contains("this is tour"))
    expectTrue(try started("one", .all).contains("this is tour"))
    expectTrue(try started("one", .all).contains("this is tour"))
    expectTrue(try started("two", .all).contains("this is home"))
    expectTrue(try started("two", .none).contains("this is home"))
    try files.replace("/states/three.jsonl", with: Array("damaged".utf8))
    expectTrue(try started("three", .all).contains("this is home"))
  }

  @Test func `has the filter that is being typed`() throws {
    let saved = Saved()
    let driver = try Driver(at: ["cairn://people"], state: saved.keeping())
    driver.press("/ lyo")
    driver.pass(.milliseconds(100))
    expectEqual(driver.url, "cairn://people")
    expectEqual(saved.all.last?.current.url.text, "cairn://people?where=lyo")
  }

  @Test func `brings back the same screen, cursor and draft`() throws {
    let saved = Saved()
    let before = try Driver(at: ["cairn://people"], state: saved.keeping())
    before.press("j j e Tab Paris")
    before.pass(.milliseconds(100))
    let after = try Driver(state: saved.keeping(after: saved.all.last))
    expectEqual(after.text, before.text)
    expectEqual(after.session.navigator.buildCount, 1)
    after.press("C-x k d")
    expectEqual(after.url, "cairn://people")
    expectEqual(after.list?.selectedID, "p3")
  }

  @Test func `is whole when the program ends in the middle of typing a filter`() throws {
    let saved = Saved()
    let driver = try Driver(at: ["cairn://people"], state: saved.keeping())
    driver.press("/ lyon")
    driver.session.saveAll()
    expectEqual(saved.all.last?.current.url.text, "cairn://people?where=lyon")
  }

  @Test func `says so when it can't be saved`() throws {
    let keeping = StateKeeping { _, _ in throw CancellationError() }
    let driver = try Driver(at: ["cairn://people"], state: keeping)
    driver.press("j")
    driver.pass(.milliseconds(100))
    expectTrue(driver.message.hasPrefix("the session can't be saved"))
    // Once is enough: it would hide what actions say.
    driver.press("g T")
    let said = driver.message
    driver.pass(.milliseconds(200))
    expectTrue(!said.isEmpty && !said.hasPrefix("the session"))
    expectEqual(driver.message, said)
  }

  @Test func `is saved without a key once the disk has room again`() throws {
    let isFull = Mutex(true)
    let count = Mutex(0)
    let keeping = StateKeeping { _, _ in
      if isFull.withLock({ $0 }) { throw CancellationError() }
      count.withLock { $0 += 1 }
    }
    let driver = try Driver(at: ["cairn://people"], state: keeping)
    driver.press("j")
    driver.pass(.milliseconds(100))
    isFull.withLock { $0 = false }
    driver.pass(.seconds(6))
    expectEqual(count.withLock { $0 }, 1)
    expectEqual(driver.message, "the session is saved again")
  }

  @Test func `forgets what became too old, by a setting or by the days that pass`() throws {
    let saved = Saved()
    let oldest = Mutex<Timestamp?>(nil)
    func day(_ days: Int64) -> Timestamp { Timestamp(milliseconds: days * 86_400_000) }
    var restored = NavigatorState(Visit("cairn://people", savedAt: day(0)))
    for (number, name) in [(1, "p1"), (3, "p2"), (30, "p3")] {
      let visit = Visit(ScreenURL(["people", name]), savedAt: day(Int64(number)))
      restored = .reduce(restored, .open(visit, parents: []))
    }
    var keeping = saved.keeping(after: restored)
    keeping.oldest = { oldest.withLock { $0 } }
    let driver = try Driver(state: keeping)
    func count(from moment: Timestamp?) throws -> Int? {
      oldest.withLock { $0 = moment }
      driver.press("j")
      driver.pass(.milliseconds(100))
      return saved.all.last?.tab.back.count
    }
    try expectEqual(count(from: nil), 3)
    try expectEqual(count(from: day(1)), 2)
    try expectEqual(count(from: Timestamp(milliseconds: day(2).milliseconds - 1)), 2)
    try expectEqual(count(from: day(4)), 0)
    expectEqual(driver.url, "cairn://people/p3")
    driver.press("H")
    expectEqual(driver.message, "no screen before this one")
  }

  @Test(arguments: [(Start.onTop, "cairn://people"), (.replacing, "cairn://~launcher")])
  func `takes a URL on top, or in the place of where one was`(start: Start, back: String) throws {
    let saved = Saved()
    try Driver(at: ["cairn://people"], state: saved.keeping()).session.saveAll()
    let driver = try Driver(
      at: ["cairn://people/p2"], state: saved.keeping(after: saved.all.last), start: start)
    driver.press("H")
    expectEqual(driver.url, back)
  }
}

@Suite struct `A session's file` {
  @Test func `brings an app back where it was, and notes that the start went well`() throws {
    let files = MemoryFileSystem()
    let book = AddressBook()
    func render(_ urls: [ScreenURL], _ keys: String) throws -> String {
      let session = try SessionFile.claim("main", in: "/state", fileSystem: files)
      defer { session.release() }
      return try book.application(state: StateKeeping(session)).render(
        size: Size(columns: 80, rows: 24), opening: urls, keys: keys)
    }
    let before = try render(["cairn://people"], "j j e Tab Paris")
    try expectEqual(render([], ""), before)
    try expectEqual(files.list("/state"), ["main.1.jsonl", "main.jsonl", "main.lock"])
  }
}
