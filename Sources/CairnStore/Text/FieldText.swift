// How a value's text stands in a file of records.
//
//   Note: first line
//   + second line
//   +
//   + after an empty line
//
// A line of the text that ends in a backslash or a carriage return, with or without spaces after
// it, is written with one space more. The first would swallow the next line for recutils, the
// second would look like a line end of Windows. So the two directions are inverses.
extension [UInt8] {
  /// Appends a field: `sign` before each of its lines if there is one, the name, the text.
  mutating func appendField(sign: UInt8? = nil, name: Span<UInt8>, text: Span<UInt8>) {
    if let sign { append(sign) }
    append(copying: name, from: 0, to: name.count)
    append(.colon)
    var start = 0
    while true {
      let end = text.firstIndex(of: .newline, from: start)
      if end > start { append(.space) }
      append(copying: text, from: start, to: end)
      if text.needsGuard(from: start, to: end) { append(.space) }
      append(.newline)
      guard end < text.count else { return }
      if let sign { append(sign) }
      append(.plus)
      start = end + 1
    }
  }

  /// Appends the bytes of `text` from `start` up to `end`.
  @inline(__always)
  mutating func append(copying text: Span<UInt8>, from start: Int, to end: Int) {
    guard start < end else { return }
    unsafe text.extracting(start..<end).withUnsafeBufferPointer {
      unsafe append(contentsOf: $0)
    }
  }

  /// Appends the text that stands after the colon of a field, its lines joined.
  ///
  /// - Parameters:
  ///   - text: the field from after its colon to the end of its last line.
  ///   - hasSign: whether each further line has a sign before its plus, as in the journal.
  mutating func appendUnfolding(_ text: Span<UInt8>, hasSign: Bool = false) {
    var start = 0
    while true {
      let end = text.firstIndex(of: .newline, from: start)
      if start < end, text[start] == .space { start += 1 }
      append(copying: text, from: start, to: text.contentEnd(from: start, to: end))
      guard end < text.count else { return }
      append(.newline)
      start = Swift.min(end + (hasSign ? 3 : 2), text.count)
    }
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Copies `bytes` to `place`, behind which there is room for them, and moves it behind them.
  @inline(__always)
  func put(_ bytes: Span<UInt8>, at place: inout Int) {
    let room = unsafe UnsafeMutableRawBufferPointer(
      rebasing: UnsafeMutableRawBufferPointer(self)[place...])
    unsafe bytes.withUnsafeBytes { unsafe room.copyMemory(from: $0) }
    place += bytes.count
  }
}

extension Span<UInt8> {
  /// Where the text of a field starts, of whose line these bytes are what stands after the colon.
  @inline(__always)
  var textStart: Int { count > 0 && self[0] == .space ? 1 : 0 }

  /// Whether a line ends in a backslash or carriage return, spaces after it not counted.
  @inline(__always)
  func needsGuard(from start: Int, to end: Int) -> Bool {
    var last = end - 1
    while last >= start, self[last] == .space { last -= 1 }
    return last >= start && (self[last] == .backslash || self[last] == .carriageReturn)
  }

  /// Where a line's text ends: before the return of a foreign line end, or before a guard.
  func contentEnd(from start: Int, to end: Int) -> Int {
    let end = start < end && self[end - 1] == .carriageReturn ? end - 1 : end
    guard start < end, self[end - 1] == .space else { return end }
    return needsGuard(from: start, to: end) ? end - 1 : end
  }

  /// Whether `prefix` stands at `start`.
  @inline(__always)
  func hasPrefix(_ prefix: StaticString, at start: Int) -> Bool {
    let end = start + prefix.utf8CodeUnitCount
    return end <= count && extracting(start..<end).equals(prefix)
  }
}
