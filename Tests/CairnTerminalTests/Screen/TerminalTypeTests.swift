import TestSupport
import Testing

@testable import CairnTerminal

@Suite struct `The terminal's type` {
  @Test(arguments: [
    ("tmux-256color", ["tmux-256color", "xterm-256color", "xterm", "vt100"]),
    ("xterm", ["xterm", "xterm-256color", "vt100"]),
    ("xterm-256colour", ["xterm-256colour", "xterm-256color", "xterm", "vt100"]),
  ])
  func `is tried before the common ones`(named: String, candidates: [String]) throws {
    try expectEqual(TerminalType.candidates(named), candidates)
  }

  @Test(arguments: ["", "unknown", nil]) func `is a printer's without a name`(name: String?) {
    #expect(throws: TerminalError.tooSimple(type: name ?? "")) {
      try TerminalType.candidates(name)
    }
  }

  @Test func `comes with options from the environment`() {
    expectTrue(Terminal.Options(environment: [:]).usesColors)
    expectTrue(Terminal.Options(environment: ["NO_COLOR": ""]).usesColors)
    expectTrue(!Terminal.Options(environment: ["NO_COLOR": "1"]).usesColors)
    expectEqual(Terminal.Options(environment: [:]).escapeDelay, .milliseconds(25))
    for name in ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"] {
      expectEqual(Terminal.Options(environment: [name: "x"]).escapeDelay, .milliseconds(150))
    }
    expectEqual(Terminal.Options(environment: ["ESCDELAY": "60"]).escapeDelay, .milliseconds(60))
    expectEqual(Terminal.Options(environment: ["ESCDELAY": "no"]).escapeDelay, .milliseconds(25))
  }

  @Test func `decides how a text reaches the clipboard`() {
    let plain = "\u{1B}]52;c;eA==\u{7}"
    let wrapped = "\u{1B}P\(plain)\u{1B}\\"
    expectEqual(Terminal.copying("eA==", type: "xterm", [:]), plain)
    expectEqual(Terminal.copying("eA==", type: "screen", ["STY": "1.x"]), wrapped)
    // Over SSH, the name may be that of GNU Screen or that of tmux.
    expectEqual(Terminal.copying("eA==", type: "screen-256color", [:]), plain + wrapped)
    expectEqual(Terminal.copying("eA==", type: "screen-256color", ["TMUX": "x"]), plain)
    let long = Terminal.copying(String(repeating: "A", count: 600), type: "screen", ["STY": "1"])
    let parts = long.split(separator: "\u{1B}\\")
    expectEqual(parts.count, 3)
    expectTrue(parts.allSatisfy { $0.hasPrefix("\u{1B}P") && $0.utf8.count <= 252 })
  }
}
