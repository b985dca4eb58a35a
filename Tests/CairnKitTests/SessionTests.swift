import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CairnKit
@testable import CairnScreens

/// Rules 2 and 5 of `Session`, rule 6 of `Screen`.
@Suite struct `Keys` {
  @Test func `go from a filter to a named favorite and back again`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("/ lyon Enter b n")
    expectEqual(driver.book.favorites.map(\.url), ["cairn://people?where=lyon"])
    expectEqual(driver.book.favorites.map(\.letter), ["n"])
    expectEqual(driver.message, "People · lyon is a favorite with the letter \"n\"")
    driver.press("g h n")
    expectEqual(driver.url, "cairn://people?where=lyon")
    expectEqual(driver.list?.source.count, 2)
  }

  @Test func `filter the URL when they rest, without a new entry`() throws {
    let driver = try Driver(at: ["cairn://people"])
    let entries = driver.session.navigator.state.entries.count
    driver.press("/ lyo")
    expectEqual(driver.url, "cairn://people")
    driver.pass(.milliseconds(249))
    driver.press("n")
    driver.pass(.milliseconds(249))
    expectEqual(driver.url, "cairn://people")
    driver.pass(.milliseconds(1))
    expectEqual(driver.url, "cairn://people?where=lyon")
    expectEqual(driver.session.navigator.state.entries.count, entries)
  }

  @Test func `leave one layer with each Escape and never quit`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("/ du F1 Escape")
    expectTrue(driver.session.overlays.isEmpty)
    expectTrue(driver.list?.filtering.field != nil)
    driver.press("Escape")
    expectEqual(driver.list?.filtering.field, nil)
    expectEqual(driver.url, "cairn://people?where=du")
    driver.press("Escape")
    expectEqual(driver.url, "cairn://people")
    driver.press("Escape")
    expectEqual(driver.url, "cairn://~launcher")
    driver.press("Escape Escape")
    expectTrue(driver.session.takeRequests().isEmpty)
  }

  @Test func `go back, forward and up`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("j Enter")
    expectEqual(driver.url, "cairn://people/p2")
    driver.press("J")
    expectEqual(driver.url, "cairn://people/p3")
    driver.press("H")
    expectEqual(driver.url, "cairn://people")
    expectEqual(driver.list?.selectedID, "p2")
    driver.press("L h h")
    expectEqual(driver.url, "cairn://~launcher")
  }

  @Test func `keep from the launcher the last screen that there was`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("o nosuch/place Enter g h A Enter")
    expectEqual(driver.book.favorites.map(\.url), ["cairn://people"])
  }

  @Test func `correct a URL that can't be read, with the reason beside it`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("o people/%zz Enter")
    expectTrue(driver.text.contains(": people/%zz"))
    expectTrue(driver.text.contains("the URL people/%zz is malformed"))
    driver.press("BSpace BSpace BSpace p 3")
    expectTrue(!driver.text.contains("malformed"))
    driver.press("Enter")
    expectEqual(driver.url, "cairn://people/p3")
  }

  @Test func `read a message that no row has room for`() throws {
    let driver = try Driver(at: ["cairn://people"], size: Size(columns: 40, rows: 12))
    driver.press("g m")
    expectEqual(driver.message, "no messages yet")
    let words = (1...30).map { "word\($0)" }.joined(separator: " ")
    driver.session.message = Message(words, tone: .bad)
    expectEqual(driver.text.split(separator: "\n").last?.hasSuffix("… gm reads it"), true)
    driver.press("g m")
    expectTrue(driver.text.contains("Messages last"))
    expectTrue(driver.text.contains("word30"))
    driver.press("x")
    expectTrue(driver.session.overlays.isEmpty)
  }

  @Test func `wait for the result that the next key is meant for`() throws {
    let worker = PatientWorker()
    let driver = try Driver(at: ["cairn://slow"], worker: worker)
    let start = ContinuousClock.now
    driver.press("a ! b c")
    let screen = try #require(driver.session.screen as? SlowScreen)
    expectEqual(screen.pressed, ["a"])
    // What takes longer than a person notices is said, and nothing flashes before.
    while driver.session.statusLine.work == nil, ContinuousClock.now - start < .seconds(20) {
      usleep(1000)
    }
    expectEqual(driver.session.statusLine.work, "thinking")
    expectTrue(ContinuousClock.now - start > .milliseconds(100))
    worker.work()
    driver.session.readInbox()
    expectEqual(screen.pressed, ["a", "<42>", "b", "c"])
  }

  @Test func `stop to wait at Ctrl-C, and forget what was typed ahead`() throws {
    let worker = PatientWorker()
    let driver = try Driver(at: ["cairn://slow"], worker: worker)
    let screen = try #require(driver.session.screen as? SlowScreen)
    driver.press("? b C-c c")
    expectEqual(screen.pressed, ["<left>", "c"])
    driver.press("? C-c")
    expectEqual(driver.message, "canceled")
    expectTrue(driver.session.takeRequests().isEmpty)
    // What comes late is not heard.
    worker.work()
    driver.session.readInbox()
    expectEqual(screen.pressed, ["<left>", "c", "<left>"])
    // What something else depends on is waited for.
    driver.press("! b C-c")
    expectTrue(driver.message.hasPrefix("^C again"))
    worker.work()
    driver.session.readInbox()
    expectEqual(screen.pressed.suffix(2), ["<42>", "b"])
  }

  @Test func `look at what changed meanwhile once they stop to wait, and keep what else waits`()
    throws
  {
    let worker = PatientWorker()
    let driver = try Driver(at: ["cairn://slow"], worker: worker)
    let screen = try #require(driver.session.screen as? SlowScreen)
    driver.press("?")
    let looks = screen.lookCount
    driver.session.application.inbox.refresh()
    driver.session.readInbox()
    expectEqual(screen.lookCount, looks)
    driver.press("C-c")
    expectEqual(screen.lookCount, looks + 1)
    // Other work still has the keys.
    driver.press("?")
    driver.session.apply([.run(BackgroundJob(holdsKeys: true, work: { 1 }) { _ in [] })])
    driver.press("b C-c")
    expectEqual(screen.pressed.last, "<left>")
    worker.work()
    driver.session.readInbox()
    expectEqual(screen.pressed.last, "b")
  }

  @Test func `that are text for a prompt don't wait where that begins the work anew`() throws {
    let worker = PatientWorker()
    let driver = try Driver(at: ["cairn://people"], worker: worker)
    driver.press("/ l")
    let job = BackgroundJob(holdsKeys: true, takesText: true, work: { 1 }) { _ in [] }
    driver.session.apply([.run(job)])
    driver.press("yo")
    expectEqual(driver.list?.filtering.field?.text, "lyo")
    // Once a key waits, what is typed after it waits, too.
    driver.press("Enter n")
    expectEqual(driver.list?.filtering.field?.text, "lyo")
    worker.work()
    driver.session.readInbox()
    expectEqual(driver.list?.filtering.field, nil)
    driver.press("/")
    driver.session.apply([.run(BackgroundJob(holdsKeys: true, work: { 1 }) { _ in [] })])
    driver.press("x")
    expectEqual(driver.list?.filtering.field?.text, "lyo")
  }

  @Test func `typed ahead of a save act on the screen after it`() throws {
    let worker = PatientWorker()
    let book = AddressBook()
    book.savesInJobs = true
    let driver = try Driver(book, at: ["cairn://people"], worker: worker)
    driver.press("e x C-s j j")
    expectEqual(driver.url, "cairn://people/p1/~edit")
    worker.work()
    driver.session.readInbox()
    expectEqual(driver.url, "cairn://people")
    expectEqual(book.people[0].name, "Ada Lovelacex")
    expectEqual(driver.list?.selectedID, "p3")
  }

  @Test func `quit at once with q, and with Ctrl-C the second time`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("C-c")
    expectTrue(driver.session.takeRequests().isEmpty)
    driver.press("j C-c C-c")
    expectEqual(driver.session.takeRequests(), [.quit])
    driver.press("q")
    expectEqual(driver.session.takeRequests(), [.quit])
  }

  @Test(arguments: [("w", "Still writing it down"), ("r", "this is worth a look")])
  func `ask before they quit where something is written, or the screen has a reason`(
    key: String, question: String
  ) throws {
    let driver = try Driver(at: ["cairn://slow"], worker: PatientWorker())
    driver.press("\(key) q")
    expectTrue(driver.session.takeRequests().isEmpty)
    expectTrue(driver.text.contains(question))
    driver.press("Escape")
    expectTrue(driver.session.takeRequests().isEmpty)
    driver.press("q q")
    expectEqual(driver.session.takeRequests(), [.quit])
  }

  @Test func `offer to cancel what goes on, with Ctrl-C`() throws {
    let driver = try Driver(at: ["cairn://slow"], worker: PatientWorker())
    let screen = try #require(driver.session.screen as? SlowScreen)
    driver.press("B C-c")
    expectTrue(driver.text.contains("Still changing many"))
    driver.press("Enter")
    expectEqual(screen.progress.ending, nil, "Enter lets it go on")
    driver.press("C-c c")
    expectEqual(screen.progress.ending, .cancel)
    expectTrue(driver.session.takeRequests().isEmpty)
    driver.press("C-c C-c")
    expectEqual(driver.session.takeRequests(), [.quit])
  }

  @Test func `leave no screen that has a reason to stay`() throws {
    let driver = try Driver(at: ["cairn://slow"])
    driver.press("r o people/p1 Enter")
    expectEqual(driver.url, "cairn://slow")
    driver.press("Escape H")
    expectEqual(driver.url, "cairn://slow")
    expectEqual(driver.message, "this is worth a look")
  }

  @Test func `do nothing after the one that quits`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("q d")
    expectEqual(driver.book.people.count, 7)
    expectEqual(driver.session.takeRequests(), [.quit])
  }

  @Test func `that waited do nothing after the one that quits`() throws {
    let worker = PatientWorker()
    let book = AddressBook()
    book.savesInJobs = true
    let driver = try Driver(book, at: ["cairn://people"], worker: worker)
    driver.press("e x C-s q d")
    worker.work()
    driver.session.readInbox()
    expectTrue(book.people.map(\.name).contains("Ada Lovelacex"))
    expectEqual(book.people.count, 7)
    expectEqual(driver.session.takeRequests(), [.quit])
  }

  @Test func `undo through the application`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("j d")
    expectEqual(driver.book.people.map(\.id).contains("p2"), false)
    expectEqual(driver.list?.selectedID, "p3")
    driver.press("u")
    expectTrue(driver.book.people.map(\.id).contains("p2"))
    expectEqual(driver.list?.selectedID, "p3")
  }

  @Test func `run the action that the help has under its cursor`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("? sort Enter c")
    expectEqual(driver.url, "cairn://people?sort=city")
  }

  @Test func `sort by s and a letter, and the other way the second time`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("s n s n")
    expectEqual(driver.url, "cairn://people?sort=-name")
  }

  @Test func `open a URL, or explain why not`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("o people/p4 Enter")
    expectEqual(driver.url, "cairn://people/p4")
    driver.press("o people/%zz Enter")
    expectTrue(driver.text.contains("malformed"))
    driver.press("Escape")
    expectTrue(driver.session.overlays.isEmpty)
    expectEqual(driver.url, "cairn://people/p4")
  }

  @Test func `ask before another program gets an address`() throws {
    let driver = try Driver(at: ["cairn://people/p1"])
    driver.press("j j Enter")
    expectTrue(driver.session.takeRequests().isEmpty)
    expectTrue(driver.text.contains("mailto:p1@example.org"))
    driver.press("o")
    expectEqual(driver.session.takeRequests(), [.external("mailto:p1@example.org")])
  }
}

