/// What a reader changed in the rows of a table, or left out.
struct TableRepairs: Sendable {
  /// The number of rows that were filled up with empty cells.
  var paddedCount = 0
  /// The number of rows that lost empty cells after the last column.
  var trimmedCount = 0
  /// The number of rows of several cells without any value.
  var blankCount = 0
  /// The number of lines that are comments.
  var commentCount = 0
  /// The lines before the header.
  var preamble: [SkippedLine] = []
  /// The rows at the end that are totals or remarks.
  private var footers: [SkippedLine] = []
  /// The number of lines that a person wanted to skip.
  private var skippedCount = 0

  /// Notes the number of lines that a person wanted to skip.
  mutating func skip(_ count: Int) { skippedCount = count }

  /// Notes a row at the end of the table that is left out.
  mutating func noteFooter(_ row: borrowing RawRow) {
    let cells = (0..<row.count).map { row.bytes(at: $0) }.filter { !$0.isEmpty }
    footers.append(
      SkippedLine(line: row.line.number, bytes: Array(cells.joined(separator: [Byte.space]))))
  }

  /// Returns sentences about the rows of an input.
  func notices(of input: String) -> [String] {
    var notices: [String] = []
    if !preamble.isEmpty {
      notices.append(
        "\(input): \(Self.lines(preamble)) above the table \(preamble.count == 1 ? "was" : "were") "
          + "skipped\(Self.texts(preamble))")
    }
    if !footers.isEmpty {
      notices.append(
        "\(input): \(Self.lines(footers)) below the table \(footers.count == 1 ? "was" : "were") "
          + "left out\(Self.texts(footers))")
    }
    let counts = [
      (paddedCount, "fewer cells than columns; the missing cells are empty"),
      (trimmedCount, "more cells than columns; the empty ones at the end were dropped"),
      (blankCount, blankCount == 1 ? "no value and was left out" : "no value and were left out"),
    ]
    for (count, words) in counts where count > 0 {
      notices.append("\(input): \(counted(count, "row")) \(count == 1 ? "has" : "have") \(words)")
    }
    if commentCount > 0 {
      notices.append("\(input): \(counted(commentCount, "comment")) left out")
    }
    return notices
  }

  /// Returns the numbers of lines: "line 3", "3 lines from 1 to 3".
  private static func lines(_ lines: [SkippedLine]) -> String {
    guard lines.count > 1, let first = lines.first, let last = lines.last else {
      return lines.first.map { "line \($0.line)" } ?? ""
    }
    return "\(lines.count) lines from \(first.line) to \(last.line)"
  }

  private static func texts(_ lines: [SkippedLine]) -> String {
    let texts = lines.map(\.text).filter { !$0.isEmpty }
    let shown = texts.prefix(3).joined(separator: " · ") + (texts.count > 3 ? " · …" : "")
    return texts.isEmpty ? "" : ": \(shown)"
  }
}

extension RawRow {
  /// Whether no cell has a value.
  var isBlank: Bool {
    for cell in cells where cell.kind.hasValue { return false }
    return true
  }

  /// Returns whether the row begins with the word for a total, or is a remark: one cell after a
  /// blank line.
  func looksLikeFooter(isAfterBlank: Bool) -> Bool {
    guard let first = cells.first(where: \.kind.hasValue) else { return false }
    let bytes = storage[first.start..<first.end]
    if bytes.count <= Self.longestTotalWord {
      let word = String(decoding: bytes, as: UTF8.self).lowercased().prefix { $0 != ":" }
      if Self.totalWords.contains(String(word)) { return true }
    }
    return isAfterBlank && cells.count { $0.kind.hasValue } == 1
  }

  /// The most bytes of a word for a total.
  private static let longestTotalWord = 24
  private static let totalWords: Set<String> = [
    "total", "totals", "grand total", "subtotal", "sum", "summe", "gesamt", "gesamtsumme", "somme",
    "totale", "suma", "razem", "totaal", "soma", "totalt", "summa", "yhteensä", "celkem",
    "összesen",
    "toplam", "итого", "всего", "σύνολο", "合計", "合计", "总计", "총계", "합계",
  ]
}
