internal import Glibc

/// Reads the lines of a source, of which only a piece need be in memory.
///
/// A line ends with a line feed, before which a carriage return is dropped too. The last one may
/// lack it. Lines longer than the limit are refused, because a file without any line end, a disk
/// image for example, would otherwise fill the memory.
public struct LineReader {
  /// The number of the line that was returned last, from 1; 0 before the first.
  public private(set) var lineNumber = 0
  /// How many bytes of the source lie before that line.
  public private(set) var lineOffset = 0

  private let source: any ByteSource
  private let limit: Int
  private var buffer: [UInt8] = []
  private var start = 0
  private var nextOffset = 0
  private var isAtEnd = false

  /// Creates a reader of the lines of `source` that are at most `limit` bytes long.
  public init(_ source: any ByteSource, limit: Int = 64 << 20) {
    self.source = source
    self.limit = limit
  }

  /// Returns the next line without its end, or `nil` after the last.
  public mutating func next() throws(FileError) -> ArraySlice<UInt8>? {
    var searched = 0
    while true {
      if let end = lineFeed(from: start + searched) { return try line(to: end, next: end + 1) }
      searched = buffer.count - start
      guard searched <= limit + 1 else { throw lineTooLong }
      if isAtEnd { return searched == 0 ? nil : try line(to: buffer.count, next: buffer.count) }
      try fill()
    }
  }

  private mutating func fill() throws(FileError) {
    let chunk = try source.next()
    isAtEnd = chunk.isEmpty
    buffer.removeFirst(start)
    start = 0
    buffer += chunk
  }

  private mutating func line(to end: Int, next: Int) throws(FileError) -> ArraySlice<UInt8> {
    var line = buffer[start..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    guard line.count <= limit else { throw lineTooLong }
    lineNumber += 1
    lineOffset = nextOffset
    nextOffset += next - start
    start = next
    return line
  }

  private var lineTooLong: FileError {
    .lineTooLong(path: source.path, line: lineNumber + 1, limit: limit)
  }

  /// Returns where the first line feed at or after `index` is.
  ///
  /// `memchr` looks at many bytes at once; a loop here would take most of an import's time.
  private func lineFeed(from index: Int) -> Int? {
    unsafe buffer.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, index < bytes.count else { return nil }
      let found = unsafe memchr(start + index, Int32(UInt8(ascii: "\n")), bytes.count - index)
      return unsafe found.map { unsafe UnsafeRawPointer($0) - start }
    }
  }
}
