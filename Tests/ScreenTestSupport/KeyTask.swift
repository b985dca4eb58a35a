internal import CairnInterface
internal import Glibc

/// Something that a person wants to do, with the keys that do it: a file in `Files`.
///
///     Find Agathe's phone number         what it is
///     sample contacts                    the bundled records
///     shell cairn favorites add …        what was done before
///     start contacts/agathe              the screen where it begins; without it, the launcher
///     keys : agat Enter                  keys as tmux names them; any other word is typed
///     see Phone … +33 6 39 98 03 15      what is on the screen then, one after the other
///     holds cairn show contacts/p39      a command of the shell that succeeds then
///     copied agathe@example.org          what other programs paste then
///     kill                               the program is killed, and started again
///     peer VisiData / agat Enter         the keys of the best peer, from its manual
///     alone undo goes by order           or why there is none
///
/// Keys, sights and the like may come again. What is asked for after the last keys is there only
/// once all of them were pressed, so that a task can't be taken for done before it is.
public struct KeyTask: Sendable {
  /// One thing after the other.
  public enum Step: Sendable {
    /// Keys, and the line of the file that has them.
    case keys([String], line: String)
    case see([String])
    case holds(String)
    case copied(String)
    case kill
  }

  /// How other programs do it.
  public enum Peer: Sendable {
    /// The keys that the best of them takes.
    case keys(name: String, [String])
    /// Why none does.
    case none(String)
  }

  /// The name of the file.
  public let name: String
  /// The task in a few words.
  public private(set) var title = ""
  /// The bundled records.
  public private(set) var sample = ""
  /// The shell commands that prepare the task.
  public private(set) var preparations: [String] = []
  /// The screen where it begins.
  public private(set) var start: String?
  /// The keys and the expected texts, in order.
  public private(set) var steps: [Step] = []
  /// How other programs do it.
  public private(set) var peer = Peer.none("")

  /// Why a file is no task.
  public struct Malformed: Error {
    let name: String
    let line: Substring
  }

  /// Reads a file.
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
      case "keys": steps.append(.keys(Self.keys(rest), line: rest))
      case "see":
        steps.append(.see(rest.split(separator: "…").map { String($0.trimmed) }))
      case "holds": steps.append(.holds(rest))
      case "copied": steps.append(.copied(rest))
      case "kill": steps.append(.kill)
      case "peer":
        let words = rest.split(separator: " ", maxSplits: 1).map(String.init)
        guard let program = words.first else { throw Malformed(name: name, line: line) }
        peer = .keys(name: program, Self.keys(words.dropFirst().joined()))
      case "alone": peer = .none(rest)
      default: throw Malformed(name: name, line: line)
      }
    }
    guard !sample.isEmpty, let last = lastKeys, last < steps.count - 1 else {
      throw Malformed(name: name, line: "")
    }
    if case .none("") = peer { throw Malformed(name: name, line: "") }
  }

  /// The place of the last keys among the steps.
  public var lastKeys: Int? {
    steps.lastIndex { if case .keys = $0 { true } else { false } }
  }

  /// The keys of a line, each by itself.
  private static func keys(_ line: String) -> [String] {
    line.split(separator: " ").map(String.init).flatMap { word in
      word.count > 1 && Key(word) != nil ? [word] : word.map(String.init)
    }
  }

  /// How many keys it takes.
  public var keyCount: Int {
    steps.reduce(0) { count, step in
      if case .keys(let keys, _) = step { count + keys.count } else { count }
    }
  }

  /// The names of all tasks; empty if they can't be read, which `all` reports.
  public static let names = (try? all().map(\.name)) ?? []

  /// The task with a name.
  public init(named name: String) throws {
    guard let task = try Self.all().first(where: { $0.name == name }) else {
      throw Malformed(name: name, line: "")
    }
    self = task
  }

  /// All tasks, in the order of their files' names.
  public static func all() throws -> [KeyTask] {
    let tests = #filePath.split(separator: "/").dropLast(2).reduce("") { "\($0)/\($1)" }
    let folder = tests + "/EndToEndTests/Tasks/Files"
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
      return try KeyTask(
        String(name.dropLast(4)), String(decoding: bytes.prefix(count), as: UTF8.self))
    }
  }
}

extension Substring {
  /// Without the blanks at both ends.
  fileprivate var trimmed: Substring {
    var rest = self
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    return rest
  }
}
