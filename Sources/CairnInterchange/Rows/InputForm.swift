/// In which form an input was read.
public struct InputForm: Hashable, Sendable {
  /// The form of the data.
  public let format: InterchangeFormat
  /// The encoding of its text.
  public let encoding: TextEncoding
  /// What stands between the cells of a table, where it is one; `nil` for every other form.
  public internal(set) var delimiter: Character?

  /// The form in a few words: "CSV, with semicolons, Windows-1252".
  public var description: String {
    let between: String? =
      switch delimiter {
      case ",", nil: nil
      case "\t": format == .tsv ? nil : "with tabs"
      case ";": "with semicolons"
      case let other?: "with \(other)"
      }
    return [format.title, between, encoding.rawValue].compactMap(\.self).joined(separator: ", ")
  }
}
