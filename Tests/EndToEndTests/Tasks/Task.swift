import CairnInterface
import Glibc
import TestSupport

/// Something that a person wants to do, with the keys that do it: a file in `Files`.
///
///     Find Agathe's phone number         what it is
///     sample contacts                    the bundled records
///     shell cairn favorites add …        what was done before
///     start contacts/agathe              the screen where it begins; without it, the launcher
///     keys : agat Enter                  keys as tmux names them; any other word is typed
///     see +33 6 39 98 03 15              what is on the screen then; keys and sights may come again
///     kill                               the program is killed, and started again
///     peer VisiData / agathe Enter       the keys of the best peer, from its manual
struct Task {
  /// One thing after the other.
  enum Step {
    case keys([String])
    case see(String)
    case kill
  }

  let name: String
  private(set) var title = ""
  private(set) var sample = ""
  private(set) var preparations: [String] = []
  private(set) var start: String?
  private(set) var steps: [Step] = []
  private(set) var peer: (name: String, keys: [String])?

  /// Why a file is no task.
  struct Malformed: Error {
    let name: String
    let line: Substring
  }

  init(_ name: String, _ text: String) throws {
    self.name = name
    let lines = text.split(separator: "\n")
    title = lines.first.map(String.init) ?? ""
    for line in lines.dropFirst() {
      let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
      let rest = parts.count > 1 ? parts[1] : ""
      switch parts[0] {
      case "sample": sample = rest
      case "shell": preparations.append(rest)
      case "start": start = rest
      case "keys": steps.append(.keys(Self.keys(rest)))
      case "see": steps.append(.see(rest))
      case "kill": steps.append(.kill)
      case "peer":
        let words = rest.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2 else { throw Malformed(name: name, line: line) }
        peer = (words[0], Self.keys(words[1]))
      default: throw Malformed(name: name, line: line)
      }
    }
    guard !sample.isEmpty, !steps.isEmpty else { throw Malformed(name: name, line: "") }
  }

  /// The keys of a line, each by itself.
  private static func keys(_ line: String) -> [String] {
    line.split(separator: " ").map(String.init).flatMap { word in
      word.count > 1 && Key(word) != nil ? [word] : word.map(String.init)
    }
  }

  /// How many keys it takes.
  var keyCount: Int {
    steps.reduce(0) { count, step in
      if case .keys(let keys) = step { count + keys.count } else { count }
    }
  }

  /// All tasks, in the order of their files' names.
  static func all() throws -> [Task] {
    let own = #filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }
    let folder = own + "/Files"
    guard let entries = opendir(folder) else { throw Malformed(name: folder, line: "") }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name.hasSuffix(".txt") { names.append(name) }
    }
    return try names.sorted().map { name in
      guard let file = fopen("\(folder)/\(name)", "r") else {
        throw Malformed(name: name, line: "")
      }
      defer { fclose(file) }
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = fread(&bytes, 1, bytes.count, file)
      return try Task(
        String(name.dropLast(4)), String(decoding: bytes.prefix(count), as: UTF8.self))
    }
  }
}

/// Where a task is done: a terminal with the program on it.
protocol TaskTerminal {
  /// Starts the program, with the screen that comes first, if one does.
  mutating func start(_ url: String?) throws
  /// Presses a key by tmux's name.
  func press(_ key: String) throws
  /// Waits until the screen shows a text.
  func wait(for text: String) throws
  /// Kills the program without a warning.
  mutating func kill() throws
}

extension Task {
  /// Does it on a terminal, in a home that was prepared for it.
  func carryOut(on terminal: some TaskTerminal, in home: Home) throws {
    var terminal = terminal
    try terminal.start(start)
    var seen = "? help"
    try terminal.wait(for: seen)
    for step in steps {
      switch step {
      case .keys(let keys): for key in keys { try terminal.press(key) }
      case .see(let text):
        try terminal.wait(for: text)
        seen = text
      case .kill:
        // Where one is is saved within a quarter of a second, on a machine that has nothing else
        // to do.
        try home.waitUntilSaved(seen)
        try terminal.kill()
        try terminal.start(nil)
      }
    }
  }

  /// The home in which it is done.
  func home() throws -> Home {
    let home = try Home(sample: sample)
    for script in preparations { try home.shell(script) }
    return home
  }
}
