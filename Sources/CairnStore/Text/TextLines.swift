/// Goes through the lines of a text of records, of a part of it, or of a frame of the journal.
///
///     var lines = TextLines()
///     while lines.next(in: text) { … text.extracting(lines.range) … }
///
/// The text comes with each call, because nothing can keep a span.
struct TextLines {
  /// Where the line stands, its line end included.
  private(set) var range: Range<Int>

  /// The lines from `start` on, which is where a line begins.
  init(from start: Int = 0) { range = start..<start }

  /// Moves to the next line.
  ///
  /// - Returns: whether there is one.
  mutating func next(in text: Span<UInt8>) -> Bool {
    guard range.upperBound < text.count else { return false }
    range = range.upperBound..<text.endOfLine(from: range.upperBound)
    return true
  }

  /// Moves to the next line, together with the lines that continue its field.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - sign: the sign before each line, as in the journal.
  /// - Returns: whether there is one.
  mutating func nextField(in text: Span<UInt8>, sign: UInt8? = nil) -> Bool {
    guard next(in: text) else { return false }
    while let line = text.continuation(at: range.upperBound, sign) {
      range = range.lowerBound..<line.upperBound
    }
    return true
  }

  /// Where the line's bytes stand without its line end.
  func content(in text: Span<UInt8>) -> Range<Int> {
    let hasEnd = text[range.upperBound - 1] == .newline
    return range.lowerBound..<range.upperBound - (hasEnd ? 1 : 0)
  }

  /// The key in the line, if it is one with an Id.
  func identity(in text: Span<UInt8>) -> RecordKey? {
    guard text.hasPrefix("Id:", at: range.lowerBound) else { return nil }
    var (start, end) = (range.lowerBound + 3, content(in: text).upperBound)
    if start < end, text[start] == .space { start += 1 }
    if start < end, text[end - 1] == .carriageReturn { end -= 1 }
    return start < end ? RecordKey(utf8: text.extracting(start..<end)) : nil
  }

  /// What the line is.
  func kind(in text: Span<UInt8>) -> LineKind { LineKind(text, content(in: text)) }
}

/// What a line of a text of records is.
enum LineKind: Equatable {
  /// The end of a record.
  case blank
  case comment
  /// A line that says what the records after it are.
  case descriptor
  /// A line that continues the text of a field.
  case continuation
  /// A line that a merge writes.
  case mark(ConflictMarks.Mark)
  /// A field, the Id included, or a line that cannot be read.
  case field

  /// The kind of the line in `range`, which is without its line end.
  init(_ text: Span<UInt8>, _ range: Range<Int>) {
    if text.isBlank(range.lowerBound, range.upperBound) {
      self = .blank
      return
    }
    switch text[range.lowerBound] {
    case .numberSign: self = .comment
    case UInt8(ascii: "%"): self = .descriptor
    case .plus: self = .continuation
    default: self = ConflictMarks.Mark(on: text, at: range.lowerBound).map(Self.mark) ?? .field
    }
  }
}

extension Span<UInt8> {
  /// Where the line from `start` on ends, its line end included.
  @inline(__always)
  func endOfLine(from start: Int) -> Int {
    Swift.min(firstIndex(of: .newline, from: start) + 1, count)
  }

  /// The line at `start` if it continues the field of the line before it.
  fileprivate func continuation(at start: Int, _ sign: UInt8?) -> Range<Int>? {
    let place = sign == nil ? start : start + 1
    guard place < count, self[place] == .plus, sign == nil || self[start] == sign else {
      return nil
    }
    return start..<endOfLine(from: start)
  }

  /// Whether the line from `start` to `end` is blank, and so ends a record.
  func isBlank(_ start: Int, _ end: Int) -> Bool {
    end == start || end == start + 1 && self[start] == .carriageReturn
  }
}
