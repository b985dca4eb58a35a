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

  /// Adds Markdown text whose paragraphs are one line each.
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
        // The head and the dashes below it say nothing that the rows don't.
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

  /// Text with `**strong**` and `` `code` `` in bold, and with the words of links alone.
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

  /// A line that no macro begins.
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
