import CairnInterface
import Glibc
import TestSupport

extension Canvas {
  /// A canvas with colors, wide glyphs, marks and a cursor.
  static func sample(_ size: Size) -> Canvas {
    var canvas = Canvas(size)
    canvas.write("Title", at: .zero, style: Style(foreground: .red, attributes: .bold))
    canvas.write("日本語 e\u{301} 👩‍👩‍👧|", at: Position(column: 2, row: 1))
    canvas.write("last cell", at: Position(column: size.columns - 9, row: size.rows - 1))
    canvas.cursor = Position(column: 2, row: 1)
    return canvas
  }
}

/// Sends a signal to the whole process, as another program would, and waits for its end.
func die(of signal: Int32) -> Never {
  kill(getpid(), signal)
  while true { pause() }
}

extension PseudoTerminal {
  /// Whether the terminal is as a program finds it: no reports, the usual screen, a cursor.
  var isLeft: Bool {
    !screen.isAlternate && screen.isCursorVisible && screen.ownKeys.isEmpty
      && screen.modes.isDisjoint(with: [1, 1000, 1002, 1003, 1004, 1006, 2004])
  }
}
