/// Where a saved change came from: what a person did, and where.
///
/// Each case has a name, which is empty where there is nothing to say. It may come from anywhere,
/// as a file's does; in the history it takes one short line.
public enum ChangeOrigin: Hashable, Sendable {
  /// A screen of an app, in the session called so; empty for the one that is nobody's choice.
  case session(String)
  /// A command of the shell: its words, such as `set`.
  case command(String)
  /// An import: the names of the files that were read.
  case `import`(String)
  /// Another machine's changes, by what it is called.
  case sync(String)
}

extension ChangeOrigin: CustomStringConvertible {
  /// As many characters (Unicode scalars) of a name are kept.
  static let longestName = 120

  /// The session, the command's words, the files' names or the machine's.
  var name: String {
    switch self {
    case .session(let name), .command(let name), .import(let name), .sync(let name): name
    }
  }

  /// The word for what kind of place it is: `session`, `command`, `import` or `sync`.
  var kind: String {
    switch self {
    case .session: "session"
    case .command: "command"
    case .import: "import"
    case .sync: "sync"
    }
  }

  /// The kind and the name, as scripts read them: `command set`; the kind alone if there is no name.
  public var description: String { name.isEmpty ? kind : "\(kind) \(name)" }

  /// The same on screens, where a change of the app is from `app`.
  public var words: String {
    guard case .session = self else { return description }
    return name.isEmpty ? "app" : "app (\(name))"
  }

  /// The same with its name as the history keeps it: on one line, without control characters, and
  /// cut where it is longer than `longestName`.
  var normalized: ChangeOrigin {
    switch self {
    case .session(let name): .session(Self.normalized(name))
    case .command(let name): .command(Self.normalized(name))
    case .import(let name): .import(Self.normalized(name))
    case .sync(let name): .sync(Self.normalized(name))
    }
  }

  /// The origin of a kind that has `word`; `nil` for a word that a newer program may have.
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
    // Hardly a name has anything but ASCII that is seen, and few have to be looked at closely.
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
