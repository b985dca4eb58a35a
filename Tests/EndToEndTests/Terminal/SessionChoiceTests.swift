import Glibc
import TestSupport
import Testing

@Suite struct `Sessions side by side` {
  @Test func `each come back as their own`() throws {
    let home = try Home(sample: "contacts")
    let first = try home.start("contacts/agathe", "--session", "one")
    let second = try home.start("contacts?where=lyon", "--session", "two")
    try first.wait(forText: "MENTEES")
    try second.wait(forText: "of 22")
    for session in [first, second] {
      session.send("q")
      try expectEqual(session.waitForEnd(), 0)
    }
    let secondAgain = try home.start("--session", "two")
    let firstAgain = try home.start("--session", "one")
    try secondAgain.wait(forText: "of 22")
    try firstAgain.wait(forText: "MENTEES")
  }

  @Test func `are one program's at a time`() throws {
    let home = try Home(sample: "contacts")
    let first = try home.start("contacts", "--session", "one")
    try first.wait(forText: "1 of 64")
    let second = try home.start("--session", "one")
    try expectEqual(second.waitForEnd(), 1)
    expectTrue(second.screen.text.contains("one"))
    try first.press("j", until: "2 of 64")
  }

  @Test func `start at home after two starts that ended before anything was drawn`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts/agathe", "--session", "one")
    try session.wait(forText: "MENTEES")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
    let file = try #require(home.stateFiles.first)
    let saved = home.text(of: file)
    let folder = file.split(separator: "/").dropLast().joined(separator: "/")
    for number in 1...2 {
      try endBeforeDrawing(home, once: { home.names(in: folder).contains("one.start-\(number)") })
    }

    let again = try home.start("--session", "one")
    try again.wait(forText: "the last two starts with it failed")
    expectTrue(again.screen.text.contains("ALL RECORDS"))
    expectTrue(home.isKept(saved, beside: file))
    again.send("q")
    try expectEqual(again.waitForEnd(), 0)
    try home.start("--session", "one").wait(forText: "ALL RECORDS")
  }

  /// Starts the program on a terminal that takes nothing, so that its first picture never gets out.
  private func endBeforeDrawing(_ home: Home, once isNoted: () -> Bool) throws {
    let session = try home.startShell(#"read -r _; exec "$0" --session one"#)
    let line = open(session.terminal.name, O_RDWR | O_NOCTTY)
    defer { close(line) }
    expectEqual(tcflow(line, TCOOFF), 0)
    session.send("\n")
    try session.terminal.wait(for: "a start that is noted", outside: isNoted)
    session.signal(SIGKILL)
    try expectEqual(session.waitForEnd(), 128 + SIGKILL)
  }
}
