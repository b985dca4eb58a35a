import Glibc
import TestSupport
import Testing

/// Somebody who types anything at the program itself, and a terminal that sends anything.
@Suite struct `Any input at the terminal` {
  private static let bursts = Torture.rounds(40)

  /// What terminals send for keys, but for Ctrl-Z, which would need a shell to go on.
  private static let keys: [String] =
    Array("abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ").map { String($0) }
    + Array("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~").map { String($0) }
    + (1...31).filter { ![26, 27].contains($0) }.map { String(UnicodeScalar(UInt8($0))) }
    + ["\r", "\r", "\r", "\t", "\u{7F}", "\u{1B}[Z", "é", "日本", "👩‍👩‍👧", "q"]
    + ["A", "B", "C", "D", "H", "F", "5~", "6~", "3~", "1;3A", "1;3B", "I", "O"].map {
      "\u{1B}[\($0)"
    }
    + ["\u{1B}OP", "\u{1B}OS", "\u{1B}b", "\u{1B}d", "\u{1B}"]

  private func input(_ random: inout SeededGenerator) -> [UInt8] {
    switch random.number(0...19) {
    case 0: return random.bytes(atMost: 30).filter { $0 != 26 }
    case 1:
      let text = String(repeating: "pasted \(random.number(0...9))\n", count: random.number(0...50))
      return Array("\u{1B}[200~\(text)\u{1B}[201~".utf8)
    case 2:
      let (button, end) = (random.element(of: [0, 64, 65]), random.element(of: ["M", "m"]))
      let place = "\(random.number(1...130));\(random.number(1...40))"
      return Array("\u{1B}[<\(button);\(place)\(end)".utf8)
    default:
      return (0..<random.number(1...8)).flatMap { _ in Array(random.element(of: Self.keys).utf8) }
    }
  }

  @Test(arguments: SeededGenerator.seeds(5))
  func `neither ends the program badly nor draws what no terminal knows`(seed: UInt64) throws {
    print("typing anything, seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let home = try Home(sample: "recipes")
    var session = try start(home)
    for burst in 0..<Self.bursts {
      if random.number(0...9) == 0 {
        session.resize(columns: random.number(1...160), rows: random.number(1...60))
      }
      session.terminal.send(input(&random))
      session.terminal.readAll(until: .now + .milliseconds(random.number(0...20)))
      expectEqual(unknown(session), [], "seed \(seed), burst \(burst)")
      guard session.terminal.isClosed else { continue }
      try expectCleanEnd(session, "seed \(seed), burst \(burst)")
      session = try start(home)
    }
    try leave(session)
    try expectCleanEnd(session, "seed \(seed), at the end")
    try expectEqual(home.cairn("store", "verify").status, 0)
    Tally.add("bursts of any input at a terminal", Self.bursts)
  }

  private func start(_ home: Home) throws -> TerminalSession {
    let session = try home.start(environment: ["EDITOR": "true", "PAGER": "true"])
    try session.wait(for: "anything") { !$0.text.allSatisfy(\.isWhitespace) }
    return session
  }

  /// What no terminal knows, but for typed bytes that the terminal itself shows while a program in
  /// front of the app has it.
  private func unknown(_ session: TerminalSession) -> [String] {
    session.screen.unknown.filter { !$0.hasSuffix("that are no UTF-8") }
  }

  /// Leaves whatever is open, until the program ends.
  private func leave(_ session: TerminalSession) throws {
    session.resize(columns: 80, rows: 24)
    // A paste that wasn't ended takes everything for text.
    session.send("\u{1B}[201~")
    try session.terminal.wait(
      for: "its end",
      outside: {
        guard !session.terminal.isClosed else { return true }
        // A command that was typed waits for Enter, and a shell for the end of its input.
        if !session.screen.modes.contains(1049) { session.send("\r\u{4}") }
        // A form asks, and k keeps the draft; where it opened something, the next round closes that.
        for key in ["\u{1B}", "\u{1B}", "k", "q"] {
          session.send(key)
          session.terminal.readAll(until: .now + .milliseconds(40))
        }
        return session.terminal.isClosed
      })
  }

  private func expectCleanEnd(_ session: TerminalSession, _ place: String) throws {
    let status = try session.waitForEnd()
    // Once the terminal is given back, and the files of text are brought up to date, its keys for
    // ending programs do that; to the program in front of it, and on the screen, they don't.
    let wasEnded = [(SIGINT, "^C"), (SIGQUIT, "^\\")].contains { signal, echo in
      status == 128 + signal && session.screen.text.contains(echo)
    }
    expectTrue(status == 0 || wasEnded, "\(place), status \(status)\n\(session.screen.text)")
    expectEqual(unknown(session), [], "\(place)")
    // The other screen, the mouse, the focus and pastes.
    let modes = [1, 1000, 1002, 1003, 1004, 1006, 1049, 2004]
    expectTrue(session.screen.modes.isDisjoint(with: modes), "\(place)")
  }
}
