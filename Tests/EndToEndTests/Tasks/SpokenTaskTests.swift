import Glibc
import ScreenTestSupport
import TestSupport
import Testing

/// The tasks, done with a screen reader.
///
/// In the plain display, a screen reader reads the cursor's line and the changed lines. On a
/// terminal without a cursor, the program prints line by line.
@Suite struct `A task without a picture` {
  @Test(arguments: KeyTask.names)
  func `is done by what a screen reader reads`(name: String) throws {
    let task = try KeyTask(named: name)
    let home = try task.home()
    try task.carryOut(on: ScreenReaderTerminal(home: home), in: home)
  }

  @Test(arguments: KeyTask.names)
  func `is done by lines`(name: String) throws {
    let task = try KeyTask(named: name)
    let home = try task.home()
    try task.carryOut(on: LineTerminal(home: home), in: home)
  }
}

/// A text with single blanks: columns have other widths, and a pane may be below the list.
private func words(_ text: String) -> String { text.split { $0 == " " }.joined(separator: " ") }

extension TaskTerminal {
  /// The text in the plain display, which has words for signs.
  ///
  /// A narrow column cuts the word for its order, which the status tells in full.
  fileprivate func spoken(_ text: String) -> String {
    text.hasSuffix("\u{25BE}") ? " " : text.replacing(" \u{B7} ", with: " - ")
  }
}

/// The plain display, of which a person hears the cursor's line and the lines that changed.
private final class ScreenReaderTerminal: TaskTerminal {
  private let home: Home
  private var session: TerminalSession?
  /// The rows when they were last read.
  private var rows: [String] = []
  private var cursorRow = -1
  /// The texts that were read since the last keys, and the texts before.
  private var heard: [String] = []
  private var remembered: [String] = []

  init(home: Home) { self.home = home }

  private func running() throws -> TerminalSession {
    guard let session else { throw SessionError(what: "nothing was started") }
    return session
  }

  func start(_ url: String?) throws {
    (rows, cursorRow, heard) = ([], -1, [])
    session = try home.start(["--plain"] + (url.map { [$0] } ?? []))
  }

  func press(_ key: String) throws { try running().send(Self.sent(key)) }

  func press(_ keys: [String], line: String) throws {
    remembered += heard
    heard = []
    for key in keys { try press(key) }
  }

  /// Lines that did not change are not read again, so a person remembers them.
  func has(_ texts: [String], in screen: String) -> Bool {
    let (known, now) = (words(remembered.joined(separator: "\n") + "\n" + screen), words(screen))
    let wanted = texts.map { words(spoken($0)) }
    return wanted.allSatisfy { known.contains($0) } && wanted.contains { now.contains($0) }
  }

  func text(afterSilence milliseconds: Int32) throws -> String {
    let terminal = try running().terminal
    _ = terminal.answer(to: "", silence: milliseconds)
    let screen = terminal.screen
    guard screen.unknown.isEmpty, !terminal.isClosed else {
      throw SessionError(
        what: "ended, or sent unknown sequences: \(screen.unknown)\n\(screen.text)")
    }
    let now = (0..<24).map(screen.row)
    let isOnOther = screen.cursor.row != cursorRow
    for (number, row) in now.enumerated() {
      let isChanged = !rows.indices.contains(number) || rows[number] != row
      if isChanged || isOnOther && number == screen.cursor.row { heard.append(row) }
    }
    (rows, cursorRow) = (now, screen.cursor.row)
    return heard.joined(separator: "\n")
  }

  func shown(_ text: String) -> String { spoken(text) }

  func copied() throws -> String { try home.copied(on: try running()) }

  func kill() throws {
    let session = try running()
    session.signal(SIGKILL)
    _ = try session.waitForEnd()
  }
}

/// A terminal without a cursor: a person types a line, and hears the lines that answer it.
private final class LineTerminal: TaskTerminal {
  private let home: Home
  private var session: TerminalSession?
  /// How many bytes came before the last line was typed.
  private var start = 0

  init(home: Home) { self.home = home }

  private func running() throws -> TerminalSession {
    guard let session else { throw SessionError(what: "nothing was started") }
    return session
  }

  func start(_ url: String?) throws {
    start = 0
    session = try home.start(url.map { [$0] } ?? [], environment: ["TERM": "dumb"])
  }

  func press(_ key: String) throws { try press([key], line: key) }

  func press(_ keys: [String], line: String) throws {
    let terminal = try running().terminal
    try terminal.wait(for: "a prompt", outside: { self.isAsking })
    start = terminal.received.count
    terminal.send(line + "\n")
  }

  /// Whether the program has answered all and waits for a line.
  private var isAsking: Bool {
    session?.terminal.received.suffix(3).elementsEqual("\n> ".utf8) == true
  }

  func text(afterSilence milliseconds: Int32) throws -> String {
    let terminal = try running().terminal
    _ = terminal.answer(to: "", silence: milliseconds)
    guard !terminal.isClosed else { throw SessionError(what: "it ended") }
    return String(decoding: terminal.received[start...], as: UTF8.self)
      .replacing("\r\n", with: "\n")
  }

  /// In lines, a pane follows the list, and columns are narrower.
  func has(_ texts: [String], in screen: String) -> Bool {
    let said = words(screen)
    return texts.allSatisfy { said.contains(words(spoken($0))) }
  }

  /// Without a program that copies, the message has the text.
  func copied() throws -> String {
    let said = try text(afterSilence: 20)
    guard let place = said.firstRange(of: "copying needs a program such as wl-copy or xclip") else {
      return ""
    }
    let words = said[place.upperBound...].split { $0 == " " || $0 == "\n" }
    return words.drop { !$0.hasSuffix(":") }.dropFirst().first.map(String.init) ?? ""
  }

  func kill() throws {
    let session = try running()
    session.signal(SIGKILL)
    _ = try session.waitForEnd()
  }
}
