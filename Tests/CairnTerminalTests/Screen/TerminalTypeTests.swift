import TestSupport
import Testing

@testable import CairnTerminal

@Suite struct `The terminal's type` {
  @Test(arguments: [
    ("tmux-256color", ["tmux-256color", "xterm-256color", "xterm", "vt100"]),
    ("xterm", ["xterm", "xterm-256color", "vt100"]),
    ("", ["xterm-256color", "xterm", "vt100"]),
    (nil, ["xterm-256color", "xterm", "vt100"]),
  ])
  func `is tried before the common ones`(named: String?, candidates: [String]) {
    expectEqual(TerminalType.candidates(named), candidates)
  }

  @Test func `comes with options from the environment`() {
    expectTrue(Terminal.Options(environment: [:]).usesColors)
    expectTrue(Terminal.Options(environment: ["NO_COLOR": ""]).usesColors)
    expectTrue(!Terminal.Options(environment: ["NO_COLOR": "1"]).usesColors)
    expectEqual(Terminal.Options(environment: [:]).escapeDelay, .milliseconds(25))
    expectEqual(
      Terminal.Options(environment: ["SSH_CONNECTION": "x"]).escapeDelay, .milliseconds(100))
    expectEqual(Terminal.Options(environment: ["ESCDELAY": "60"]).escapeDelay, .milliseconds(60))
    expectEqual(Terminal.Options(environment: ["ESCDELAY": "no"]).escapeDelay, .milliseconds(25))
  }
}
