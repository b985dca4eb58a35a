/// Writes comma-separated values as in RFC 4180, in UTF-8.
///
/// Cells are quoted only if necessary, so that equal tables give equal bytes. Lines end with LF, as
/// shell tools expect.
public struct CSVWriter: Sendable {
  /// The bytes that were written and not yet taken.
  public private(set) var bytes: [UInt8] = []
  private let delimiter: UInt8
  private var isAtLineStart = true

  /// Creates a writer.
  ///
  /// - Parameter delimiter: The byte between two cells.
  public init(delimiter: UInt8 = UInt8(ascii: ",")) {
    self.delimiter = delimiter
  }

  /// Whether an empty text is written as two quotes, so that readers can distinguish it from no
  /// value.
  var marksEmptyTexts = false

  /// Writes a row whose values may be absent.
  public mutating func writeRow(_ cells: [String?]) {
    for cell in cells { writeCell(cell) }
    // A single cell without text would be a blank line, which readers skip.
    if cells.count == 1, cells[0]?.isEmpty ?? true, !(marksEmptyTexts && cells[0] != nil) {
      bytes += [Byte.quote, Byte.quote]
    }
    endRow()
  }

  /// Returns and removes the bytes written so far, so that memory stays small.
  public mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func writeCell(_ text: String?) {
    if !isAtLineStart { bytes.append(delimiter) }
    isAtLineStart = false
    guard let text else { return }
    guard !text.isEmpty else {
      if marksEmptyTexts { bytes += [Byte.quote, Byte.quote] }
      return
    }
    guard needsQuotes(text) else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    bytes.append(Byte.quote)
    for byte in text.utf8 {
      if byte == Byte.quote { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(Byte.quote)
  }

  private mutating func endRow() {
    bytes.append(Byte.lineFeed)
    isAtLineStart = true
  }

  private func needsQuotes(_ text: String) -> Bool {
    // Readers drop blanks and a byte order mark at the edges of a cell, and might take single quotes
    // at the start of cells for quotes around them.
    let bytes = Array(text.utf8)
    let edges = CellEdges.trimmed(0..<bytes.count, of: bytes.span)
    return edges.count < bytes.count || bytes.first == Byte.apostrophe
      || bytes.contains { byte in
        byte == delimiter || byte == Byte.quote || byte == Byte.lineFeed
          || byte == Byte.carriageReturn
      }
  }
}
