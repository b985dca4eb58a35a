/// The modes by which a terminal reports what ncurses does not know of.
///
/// They go to the terminal as bytes, beside what ncurses sends, and nobody restores them but us:
/// when the screen is left, while another program runs in front, and from the crash guard.
struct ReportModes {
  /// Whether the terminal takes control sequences, so that it ignores those it doesn't know.
  ///
  /// That is so where it both places its cursor and clears its screen by one that begins with
  /// `ESC [`, as ECMA-48 has them; any other would draw them, or do something else entirely. Either
  /// alone says little: several terminals have borrowed some sequences for a language of their own.
  let areUnderstood: Bool
  /// Pasted text in brackets, and the focus of the window.
  let on: String
  /// Presses and wheel turns of the mouse, at any column.
  let mouseOn: String
  /// No mouse; the terminal selects text with it.
  let mouseOff: String
  /// The end of all reports.
  let off: String
  /// What brings back any terminal's screen after a crash.
  ///
  /// Reports, title, cursor keys, colors, cursor and screen; unknown modes are ignored by terminals.
  let reset: String

  /// The reports of a terminal.
  ///
  /// - Parameters:
  ///   - drawing: what places its cursor, and what clears its screen.
  ///   - keys: its keys; what one of them sends is no report, so a report that begins like one, as
  ///     that of the focus does like Page Up of consoles, isn't asked for.
  ///   - restoring: what its entry has for leaving the screen.
  init(drawing: [[UInt8]], keys: KeyTable, restoring: String) {
    areUnderstood = drawing.allSatisfy { $0.starts(with: Self.introducer) }
    let hasFocus = areUnderstood && !Self.isTaken("I", keys) && !Self.isTaken("O", keys)
    let hasMouse = areUnderstood && !Self.isTaken("M", keys) && !Self.isTaken("<", keys)
    on = areUnderstood ? "\u{1B}[?2004h" + (hasFocus ? "\u{1B}[?1004h" : "") : ""
    mouseOn = hasMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : ""
    mouseOff = areUnderstood ? "\u{1B}[?1006l\u{1B}[?1000l" : ""
    off = areUnderstood ? "\u{1B}[?1004l\u{1B}[?2004l" + mouseOff : ""
    reset =
      areUnderstood
      ? "\u{1B}[?1002l\u{1B}[?1003l" + off + Self.restoreTitle
        + "\u{1B}[?1l\u{1B}>\u{1B}[0m\u{1B}[?12l\u{1B}[?25h\u{1B}[?1049l\r\n"
      : restoring + "\r\n"
  }

  /// The title that the window had before it was given another one.
  static let restoreTitle = "\u{1B}[23;2t"

  private static let introducer = Array("\u{1B}[".utf8)

  private static func isTaken(_ final: String, _ keys: KeyTable) -> Bool {
    keys.hasKey(beginningWith: introducer + final.utf8)
  }
}
