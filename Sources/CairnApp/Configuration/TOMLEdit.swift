internal import CairnInterchange

/// Changes one value in a TOML document, and keeps everything else: comments, order, blanks and
/// line ends.
///
/// If these rules find no place for a line, the result may be a wrong document. So callers must
/// parse the result before they keep it.
struct TOMLEdit {
  private let bytes: [UInt8]
  private let keys: TOMLDocument?
  private let newline: String

  /// Takes a valid document.
  init(_ text: String) {
    bytes = Array(text.utf8)
    keys = try? TOMLDocument(text)
    newline = text.utf8.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
  }

  /// Returns the document with another value of a key.
  ///
  /// A new key gets a line in its table: below the comment that shows the key, or else below the
  /// table's last line.
  ///
  /// - Parameters:
  ///   - key: a key of letters and dashes.
  ///   - table: the name of its table, also of letters and dashes.
  ///   - value: the value in TOML's spelling.
  /// - Returns: the new text.
  func setting(_ key: String, in table: String, to value: String) -> String {
    let pair = "\(key) = \(value)"
    if let old = pairs[[table, key]] { return replacing(old.value, with: value) }
    if let whole = pairs[[table]]?.value {
      guard let last = lastPair(where: { $0.first == table && $1.isInline }) else {
        return replacing(whole, with: "{ \(pair) }")
      }
      return replacing(last.value.upperBound..<last.value.upperBound, with: ", \(pair)")
    }
    let headers = keys?.headers ?? []
    if let place = headers.firstIndex(where: { $0.table == [table] }) {
      let start = headers[place].bytes.upperBound
      let end = place + 1 < headers.count ? headers[place + 1].bytes.lowerBound : bytes.count
      if let shown = comment(of: key, in: start..<end) { return adding(pair, below: shown) }
      let last = lastPair { path, pair in pair.table == [table] && !pair.isInline }
      return adding(pair, below: max(start, last?.value.upperBound ?? 0), like: last)
    }
    // A table that is declared by dotted keys can't have a header.
    if let last = lastPair(where: { $0.first == table && $0.count > 1 && $1.table.isEmpty }) {
      return adding("\(table).\(pair)", below: last.value.upperBound, like: last)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let isEnded = text.isEmpty || bytes.last == UInt8(ascii: "\n")
    return text + (isEnded ? "" : newline) + (text.isEmpty ? "" : newline)
      + "[\(table)]\(newline)\(pair)\(newline)"
  }

  /// Returns the document without a value for a key; the key's line becomes a comment.
  ///
  /// - Parameters:
  ///   - key: a key of letters and dashes.
  ///   - table: the name of its table.
  /// - Returns: the new text; `nil` if the key shares its line with other keys.
  func removing(_ key: String, in table: String) -> String? {
    guard let old = pairs[[table, key]] else { return String(decoding: bytes, as: UTF8.self) }
    let line = startOfLine(old.start)..<endOfLine(old.value.upperBound)
    guard !old.isInline, bytes[line.lowerBound..<old.start].allSatisfy(Self.isBlank) else {
      return nil
    }
    // If a comment above already shows the key, another comment would be redundant.
    let hasRemark = bytes[old.value.upperBound..<line.upperBound].contains(UInt8(ascii: "#"))
    if !hasRemark, line.lowerBound > 0 {
      let above = startOfLine(line.lowerBound - 1)..<line.lowerBound
      if comment(of: key, in: above) != nil {
        return replacing(line.lowerBound..<min(bytes.count, line.upperBound + 1), with: "")
      }
    }
    return replacing(old.start..<old.start, with: "# ")
  }
}

extension TOMLEdit {
  private var pairs: [[String]: TOMLDocument.Pair] { keys?.pairs ?? [:] }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private func lastPair(
    where isMeant: ([String], TOMLDocument.Pair) -> Bool
  ) -> TOMLDocument.Pair? {
    pairs.filter { isMeant($0.key, $0.value) }.map(\.value)
      .max { $0.value.upperBound < $1.value.upperBound }
  }

  /// Returns the start of the last comment line that shows a key: `# key = value`.
  private func comment(of key: String, in range: Range<Int>) -> Int? {
    var (found, start) = (Int?.none, range.lowerBound)
    while start < range.upperBound {
      let end = endOfLine(start)
      let line = bytes[start..<min(end, range.upperBound)].drop(while: Self.isBlank)
      if line.first == UInt8(ascii: "#") {
        let rest = line.dropFirst().drop(while: Self.isBlank)
        let word = Array(key.utf8)
        if rest.starts(with: word),
          rest.dropFirst(word.count).first(where: { !Self.isBlank($0) }) == UInt8(ascii: "=")
        {
          found = start
        }
      }
      start = end + 1
    }
    return found
  }

  private func startOfLine(_ offset: Int) -> Int {
    bytes[..<offset].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }

  /// Returns the position of the line break, or the document's end.
  private func endOfLine(_ offset: Int) -> Int {
    bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
  }

  /// Adds a line below the one at an offset, with the indentation of a pair in the same table.
  private func adding(
    _ line: String, below offset: Int, like pair: TOMLDocument.Pair? = nil
  ) -> String {
    let end = endOfLine(offset)
    let before = pair.map { bytes[startOfLine($0.start)..<$0.start] } ?? []
    let indent =
      before.allSatisfy(Self.isBlank) ? String(decoding: before, as: UTF8.self) : ""
    guard end < bytes.count else {
      return replacing(end..<end, with: newline + indent + line + newline)
    }
    return replacing(end + 1..<end + 1, with: indent + line + newline)
  }

  private func replacing(_ range: Range<Int>, with text: String) -> String {
    String(
      decoding: bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...],
      as: UTF8.self)
  }
}
