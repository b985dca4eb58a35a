internal import CairnFiles
internal import CairnInterface
internal import CairnNavigation
internal import CairnStore
import Testing

@testable internal import CairnApp
@testable internal import CairnKit

/// A screen as it is pictured: what leads to it, from a start on a bundled sample.
struct PicturedScreen: Sendable, CustomTestStringConvertible {
  /// The name of its file.
  let name: String
  /// What it shows.
  let title: String
  /// The bundled sample that it shows records of.
  var sample = "recipes"
  let url: String
  var keys = ""
  /// What lies in the folder that the person is in, by name.
  var files: [String: String] = [:]
  /// A line of the sample in whose place the store's text has others, as after a merge.
  var edit: (line: String, others: String)?

  var testDescription: String { name }

  /// The sizes, the first that at which keys are pressed; the others follow as a window's do.
  static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 40, rows: 10), Size(columns: 120, rows: 35),
    Size(columns: 200, rows: 60),
  ]

  /// The ways to draw: with colors, without, and with ASCII alone.
  static let looks: [(name: String, theme: Theme)] = [
    ("colors", .standard), ("mono", .monochrome),
    ("ascii", Theme(styles: Theme.monochrome.styles, glyphs: .ascii)),
  ]

  /// The session with the screen.
  func session() throws -> Session {
    var environment = try Environment.fixture(["CAIRN_SEED": "1", "EDITOR": "vi"])
    environment.origin = .session("kitchen")
    let fileSystem = MemoryFileSystem()
    try fileSystem.makeFolder(environment.currentFolder)
    for (name, text) in files {
      try fileSystem.replace("\(environment.currentFolder)/\(name)", with: Array(text.utf8))
    }
    let workspace = try Sample.named(sample).makeStore(
      "/home/ann/\(sample)", environment: environment, fileSystem: fileSystem)
    if let edit {
      let path = "/home/ann/\(sample)/data/Recipe/0000.rec"
      let text = String(decoding: try fileSystem.read(path), as: UTF8.self)
      #expect(text.contains(edit.line))
      try fileSystem.replace(path, with: Array(text.replacing(edit.line, with: edit.others).utf8))
    }
    let application = try TerminalApp(workspace).application(keeping: nil, TerminalApp.Start())
    return try application.rehearsed(
      size: Self.sizes[0], opening: [try ScreenURL(parsing: url)], start: .onTop, keys: keys)
  }

  /// Every picture of it as one text.
  ///
  /// The first look is written as a whole, of the others the rows that differ; styles are listed
  /// for the first size.
  func pictures() throws -> String {
    let session = try session()
    var parts = ["\(title)\n\(url)" + (keys.isEmpty ? "" : "   keys: \(keys)")]
    for size in Self.sizes {
      session.handle(.resize(size), at: session.now)
      var first: [String] = []
      for (name, theme) in Self.looks {
        session.apply([.useTheme(theme)])
        let canvas = session.draw()
        let rows = canvas.lines(in: canvas.bounds)
        parts.append("== \(size) \(name)")
        if first.isEmpty {
          (first, parts) = (rows, parts + Self.compressed(rows))
        } else {
          parts += rows.indices.filter { rows[$0] != first[$0] }.map { "\($0): \(rows[$0])" }
        }
        guard size == Self.sizes[0], name != "ascii" else { continue }
        parts += canvas.styledText.split(separator: "\n---\n").dropFirst().map { "--\n\($0)" }
      }
    }
    return parts.joined(separator: "\n")
  }

  /// Rows, with their number in place of many blank ones.
  private static func compressed(_ rows: [String]) -> [String] {
    var lines: [String] = []
    var blanks = 0
    for row in rows + ["end"] {
      if row.isEmpty {
        blanks += 1
        continue
      }
      lines += blanks > 3 ? ["(\(blanks) blank rows)"] : Array(repeating: "", count: blanks)
      (blanks, lines) = (0, lines + [row])
    }
    return lines.dropLast()
  }
}
