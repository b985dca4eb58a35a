/// The modes by which a terminal reports what ncurses does not know of.
///
/// They go to the terminal as bytes, beside what ncurses sends, and nobody restores them but us:
/// when the screen is left, while another program runs in front, and from the crash guard.
enum ReportModes {
  /// Presses and wheel turns of the mouse, at any column.
  static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
  /// No mouse; the terminal selects text with it.
  static let mouseOff = "\u{1B}[?1006l\u{1B}[?1000l"
  /// Pasted text in brackets, and the focus of the window.
  static let on = "\u{1B}[?2004h\u{1B}[?1004h"
  /// The end of all reports.
  static let off = "\u{1B}[?1004l\u{1B}[?2004l" + mouseOff

  /// The title that the window had before it was given another one.
  static let restoreTitle = "\u{1B}[23;2t"

  /// What brings back any terminal after a crash, where ncurses cannot be asked any more.
  ///
  /// Reports, title, cursor keys, colors, cursor and screen; unknown modes are ignored by terminals.
  static let reset =
    "\u{1B}[?1002l\u{1B}[?1003l" + off + restoreTitle
    + "\u{1B}[?1l\u{1B}>\u{1B}[0m\u{1B}[?12l\u{1B}[?25h\u{1B}[?1049l\r\n"
}
