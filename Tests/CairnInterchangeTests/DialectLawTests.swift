import TestSupport
import Testing

@testable import CairnInterchange

/// A table as some program writes it.
private struct ForeignTable {
  var dialect = Dialect()
  var rows: [[String]] = []
  private var lineEnd = "\n"
  private var quotesAll = false

  /// The name of the encoding, and letters that it has.
  private static let encodings: [(name: String, letters: String)] = [
    ("UTF-8", "é駅ж"), ("UTF-16LE", "é駅ж"), ("UTF-16BE", "é駅ж"), ("UTF-32LE", "é駅ж"),
    ("UTF-32BE", "é駅ж"), ("Windows-1252", "éßœ"), ("Windows-1250", "éřł"),
    ("Windows-1251", "жДя"), ("ISO-8859-15", "é€œ"), ("KOI8-R", "жДя"), ("MacRoman", "éßœ"),
    ("IBM850", "éßø"), ("IBM866", "жДя"), ("ISO-8859-7", "αΩή"),
  ]

  /// Makes a random table; if a reader is told everything, any dialect will do.
  init(seed: UInt64, isTold: Bool) {
    var random = SeededGenerator(seed: seed)
    let delimiters: [UInt8] = Array(isTold ? ",;|:~^ \t".utf8 : ",;|\t".utf8)
    let delimiter = random.element(of: delimiters)
    let quote = isTold ? random.element(of: [Byte.quote, Byte.apostrophe, 0x60]) : Byte.quote
    let encoding = random.element(of: isTold ? Self.encodings : Array(Self.encodings.prefix(3)))
    dialect.delimiter = delimiter
    dialect.encoding = TextEncoding(named: encoding.name)
    dialect.quote = .byte(quote)
    if isTold, random.number(0...2) == 0 { dialect.escape = .byte(Byte.backslash) }
    if isTold, random.number(0...2) == 0 { dialect.comment = .byte(UInt8(ascii: "#")) }
    if isTold, random.number(0...2) == 0 { dialect.nullTexts = ["NULL"] }
    lineEnd = random.element(of: ["\n", "\r\n", "\r"])
    quotesAll = random.number(0...3) == 0
    let width = random.number(2...5)
    let pieces =
      ["a", "bc", "7", " ", "\n", "\"", "'", "\\", "#", ",", ";", "|", "\t", "\u{A0}", "."]
      + encoding.letters.map(String.init)
    let usable = pieces.filter {
      encoding.name == "MacRoman" || $0 != "\u{A0}" || encoding.name.hasPrefix("UTF")
    }.filter { lineEnd == "\n" || $0 != "\n" }
    rows = (0..<random.number(3...12)).map { row in
      var cells = (0..<width).map { _ in
        (0..<random.number(0...5)).map { _ in random.element(of: usable) }.joined()
      }
      // A column of numbers makes the header and the delimiter certain.
      cells[0] = "\(row * 7 + 1)"
      return cells
    }
    guard !isTold || random.number(0...1) == 0 else {
      dialect.header = Dialect.Header.none
      // Without a header, a delimiter at the end of each row makes no column.
      if rows.allSatisfy({ $0[width - 1].isEmpty }) { rows[0][width - 1] = "a" }
      return
    }
    let header = ["id"] + (1..<width).map { "name \($0)" }
    rows.insert(header, at: 0)
    let above = isTold ? random.number(0...3) : 0
    dialect.header = .line(above + 1)
    skipped = (0..<above).map { "line \($0)\(lineEnd)" }.joined()
  }

  private var skipped = ""

  /// The bytes of the table in its encoding.
  var bytes: [UInt8] {
    let lines = rows.map { row in
      row.map(written).joined(separator: String(Unicode.Scalar(dialect.delimiter ?? 0))) + lineEnd
    }
    return encoded(skipped + lines.joined())
  }

  private func written(_ cell: String) -> String {
    let quote = String(Unicode.Scalar(dialect.quote?.byte ?? 0))
    let special = Set(quote.utf8 + [dialect.delimiter ?? 0, Byte.lineFeed] + "\\#'\"\t ".utf8)
    let edges = CellEdges.trimmed(Array(cell.utf8)[...])
    guard quotesAll || cell.utf8.contains(where: special.contains) || edges.count < cell.utf8.count
    else { return cell }
    var text = cell
    if let escape = dialect.escape?.byte.map({ String(Unicode.Scalar($0)) }) {
      text = text.replacing(escape, with: escape + escape).replacing(quote, with: escape + quote)
    } else {
      text = text.replacing(quote, with: quote + quote)
    }
    return quote + text + quote
  }

  private func encoded(_ text: String) -> [UInt8] {
    switch dialect.encoding?.kind {
    case .utf16(let isBig)?:
      return text.utf16.flatMap {
        isBig ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
      }
    case .utf32(let isBig)?:
      return text.unicodeScalars.flatMap { scalar in
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: scalar.value >> (8 * UInt32($0))) }
        return isBig ? bytes.reversed() : bytes
      }
    case .singleByte?:
      guard let encoding = dialect.encoding else { return [] }
      let characters = SingleByteDecoder(encoding).characters
      return text.unicodeScalars.map { scalar in
        scalar.isASCII
          ? UInt8(scalar.value) : UInt8(0x80 + (characters.firstIndex(of: scalar) ?? 0))
      }
    default: return Array(text.utf8)
    }
  }

  /// The rows that a reader finds; a column's name is the first of its texts.
  func read(_ dialect: Dialect, _ blockSize: Int) throws -> [[String]] {
    let file = try OpenedInput(
      source(bytes: bytes, blockSize: blockSize), encoding: dialect.encoding)
    var reader = try CSVReader(try file.stream(), dialect)
    var rows = reader.found.header == Dialect.Header.none ? [] : [reader.columns]
    var row = RawRow()
    while try reader.next(into: &row) {
      let cells = (0..<reader.columns.count).map {
        row.kind(at: $0).hasValue ? row.text(at: $0) : ""
      }
      rows.append(row.problem.map { ["\($0)"] } ?? cells)
    }
    return rows
  }
}

@Suite struct `A table in any dialect` {
  @Test(arguments: SeededGenerator.seeds(Torture.rounds(150)))
  func `is read back equal if the reader is told the dialect`(seed: UInt64) throws {
    let table = ForeignTable(seed: seed, isTold: true)
    for size in [1, 7, 100_000] {
      try expectEqual(table.read(table.dialect, size), table.rows, "\(table.dialect)")
    }
  }

  @Test(arguments: SeededGenerator.seeds(Torture.rounds(100)))
  func `is read back equal if its dialect is found`(seed: UInt64) throws {
    let table = ForeignTable(seed: seed, isTold: false)
    try expectEqual(table.read(Dialect(), 1000), table.rows, "\(table.dialect)")
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `is what its words say`(seed: UInt64) throws {
    let dialect = ForeignTable(seed: seed, isTold: true).dialect
    var again = Dialect()
    for part in Dialect.Part.allCases {
      for word in dialect.words(of: part) { try again.set(part, to: word) }
    }
    expectEqual(again, dialect)
  }
}
