/// The origin of a saved change: the kind of action, and its place.
///
/// Each case has a name, which may be empty. A name may be any text, such as a file name. The
/// history keeps it as one short line.
public enum ChangeOrigin: Hashable, Sendable {
  /// A screen of an app, in the named session; the name is empty for the default session.
  case session(String)
  /// A command of the shell: its words, such as `set`.
  case command(String)
  /// An import, with the names of the imported files.
  case `import`(String)
  /// The changes of another machine, with its name.
  case sync(String)
}

extension ChangeOrigin: CustomStringConvertible {
  /// The largest number of Unicode scalars that are kept of a name.
  static let longestName = 120

  /// The name of the session, the command, the files or the machine.
  var name: String {
    switch self {
    case .session(let name), .command(let name), .import(let name), .sync(let name): name
    }
  }

  /// The word for the kind: `session`, `command`, `import` or `sync`.
  var kind: String {
    switch self {
    case .session: "session"
    case .command: "command"
    case .import: "import"
    case .sync: "sync"
    }
  }

  /// The kind and the name, as scripts read them: `command set`; only the kind if there is no name.
  public var description: String { name.isEmpty ? kind : "\(kind) \(name)" }

  /// The description for screens, in which a change of the app is from `app`.
  public var words: String {
    guard case .session = self else { return description }
    return name.isEmpty ? "app" : "app (\(name))"
  }

  /// The origin with its name as the history keeps it.
  ///
  /// The name is on one line, without control characters, and cut at `longestName`.
  var normalized: ChangeOrigin {
    switch self {
    case .session(let name): .session(Self.normalized(name))
    case .command(let name): .command(Self.normalized(name))
    case .import(let name): .import(Self.normalized(name))
    case .sync(let name): .sync(Self.normalized(name))
    }
  }

  /// Creates the origin of the kind `word`; `nil` for a word of a newer program.
  init?(kind word: some StringProtocol, name: String) {
    switch word {
    case "session": self = .session(name)
    case "command": self = .command(name)
    case "import": self = .import(name)
    case "sync": self = .sync(name)
    default: return nil
    }
  }

  private static func normalized(_ name: String) -> String {
    // Fast path: most names are short visible ASCII.
    if name.utf8.count <= longestName, name.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) { return name }
    var kept = String.UnicodeScalarView()
    var count = 0
    for scalar in name.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
        guard let last = kept.last, last != " " else { continue }
        kept.append(" ")
      default: kept.append(scalar)
      }
      count += 1
      guard count > longestName else { continue }
      kept.removeLast(2)
      kept.append("…")
      break
    }
    if kept.last == " " { kept.removeLast() }
    return String(kept)
  }
}
