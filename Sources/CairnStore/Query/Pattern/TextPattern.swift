internal import Synchronization

/// A regular expression that is searched for in time in proportion to the text, whatever both are.
///
/// A filter is typed by anybody and run over everything, so an expression such as `(y+)+z`, with
/// which a search that backtracks takes longer than anyone waits, must not hang it. Here all ways
/// to read the text are followed at once, as a set of places in the expression; the sets met are
/// kept, so that most characters cost one look-up:
///
///     text ─▶ { places in the program } ─character─▶ { places } ─character─▶ …  match?
///
/// 1. A search takes a step for each scalar; a step costs at most the program's length, which is
///    limited to 1,000 instructions.
/// 2. What only backtracking can do, back references and looking around, is refused with a reason.
///
/// | written | means |
/// |---|---|
/// | `a` `\.` `\t` `\n` `\x41` `\u{e9}` | the character |
/// | `.` | any character but a line feed |
/// | `[a-z_]` `[^0-9]` | one that is listed, one that is not |
/// | `\d` `\w` `\s` `\D` `\W` `\S` | a digit, a letter, digit or `_`, a blank, and their opposites |
/// | `^` `$` `\b` `\B` | the text's start and end, where a word begins or ends, and where not |
/// | `ab` `a\|b` `(ab)` `(?:ab)` | one after the other, one of both, a group |
/// | `a*` `a+` `a?` `a{2}` `a{2,}` `a{2,4}` | any number, one or more, at most one, so many |
/// | `(?i)` at the start | ignoring case |
///
/// A character is a Unicode scalar.
final class TextPattern: Sendable {
  private let machine: Mutex<PatternMachine>

  /// Reads an expression.
  ///
  /// - Throws: `PatternError` with what is wrong with it.
  init(_ text: String) throws(PatternError) {
    machine = Mutex(PatternMachine(try PatternProgram(text)))
  }

  /// Whether the expression matches somewhere in `text`.
  func isFound(in text: String) -> Bool {
    machine.withLock { $0.isFound(in: text) }
  }
}

/// Why a text is no regular expression that a filter takes.
struct PatternError: Error, Hashable {
  /// The reason, as the end of a sentence.
  let reason: String
}
