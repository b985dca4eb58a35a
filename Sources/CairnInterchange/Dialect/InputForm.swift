/// The form in which an input was read.
public struct InputForm: Hashable, Sendable {
  /// The format of the data.
  public let format: InterchangeFormat
  /// The encoding of the text.
  public internal(set) var encoding: TextEncoding
  /// The delimiter between the cells of a table; `nil` for other formats.
  public internal(set) var delimiter: Character?
  /// Whether the quotes around cells are single quotes.
  public internal(set) var hasSingleQuotes = false
  /// The parts of the dialect, whether they were given or found.
  public internal(set) var dialect = Dialect()
  /// The parts that a person gave.
  public internal(set) var given: Set<Dialect.Part> = []

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
    let header: String? =
      switch dialect.header {
      case Dialect.Header.none?: "no header"
      case .line(let line)? where line > 1: "header in line \(line)"
      default: nil
      }
    return [format.title, between, around, header, encoding.name].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// A sentence about the parts that a person gave, and about an unusual header; `nil` if all is
  /// usual.
  func notice(of input: String) -> String? {
    let isUsual = dialect.header == nil || dialect.header == .line(1)
    guard !given.isEmpty || !isUsual else { return nil }
    let parts = Dialect.Part.allCases.flatMap { part in
      dialect.words(of: part).map { word in
        let words = "\(part.rawValue) \(word)"
        return given.contains(part) ? "\(words) (given)" : words
      }
    }
    return "\(input) was read with \(parts.joined(separator: ", "))"
  }

  /// Notes the dialect in which a table was read.
  mutating func note(_ found: Dialect) {
    delimiter = found.delimiter.map { Character(Unicode.Scalar($0)) }
    hasSingleQuotes = found.quote?.byte == Byte.apostrophe
    for part in Dialect.Part.allCases where !given.union([.encoding, .null, .zone]).contains(part) {
      dialect.copy(part, of: found)
    }
  }

  /// Notes the encoding, which is known only after all rows were read.
  mutating func note(_ encoding: TextEncoding) {
    self.encoding = encoding
    dialect.encoding = encoding
  }
}
