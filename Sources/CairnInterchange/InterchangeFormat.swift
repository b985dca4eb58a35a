/// The forms in which records come and go.
public enum InterchangeFormat: String, CaseIterable, Sendable {
  /// Comma-separated values with a header; other delimiters are recognized.
  case csv
  /// Values separated by tabs, with a header.
  case tsv
  /// JSON: an array of objects, one object, or an object of such arrays.
  case json
  /// JSON Lines: an object on each line.
  case jsonl

  /// The format that a file's name says.
  ///
  /// - Parameter path: A file's name or path; its extension counts, in capitals or not.
  public init?(path: String) {
    guard let point = path.lastIndex(of: ".") else { return nil }
    switch path[path.index(after: point)...].lowercased() {
    case "csv", "txt": self = .csv
    case "tsv", "tab": self = .tsv
    case "json": self = .json
    case "jsonl", "ndjson": self = .jsonl
    default: return nil
    }
  }

  /// The format that an input's first bytes speak for.
  static func detect(in sample: [UInt8]) -> InterchangeFormat {
    let first = sample.drop { $0 <= Byte.space || [0xEF, 0xBB, 0xBF].contains($0) }.first
    return first == UInt8(ascii: "{") || first == Byte.openBracket ? .json : .csv
  }
}
