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

  /// Returns whether the row begins with the word for a total, or is a remark.
  ///
  /// A remark is a single cell, or a row that is too short, after a blank line. Without a blank line,
  /// a single cell is a remark if it has a colon or no letters.
  func looksLikeFooter(isAfterBlank: Bool, columns: Int) -> Bool {
    var count = 0
    var isRemark = false
    for cell in cells where cell.kind.hasValue {
      count += 1
      let bytes = storage[cell.start..<cell.end]
      if count == 1 { isRemark = Self.isRemark(bytes) }
      guard count == 1, bytes.count <= 24 else { continue }
      let word = String(decoding: bytes, as: UTF8.self).lowercased().prefix { $0 != ":" }
      if Self.totalWords.contains(String(word)) { return true }
    }
    return count == 1 && isRemark || isAfterBlank && (count == 1 || cells.count < columns)
  }

  /// Returns whether a cell has no letters, a sign of copyright, or words before a colon.
  private static func isRemark(_ cell: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: cell, as: UTF8.self)
    return text.hasPrefix("©") || text.contains(": ") || text.hasSuffix(":")
      || !text.contains { $0.isLetter || $0.isNumber }
  }

  /// Whether the first cell is the name that spreadsheets give to the total of a pivot table.
  var isPivotTotal: Bool {
    guard let cell = cells.first, cell.end - cell.start <= 24 else { return false }
    let text = String(decoding: storage[cell.start..<cell.end], as: UTF8.self).lowercased()
    return Self.pivotTotals.contains(text)
  }

  private static let pivotTotals: Set<String> = [
    "grand total", "gesamtergebnis", "total général", "total general", "totale complessivo",
    "eindtotaal", "suma końcowa", "total geral", "общий итог", "総計",
  ]

  private static let totalWords: Set<String> = [
    "total", "totals", "grand total", "subtotal", "sum", "summe", "gesamt", "gesamtsumme", "somme",
    "totale", "suma", "razem", "totaal", "soma", "totalt", "summa", "yhteensä", "celkem",
    "összesen",
    "kontostand", "endsaldo", "schlusssaldo", "saldo final", "saldo finale", "closing balance",
    "ending balance", "toplam", "итого", "всего", "σύνολο", "合計", "合计", "总计", "총계", "합계",
  ]
}
