/// The paths of one session's files.
struct SessionPaths: Hashable, Sendable {
  let folder: String
  private let stem: String

  init(folder: String, name: String) {
    self.folder = folder
    stem = Self.escape(name)
  }

  var state: String { "\(folder)/\(stem).jsonl" }

  var lock: String { "\(folder)/\(stem).lock" }

  /// The paths of the state and all generations, newest first.
  var states: [String] { [state] + (1...SessionFile.generationCount).map(generation) }

  func generation(_ age: Int) -> String { "\(folder)/\(stem).\(age).jsonl" }

  func damaged(_ number: Int) -> String { "\(folder)/\(stem).damaged-\(number).jsonl" }

  func start(_ number: Int) -> String { "\(folder)/\(stem).start-\(number)" }

  /// The paths of the marks of failed starts.
  var starts: [String] { (1...SessionFile.startLimit).map(start) }

  /// Returns the session of a state file, and the state's age: 0 for the newest.
  ///
  /// Dots in a session's name are escaped, so no name looks like a generation.
  static func state(ofFile file: String) -> (session: String, age: Int)? {
    if let name = session(of: file, endingWith: ".jsonl") { return (name, 0) }
    for age in 1...SessionFile.generationCount {
      if let name = session(of: file, endingWith: ".\(age).jsonl") { return (name, age) }
    }
    return nil
  }

  /// Returns the session of a lock file; `nil` for any other file.
  static func session(ofLock file: String) -> String? {
    session(of: file, endingWith: ".lock")
  }

  private static func session(of file: String, endingWith ending: String) -> String? {
    guard file.hasSuffix(ending), !file.hasPrefix(".") else { return nil }
    let stem = file.dropLast(ending.count)
    if stem == emptyStem { return "" }
    guard !stem.contains("."), let name = try? PercentCoding.decode(stem.utf8) else { return nil }
    return name
  }

  /// The stem for an empty name; no escaped name is a percent sign alone.
  private static let emptyStem = "%"

  private static func escape(_ name: String) -> String {
    let encoded = PercentCoding.encode(name, for: .queryName)
    var escaped = ""
    for scalar in encoded.unicodeScalars {
      switch scalar {
      case "/": escaped += "%2F"
      case ".": escaped += "%2E"
      case ":": escaped += "%3A"
      case "*": escaped += "%2A"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped.isEmpty ? emptyStem : escaped
  }
}
