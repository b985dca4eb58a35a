/// The first lines of a frame, which describe the whole change.
///
/// Words after the replica come in pairs, and lines that begin with `%` may follow the title.
/// Unknown words and lines are skipped, so that a later program can add some.
struct FrameHead {
  let number: UInt64
  let time: Timestamp
  let replica: Replica
  /// The number of the change that this one undoes.
  private(set) var undoes: UInt64?
  /// Whether the change moves records to other keys (see `Writer.moveTakenRecords`).
  private(set) var movesKeys = false
  let title: String
  private(set) var origin: ChangeOrigin?
  private(set) var receipt: Receipt?
  /// The start of the first line about a record, the model or the frame's end.
  private(set) var end: Int

  /// Reads the head of a frame; `nil` if `frame` does not begin with a head.
  init?(_ frame: Span<UInt8>) {
    guard frame.hasPrefix("%txn ", at: 0) else { return nil }
    let lineEnd = frame.firstIndex(of: .newline, from: 0)
    let line = frame.extracting(..<lineEnd)
    var offset = 5
    guard let word = line.nextWord(&offset), let number = Self.number(line, word),
      let word = line.nextWord(&offset), let time = Timestamp(utf8: line.extracting(word)),
      let word = line.nextWord(&offset), let replica = Replica(utf8: line.extracting(word))
    else { return nil }
    (self.number, self.time, self.replica) = (number, time, replica)
    let titleStart = lineEnd + 1 + 7
    guard frame.hasPrefix("%title ", at: lineEnd + 1) else { return nil }
    let titleEnd = frame.firstIndex(of: .newline, from: titleStart)
    title = frame.text(titleStart..<titleEnd)
    end = min(titleEnd + 1, frame.count)
    while let key = line.nextWord(&offset), let value = line.nextWord(&offset) {
      if line.extracting(key).equals("undoes") { undoes = Self.number(line, value) }
      if line.extracting(key).equals("moves") { movesKeys = line.extracting(value).equals("keys") }
    }
    readLines(frame)
  }

  /// Reads the lines after the title.
  private mutating func readLines(_ frame: Span<UInt8>) {
    while end < frame.count, frame[end] == UInt8(ascii: "%"), !Self.isBody(frame, at: end) {
      let lineEnd = frame.firstIndex(of: .newline, from: end)
      if frame.hasPrefix("%from ", at: end) { origin = Self.origin(frame, end + 6..<lineEnd) }
      if frame.hasPrefix("%receipt ", at: end) { receipt = Receipt(frame.text(end + 9..<lineEnd)) }
      end = min(lineEnd + 1, frame.count)
    }
  }

  /// Whether a line that begins with `%` is about a record, the model or the frame's end.
  private static func isBody(_ frame: Span<UInt8>, at line: Int) -> Bool {
    RecordChange.Kind(ofLine: line, in: frame) != nil || frame.hasPrefix("%end ", at: line)
      || frame.hasPrefix("%model\n", at: line)
  }

  private static func origin(_ frame: Span<UInt8>, _ line: Range<Int>) -> ChangeOrigin? {
    // By bytes: as a character, the blank may be joined with the start of a name.
    let blank = min(frame.firstIndex(of: .space, from: line.lowerBound), line.upperBound)
    let name = min(blank + 1, line.upperBound)..<line.upperBound
    return ChangeOrigin(kind: frame.text(line.lowerBound..<blank), name: frame.text(name))
  }

  private static func number(_ frame: Span<UInt8>, _ word: Range<Int>) -> UInt64? {
    var number: UInt64 = 0
    for index in word {
      guard let digit = frame[index].digitValue else { return nil }
      let (tens, isTooHigh) = number.multipliedReportingOverflow(by: 10)
      let (sum, isOver) = tens.addingReportingOverflow(UInt64(digit))
      if isTooHigh || isOver { return nil }
      number = sum
    }
    return word.isEmpty ? nil : number
  }
}

extension Span<UInt8> {
  /// The text of the bytes in `range`, with replacement characters for invalid bytes.
  fileprivate func text(_ range: Range<Int>) -> String { String(copying: extracting(range)) }

  /// The range of the next word at or after `offset`, separated by blanks; `nil` after the last.
  fileprivate func nextWord(_ offset: inout Int) -> Range<Int>? {
    while offset < count, self[offset] == .space { offset += 1 }
    guard offset < count else { return nil }
    let start = offset
    offset = firstIndex(of: .space, from: start)
    return start..<offset
  }
}
