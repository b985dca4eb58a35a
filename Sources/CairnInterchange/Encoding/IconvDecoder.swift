internal import CairnFiles

/// Decodes an encoding of several bytes for a character with the program `iconv`.
///
/// A static program cannot load the converters of the C library, and Cairn has no tables of 20,000
/// characters. Each piece ends at a line, since no character of these encodings contains the byte
/// of a line feed. So a run has little to do, and needs little memory. It may take ten seconds.
struct IconvDecoder {
  private let encoding: String
  private let input: String
  /// The bytes after the last whole piece.
  private var rest: [UInt8] = []
  /// The number of lines with invalid bytes.
  private var badLines = 0

  private static let longestPiece = 1 << 18
  private static let longestLine = 1 << 24
  /// The number of lines with invalid bytes, after which the encoding is wrong.
  private static let mostBadLines = 100
  private static let timeLimit = Duration.seconds(10)

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - encoding: The name of the encoding for the program.
  ///   - input: The name of the input in messages.
  init(_ encoding: String, for input: String) {
    (self.encoding, self.input) = (encoding, input)
  }

  /// Returns the next text as UTF-8, which may be empty.
  mutating func decode(_ block: [UInt8]) throws(InterchangeError) -> [UInt8] {
    rest += block
    guard rest.count >= Self.longestPiece else { return [] }
    guard let end = rest.lastIndex(of: Byte.lineFeed) else {
      guard rest.count < Self.longestLine else {
        throw .unreadable(name: input, reason: "a line is longer than 16 MB")
      }
      return []
    }
    let piece = Array(rest[...end])
    rest.removeSubrange(...end)
    return try text(of: piece)
  }

  /// Returns the text of the last bytes as UTF-8.
  mutating func finish() throws(InterchangeError) -> [UInt8] {
    defer { rest = [] }
    return rest.isEmpty ? [] : try text(of: rest)
  }

  private mutating func text(of piece: [UInt8]) throws(InterchangeError) -> [UInt8] {
    guard piece.reduce(0, |) >= 0x80 else { return piece }
    if let text = try converted(piece) { return text }
    // Each half is tried on its own, until the lines with invalid bytes are alone.
    let middle = piece.count / 2
    let cut =
      piece[middle...].dropLast().firstIndex(of: Byte.lineFeed)
      ?? piece[..<middle].lastIndex(of: Byte.lineFeed)
    guard let cut, cut < piece.count - 1 else {
      badLines += 1
      guard badLines <= Self.mostBadLines else {
        throw .unreadable(
          name: input,
          reason: "more than \(Self.mostBadLines) lines are not text in this encoding")
      }
      return piece.map { $0 < 0x80 ? $0 : TextEncoding.misfit }
    }
    return try text(of: Array(piece[...cut])) + text(of: Array(piece[(cut + 1)...]))
  }

  /// Returns the text of a piece; `nil` if some bytes are invalid.
  private func converted(_ piece: [UInt8]) throws(InterchangeError) -> [UInt8]? {
    var run = ProgramRun(
      ["iconv", "-f", encoding, "-t", "UTF-8"], in: "/", variables: ["LC_ALL": "C"])
    run.input = .bytes(piece)
    let start = ContinuousClock.now
    let end: ProgramRun.End
    do throws(FileError) {
      end = try run.end { ContinuousClock.now - start > Self.timeLimit }
    } catch {
      throw .unreadable(
        name: input, reason: "the program iconv, which decodes \(encoding), can't be started")
    }
    if end.wasCanceled {
      throw .unreadable(name: input, reason: "iconv took more than 10 seconds for a part of it")
    }
    if end.status == 0 { return end.output }
    let words = String(decoding: end.errors, as: UTF8.self)
    if words.contains("not supported") || words.contains("cannot open") {
      throw .unreadable(
        name: input,
        reason: "iconv does not know \(encoding); in Debian, libc-gconv-modules-extra adds it")
    }
    return nil
  }
}
