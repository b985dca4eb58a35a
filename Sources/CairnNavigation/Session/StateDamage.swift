/// Why a session's file can't be read as a whole.
enum StateDamage: Error, Hashable, CustomStringConvertible {
  case noHeader
  case headerNotJSON(String)
  case otherFormat
  case newerVersion(Int64)
  case missing(String)
  case length(expected: Int64, found: Int)
  case lineCount(expected: Int, found: Int)
  case repeatedEntry

  var description: String {
    switch self {
    case .noHeader: "it has no whole first line"
    case .headerNotJSON(let reason): "its first line is no JSON: \(reason)"
    case .otherFormat: "its first line does not belong to a saved session"
    case .newerVersion(let version): "it has version \(version), which this program doesn't know"
    case .missing(let name): "its first line lacks a proper \(name)"
    case .length(let expected, let found):
      "\(found) bytes follow its first line, which promises \(expected)"
    case .lineCount(let expected, let found):
      "\(found) lines follow its first line, which promises \(expected)"
    case .repeatedEntry: "its first line names an entry twice"
    }
  }
}
