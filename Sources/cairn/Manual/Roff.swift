/// A text in the markup of manual pages, the macros of man(7).
struct Roff {
  private(set) var text = ""

  /// Adds a macro with arguments of one or more words.
  mutating func macro(_ name: String, _ arguments: String...) {
    let quoted = arguments.map { " \"\(Self.escaped($0).replacing("\"", with: "\\(dq"))\"" }
    text += ".\(name)\(quoted.joined())\n"
  }

  /// Adds a paragraph, whose lines are filled.
  mutating func paragraph(_ words: String) {
    macro("PP")
    line(words)
  }

  /// Adds lines that stay unchanged.
  mutating func lines(_ lines: String) {
    macro("PP")
    macro("nf")
    line(lines)
    macro("fi")
  }

  /// Adds a term with its description.
  mutating func item(_ term: String, _ words: String) {
    macro("TP")
    text += "\\fB\(Self.escaped(term))\\fR\n"
    line(words)
  }

  /// Adds text without markup.
  mutating func line(_ words: String) {
    for line in words.split(separator: "\n", omittingEmptySubsequences: false) {
      let isControl = line.hasPrefix(".") || line.hasPrefix("'")
      text += (isControl ? "\\&" : "") + Self.escaped(String(line)) + "\n"
    }
  }

  /// Adds Markdown text, in which each paragraph is one line.
  mutating func markdown(_ markdown: String) {
    var isInCode = false
    var isHead = true
    for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isInCode.toggle()
        if isInCode { macro("PP") }
        macro(isInCode ? "nf" : "fi")
      } else if isInCode {
        self.line(String(line))
      } else if line.first == "|" {
        // The header row and the dashes below it are left out.
        if isHead { isHead = line.contains(where: { !"|-: ".contains($0) }); continue }
        addRow(line)
      } else if line.hasPrefix("- ") {
        macro("IP", "-", "2")
        text += Self.styled(String(line.dropFirst(2))) + "\n"
      } else if line.isEmpty {
        isHead = true
      } else {
        macro("PP")
        text += Self.guarded(Self.styled(String(line))) + "\n"
      }
    }
  }

  /// Adds a row of a table: the first cell is the term.
  private mutating func addRow(_ row: Substring) {
    let cells = row.replacing("\\|", with: "\u{0}").split(separator: "|")
      .map { String($0.replacing("\u{0}", with: "|").drop { $0 == " " }) }
    guard let term = cells.first else { return }
    macro("TP")
    text += Self.guarded(Self.styled(term)) + "\n"
    text += Self.guarded(Self.styled(cells.dropFirst().joined(separator: " "))) + "\n"
  }

  /// Returns the text with `**strong**` and `` `code` `` in bold, and links as plain words.
  private static func styled(_ words: String) -> String {
    var result = ""
    var rest = words[...]
    while let place = rest.firstIndex(where: { "*`[".contains($0) }) {
      result += escaped(String(rest[..<place]))
      let tail = rest[place...]
      let mark = tail.hasPrefix("**") ? "**" : tail.hasPrefix("`") ? "`" : ""
      let inner = tail.dropFirst(mark.count)
      if !mark.isEmpty, let end = inner.firstRange(of: mark), end.lowerBound > inner.startIndex {
        result += "\\fB\(escaped(String(inner[..<end.lowerBound])))\\fR"
        rest = inner[end.upperBound...]
      } else if tail.first == "[", let middle = tail.firstRange(of: "]("),
        let end = tail[middle.upperBound...].firstIndex(of: ")")
      {
        result += escaped(String(tail.dropFirst()[..<middle.lowerBound]))
        rest = tail[tail.index(after: end)...]
      } else {
        result += escaped(String(tail.prefix(1)))
        rest = tail.dropFirst()
      }
    }
    return result + escaped(String(rest))
  }

  /// Returns a line that is not read as a macro.
  private static func guarded(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : line
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
