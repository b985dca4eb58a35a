import Glibc
import ScreenTestSupport
import TestSupport

/// Where a task is done: a terminal with the program on it.
protocol TaskTerminal {
  /// Starts the program, with the screen that comes first, if one does.
  mutating func start(_ url: String?) throws
  /// Presses a key by tmux's name.
  func press(_ key: String) throws
  /// Presses keys, which a line of the task has.
  mutating func press(_ keys: [String], line: String) throws
  /// What the screen shows once nothing came for so many milliseconds.
  func text(afterSilence milliseconds: Int32) throws -> String
  /// The text of this terminal for a text of the usual screen.
  func shown(_ text: String) -> String
  /// Whether a screen of this terminal has these texts of the usual screen.
  func has(_ texts: [String], in screen: String) -> Bool
  /// What other programs would paste.
  func copied() throws -> String
  /// Kills the program without a warning.
  mutating func kill() throws
}

extension TaskTerminal {
  mutating func press(_ keys: [String], line: String) throws {
    for key in keys { try press(key) }
  }

  /// The text of this terminal for a text of the usual screen.
  func shown(_ text: String) -> String { text }

  /// Whether a screen has the texts in this order.
  func has(_ texts: [String], in screen: String) -> Bool {
    var rest = screen[...]
    for text in texts {
      guard let place = rest.firstRange(of: shown(text)) else { return false }
      rest = rest[place.upperBound...]
    }
    return true
  }
}

extension KeyTask {
  /// How long nothing comes from a program that has done all it was asked for, in milliseconds.
  private static let silence: Int32 = 400

  /// Does it on a terminal, in a home that was prepared for it.
  func carryOut(on terminal: some TaskTerminal, in home: Home) throws {
    var terminal = terminal
    try carryOut(steps[...], on: &terminal, in: home)
  }

  /// Does it without the last key, and says whether all is there nevertheless that shows that it was
  /// done.
  func isDoneWithoutLastKey(on terminal: some TaskTerminal, in home: Home) throws -> Bool {
    var terminal = terminal
    guard let last = lastKeys, case .keys(let keys, let line) = steps[last] else { return true }
    let shortened = steps[..<last] + [.keys(keys.dropLast(), line: line)]
    try carryOut(shortened, on: &terminal, in: home)
    for step in steps[(last + 1)...] {
      if case .kill = step {
        try kill(&terminal, in: home, seen: nil)
      } else {
        _ = try terminal.text(afterSilence: Self.silence)
        guard try isSo(step, on: terminal, in: home) else { return false }
      }
    }
    return true
  }

  private func carryOut(
    _ steps: ArraySlice<Step>, on terminal: inout some TaskTerminal, in home: Home
  ) throws {
    try terminal.start(start)
    var seen = "? help"
    try wait(for: .see([seen]), on: terminal, in: home)
    for step in steps {
      switch step {
      case .keys(let keys, let line): try terminal.press(keys, line: line)
      case .see(let texts):
        try wait(for: step, on: terminal, in: home)
        seen = texts.last ?? seen
      case .holds, .copied: try wait(for: step, on: terminal, in: home)
      case .kill: try kill(&terminal, in: home, seen: seen)
      }
    }
  }

  /// Kills the program and starts it again, once what was seen is saved, which it is within a quarter
  /// of a second on a machine that has nothing else to do.
  private func kill(
    _ terminal: inout some TaskTerminal, in home: Home, seen: String?
  ) throws {
    if let seen { try home.waitUntilSaved(seen) }
    try terminal.kill()
    try terminal.start(nil)
  }

  private func wait(for step: Step, on terminal: some TaskTerminal, in home: Home) throws {
    let deadline = ContinuousClock.now + PseudoTerminal.timeout
    while try !isSo(step, on: terminal, in: home) {
      guard ContinuousClock.now < deadline else {
        let shown = try terminal.text(afterSilence: 0)
        throw SessionError(what: "not in time: \(step); the screen shows:\n\(shown)")
      }
    }
  }

  /// Whether something that shows that the task is done is so at this moment.
  private func isSo(_ step: Step, on terminal: some TaskTerminal, in home: Home) throws -> Bool {
    let shown = try terminal.text(afterSilence: 20)
    switch step {
    case .keys, .kill: return true
    case .see(let texts):
      return terminal.has(texts, in: shown)
    case .holds(let command): return try home.shell(command).status == 0
    case .copied(let text): return try terminal.copied() == text
    }
  }

  /// The home in which it is done.
  func home() throws -> Home {
    let home = try Home(sample: sample)
    for script in preparations {
      let answer = try home.shell(script)
      guard answer.status == 0 else { throw SessionError(what: answer.errors) }
    }
    return home
  }
}
