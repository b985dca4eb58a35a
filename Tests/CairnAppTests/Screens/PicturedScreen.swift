internal import CairnFiles
internal import CairnInterface
internal import CairnNavigation
internal import CairnStore
internal import Glibc
import TestSupport
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
  var cannotSaveState = false
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

  /// The ways to draw: with a style for each role, without colors, with ASCII alone, to be read
  /// aloud, and with colors of 256 on either background.
  static let looks: [(name: String, theme: Theme)] = [
    ("colors", .roles), ("mono", Theme(styles: withoutColors, glyphs: .unicode)),
    ("ascii", Theme(styles: withoutColors, glyphs: .ascii)),
    ("plain", Theme(styles: withoutColors, glyphs: .spoken)),
    ("light", .light), ("dark", .dark),
  ]

  /// The styles without colors.
  ///
  /// Dim text is dim, since pictures tell where it is.
  private static let withoutColors = Theme.monochrome.styles.merging(
    [.dim: Style(attributes: .dim)]
  ) { $1 }

  /// The looks of which styles are listed in the first size alone, as colors change with the theme
  /// and not with the size.
  private static let recolored: Set = ["mono", "light", "dark"]

  /// The session with the screen.
  func session() throws -> Session {
    let environment = try Environment.fixture(["CAIRN_SEED": "1", "EDITOR": "vi"])
    let fileSystem = MemoryFileSystem()
    try fileSystem.makeFolder(environment.currentFolder)
    for (name, text) in files {
      let path = "\(environment.currentFolder)/\(name)"
      let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
      if try !fileSystem.exists(folder) { try fileSystem.makeFolder(folder) }
      try fileSystem.replace(path, with: Array(text.utf8))
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
      expectTrue(text.contains(edit.line))
      try fileSystem.replace(path, with: Array(text.replacing(edit.line, with: edit.others).utf8))
    }
    var start = TerminalApp.Start()
    start.session = "kitchen"
    start.keepsState = false
    var application = try TerminalApp(workspace).application(keeping: nil, start)
    application.cannotSaveState = cannotSaveState
    let urls = [try ScreenURL(parsing: url)]
    guard isWaiting else {
      return try application.rehearsed(
        size: Self.sizes[0], opening: urls, start: .onTop, keys: keys)
    }
    let session = try application.session(
      opening: urls, start: .onTop, size: Self.sizes[0], worker: IdleWorker(), now: .now)
    session.press(KeyScript(keys).keys)
    // What takes long is only told of after a while, by the clock on the wall.
    while session.jobs.title == nil { usleep(1_000) }
    return session
  }

  /// Every picture of it as one text.
  ///
  /// The first look is written as a whole, of the others the rows that differ, of what is read
  /// aloud from those of ASCII, unless all are fewer. Styles are listed of the first look, and of
  /// another one in the first size, or where they are others than those of the look before: those
  /// of ASCII seldom are. Of a theme with other colors, which color takes the place of which. A
  /// look that differs in nothing is left out.
  func pictures() throws -> String {
    let drawn = try session()
    // What is read aloud is laid out in another way, which scrolls.
    let spoken = try session()
    spoken.apply([.useTheme(Self.looks[3].theme)])
    var parts = ["\(title)\n\(url)" + (keys.isEmpty ? "" : "   keys: \(keys)")]
    let sizes = otherSizes ?? Self.sizes
    for size in sizes {
      for session in [drawn, spoken] { session.handle(.resize(size), at: session.now) }
      var (first, ascii): ([String], [String]) = ([], [])
      var (stylesBefore, stylesOfFirst): (Substring, Substring) = ("", "")
      for (name, theme) in Self.looks {
        let session = name == "plain" ? spoken : drawn
        session.apply([.useTheme(theme)])
        let canvas = session.draw()
        let rows = canvas.lines(in: canvas.bounds)
        var lines: [String] = []
        if first.isEmpty {
          (first, lines) = (rows, Self.compressed(rows))
        } else {
          let others = name == "plain" ? ascii : first
          let different = rows.indices.filter { rows[$0] != others[$0] }
            .map { "\($0): \(rows[$0])" }
          let whole = Self.compressed(rows)
          lines = whole.count < different.count ? whole : different
        }
        if name == "ascii" { ascii = rows }
        let styles = canvas.styledText.split(separator: "\n---\n").dropFirst().first ?? ""
        defer { stylesBefore = styles }
        let isListed = Self.recolored.contains(name) ? size == sizes[0] : styles != stylesBefore
        if name == Self.looks[0].name { stylesOfFirst = styles }
        let isColored = name == "light" || name == "dark"
        let exchange = isColored ? Self.exchange(of: stylesOfFirst, for: styles) : nil
        if isListed, !styles.isEmpty { lines.append("--\n\(exchange ?? String(styles))") }
        if !lines.isEmpty { parts += ["== \(size) \(name)"] + lines }
      }
    }
    return parts.joined(separator: "\n")
  }

  /// Which style stands in the place of which, in a line, and the rows of which that doesn't tell
  /// all; `nil` where other rows have styles.
  private static func exchange(of first: Substring, for other: Substring) -> String? {
    let (first, other) = (first.split(separator: "\n"), other.split(separator: "\n"))
    guard first.count == other.count else { return nil }
    var exchanged: [Substring: Substring] = [:]
    var rest: [String] = []
    for (line, new) in zip(first, other) {
      let (before, after) = (runs(of: line), runs(of: new))
      let pairs = zip(before.map(\.style), after.map(\.style))
      let told = exchanged.merging(pairs) { known, _ in known }
      if before.map(\.place) == after.map(\.place), pairs.allSatisfy({ told[$0] == $1 }) {
        exchanged = told
      } else {
        rest.append(String(new))
      }
    }
    let words = exchanged.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
    return ([words.joined(separator: ", ")] + rest).joined(separator: "\n")
  }

  /// Where the styles of a row are, the row's number included, and which.
  private static func runs(of line: Substring) -> [(place: String, style: Substring)] {
    let parts = line.split(separator: ": ", maxSplits: 1)
    return (parts.last ?? "").split(separator: ", ").map { run in
      let words = run.split(separator: " ", maxSplits: 1)
      return ("\(parts[0]): \(words[0])", words.last ?? "")
    }
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
  func start(_ work: @escaping @Sendable () -> Void, in lane: BackgroundJob.Lane) {}
  func keep(_ work: @escaping @Sendable () -> Void) {}
  func finishWriting() {}
  func finishLong() {}
}

extension Theme {
  /// A theme with a style of its own for each role, so that a picture tells the roles apart.
  fileprivate static let roles = Theme(
    styles: [
      .dim: Style(attributes: .dim),
      .bold: Style(attributes: .bold),
      .accent: Style(foreground: .cyan),
      .good: Style(foreground: .green),
      .warning: Style(foreground: .yellow),
      .bad: Style(foreground: .red, attributes: .bold),
      .cursor: Style(attributes: .reverse),
      .match: Style(foreground: .magenta, attributes: .underline),
    ],
    glyphs: .unicode)
}
