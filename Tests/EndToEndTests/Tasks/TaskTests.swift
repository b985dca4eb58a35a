import CairnInterface
import Glibc
import ScreenTestSupport
import TestSupport
import Testing

/// What people do, key by key, on a terminal of the tests' own and, the same files, in tmux.
@Suite struct `A task` {
  @Test(arguments: KeyTask.names)
  func `is done with the keys that are said`(name: String) throws {
    let task = try KeyTask(named: name)
    let home = try task.home()
    try task.carryOut(on: PlainTerminal(home: home), in: home)
  }

  @Test(arguments: KeyTask.names)
  func `is done with the same keys in tmux`(name: String) throws {
    let task = try KeyTask(named: name)
    let home = try task.home()
    let tmux = TmuxTerminal(home: home, name: "cairn-\(getpid())-\(name)")
    defer { tmux.end() }
    try task.carryOut(on: tmux, in: home)
  }

  @Test(arguments: KeyTask.names)
  func `isn't done without the last of them`(name: String) throws {
    let task = try KeyTask(named: name)
    let home = try task.home()
    try expectTrue(!task.isDoneWithoutLastKey(on: PlainTerminal(home: home), in: home))
  }

  @Test func `takes so many keys, beside the best peer's`() throws {
    let tasks = try KeyTask.all()
    expectTrue(tasks.count >= 20)
    let width = tasks.map(\.title.count).max() ?? 0
    let lines = tasks.map { task in
      let peer =
        switch task.peer {
        case .keys(let name, let keys): "\(name) \(keys.count)"
        case .none(let reason): "none: \(reason)"
        }
      let title = task.title + String(repeating: " ", count: width - task.title.count)
      let count = "\(task.keyCount)"
      return "\(title)  \(String(repeating: " ", count: 3 - count.count))\(count)  \(peer)"
    }
    let source = [
      "", "VisiData's keys were tried, all but those for the clipboard; the other peers' are those",
      "of their manuals. Nothing was set up before.",
    ]
    expectSnapshot((lines + source).joined(separator: "\n"), named: "tasks")
  }
}

/// The terminal of the tests' own.
private struct PlainTerminal: TaskTerminal {
  let home: Home
  private var session: TerminalSession?

  init(home: Home) { self.home = home }

  private func running() throws -> TerminalSession {
    guard let session else { throw SessionError(what: "nothing was started") }
    return session
  }

  mutating func start(_ url: String?) throws {
    session = try home.start(url.map { [$0] } ?? [])
  }

  func press(_ key: String) throws { try running().send(Self.sent(key)) }

  func text(afterSilence milliseconds: Int32) throws -> String {
    let terminal = try running().terminal
    _ = terminal.answer(to: "", silence: milliseconds)
    let screen = terminal.screen
    guard screen.unknown.isEmpty, !terminal.isClosed else {
      throw SessionError(
        what: "ended, or sent unknown sequences: \(screen.unknown)\n\(screen.text)")
    }
    return screen.text
  }

  func copied() throws -> String { try home.copied(on: try running()) }

  mutating func kill() throws {
    let session = try running()
    session.signal(SIGKILL)
    _ = try session.waitForEnd()
  }

}

extension TaskTerminal {
  /// What a terminal sends for a key.
  static func sent(_ key: String) -> String {
    switch key {
    case "Enter": "\r"
    case "Escape": "\u{1B}"
    case "Space": " "
    case "Tab": "\t"
    case "BSpace": "\u{7F}"
    case "Home": "\u{1B}[H"
    case _ where key.hasPrefix("C-") && key.count == 3:
      String(UnicodeScalar((key.last?.asciiValue ?? 0x40) & 0x1F))
    default: key
    }
  }
}

/// A window of tmux, with a server of its own.
private struct TmuxTerminal: TaskTerminal {
  let home: Home
  /// The name of the server.
  private(set) var name: String

  private func tmux(_ arguments: String) throws -> Answer {
    try home.shell("tmux -L '\(name)' -f /dev/null \(arguments)")
  }

  mutating func start(_ url: String?) throws {
    let variables = home.environment.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
    let command =
      "env \(variables) HOME='\(home.path)' '\(Home.program)' \(url.map { "'\($0)'" } ?? "")"
    let quoted = command.replacing("\"", with: "\\\"")
    // What a program copies gets a buffer only where tmux is told so.
    let answer = try tmux(
      "set -s set-clipboard on ';' "
        + "new-session -d -x 80 -y 24 -s task -c '\(home.path)' \"\(quoted)\"")
    guard answer.status == 0 else { throw SessionError(what: "tmux: \(answer.errors)") }
  }

  func press(_ key: String) throws {
    let isText = key.count == 1
    let quoted = "'" + key.replacing("'", with: "'\\''") + "'"
    let answer = try tmux("send-keys -t task \(isText ? "-l" : "") -- \(quoted)")
    guard answer.status == 0 else { throw SessionError(what: "tmux: \(answer.errors)") }
  }

  func text(afterSilence milliseconds: Int32) throws -> String {
    usleep(UInt32(milliseconds) * 1000)
    return try tmux("capture-pane -p -t task").output
  }

  func copied() throws -> String { try tmux("show-buffer").output }

  mutating func kill() throws {
    let answer = try tmux("list-panes -t task -F '#{pane_pid}'")
    guard let process = answer.lines.first.flatMap({ pid_t($0) }) else {
      throw SessionError(what: "tmux has no process: \(answer.errors)")
    }
    Glibc.kill(process, SIGKILL)
    end()
    // The server goes a moment later, and answers no call meanwhile.
    name += "-next"
  }

  /// Ends the server with all that runs in it, and the one that was started after a kill.
  func end() {
    for name in [name, name + "-next"] {
      _ = try? home.shell("tmux -L '\(name)' kill-server")
    }
  }
}

extension Home {
  /// What a terminal was asked to copy, which comes in base64.
  func copied(on session: TerminalSession) throws -> String {
    let sent = String(decoding: session.terminal.received, as: UTF8.self)
    guard let encoded = sent.components(after: "\u{1B}]52;c;", before: "\u{07}").last else {
      return ""
    }
    return try shell("printf %s '\(encoded)' | base64 -d").output
  }
}

extension String {
  /// The parts that stand between two marks.
  fileprivate func components(after opening: String, before closing: String) -> [String] {
    var parts: [String] = []
    var rest = self[...]
    while let start = rest.firstRange(of: opening) {
      rest = rest[start.upperBound...]
      guard let end = rest.firstRange(of: closing) else { break }
      parts.append(String(rest[..<end.lowerBound]))
      rest = rest[end.upperBound...]
    }
    return parts
  }
}
