internal import Synchronization

/// A regular expression whose search time is proportional to the text.
///
/// Filters can come from anyone and run over every record. An expression such as `(y+)+z` takes a
/// backtracking search far too long, and must not block the app. This search follows all readings
/// of the text at once, as a set of places in the program. It caches these sets, so most characters
/// cost one look-up:
///
///     text ─▶ { places in the program } ─character─▶ { places } ─character─▶ …  match?
///
/// 1. A search takes one step for each scalar. A step costs at most the program's length, which is
///    limited to 1,000 instructions.
/// 2. Back references and lookaround need backtracking, so they are refused with a reason.
///
/// | written | means |
/// |---|---|
/// | `a` `\.` `\t` `\n` `\x41` `\u{e9}` | the character |
/// | `.` | any character but a line feed |
/// | `[a-z_]` `[^0-9]` | one that is listed, one that is not |
/// | `\d` `\w` `\s` `\D` `\W` `\S` | a digit, a letter, digit or `_`, a blank; their opposites |
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
  /// - Throws: `PatternError` with the reason if the text is not a valid expression.
  init(_ text: String) throws(PatternError) {
    machine = Mutex(PatternMachine(try PatternProgram(text)))
  }

  /// Whether the expression matches somewhere in `text`.
  func isFound(in text: String) -> Bool {
    machine.withLock { $0.isFound(in: text) }
  }
}

/// The reason why a text is not a valid regular expression for a filter.
struct PatternError: Error, Hashable {
  /// The reason, as the end of a sentence.
  let reason: String
}

/// A set of Unicode scalars: those in some ranges and of some kinds, or all except those.
struct ScalarSet: Hashable, Sendable {
  /// The kinds of characters that have a name in expressions.
  enum Kind: Hashable, Sendable {
    case digit, word, blank

    func contains(_ scalar: Unicode.Scalar) -> Bool {
      switch self {
      case .digit: scalar.isDecimalDigit
      case .word: scalar.isWord
      case .blank: scalar.properties.isWhitespace
      }
    }
  }

  /// The scalars of a kind, or all except those.
  struct Member: Hashable, Sendable {
    let kind: Kind
    let isNegated: Bool
  }

  var ranges: [ClosedRange<Unicode.Scalar>] = []
  var kinds: [Member] = []
  var isNegated = false
  var ignoresCase = false

  /// Every scalar except a line feed.
  static let anyButLineFeed = ScalarSet(ranges: ["\n"..."\n"], isNegated: true)

  func contains(_ scalar: Unicode.Scalar) -> Bool {
    let isListed =
      ignoresCase
      ? lists(scalar) || lists(scalar.lowercased) || lists(scalar.uppercased) : lists(scalar)
    return isListed != isNegated
  }

  private func lists(_ scalar: Unicode.Scalar) -> Bool {
    ranges.contains { $0.contains(scalar) }
      || kinds.contains { $0.kind.contains(scalar) != $0.isNegated }
  }
}

extension Unicode.Scalar {
  /// Whether words can contain the scalar: letters, marks, digits and `_`.
  var isWord: Bool {
    if isASCII {
      return self == "_" || ("a"..."z").contains(self) || ("A"..."Z").contains(self)
        || ("0"..."9").contains(self)
    }
    return properties.isAlphabetic || isDecimalDigit
      || properties.generalCategory == .nonspacingMark
  }

  var isDecimalDigit: Bool {
    isASCII ? ("0"..."9").contains(self) : properties.generalCategory == .decimalNumber
  }

  /// The lower-case form, or the scalar itself if that form is not a single scalar.
  var lowercased: Unicode.Scalar { Self.only(in: properties.lowercaseMapping) ?? self }

  /// The upper-case form, or the scalar itself if that form is not a single scalar.
  var uppercased: Unicode.Scalar { Self.only(in: properties.uppercaseMapping) ?? self }

  private static func only(in text: String) -> Unicode.Scalar? {
    text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
  }
}
