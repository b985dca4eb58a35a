/// The names of one session's files.
struct SessionPaths: Hashable, Sendable {
  let folder: String
  private let stem: String

  init(folder: String, name: String) {
    self.folder = folder
    stem = Self.escape(name)
  }

  var state: String { "\(folder)/\(stem).jsonl" }

  var lock: String { "\(folder)/\(stem).lock" }

  /// The state and all generations, the newest first.
  var states: [String] { [state] + (1...SessionFile.generationCount).map(generation) }

  func generation(_ age: Int) -> String { "\(folder)/\(stem).\(age).jsonl" }

  func damaged(_ number: Int) -> String { "\(folder)/\(stem).damaged-\(number).jsonl" }

  func start(_ number: Int) -> String { "\(folder)/\(stem).start-\(number)" }

  /// The marks of starts that did not succeed.
  var starts: [String] { (1...SessionFile.startLimit).map(start) }

  /// The session of a file with a state, and the state's age: 0 for the newest.
  ///
  /// A session's own dots are escaped, so that no name looks like a generation.
  static func state(ofFile file: String) -> (session: String, age: Int)? {
    if let name = session(of: file, endingWith: ".jsonl") { return (name, 0) }
    for age in 1...SessionFile.generationCount {
      if let name = session(of: file, endingWith: ".\(age).jsonl") { return (name, age) }
    }
    return nil
  }

  /// The session whose lock a file is; `nil` for any other file.
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

  /// No escaped name is a percent sign alone.
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
