/// Reads values out of bytes that arrive in pieces, so that a file need not fit in memory.
///
/// Only the value that is under way is kept. Feed it and take what is whole:
///
///     var stream = JSONStream(.elements)
///     while !stream.isFinished {
///       let chunk = try source.next()
///       if chunk.isEmpty { stream.finish() } else { stream.append(chunk) }
///       while let value = try stream.next() { … }
///     }
///
/// ```
///   elements:  start ─[─▶ first ─value─▶ after ─,─▶ element ─value─▶ after ─]─▶ end
///                           └──────]──────────────────────────────────────────▶ end
///   values:    value ─value─▶ blank ─blank─▶ value …
/// ```
public struct JSONStream {
  /// What the bytes hold.
  public enum Shape: Hashable, Sendable {
    /// Values with blanks or line ends between, as JSON Lines has them.
    case values
    /// One array, whose elements are the values.
    case elements
  }

  private enum Place {
    case start, first, element, after, end
    case value, blank
  }

  /// Whether no more bytes come.
  public private(set) var isFinished = false
  private var place: Place
  private var isAtStart = true
  private var buffer: [UInt8] = []
  private var start = 0
  private var boundary = JSONBoundary()
  private var position = JSONPosition()

  /// Creates a stream of the values in bytes of the shape.
  public init(_ shape: Shape) {
    place = shape == .elements ? .start : .value
  }

  /// Adds bytes at the end.
  public mutating func append(_ bytes: [UInt8]) {
    precondition(!isFinished, "a finished stream takes no more bytes")
    buffer.removeFirst(start)
    start = 0
    buffer += bytes
  }

  /// Says that no more bytes come.
  public mutating func finish() { isFinished = true }

  /// Returns the next value, or `nil` if it is not there yet or, after `finish`, if none is left.
  ///
  /// After an error the stream is of no more use.
  public mutating func next() throws(JSONError) -> JSONValue? {
    guard skipByteOrderMark() else { return nil }
    while true {
      if place == .blank, start < buffer.count { place = try requireBlank() }
      if !boundary.isInside { skipBlanks() }
      guard start < buffer.count else { return try atEndOfBytes() }
      switch place {
      case .start:
        guard skip(ASCII.openBracket) else { throw unexpected(expected: "[") }
        place = .first
      case .first where skip(ASCII.closeBracket): place = .end
      case .after where skip(ASCII.closeBracket): place = .end
      case .after:
        guard skip(ASCII.comma) else { throw unexpected(expected: "a comma or ]") }
        place = .element
      case .end: throw unexpected(expected: "the end")
      case .first, .element, .value, .blank: return try wholeValue()
      }
    }
  }
}

extension JSONStream {
  /// Tells whether it is known if there is a mark; the first three bytes decide.
  private mutating func skipByteOrderMark() -> Bool {
    guard isAtStart else { return true }
    guard isFinished || buffer.count >= 3 else { return false }
    isAtStart = false
    if buffer.starts(with: [0xEF, 0xBB, 0xBF]) { consume(3) }
    return true
  }

  private mutating func skipBlanks() {
    var end = start
    while end < buffer.count, ASCII.isBlank(buffer[end]) { end += 1 }
    consume(end - start)
  }

  private mutating func consume(_ count: Int) {
    let buffer = buffer
    position.advance(over: buffer.span.extracting(start..<start + count))
    start += count
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard buffer[start] == byte else { return false }
    consume(1)
    return true
  }

  /// Reads the value at the start if its end is known.
  private mutating func wholeValue() throws(JSONError) -> JSONValue? {
    let buffer = buffer
    var end = boundary.end(in: buffer.span, from: start)
    if end == nil, isFinished { end = buffer.count }
    guard let end else { return nil }
    boundary = JSONBoundary()
    var reader = JSONReader(buffer[start..<end], from: position)
    let value = try reader.only()
    consume(end - start)
    place = place == .value ? .blank : .after
    return value
  }

  private func requireBlank() throws(JSONError) -> Place {
    guard ASCII.isBlank(buffer[start]) else { throw unexpected(expected: "a blank or the end") }
    return .value
  }

  /// What it means that there are no bytes: wait, done, or something is missing.
  private func atEndOfBytes() throws(JSONError) -> JSONValue? {
    guard isFinished else { return nil }
    switch place {
    case .value, .blank, .end: return nil
    case .start: throw .unfinished(expected: "[", at: position)
    case .first: throw .unfinished(expected: "a value or ]", at: position)
    case .element: throw .unfinished(expected: "a value", at: position)
    case .after: throw .unfinished(expected: "a comma or ]", at: position)
    }
  }

  private func unexpected(expected: String) -> JSONError {
    JSONParser(start: position).unexpected(
      in: buffer.span.extracting(start..<buffer.count), expected: expected)
  }
}
