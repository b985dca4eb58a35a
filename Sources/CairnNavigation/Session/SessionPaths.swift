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

  /// The session whose newest state a file is; nil for any other file.
  ///
  /// A session's own dots are escaped, so that no name looks like a generation.
  static func session(ofFile file: String) -> String? {
    guard file.hasSuffix(".jsonl"), !file.hasPrefix(".") else { return nil }
    let stem = file.dropLast(".jsonl".count)
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
