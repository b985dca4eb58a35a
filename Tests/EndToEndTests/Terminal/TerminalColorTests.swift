import TestSupport
import Testing

/// The program on a terminal that tells its colors, or does not.
@Suite struct `The colors of the terminal` {
  private static let dark =
    "\u{1B}]10;rgb:8383/9494/9696\u{1B}\\\u{1B}]11;rgb:0000/2b2b/3636\u{1B}\\"

  @Test func `are asked for at the start, and the default theme fits them`() throws {
    let home = try Home(sample: "contacts")
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    _ = session.terminal.answer(to: "")
    expectEqual(session.screen.colorQuestions, 2)
    expectTrue(colors(of: session).isEmpty)
    session.send(Self.dark)
    try session.wait(for: "colors") { _ in !colors(of: session).isEmpty }
    try session.press("j", until: "2 of 64")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test func `are reported if the theme is for another background`() throws {
    let home = try Home(sample: "contacts")
    try home.write("[look]\ntheme = \"light\"\n", to: ".config/cairn/config.toml")
    let session = try home.start("contacts")
    try session.wait(forText: "1 of 64")
    // Half of the answer, and the rest of it late.
    session.send(String(Self.dark.prefix(30)))
    session.terminal.readAll(until: .now + .milliseconds(150))
    try session.press(
      String(Self.dark.dropFirst(30)), until: "the theme light has a light background")
    try session.wait(forText: "theme = \"dark\" in the settings fits")
    session.send("q")
    try expectEqual(session.waitForEnd(), 0)
  }

  @Test(arguments: [["--plain"], []])
  func `are not asked for where no color is drawn`(arguments: [String]) throws {
    let home = try Home(sample: "contacts")
    let session = try home.start(
      ["contacts"] + arguments, environment: arguments.isEmpty ? ["TERM": "dumb"] : [:])
    try session.wait(forText: "Agathe")
    _ = session.terminal.answer(to: "")
    expectEqual(session.screen.colorQuestions, 0)
  }

  private func colors(of session: TerminalSession) -> Set<Int> {
    Set(
      (0..<24).flatMap { row in
        (0..<80).compactMap { session.screen.pen(column: $0, row: row).foreground }
      })
  }
}
