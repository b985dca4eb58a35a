/// In which form an input was read.
public struct InputForm: Hashable, Sendable {
  /// The form of the data.
  public let format: InterchangeFormat
  /// The encoding of its text.
  public internal(set) var encoding: TextEncoding
  /// What stands between the cells of a table, where it is one; `nil` for every other form.
  public internal(set) var delimiter: Character?
  /// Whether the cells of a table that need quotes stand in single ones.
  public internal(set) var hasSingleQuotes = false

  /// The form in a few words: "CSV, with semicolons, Windows-1252".
  public var description: String {
    let between: String? =
      switch delimiter {
      case ",", nil: nil
      case "\t": format == .tsv ? nil : "with tabs"
      case ";": "with semicolons"
      case let other?: "with \(other)"
      }
    let around = hasSingleQuotes ? "in single quotes" : nil
    return [format.title, between, around, encoding.rawValue].compactMap(\.self)
      .joined(separator: ", ")
  }
}
