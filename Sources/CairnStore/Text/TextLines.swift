/// An iterator over the lines of a text of records, a part of it, or a frame of the journal.
///
///     var lines = TextLines()
///     while lines.next(in: text) { … text.extracting(lines.range) … }
///
/// Each call gets the text as an argument, because no value can store a span.
struct TextLines {
  /// The range of the line, including its line end.
  private(set) var range: Range<Int>

  /// Creates an iterator from `start`, the beginning of a line.
  init(from start: Int = 0) { range = start..<start }

  /// Moves to the next line.
  ///
  /// - Returns: whether a next line exists.
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
  /// - Returns: whether a next line exists.
  mutating func nextField(in text: Span<UInt8>, sign: UInt8? = nil) -> Bool {
    guard next(in: text) else { return false }
    while let line = text.continuation(at: range.upperBound, sign) {
      range = range.lowerBound..<line.upperBound
    }
    return true
  }

  /// The range of the line without its line end.
  func content(in text: Span<UInt8>) -> Range<Int> {
    let hasEnd = text[range.upperBound - 1] == .newline
    return range.lowerBound..<range.upperBound - (hasEnd ? 1 : 0)
  }

  /// The key in the line, if the line is an Id.
  func identity(in text: Span<UInt8>) -> RecordKey? {
    guard text.hasPrefix("Id:", at: range.lowerBound) else { return nil }
    var (start, end) = (range.lowerBound + 3, content(in: text).upperBound)
    if start < end, text[start] == .space { start += 1 }
    if start < end, text[end - 1] == .carriageReturn { end -= 1 }
    return start < end ? RecordKey(utf8: text.extracting(start..<end)) : nil
  }

  /// The kind of the line.
  func kind(in text: Span<UInt8>) -> LineKind { LineKind(text, content(in: text)) }
}

/// The kind of a line in a text of records.
enum LineKind: Equatable {
  /// The end of a record.
  case blank
  case comment
  /// A line that describes the records after it.
  case descriptor
  /// A line that continues the text of a field.
  case continuation
  /// A conflict mark of a merge.
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
  /// The end of the line at `start`, after its line end.
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
