import CairnInterface
import TestSupport
import Testing

/// How every screen looks is pictured where the app is tested; here the program shows them.
@Suite struct `A screen on a terminal` {
  /// The welcome is there only where no store is, so that it is pictured here, in the form of the
  /// others.
  @Test func `looks as it did in every size, before there is a store`() throws {
    let home = try Home()
    try home.write("name\nAda\n", to: "people.csv")
    var parts = ["The very first start, before there is a store\ncairn"]
    for (columns, rows) in [(80, 24), (40, 10), (120, 35), (200, 60)] {
      let session = try home.start(columns: columns, rows: rows)
      // The last row comes last.
      try session.wait(for: "words in the last row") { !$0.row(rows - 1).isEmpty }
      _ = session.terminal.answer(to: "")
      parts.append("== \(columns)x\(rows) colors")
      parts.append(session.screen.text)
      parts.append("--")
      parts += (0..<rows).compactMap { session.screen.styles(inRow: $0, columns: columns) }
    }
    expectSnapshot(parts.joined(separator: "\n"), named: "welcome")
  }

  @Test(arguments: [("contacts", "j j"), ("contacts/agathe", "e Tab x"), ("~routes", "/ edit")])
  func `is on a terminal what it is without one`(url: String, keys: String) throws {
    let home = try Home(sample: "contacts")
    let drawn = try home.cairn("render", url, "--size", "80x24", "--keys", keys, "--read-only")
    expectEqual(drawn.status, 0, "\(drawn.errors)")
    let session = try home.start(url, "--read-only")
    try session.wait(forText: "? help")
    session.send(keys.replacing(" ", with: "").replacing("Tab", with: "\t"))
    try session.wait(for: "screen like\n\(drawn.output)") { $0.text + "\n" == drawn.output }
  }
}

extension ScreenReader {
  /// The styles of a row, as `Canvas.styledText` has them; `nil` where all of it is plain.
  fileprivate func styles(inRow row: Int, columns: Int) -> String? {
    var runs: [(first: Int, last: Int, style: Style)] = []
    for column in 0..<columns {
      let style = Style(pen(column: column, row: row))
      if let run = runs.last, run.style == style {
        runs[runs.count - 1].last = column
      } else {
        runs.append((column, column, style))
      }
    }
    let words = runs.filter { $0.style != .plain }.map { run in
      (run.first == run.last ? "\(run.first)" : "\(run.first)-\(run.last)") + " \(run.style)"
    }
    return words.isEmpty ? nil : "\(row): " + words.joined(separator: ", ")
  }
}

extension Style {
  fileprivate init(_ pen: ScreenPen) {
    let color = { (number: Int?) in number.map { Color.palette(UInt8(clamping: $0)) } }
    let words = pen.attributes.sorted().joined(separator: " ")
    self = Style(words) ?? .plain
    (foreground, background) = (color(pen.foreground), color(pen.background))
  }
}
