import CairnInterface
import CairnTerminal
import Glibc
import TestSupport
import Testing

@testable internal import CairnApp
@testable internal import CairnKit
@testable internal import CairnScreens

/// Some keys at a screen of the recipes, and the most bytes that the terminal may get for each.
struct KeyWalk: Codable, Sendable, CustomTestStringConvertible {
  let name: String
  let url: String
  /// The keys that lead to the measured ones.
  var before = ""
  let keys: String
  /// The time between two keys, in milliseconds.
  let gap: Int
  let goal: Int

  var testDescription: String { name }

  /// A quick typist needs 125 ms for a letter; keys at 2,000 ms are each drawn to the end.
  static let all = [
    KeyWalk(
      name: "a letter in the palette", url: "recipes", before: ":", keys: "r i v o i r e",
      gap: 125, goal: 300),
    KeyWalk(
      name: "a slow letter in the palette", url: "recipes", before: ":", keys: "r i v o i r e",
      gap: 2_000, goal: 300),
    KeyWalk(
      name: "the next record", url: "recipes", before: "Enter", keys: "J J J J J J J J J J J J",
      gap: 125, goal: 400),
    KeyWalk(
      name: "a move beside the side pane", url: "recipes", before: "p",
      keys: "j j j j j j j j j j j j", gap: 125, goal: 300),
    KeyWalk(name: "the help", url: "recipes", keys: "?", gap: 2_000, goal: 1_200),
    KeyWalk(
      name: "a move in a list", url: "recipes", keys: "j j j j j j j j j j j j", gap: 2_000,
      goal: 200),
  ]
}

/// Counts bytes, not time: a clock of the test's own passes between the keys.
@Suite struct `The bytes for a key` {
  @Test(arguments: KeyWalk.all) func `are few`(walk: KeyWalk) async throws {
    let outside = try PseudoTerminal(width: GlyphWidth.columns(of:))
    await #expect(processExitsWith: .success) {
      [name = outside.name as String, walk = walk as KeyWalk] in
      let descriptor = try PseudoTerminal.adopt(name)
      let terminal = try Terminal(type: "xterm-256color")
      var driver = PacedDriver(try AppDriver("recipes", walk.url).session, terminal)
      driver.press(walk.before, every: .seconds(2))
      mark("before", on: descriptor)
      driver.press(walk.keys, every: .milliseconds(walk.gap))
      driver.pass(.seconds(2))
      mark("after", on: descriptor)
      terminal.close()
    }
    outside.readAll()
    expectTrue(outside.screen.unknown.isEmpty, "\(outside.screen.unknown)")
    let count = outside.parts(after: ["before", "after"])[1].count
    let each = count / walk.keys.split(separator: " ").count
    expectTrue(count > 0)
    expectTrue(each <= walk.goal, "\(each) bytes for \(walk.name)")
  }
}

/// A session on a terminal, as the loop of the program drives it, with a clock of its own.
struct PacedDriver {
  private let session: Session
  private let terminal: Terminal
  private var pace = DrawingPace()
  private var now: ContinuousClock.Instant

  init(_ session: Session, _ terminal: Terminal) {
    (self.session, self.terminal, now) = (session, terminal, session.now)
    session.noteUnknownColors()
    session.handle(.resize(terminal.size), at: now)
    pass(.seconds(2))
  }

  /// Presses keys, each after a time without a key.
  mutating func press(_ keys: String, every gap: Duration) {
    for (number, key) in KeyScript(keys).keys.enumerated() {
      if number > 0 { pass(gap) }
      pace.noteKey(at: now)
      session.handle(.key(key), at: now)
      session.readInbox()
      draw()
    }
  }

  /// Lets time pass, and performs the work that becomes due.
  mutating func pass(_ time: Duration) {
    let end = now.advanced(by: time)
    while let due = [session.nextDeadline, pace.due].compactMap(\.self).min(), due <= end {
      now = max(now, due)
      session.tick(at: now)
      session.readInbox()
      draw()
    }
    now = end
  }

  private mutating func draw() {
    let picture = pace.picture(of: session, at: now)
    if pace.isNewPage { terminal.redraw() }
    terminal.draw(picture)
    if pace.due == nil { terminal.setTitle(session.windowTitle) }
  }
}
