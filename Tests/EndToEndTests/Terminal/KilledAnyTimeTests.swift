import CairnFiles
import Glibc
import TestSupport
import Testing

/// Keys that lead from one recognizable state to the next.
struct KeyWalk: CustomTestStringConvertible {
  let testDescription: String
  let arguments: [String]
  let start: String
  let keys: [String]
  /// What the screen shows after so many keys, and after no fewer.
  let shown: @Sendable (Int) -> String

  static let all = [
    KeyWalk(
      testDescription: "moving in a list", arguments: ["contacts"], start: "",
      keys: Array(repeating: "j", count: 60), shown: { " \($0 + 1) of 64" }),
    KeyWalk(
      testDescription: "typing into a form", arguments: ["contacts/agathe"], start: "e\u{1B}[H",
      keys: KeyWalk.text.map { String($0) },
      shown: { String(KeyWalk.text.prefix($0)) + "Agathe" }),
    KeyWalk(
      testDescription: "typing a filter", arguments: ["contacts"], start: "/",
      keys: KeyWalk.word.map { String($0) },
      shown: { $0 == 0 ? "cairn://contacts" : "/ " + KeyWalk.word.prefix($0) }),
  ]

  private static let text = "The quick brown fox jumps "
  private static let word = "abcdefghijklmnopqrstuvwxyz"
}

@Suite struct `An app that is killed at any moment` {
  private static let rounds = Torture.rounds(6)
  /// How old a state may be, where the machine does nothing else.
  private static let age = Duration.milliseconds(250)

  @Test(arguments: KeyWalk.all)
  func `comes back as it was a moment before`(walk: KeyWalk) throws {
    let seed = SeededGenerator.seeds(1)[0]
    print("killing the app while somebody is \(walk.testDescription), seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let home = try Home(sample: "contacts")
    var ages: [Duration] = []
    var lateCount = 0
    for round in 0..<Self.rounds {
      let life = try kill(home, walk, session: "round-\(round)", &random)
      let (seen, end) = (life.seen, life.end)
      let answer = try home.cairn("render", "--state", "--session", "round-\(round)")
      expectTrue(
        answer.status == 0 && answer.errors == "", "round \(round), seed \(seed): \(answer)")
      // Otherwise, the next session opens the draft.
      try home.output("state", "clear", "--drafts", "--session", "round-\(round)")
      let screen = answer.output
      let found = seen.indices.last { screen.contains(walk.shown($0)) }
      // The last moment at which the session was seen to be in the state still, or to be so no
      // more.
      let left = found.map { $0 + 1 < seen.count ? seen[$0 + 1] : end } ?? seen[0]
      let age = max(.zero, end - left)
      ages.append(age)
      // A state may wait for the write under way, and then for its own.
      if age > Self.age + life.diskWait * 2 {
        lateCount += 1
        // A clock that other tests keep busy says nothing.
        if Torture.isOn {
          Issue.record("\(age) old: round \(round), \(home.stateFiles)\n\(screen)")
        }
      }
    }
    ages.sort()
    print(
      "\(ages.count) rounds: \(ages[ages.count / 2]) old, \(ages[ages.count - 1]) at most, "
        + "\(ages.count { $0 > Self.age }) over \(Self.age), \(lateCount) not by the disk")
  }

  @Test(arguments: KeyWalk.all)
  func `comes back as it was where nothing was done for a moment`(walk: KeyWalk) throws {
    let home = try Home(sample: "contacts")
    let session = try home.start(walk.arguments)
    try session.wait(forText: "? help")
    session.send(walk.start)
    try session.wait(forText: walk.shown(0))
    for (index, key) in walk.keys.prefix(8).enumerated() {
      try session.press(key, until: walk.shown(index + 1))
    }
    try home.waitUntilSaved(walk.shown(8))
    session.signal(SIGKILL)
    try expectEqual(session.waitForEnd(), 128 + SIGKILL)
    let again = try home.start([])
    try again.wait(forText: walk.shown(8))
    again.signal(SIGKILL)
    _ = try again.waitForEnd()
  }

  /// One life of the app.
  private struct Life {
    /// When each state was seen.
    var seen: [ContinuousClock.Instant]
    /// When it ended.
    var end: ContinuousClock.Instant
    /// The longest that the disk made a small file wait meanwhile.
    var diskWait = Duration.zero
  }

  private func kill(
    _ home: Home, _ walk: KeyWalk, session name: String, _ random: inout SeededGenerator
  ) throws -> Life {
    let session = try home.start(walk.arguments + ["--session", name])
    try session.wait(forText: "? help")
    session.send(walk.start)
    try session.wait(forText: walk.shown(0))
    var life = Life(seen: [.now], end: .now)
    let end = ContinuousClock.now + .milliseconds(random.number(0...1500))
    for (index, key) in walk.keys.enumerated() {
      session.terminal.readAll(until: min(end, .now + .milliseconds(random.number(0...80))))
      guard ContinuousClock.now < end else { break }
      try session.press(key, until: walk.shown(index + 1))
      life.seen.append(.now)
      let wait = try ContinuousClock().measure {
        try RealFileSystem().replace(home.path("probe"), with: Array(name.utf8))
      }
      life.diskWait = max(life.diskWait, wait)
    }
    session.terminal.readAll(until: end)
    session.signal(SIGKILL)
    life.end = .now
    try expectEqual(session.waitForEnd(), 128 + SIGKILL)
    return life
  }
}