/// Rule 2 of `Session`.
@Suite struct `A look at changed data` {
  @Test func `waits for the work that keys wait for`() throws {
    let worker = PatientWorker()
    let driver = try Driver(at: ["cairn://slow"], worker: worker)
    let screen = try #require(driver.session.screen as? SlowScreen)
    let inbox = driver.session.application.inbox
    inbox.refresh()
    driver.session.readInbox()
    let looks = screen.lookCount
    driver.press("!")
    inbox.refresh()
    driver.session.readInbox()
    expectEqual(screen.lookCount, looks)
    worker.work()
    driver.session.readInbox()
    expectEqual(screen.lookCount, looks + 1)
  }
}

@Suite struct `The help` {
  @Test func `is closed by the key that shows it, and never lies on itself`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("F1")
    expectEqual(driver.session.overlays.count, 1)
    driver.press("s o M-?")
    expectTrue(driver.session.overlays.isEmpty)
    driver.press("M-? F1 M-? ?")
    expectEqual(driver.session.overlays.count, 1)
  }
}

@Suite struct `Keys of another script` {
  @Test func `do what their places do, unless they are text`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.press("о о")
    expectEqual(driver.list?.selectedID, "p3")
    driver.press("п п")
    expectEqual(driver.list?.selectedID, "p1")
    driver.press("ы с")
    expectEqual(driver.url, "cairn://people?sort=city")
    driver.press("/ о")
    driver.pass(.seconds(1))
    expectEqual(driver.list?.filtering.field?.text, "о")
    expectEqual(driver.url, "cairn://people?sort=city&where=%D0%BE")
    driver.press("Escape Escape и ф ~ ф")
    expectEqual(driver.book.favorites.map(\.letter), ["a"])
    expectTrue(driver.url.hasPrefix("cairn://people"))
    driver.press("щ")
    expectTrue(!driver.session.overlays.isEmpty)
  }
}

