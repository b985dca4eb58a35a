/// Text in the markup of manual pages, the macros of man(7).
struct Roff {
  private(set) var text = ""

  /// A macro with its arguments, each a word or several.
  mutating func macro(_ name: String, _ arguments: String...) {
    let quoted = arguments.map { " \"\(Self.escaped($0).replacing("\"", with: "\\(dq"))\"" }
    text += ".\(name)\(quoted.joined())\n"
  }

  /// A paragraph; its lines are filled anew.
  mutating func paragraph(_ words: String) {
    macro("PP")
    line(words)
  }

  /// Lines that stay as they are.
  mutating func lines(_ lines: String) {
    macro("PP")
    macro("nf")
    line(lines)
    macro("fi")
  }

  /// A term, and what is said of it behind.
  mutating func item(_ term: String, _ words: String) {
    macro("TP")
    text += "\\fB\(Self.escaped(term))\\fR\n"
    line(words)
  }

  /// Text in which nothing is markup.
  mutating func line(_ words: String) {
    for line in words.split(separator: "\n", omittingEmptySubsequences: false) {
      let isControl = line.hasPrefix(".") || line.hasPrefix("'")
      text += (isControl ? "\\&" : "") + Self.escaped(String(line)) + "\n"
    }
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'": escaped += "\\(aq"
      case "`": escaped += "\\(ga"
      case "^": escaped += "\\(ha"
      case "~": escaped += "\\(ti"
      default: escaped.append(character)
      }
    }
  }
}
