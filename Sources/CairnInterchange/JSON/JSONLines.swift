internal import CairnJSON

/// Cuts a stream of bytes into lines, each a piece of JSON.
struct JSONLines {
  private var lines: ByteLines

  init(_ source: ByteStream) {
    lines = ByteLines(source)
  }

  /// The next line that is not blank, without its end; `nil` after the last one.
  mutating func next() throws(InterchangeError) -> JSONPiece? {
    while let line = try lines.next() {
      let start = JSONPosition(line: lines.number, offset: lines.offset)
      if !line.allSatisfy({ $0 <= Byte.space }) { return JSONPiece(bytes: line, start: start) }
    }
    return nil
  }
}
