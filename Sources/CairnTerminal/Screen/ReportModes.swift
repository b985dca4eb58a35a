/// The modes for reports that ncurses doesn't know.
///
/// They are sent as bytes, beside those of ncurses. Only Cairn resets them: when it leaves the
/// screen, while another program runs in the foreground, and after a crash.
struct ReportModes {
  /// Whether the terminal understands control sequences, so that it ignores unknown ones.
  ///
  /// This is true if the terminal moves its cursor and clears its screen by sequences that begin
  /// with `ESC [`, as in ECMA-48. Other terminals would print the sequences, or do something else.
  /// One of the two is not enough: several terminals borrowed some sequences for a language of
  /// their own.
  let areUnderstood: Bool
  /// Whether it also has a window, or is like one that has: a mouse, a title, bracketed paste.
  ///
  /// Consoles and video terminals have none of these.
  let hasWindow: Bool
  /// Switches keys to their usual bytes, and bracketed paste and reports of the window's focus on.
  let on: String
  /// Switches reports of mouse buttons and the wheel on, for any column.
  let mouseOn: String
  /// Switches mouse reports off; the terminal then selects text with the mouse.
  let mouseOff: String
  /// Switches all reports off.
  let off: String
  /// Restores any terminal after a crash.
  ///
  /// It resets reports, title, cursor keys, colors, cursor and screen. Terminals ignore unknown
  /// modes.
  let reset: String

  /// Creates the modes of a terminal.
  ///
  /// - Parameters:
  ///   - drawing: the sequences that move the cursor and clear the screen.
  ///   - keys: the terminal's keys. A report that begins like a key is not switched on: for
  ///     example, the focus report begins like Page Up of consoles.
  ///   - hasWindow: whether its entry has a mouse, a title or bracketed paste.
  ///   - restoring: the sequences of its entry for leaving the screen.
  init(drawing: [[UInt8]], keys: KeyTable, hasWindow: Bool, restoring: String) {
    areUnderstood = drawing.allSatisfy { $0.starts(with: Self.introducer) }
    let hasWindow = areUnderstood && hasWindow
    self.hasWindow = hasWindow
    let hasFocus = hasWindow && !Self.isTaken("I", keys) && !Self.isTaken("O", keys)
    let hasMouse = hasWindow && !Self.isTaken("M", keys) && !Self.isTaken("<", keys)
    on =
      hasWindow
      ? Self.usualKeys + "\u{1B}[?2004h" + (hasFocus ? "\u{1B}[?1004h" : "") : ""
    mouseOn = hasMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : ""
    mouseOff = hasWindow ? "\u{1B}[?1006l\u{1B}[?1000l" : ""
    off = hasWindow ? Self.earlierKeys + "\u{1B}[?1004l\u{1B}[?2004l" + mouseOff : ""
    let windowReset =
      hasWindow ? "\u{1B}[?1002l\u{1B}[?1003l" + off + Self.restoreTitle : ""
    reset =
      areUnderstood
      ? windowReset + "\u{1B}[?1l\u{1B}>\u{1B}[0m\u{1B}[?12l\u{1B}[?25h\u{1B}[?1049l\r\n"
      : restoring + "\r\n"
  }

  /// Switches off the sequences for more keys, which another program may have left on: those of
  /// xterm, and those of kitty's protocol, whose state is put on a stack.
  private static let usualKeys = "\u{1B}[>4;0m\u{1B}[>0u"
  /// Restores the state of before; some terminals take the first one for underlining.
  private static let earlierKeys = "\u{1B}[<u\u{1B}[>4m\u{1B}[m"

  /// Restores the window's earlier title.
  static let restoreTitle = "\u{1B}[23;2t"

  private static let introducer = Array("\u{1B}[".utf8)

  private static func isTaken(_ final: String, _ keys: KeyTable) -> Bool {
    keys.hasKey(beginningWith: introducer + final.utf8)
  }
}
