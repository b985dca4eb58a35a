/// Cuts a stream of bytes into lines.
struct ByteLines {
  /// The number of the line that was returned last, from 1.
  private(set) var number: Int
  /// Where that line begins, in bytes from the start of the stream.
  private(set) var offset = 0

  private let source: ByteStream
  private var block: [UInt8] = []
  private var position = 0
  private var consumed = 0

  /// The lines of a stream, the first of them with the number `firstNumber`.
  init(_ source: ByteStream, firstNumber: Int = 1) {
    self.source = source
    number = firstNumber - 1
  }

  /// The next line without its line feed, and without the mark that may begin the first; `nil`
  /// after the last one.
  mutating func next() throws(InterchangeError) -> ArraySlice<UInt8>? {
    guard let line = try nextLine() else { return nil }
    number += 1
    offset = consumed
    consumed += line.count + 1
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
