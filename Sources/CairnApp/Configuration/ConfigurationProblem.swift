/// Why a configuration can't be used.
enum ConfigurationProblem: Error, Hashable, CustomStringConvertible {
  /// The text is no TOML.
  case syntax(String, line: Int, column: Int)

  /// Nothing is called so.
  case unknownKey(String, nearest: String?)

  /// The value of a key is of another kind.
  case value(key: String, expected: String)

  /// Where and what, a sentence.
  var description: String {
    switch self {
    case .syntax(let reason, let line, let column): "line \(line), column \(column): \(reason)"
    case .unknownKey(let key, let nearest):
      "there is no setting \(key)" + (nearest.map { "; did you mean \($0)?" } ?? "")
    case .value(let key, let expected): "\(key) takes \(expected)"
    }
  }
}
