import CairnFiles
import TestSupport
import Testing

@Suite struct `A line reader` {
  /// Gives bytes in the pieces that it was made with.
  private final class Pieces: ByteSource {
    let path = "pieces"
    private var pieces: [[UInt8]]

    init(_ pieces: [[UInt8]]) { self.pieces = pieces.reversed() }

    func next() throws(FileError) -> [UInt8] { pieces.popLast() ?? [] }
  }

  private func lines(_ reader: inout LineReader) throws -> [String] {
    var lines: [String] = []
    while let line = try reader.next() { lines.append(String(decoding: line, as: UTF8.self)) }
    return lines
  }

  @Test(arguments: [
    ("", []), ("a", ["a"]), ("a\n", ["a"]), ("\n", [""]), ("a\nb", ["a", "b"]),
    ("a\r\nb\r\n", ["a", "b"]), ("a\n\nb\n\n", ["a", "", "b", ""]), ("\r", [""]),
    ("a\rb\n", ["a\rb"]), ("é\nü", ["é", "ü"]),
  ])
  func `takes the ends off`(text: String, expected: [String]) throws {
    var reader = LineReader(Pieces(text.isEmpty ? [] : [Array(text.utf8)]))
    #expect(try lines(&reader) == expected)
    #expect(try reader.next() == nil)
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `finds the same lines however the bytes arrive`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let bytes = (0..<Int.random(in: 0...400, using: &random)).map { _ in
      "ab\r\n".utf8.randomElement(using: &random) ?? 0
    }
    var pieces: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...9, using: &random)
      pieces.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    var expected = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if expected.last?.isEmpty == true { expected.removeLast() }
    var reader = LineReader(Pieces(pieces))
    for (index, line) in expected.enumerated() {
      let found = try #require(try reader.next())
      #expect(found == (line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
      #expect(reader.lineNumber == index + 1)
      #expect(reader.lineOffset == line.startIndex)
    }
    #expect(try reader.next() == nil)
  }

  @Test func `refuses a line beyond its limit, and names it`() throws {
    var reader = LineReader(Pieces([Array("four\r\nfi".utf8), Array("ve5".utf8)]), limit: 4)
    #expect(try reader.next()?.count == 4)
    #expect(throws: FileError.lineTooLong(path: "pieces", line: 2, limit: 4)) {
      try reader.next()
    }
  }

  @Test func `gives up on endless lines without reading them whole`() throws {
    let zeros = try RealFileSystem().stream("/dev/zero")
    var reader = LineReader(zeros, limit: 1 << 20)
    #expect(throws: FileError.lineTooLong(path: "/dev/zero", line: 1, limit: 1 << 20)) {
      try reader.next()
    }
  }

  @Test func `passes on what its source throws`() throws {
    let memory = MemoryFileSystem()
    try memory.replace("/a", with: Array("line\nhalf".utf8))
    let files = FaultyFileSystem(memory, Fault(at: 2, FileError.device, of: [.read]))
    var reader = LineReader(try files.stream("/a"))
    #expect(try reader.next() == ArraySlice("line".utf8))
    #expect(throws: FileError.device(.read, path: "/a")) { try reader.next() }
  }
}
