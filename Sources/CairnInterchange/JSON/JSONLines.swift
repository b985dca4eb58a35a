internal import CairnJSON

/// Cuts a stream of bytes into lines, each a piece of JSON.
struct JSONLines {
  private let source: ByteStream
  private var block: [UInt8] = []
  private var position = 0
  private var line = 0
  private var offset = 0

  init(_ source: ByteStream) {
    self.source = source
  }

  /// The next line that is not blank, without its end; `nil` after the last one.
  mutating func next() throws(InterchangeError) -> JSONPiece? {
    while let bytes = try nextLine() {
      line += 1
      let start = JSONPosition(line: line, offset: offset)
      offset += bytes.count + 1
      let isMarked = line == 1 && bytes.starts(with: [0xEF, 0xBB, 0xBF])
      let content = isMarked ? bytes.dropFirst(3) : bytes
      if !content.allSatisfy({ $0 <= Byte.space }) {
        return JSONPiece(bytes: content, start: start)
      }
    }
    return nil
  }

  private mutating func nextLine() throws(InterchangeError) -> ArraySlice<UInt8>? {
    if let end = block[position...].firstIndex(of: Byte.lineFeed) {
      defer { position = end + 1 }
      return block[position..<end]
    }
    var line = Array(block[position...])
    while let next = try source.nextBlock() {
      block = next
      position = 0
      guard let end = next.firstIndex(of: Byte.lineFeed) else {
        line += next
        continue
      }
      line += next[..<end]
      position = end + 1
      return line[...]
    }
    block = []
    position = 0
    return line.isEmpty ? nil : line[...]
  }
}