@Suite struct `Columns that there is no room for` {
  @Test func `come into sight to the right, and stay so until one goes back`() throws {
    let kept = Mutex<NavigatorState?>(nil)
    let keeping = StateKeeping { state, _ in kept.withLock { $0 = state } }
    let size = Size(columns: 40, rows: 16)
    let driver = try Driver(at: ["cairn://people"], size: size, state: keeping)
    func head() -> String { String(driver.text.split(separator: "\n")[1]) }
    let before = head()
    expectTrue(before.contains("+"))
    driver.press(">")
    // The next column is in sight already.
    expectEqual(head(), before)
    for _ in 0..<9 { driver.press("S-Right") }
    expectTrue(!head().contains("+"))
    expectTrue(head().contains("NAME"))
    expectTrue(head().contains("‹"))
    expectEqual(driver.message, "no more columns on the right")
    let last = head()
    driver.pass(.seconds(1))
    let restored = kept.withLock { $0 }
    let again = try Driver(size: size, state: StateKeeping(restored: restored) { _, _ in })
    expectTrue(again.text.split(separator: "\n")[1] == last)
    for _ in 0..<9 { driver.press("<") }
    expectEqual(head(), before)
    expectEqual(driver.message, "no more columns on the left")
  }
}

@Suite struct `The mouse` {
  @Test func `moves, opens, sorts, and follows crumbs and hints`() throws {
    let driver = try Driver(at: ["cairn://people"])
    driver.click(column: 10, row: 4)
    expectEqual(driver.list?.selectedID, "p3")
    driver.click(column: 37, row: 1)
    expectEqual(driver.url, "cairn://people?sort=city")
    driver.click(column: 10, row: 2, times: 2)
    expectEqual(driver.url, "cairn://people/p2")
    driver.click(column: 11, row: 0)
    expectEqual(driver.url, "cairn://people?sort=city")
    driver.click(column: 11, row: 23)
    expectTrue(driver.list?.filtering.field != nil)
  }
}
