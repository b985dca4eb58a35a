import CairnFiles
import CairnInterface
import Glibc
import TestSupport

/// A person's home folder, empty at first, and the program at work in it.
///
/// The clock stands still, so that ages and dates are the same in each run.
final class Home {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A home whose store has the records of a bundled sample.
  convenience init(sample: String) throws {
    try self.init()
    let made = try run("init", "--sample", sample)
    guard made.status == 0 else { throw SessionError(what: "no store: \(made.errors)") }
  }

  var path: String { folder.path }

  /// Puts a file into the home, in folders that are made if need be.
  func write(_ text: String, to name: String) throws {
    let parent = name.split(separator: "/").dropLast().joined(separator: "/")
    if !parent.isEmpty { try RealFileSystem().makeFolder(folder.path(parent)) }
    try RealFileSystem().replace(folder.path(name), with: Array(text.utf8))
  }

  // MARK: - The program

  /// The program, which is built into the same folder as the tests.
  static let program = programs + "/cairn"

  /// The folder that all programs of the package are built into.
  static let programs: String = {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let bytes = buffer.prefix(max(0, count)).map(UInt8.init(bitPattern:))
    let own = String(decoding: bytes, as: UTF8.self)
    let tests = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? own
    return tests.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
  }()

  /// Starts the program on a terminal of its own.
  func start(
    _ arguments: String..., environment: [String: String] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> TerminalSession {
    try session([Self.program] + arguments, environment: environment, columns: columns, rows: rows)
  }

  /// Starts the program on a terminal of its own, with arguments made elsewhere.
  func start(_ arguments: [String]) throws -> TerminalSession {
    try session([Self.program] + arguments)
  }

  /// Starts a shell on a terminal of its own, with the program as `$0` of its script.
  func startShell(_ script: String) throws -> TerminalSession {
    try session(["/bin/bash", "-c", script, Self.program])
  }

  /// Starts one of the example apps on a terminal of its own.
  func startExample(_ name: String) throws -> TerminalSession {
    try session(["\(Self.programs)/\(name)"])
  }

  private func session(
    _ words: [String], environment: [String: String] = [:], columns: Int = 80, rows: Int = 24
  ) throws -> TerminalSession {
    let own = ["HOME": path, "CAIRN_NOW": "2026-11-05T10:30:00Z", "CAIRN_SEED": "1"]
    return try TerminalSession(
      words, environment: own.merging(environment) { $1 }, folder: path, columns: columns,
      rows: rows, width: GlyphWidth.columns(of:))
  }

  /// What a command of the program said.
  struct Outcome {
    let status: Int32
    let output: String
    let errors: String
  }

  /// Runs a command of the program to its end, away from any terminal.
  func run(_ arguments: String...) throws -> Outcome {
    try runToEnd([Self.program] + arguments)
  }

  /// Runs one of the example apps to its end, away from any terminal.
  func runExample(_ name: String) throws -> Outcome {
    try runToEnd(["\(Self.programs)/\(name)"])
  }

  private func runToEnd(_ words: [String]) throws -> Outcome {
    let script = #"exec "$0" "$@" >.output 2>.errors </dev/null"#
    let session = try session(["/bin/sh", "-c", script] + words)
    let status = try session.waitForEnd()
    return Outcome(status: status, output: text(of: ".output"), errors: text(of: ".errors"))
  }

  /// What a file holds, or nothing if it isn't there.
  func text(of name: String) -> String {
    let bytes = (try? RealFileSystem().read(folder.path(name))) ?? []
    return String(decoding: bytes, as: UTF8.self)
  }

  // MARK: - The saved state

  private static let stateFolder = ".local/state/cairn"

  /// The files of the saved sessions.
  var stateFiles: [String] {
    names(in: Self.stateFolder).flatMap { stateFiles(in: "\(Self.stateFolder)/\($0)") }
  }

  /// All that is saved of where the person is.
  var state: String { stateFiles.map(text(of:)).joined() }

  /// All that an example app saved of where the person is.
  func state(ofExample name: String) -> String {
    stateFiles(in: ".local/state/\(name)").map(text(of:)).joined()
  }

  private func stateFiles(in folder: String) -> [String] {
    // Older generations have a number before the extension, and drafts of the file another one.
    names(in: folder).filter { $0.hasSuffix(".jsonl") && $0.split(separator: ".").count == 2 }
      .map { "\(folder)/\($0)" }
  }

  func names(in name: String) -> [String] {
    (try? RealFileSystem().list(folder.path(name))) ?? []
  }
}

extension TerminalSession {
  /// Presses keys and waits until the screen shows a text.
  func press(_ keys: String, until text: String) throws {
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
