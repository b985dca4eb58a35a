import CairnInterface
import TestSupport
import Testing

/// The program on a terminal of its own.
extension Home {
  /// Starts the program.
  func start(
    _ arguments: String..., environment: [String: String] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> TerminalSession {
    try session([Self.program] + arguments, environment: environment, columns: columns, rows: rows)
  }

  /// Starts the program with arguments made elsewhere.
  func start(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> TerminalSession {
    try session([Self.program] + arguments, environment: environment)
  }

  /// Starts a shell with the program as `$0` of its script.
  func startShell(_ script: String) throws -> TerminalSession {
    try session(["/bin/bash", "-c", script, Self.program])
  }

  /// Starts one of the example apps.
  func startExample(_ name: String) throws -> TerminalSession {
    try session(["\(Self.programs)/\(name)"])
  }

  private func session(
    _ words: [String], environment: [String: String] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> TerminalSession {
    let own = self.environment.merging(["HOME": path]) { $1 }
    return try TerminalSession(
      words, environment: own.merging(environment) { $1 }, folder: path, columns: columns,
      rows: rows, width: GlyphWidth.columns(of:), keeping: self)
  }
}

/// Where the person is, as it is saved.
extension Home {
  private static let stateFolder = ".local/state/cairn"

  /// The files of the saved sessions.
  var stateFiles: [String] {
    names(in: Self.stateFolder).flatMap { stateFiles(in: "\(Self.stateFolder)/\($0)") }
  }

  /// All that is saved of where the person is.
  var state: String { stateFiles.map(text(of:)).joined() }

  /// Waits until the app would come back with a text on the screen.
  func waitUntilSaved(_ text: String) throws {
    let deadline = ContinuousClock.now + PseudoTerminal.timeout
    while true {
      // Of a copy, as the app has its own.
      let shown = try shell(
        """
        rm -rf copied && cp -R .local/state copied && \
        XDG_STATE_HOME="$HOME/copied" cairn render --state
        """
      ).output
      if shown.contains(text) { return }
      guard ContinuousClock.now < deadline else {
        throw SessionError(what: "'\(text)' was not saved in time; what was is\n\(shown)")
      }
    }
  }

  /// All that an example app saved of where the person is.
  func state(ofExample name: String) -> String {
    stateFiles(in: ".local/state/\(name)").map(text(of:)).joined()
  }

  private func stateFiles(in folder: String) -> [String] {
    // Older generations have a number before the extension, and drafts of the file another one.
    names(in: folder).filter { $0.hasSuffix(".jsonl") && $0.split(separator: ".").count == 2 }
      .map { "\(folder)/\($0)" }
  }
}

extension TerminalSession {
  /// Presses keys and waits until the screen shows a text that it didn't show before.
  ///
  /// A text from before would end the wait before the program has read the keys.
  func press(
    _ keys: String, until text: String, filePath: String = #filePath, fileID: String = #fileID,
    line: Int = #line, column: Int = #column
  ) throws {
    if screen.text.contains(text) {
      Issue.record(
        "the screen shows '\(text)' before the keys\n\(screen.text)",
        sourceLocation: SourceLocation(
          fileID: fileID, filePath: filePath, line: line, column: column))
    }
    send(keys)
    try wait(forText: text)
  }

  /// Waits until the screen shows exactly what another one did.
  func wait(forPicture other: String) throws {
    try wait(for: "screen like\n\(other)\n") { _ in picture == other }
  }

  /// Waits until the state of a home's session holds a text.
  func wait(untilStateOf home: Home, holds text: String) throws {
    try terminal.wait(for: "'\(text)' in the saved state", outside: { home.state.contains(text) })
  }

  /// What the screen shows, and where the cursor is.
  var picture: String {
    "\(screen.text)\ncursor at \(screen.cursor.column),\(screen.cursor.row)"
  }
}
