import CairnFiles
import TestSupport

/// A Markdown page whose commands, keys and screens a test runs.
struct GuideText {
  /// A command of a `sh` block.
  struct Command {
    var line: Int
    var text: String
    /// The exit status that the command's comment names.
    var status: Int32
  }

  /// A hidden line: `<!-- keys: URL | KEYS | expected text & another expected text -->`.
  struct KeyCheck {
    var line: Int
    var section: String
    var url: String
    var keys: String
    var expected: [String]
  }

  /// A block that begins with `` ```screen 72x14 URL | KEYS ``.
  struct Picture {
    var line: Int
    var size: String
    var url: String
    var keys: String
    var rows: [String]
  }

  /// A key in bold.
  struct BoldKey {
    var line: Int
    var section: String
    var keys: String
  }

  /// Something that a test runs.
  enum Step {
    /// A hidden command: `<!-- setup: COMMAND -->`
    case setup(String)
    case command(Command)
    case check(KeyCheck)
    case picture(Picture)
  }

  let path: String
  /// The first sample whose records the keys and screens show.
  private(set) var sample = "recipes"
  private(set) var steps: [Step] = []
  private(set) var boldKeys: [BoldKey] = []
  /// The addresses of links to other files.
  private(set) var links: [String] = []

  init(_ path: String) throws {
    self.path = path
    let lines = try Self.lines(of: path)
    var section = ""
    var number = 0
    while number < lines.count {
      let line = lines[number]
      number += 1
      if line.hasPrefix("#") { section = line }
      if line.hasPrefix("```") {
        let start = number
        while number < lines.count, lines[number] != "```" { number += 1 }
        take(block: String(line.dropFirst(3)), Array(lines[start..<number]), at: start)
        number += 1
      } else if line.hasPrefix("<!-- ") {
        take(comment: line, at: number, section)
      } else {
        let parts = line.components(around: "**")
        for place in stride(from: 1, to: parts.count, by: 2) {
          boldKeys.append(BoldKey(line: number, section: section, keys: parts[place]))
        }
        for part in line.components(around: "](").dropFirst() {
          links.append(String(part.prefix { $0 != ")" }))
        }
      }
    }
  }

  private mutating func take(block kind: String, _ rows: [String], at start: Int) {
    if kind.hasPrefix("screen ") {
      let parts = kind.dropFirst(7).components(around: " | ")
      let words = parts[0].split(separator: " ").map(String.init)
      steps.append(
        .picture(
          Picture(
            line: start, size: words.count > 1 ? words[0] : "80x24", url: words[words.count - 1],
            keys: parts.count > 1 ? parts[1] : "", rows: rows)))
    } else if kind == "sh" {
      for (offset, row) in rows.enumerated() {
        let parts = row.components(around: " # ")
        let text = parts[0].trimmed
        guard !text.isEmpty, !text.hasPrefix("#"), !text.hasPrefix("make ") else { continue }
        let isOne = parts.count > 1 && parts[1].hasPrefix("exit 1")
        let command = Command(line: start + offset + 1, text: text, status: isOne ? 1 : 0)
        steps.append(.command(command))
      }
    }
  }

  private mutating func take(comment line: String, at number: Int, _ section: String) {
    let text = String(line.dropFirst(5).dropLast(4))
    if text.hasPrefix("sample: ") { show(String(text.dropFirst(8)), isFirst: steps.isEmpty) }
    if text.hasPrefix("setup: ") { steps.append(.setup(String(text.dropFirst(7)))) }
    guard text.hasPrefix("keys: ") else { return }
    // The keys can contain a bar.
    let parts = text.dropFirst(6).components(around: " | ")
    steps.append(
      .check(
        KeyCheck(
          line: number, section: section, url: parts[0],
          keys: parts.dropFirst().dropLast().joined(separator: " | "),
          expected: parts[parts.count - 1].components(around: " & "))))
  }

  /// Shows the records of a sample from here on; a page can have several.
  private mutating func show(_ sample: String, isFirst: Bool) {
    if isFirst {
      self.sample = sample
    } else {
      steps.append(.setup("rm -rf fresh && cairn --store fresh init --sample \(sample)"))
    }
  }

  /// The checks of keys.
  var checks: [KeyCheck] {
    steps.compactMap { if case .check(let check) = $0 { check } else { nil } }
  }

  private static func lines(of path: String) throws -> [String] {
    String(decoding: try RealFileSystem().read(path), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// Replaces the rows of a picture in a file, in which other pictures may have moved it.
  static func replace(
    _ rows: [String], at line: Int, with new: [String], in path: String
  ) throws {
    var lines = try lines(of: path)
    let starts = lines.indices.filter { lines[$0...].starts(with: rows) && $0 > 0 }
      .filter { lines[$0 - 1].hasPrefix("```screen ") }
    guard let start = starts.min(by: { abs($0 - line) < abs($1 - line) }) else { return }
    lines.replaceSubrange(start..<start + rows.count, with: new)
    try RealFileSystem().replace(path, with: Array(lines.joined(separator: "\n").utf8))
  }

  /// The keys of a bold text as a key check has them: `Ctrl-P` is `C-p`, and `gh` is `g h`.
  static func script(of keys: String) -> String {
    keys.split(separator: " ").map { word in
      var word = String(word)
      for (long, short) in [("Ctrl-", "C-"), ("Alt-", "M-"), ("Shift-", "S-")] {
        word = word.replacing(long, with: short)
      }
      if let name = ["Esc": "Escape", "S-Tab": "BTab", "PgDn": "PageDown", "PgUp": "PageUp"][word] {
        return name
      }
      let isNamed =
        word.hasPrefix("C-") || word.hasPrefix("M-") || word.hasPrefix("S-")
        || word.count > 1 && word.first?.isUppercase == true
      return isNamed ? word : word.map(String.init).joined(separator: " ")
    }.joined(separator: " ")
  }
}

extension StringProtocol {
  /// The parts between the occurrences of a separator.
  fileprivate func components(around separator: String) -> [String] {
    var parts: [String] = []
    var rest = String(self)[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return parts + [String(rest)]
  }

  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
