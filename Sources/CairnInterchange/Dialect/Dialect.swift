internal import CairnStore

/// How an input is written: its encoding and, for tables, its delimiter, quotes and header.
///
/// A part that is `nil` is detected. The parts have the same names in the shell, in the URL of a
/// preview, and in reports.
///
/// ```swift
/// var dialect = Dialect()
/// try dialect.set(.delimiter, to: ";")
/// try dialect.set(.header, to: "4")
/// ```
public struct Dialect: Hashable, Sendable {
  /// A character with a meaning, or the absence of one.
  public enum Mark: Hashable, Sendable {
    /// No character has the meaning.
    case none
    /// The character with this ASCII code has the meaning.
    case byte(UInt8)

    /// The byte; `nil` for none.
    var byte: UInt8? { if case .byte(let byte) = self { byte } else { nil } }
  }

  /// The place of the names of the columns.
  public enum Header: Hashable, Sendable {
    /// The table has no header.
    case none
    /// The header is in this line of the input, from 1.
    case line(Int)
  }

  /// The encoding of the text.
  public var encoding: TextEncoding?
  /// The byte between two cells.
  public var delimiter: UInt8?
  /// The quote around cells.
  public var quote: Mark?
  /// The byte before a quote inside a quoted cell, besides a second quote.
  public var escape: Mark?
  /// The place of the header.
  public var header: Header?
  /// The number of lines before the table.
  public var skip: Int?
  /// The byte at the start of a line that is a comment.
  public var comment: Mark?
  /// The texts of cells that have no value.
  public var nullTexts: [String] = []
  /// The zone of times that are written without one, by its name in `ZoneFolder`; `nil` for the
  /// store's zone.
  ///
  /// With a zone, a new field of such times has the type `datetime`.
  public var zone: String?

  /// Creates a dialect that is detected.
  public init() {}

  /// The dialect without the parts that only matter after the reading.
  public var ofReading: Dialect {
    var dialect = self
    dialect.zone = nil
    return dialect
  }
}

// MARK: - Words

extension Dialect {
  /// A part of a dialect, with its name in options and URLs.
  public enum Part: String, CaseIterable, Sendable {
    /// The character set of the file.
    case encoding
    /// The character between two cells.
    case delimiter
    /// The character around a cell with delimiters or line ends.
    case quote
    /// The character before a quote that belongs to a cell.
    case escape
    /// The line with the names of the columns.
    case header
    /// The number of lines before the table.
    case skip
    /// The first character of lines that are left out.
    case comment
    /// The texts of cells that have no value.
    case null
    /// The time zone of times that are written without one.
    case zone

    /// What the words of the part may be, for messages and prompts.
    public var hint: String {
      switch self {
      case .encoding: "a name such as UTF-8, Windows-1251, Shift_JIS or UTF-8+Windows-1252"
      case .delimiter: "one character, or the word tab"
      case .quote, .escape, .comment: "one character, or the word none"
      case .header: "the number of a line, or the word none"
      case .skip: "a number of lines"
      case .null: "a text"
      case .zone: "a name such as Europe/Paris, or +02:00"
      }
    }
  }

  /// The error of a word that does not fit its part.
  public struct Mistake: Error, CustomStringConvertible {
    /// The part.
    public let part: Part
    /// The word.
    public let word: String

    /// The reason as a sentence, without the name of the part.
    public var description: String { "takes \(part.hint), not \"\(word)\"" }
  }

  /// Sets a part to a word of a person; the word of `null` is added to the others.
  ///
  /// - Parameters:
  ///   - part: The part.
  ///   - word: The word; an empty word means that the part is detected.
  /// - Throws: ``Mistake`` if the word does not fit.
  public mutating func set(_ part: Part, to word: String) throws(Mistake) {
    guard !word.isEmpty else { return forget(part) }
    let mistake = Mistake(part: part, word: word)
    switch part {
    case .encoding:
      guard let known = TextEncoding(named: word) else { throw mistake }
      encoding = known
    case .delimiter:
      guard let byte = Self.byte(word) else { throw mistake }
      delimiter = byte
    case .quote: quote = try Self.mark(word, mistake)
    case .escape: escape = try Self.mark(word, mistake)
    case .comment: comment = try Self.mark(word, mistake)
    case .header:
      if word == "none" { return header = Header.none }
      guard let line = Int(word), line > 0 else { throw mistake }
      header = .line(line)
    case .skip:
      guard let count = Int(word), count >= 0 else { throw mistake }
      skip = count
    case .null: if !nullTexts.contains(word) { nullTexts.append(word) }
    case .zone: zone = word
    }
  }

  /// Makes a part be detected.
  public mutating func forget(_ part: Part) { copy(part, of: Dialect()) }

