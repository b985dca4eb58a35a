import TestSupport
import Testing

@Suite struct `The window` {
  @Test func `can be too small, and says so until it is larger`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts", columns: 20, rows: 5)
    try session.wait(forText: "Too small: 20x5")
    try session.wait(forText: "40x10 · q")
    session.send("j")
    session.resize(columns: 80, rows: 24)
    try session.wait(forText: "2 of 64")
    session.resize(columns: 40, rows: 10)
    try session.wait(for: "a screen of 40 columns") { $0.row(9).contains("2 of 64") }
    expectTrue(session.screen.text.contains("Agathe Rivoire"))
  }

  @Test func `can change its size all the time`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    var random = SeededGenerator(seed: 20)
    for _ in 0..<200 {
      session.resize(columns: random.number(1...200), rows: random.number(1...60))
      session.send(["j", "k", "l", "h", "?", "\u{1B}"].randomElement(using: &random) ?? "j")
    }
    session.resize(columns: 80, rows: 24)
    // Wherever the keys have led, and whatever is open there: a key right behind Escape is another.
    try session.terminal.wait(
      for: "the launcher",
      outside: {
        for keys in ["\u{1B}", "\u{1B}", "gh"] {
          session.send(keys)
          session.terminal.readAll(until: .now + .milliseconds(60))
        }
        return session.screen.text.contains("ALL RECORDS")
      })
    // The reader resizes its cells in its own way, so that the program has to draw them anew.
    session.send("\u{C}")
    try session.wait(for: "the whole first row") { $0.row(0).hasSuffix("cairn://~launcher") }
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }
}
