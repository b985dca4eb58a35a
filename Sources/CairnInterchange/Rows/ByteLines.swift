/// Cuts a stream of bytes into lines.
struct ByteLines {
  /// The number of the line that was returned last, from 1.
  private(set) var number = 0

  private let source: ByteStream
  private var block: [UInt8] = []
  private var position = 0

  init(_ source: ByteStream) {
    self.source = source
  }

  /// The next line without its line feed, and without the mark that may begin the first; `nil` after
  /// the last one.
  mutating func next() throws(InterchangeError) -> ArraySlice<UInt8>? {
    guard let line = try nextLine() else { return nil }
    number += 1
    return number == 1 && line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
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
