/// The first line of a journal segment: `%journal 7 base 1042 salt 9f3c01ab time 2026-11-20T…Z`.
struct SegmentHeader: Hashable, Sendable {
  /// A limit that is larger than any first line and smaller than any segment.
  static let longest = 256

  /// The segment's number; a later one has a higher number.
  var generation: Int
  /// The number of the segment's first change.
  var base: UInt64
  /// A random number, so that a frame of another segment is not valid in this one.
  var salt: UInt32
  /// The time when the segment was made.
  var time: Timestamp

  /// The line, with its end.
  var text: String {
    "%journal \(generation) base \(base) salt \(String(salt, radix: 16)) time \(time)\n"
  }

  /// The checksum that the first frame continues from.
  var seed: UInt32 { CRC32C.checksum(of: Array(text.utf8).span) }

  init(generation: Int, base: UInt64, salt: UInt32, time: Timestamp) {
    self.generation = generation
    self.base = base
    self.salt = salt
    self.time = time
  }

  /// Reads the line at the start of `bytes`; `nil` for a line that differs from `text`.
  init?(_ bytes: Span<UInt8>) {
    let end = bytes.firstIndex(of: .newline, from: 0)
    guard end < min(bytes.count, 200) else { return nil }
    let line = String(copying: bytes.extracting(0..<end))
    let words = line.split(separator: " ").map(String.init)
    guard words.count == 8, words[0] == "%journal", let generation = Int(words[1]),
      let base = UInt64(words[3]), base > 0, let salt = UInt32(words[5], radix: 16),
      let time = Timestamp(words[7])
    else { return nil }
    self.init(generation: generation, base: base, salt: salt, time: time)
    guard text == line + "\n" else { return nil }
  }
}
