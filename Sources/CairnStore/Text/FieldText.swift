// The form of a value's text in a file of records.
//
//   Note: first line
//   + second line
//   +
//   + after an empty line
//
// If a line of the text ends in a backslash or a carriage return, with or without spaces after it,
// one more space is written. Otherwise, recutils would join the next line to a line with a
// backslash, and a carriage return would look like a Windows line end. The extra space keeps
// reading and writing inverse.
extension [UInt8] {
  /// Appends a field: its name and text, with `sign` before each line if one is given.
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

  /// Appends the text after the colon of a field, with its lines joined.
  ///
  /// - Parameters:
  ///   - text: the field from after its colon to the end of its last line.
  ///   - hasSign: whether a sign precedes the plus of each further line, as in the journal.
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
  /// Copies `bytes` to `place`, which has enough room, and moves `place` to the end.
  @inline(__always)
  func put(_ bytes: Span<UInt8>, at place: inout Int) {
    let room = unsafe UnsafeMutableRawBufferPointer(
      rebasing: UnsafeMutableRawBufferPointer(self)[place...])
    unsafe bytes.withUnsafeBytes { unsafe room.copyMemory(from: $0) }
    place += bytes.count
  }
}

extension Span<UInt8> {
  /// Returns the start of a field's text in the bytes after its colon.
  @inline(__always)
  var textStart: Int { count > 0 && self[0] == .space ? 1 : 0 }

  /// Whether a line ends in a backslash or carriage return, spaces after it not counted.
  @inline(__always)
  func needsGuard(from start: Int, to end: Int) -> Bool {
    var last = end - 1
    while last >= start, self[last] == .space { last -= 1 }
    return last >= start && (self[last] == .backslash || self[last] == .carriageReturn)
  }

  /// Returns the end of a line's text, before a Windows line end or a guard.
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

/// The names of an entity's stored properties, in a form for fast recognition of lines.
struct FieldNames {
  private var bytes: [UInt8] = []
  private var ends: [Int] = [0]
  private var heads: [Head] = []

  /// The first eight bytes of a name and its colon, to be compared at once.
  private struct Head {
    var word: UInt64 = 0
    /// The bits of the used bytes.
    var mask: UInt64 = 0
    /// The length of the name.
    let length: Int

    init(_ name: [UInt8]) {
      length = name.count
      for (place, byte) in (name + [.colon]).prefix(8).enumerated() {
        word |= UInt64(byte) << UInt64(8 * place)
        mask |= 0xFF << UInt64(8 * place)
      }
    }
  }

  /// The earlier names of properties, with their columns.
  private var formerNames: [(name: [UInt8], column: Int)] = []

  init(_ entity: Entity) {
    for (name, former) in entity.formerNames {
      guard let column = entity.storedIndex(of: name) else { continue }
      formerNames += former.map { (Array($0.utf8), column) }
    }
    for property in entity.storedProperties {
      bytes.append(contentsOf: property.name.utf8)
      ends.append(bytes.count)
      heads.append(Head(Array(property.name.utf8)))
    }
  }

  var count: Int { ends.count - 1 }

  /// Runs `body` with the bytes of the name at `column`.
  @inline(__always)
  func withName(_ column: Int, _ body: (Span<UInt8>) -> Void) {
    body(bytes.span.extracting(ends[column]..<ends[column + 1]))
  }

  /// The column of the name between `start` and `colon`, `nil` if the model has none.
  func column(of text: Span<UInt8>, from start: Int, to colon: Int) -> Int? {
    if let column = (0..<count).first(where: { matches($0, text, start, colon) }) { return column }
    for (name, column) in formerNames where text.extracting(start..<colon).bytes == name {
      return column
    }
    return nil
  }

  /// Returns the colon's offset if the line at `start` begins with the name of `column`.
  @inline(__always)
  func colon(ofLineAt start: Int, in text: Span<UInt8>, startingWith column: Int) -> Int? {
    guard column < count else { return nil }
    let head = heads[column]
    let colon = start + head.length
    if start + 8 <= text.count {
      guard text.word(at: start) & head.mask == head.word else { return nil }
      if head.length < 8 { return colon }
    }
    guard colon < text.count, text[colon] == .colon, matches(column, text, start, colon) else {
      return nil
    }
    return colon
  }

  @inline(__always)
  private func matches(_ column: Int, _ text: Span<UInt8>, _ start: Int, _ colon: Int) -> Bool {
    let name = ends[column]
    let length = ends[column + 1] - name
    guard colon - start == length else { return false }
    var index = 0
    while index < length {
      if bytes[name + index] != text[start + index] { return false }
      index += 1
    }
    return true
  }
}

/// Reads and writes fields as GNU recutils do, for files outside a store.
public enum RecText {
  /// Appends a field: its name, and its text on one or more lines.
  public static func append(_ field: String, _ text: String, to bytes: inout [UInt8]) {
    let (name, text) = (Array(field.utf8), Array(text.utf8))
    bytes.appendField(name: name.span, text: text.span)
  }

  /// Returns the text of a field, with its lines joined and their guards removed.
  ///
  /// - Parameter field: the bytes after the colon, to the end of the last line; further lines begin
  ///   with a plus.
  /// - Returns: the text, not checked to be UTF-8.
  public static func unfolded(_ field: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.appendUnfolding(field.span)
    return text
  }
}
