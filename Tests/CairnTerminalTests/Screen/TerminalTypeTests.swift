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
    #expect(TerminalType.candidates(named) == candidates)
  }

  @Test func `comes with options from the environment`() {
    #expect(Terminal.Options(environment: [:]).usesColors)
    #expect(Terminal.Options(environment: ["NO_COLOR": ""]).usesColors)
    #expect(!Terminal.Options(environment: ["NO_COLOR": "1"]).usesColors)
    #expect(Terminal.Options(environment: [:]).escapeDelay == .milliseconds(25))
    #expect(
      Terminal.Options(environment: ["SSH_CONNECTION": "x"]).escapeDelay == .milliseconds(100))
    #expect(Terminal.Options(environment: ["ESCDELAY": "60"]).escapeDelay == .milliseconds(60))
    #expect(Terminal.Options(environment: ["ESCDELAY": "no"]).escapeDelay == .milliseconds(25))
  }
}