  /// Takes a part of another dialect.
  mutating func copy(_ part: Part, of other: Dialect) {
    switch part {
    case .encoding: encoding = other.encoding
    case .delimiter: delimiter = other.delimiter
    case .quote: quote = other.quote
    case .escape: escape = other.escape
    case .header: header = other.header
    case .skip: skip = other.skip
    case .comment: comment = other.comment
    case .null: nullTexts = other.nullTexts
    case .zone: zone = other.zone
    }
  }

  /// Returns the words that set a part; empty if the part is detected.
  public func words(of part: Part) -> [String] {
    switch part {
    case .encoding: encoding.map { [$0.name] } ?? []
    case .delimiter: delimiter.map { [Self.word($0)] } ?? []
    case .quote: Self.words(quote)
    case .escape: Self.words(escape)
    case .header:
      switch header {
      case nil: []
      case Header.none?: ["none"]
      case .line(let line)?: ["\(line)"]
      }
    case .skip: skip.map { ["\($0)"] } ?? []
    case .comment: Self.words(comment)
    case .null: nullTexts
    case .zone: zone.map { [$0] } ?? []
    }
  }

  private static func words(_ mark: Mark?) -> [String] {
    mark.map { [$0.byte.map(word) ?? "none"] } ?? []
  }

  private static func mark(_ word: String, _ mistake: Mistake) throws(Mistake) -> Mark {
    if word == "none" { return .none }
    guard let byte = byte(word) else { throw mistake }
    return .byte(byte)
  }

  /// The words for delimiters that are hard to type.
  private static let names: [(word: String, byte: UInt8)] = [
    ("tab", Byte.tab), ("\\t", Byte.tab), ("space", Byte.space), ("comma", Byte.comma),
    ("semicolon", Byte.semicolon),
  ]

  /// Returns the byte of a word: one ASCII character that neither ends a line nor is a letter or
  /// digit.
  static func byte(_ word: String) -> UInt8? {
    if let named = names.first(where: { $0.word == word.lowercased() }) { return named.byte }
    if word.hasPrefix("0x"), let byte = UInt8(word.dropFirst(2), radix: 16), byte > 0,
      byte < Byte.space, !Byte.endsLine(byte)
    {
      return byte
    }
    guard word.utf8.count == 1, let byte = word.utf8.first, byte > 0, byte < 0x7F,
      !Byte.endsLine(byte), !Byte.isDigit(byte), !Byte.isLetter(byte)
    else { return nil }
    return byte
  }

  /// Returns the word for a byte: its character, or a name.
  static func word(_ byte: UInt8) -> String {
    switch byte {
    case Byte.tab: "tab"
    case Byte.space: "space"
    case ..<Byte.space: "0x" + ValueText.hexadecimal(byte)
    default: String(Unicode.Scalar(byte))
    }
  }
}

extension Dialect {
  /// Returns the reason why the parts contradict each other; `nil` if they don't.
  public var contradiction: String? {
    if case .line(let line)? = header, let skip, line <= skip {
      return "the header is in line \(line), which is one of the \(skip) skipped lines"
    }
    // Without another word, double quotes are quotes.
    let usual = quote ?? .byte(Byte.quote)
    let marks: [(Part, UInt8?)] = [
      (.delimiter, delimiter), (.quote, usual.byte), (.escape, escape?.byte),
      (.comment, comment?.byte),
    ]
    for (place, mark) in marks.enumerated() {
      guard let byte = mark.1 else { continue }
      // A quote before a quote is the usual form.
      for other in marks[..<place] where other.1 == byte && (other.0, mark.0) != (.quote, .escape) {
        return "\(other.0.rawValue) and \(mark.0.rawValue) are both \(Self.word(byte))"
      }
    }
    return nil
  }
}

extension Dialect {
  /// Returns the given parts that matter for a format: only tables have cells.
  func parts(for format: InterchangeFormat) -> Set<Part> {
    let given = Set(Part.allCases.filter { !words(of: $0).isEmpty })
    return format.isTable ? given : given.intersection([.encoding, .zone])
  }

  /// Returns the reason why given parts have no meaning for inputs; `nil` if they have.
  ///
  /// Beside a table, an input of another format does not need them.
  static func idleParts(of inputs: [(input: ImportInput, format: InterchangeFormat)]) -> String? {
    guard !inputs.contains(where: \.format.isTable) else { return nil }
    for (input, format) in inputs {
      let used = input.dialect.parts(for: format)
      let idle = Part.allCases.filter {
        !input.dialect.words(of: $0).isEmpty && !used.contains($0)
      }
      guard !idle.isEmpty else { continue }
      let names = idle.map(\.rawValue).joined(separator: ", ")
      return "\(names): only a table such as CSV has this, and \(input.name) is \(format.title)"
    }
    return nil
  }
}
