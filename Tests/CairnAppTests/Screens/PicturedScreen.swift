internal import CairnFiles
internal import CairnInterface
internal import CairnNavigation
internal import CairnStore
internal import Glibc
import Testing

@testable internal import CairnApp
@testable internal import CairnKit
@testable internal import CairnScreens

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
  /// Whether the store is open for reading alone, as that of another machine may be.
  var isReadOnly = false
  /// Whether it isn't kept where the person is, so that drafts would be lost.
  var losesState = false
  /// Whether work goes on for longer than anybody looks.
  var isWaiting = false
  /// Other sizes than the usual.
  var otherSizes: [Size]?

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
    let folder = "/home/ann/\(sample)"
    var workspace = try Sample.named(sample).makeStore(
      folder, environment: environment, fileSystem: fileSystem)
    if isReadOnly {
      workspace = try Workspace.open(
        folder, isReadOnly: true, environment: environment, fileSystem: fileSystem)
    }
    if let edit {
      let path = "\(folder)/data/Recipe/0000.rec"
      let text = String(decoding: try fileSystem.read(path), as: UTF8.self)
      #expect(text.contains(edit.line))
      try fileSystem.replace(path, with: Array(text.replacing(edit.line, with: edit.others).utf8))
    }
    var application = try TerminalApp(workspace).application(keeping: nil, TerminalApp.Start())
    application.losesState = losesState
    let urls = [try ScreenURL(parsing: url)]
    guard isWaiting else {
      return try application.rehearsed(
        size: Self.sizes[0], opening: urls, start: .onTop, keys: keys)
    }
    let session = try application.session(
      opening: urls, start: .onTop, size: Self.sizes[0], worker: IdleWorker(), now: .now)
    session.press(KeyScript(keys).keys)
    // What takes long is only told of after a while, by the clock on the wall.
    while session.jobs.title == nil { sched_yield() }
    return session
  }

  /// Every picture of it as one text.
  ///
  /// The first look is written as a whole, of the others the rows that differ. Styles are listed of
  /// the first look, and of another one in the first size, or where they are others than those of the
  /// look before: those of ASCII seldom are.
  func pictures() throws -> String {
    let session = try session()
    var parts = ["\(title)\n\(url)" + (keys.isEmpty ? "" : "   keys: \(keys)")]
    let sizes = otherSizes ?? Self.sizes
    for size in sizes {
      session.handle(.resize(size), at: session.now)
      var first: [String] = []
      var stylesBefore: Substring = ""
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
        let styles = canvas.styledText.split(separator: "\n---\n").dropFirst().first ?? ""
        defer { stylesBefore = styles }
        let isListed = name == "mono" ? size == sizes[0] : styles != stylesBefore
        if isListed, !styles.isEmpty { parts.append("--\n\(styles)") }
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

/// Takes work, and never does it.
private final class IdleWorker: Worker {
  func start(_ work: @escaping @Sendable () -> Void, in lane: Job.Lane) {}
  func keep(_ work: @escaping @Sendable () -> Void) {}
  func finishWriting() {}
  func finishLong() {}
}
