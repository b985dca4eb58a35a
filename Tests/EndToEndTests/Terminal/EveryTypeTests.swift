import CairnFiles
import TestSupport
import Testing

/// The whole program on the terminals that people have, as far as this machine describes them.
@Suite struct `On a terminal of any type` {
  private static let names = [
    "xterm", "xterm-256color", "xterm-16color", "xterm-direct", "xterm-kitty", "xterm-mono",
    "tmux", "tmux-256color", "screen", "screen-256color", "linux", "linux-16color", "vt100",
    "vt102", "vt220", "vt420", "vt52", "ansi", "rxvt", "rxvt-unicode-256color", "alacritty",
    "foot", "konsole-256color", "gnome-256color", "vte-256color", "st-256color", "putty",
    "putty-256color", "cygwin", "sun", "wsvt25", "iterm2", "ms-terminal", "nsterm", "mintty",
    "wezterm", "teraterm", "cons25", "hurd", "minix", "adm3a", "wy50", "hpterm", "dumb",
  ]

  private static var described: [String] {
    names.filter { name in
      ["/usr/share/terminfo", "/lib/terminfo", "/etc/terminfo"].contains {
        (try? RealFileSystem().exists("\($0)/\(name.prefix(1))/\(name)")) == true
      }
    }
  }

  @Test func `there are enough`() { expectTrue(Self.described.count >= 25, "\(Self.described)") }

  @Test(arguments: described)
  func `the program starts, shows a screen and ends cleanly`(type: String) throws {
    let home = try Home(sample: "contacts")
    // Terminals of old are sent pauses.
    let session = try home.start(
      "contacts", environment: ["TERM": type, "NCURSES_NO_PADDING": "1"])
    let terminal = session.terminal
    let modes = terminal.modes
    func has(_ text: String) -> Bool {
      String(decoding: terminal.received, as: UTF8.self).contains(text)
    }
    try terminal.wait(for: "the list", outside: { has("Abel") && has("help") })
    let isByLines = type == "dumb"
    let before = terminal.received.count
    session.send(isByLines ? "j\n" : "j")
    try terminal.wait(for: "the next row", outside: { terminal.received.count > before + 8 })
    session.send(isByLines ? "q\n" : "q")
    try expectEqual(session.waitForEnd(), 0)
    expectEqual(terminal.modes, modes)
    let sent = terminal.received
    expectTrue(sent.count < 60_000, "\(sent.count)")
  }
}
