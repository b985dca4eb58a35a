/// The form in which an input was read.
public struct InputForm: Hashable, Sendable {
  /// The format of the data.
  public let format: InterchangeFormat
  /// The parts of the dialect that matter for the format, whether they were given or found.
  public private(set) var dialect = Dialect()
  /// The parts that a person gave.
  public private(set) var given: Set<Dialect.Part>

  /// Creates the form of an input before it is read.
  ///
  /// - Parameters:
  ///   - format: The format of the data.
  ///   - encoding: The encoding of the text.
  ///   - given: The parts of the dialect that a person gave.
  init(format: InterchangeFormat, encoding: TextEncoding = .utf8, _ given: Dialect = Dialect()) {
    self.format = format
    self.given = given.parts(for: format)
    for part in self.given { dialect.copy(part, of: given) }
    dialect.encoding = encoding
  }

  /// The encoding of the text.
  public var encoding: TextEncoding { dialect.encoding ?? .utf8 }

  /// The form in a few words: "CSV, with semicolons, Windows-1252".
  public var description: String {
    let between: String? =
      switch dialect.delimiter {
      case Byte.comma, nil: nil
      case Byte.tab: format == .tsv ? nil : "with tabs"
      case Byte.semicolon: "with semicolons"
      case let other?: "with \(Dialect.word(other))"
      }
    let around = dialect.quote?.byte == Byte.apostrophe ? "in single quotes" : nil
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
    for part in Dialect.Part.allCases where !given.union([.encoding, .null, .zone]).contains(part) {
      dialect.copy(part, of: found)
    }
    // The notice names these characters only if the table has them.
    if !given.contains(.escape), found.escape == Dialect.Mark.none { dialect.escape = nil }
    if !given.contains(.comment), found.comment == Dialect.Mark.none { dialect.comment = nil }
  }

  /// Notes the encoding, which is known only after all rows were read.
  mutating func note(_ encoding: TextEncoding) { dialect.encoding = encoding }
}
