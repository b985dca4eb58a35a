/// The text of a file of records, taken apart at its blank lines without reading any value.
///
/// ```
///   %rec: Recipe           ── the descriptor
///
///   # Everybody's.         ─┐
///   Id: p1                  ├ the block of p1
///   Name: Soup             ─┘
///
///   Nmae Cake              ── none of a record
///
///   # End                  ── what closes the file
/// ```
///
/// What both sides of a merge stand in is one block, with whatever blank lines it has.
struct TextBlocks {
  /// The descriptor's lines.
  private(set) var descriptor: [UInt8] = []
  /// The lines of each record, with the comments above it and without the blank line behind it.
  private(set) var records: [RecordKey: [UInt8]] = [:]
  /// What can't be read as a record, in the order of the file.
  private(set) var others: [[UInt8]] = []
  /// The comments behind the last record.
  private(set) var closing: [UInt8] = []
  /// The records that a merge left with two sides.
  private(set) var contested: Set<RecordKey> = []

  /// Whether what can't be told from other records is kept aside.
  private let isLenient: Bool

  /// Takes `text` apart.
  ///
  /// - Parameters:
  ///   - text: the bytes of the file.
  ///   - isLenient: whether records with an Id that stands twice, and conflicts with several, are
  ///     kept among `others`; else there is nothing where a file has some.
  init?(_ text: [UInt8], isLenient: Bool = false) {
    self.isLenient = isLenient
    let bytes = text.span
    var conflicts =
      ConflictMarks.mayBe(in: text) ? MergeConflicts(in: text)?.stretches[...] ?? [] : []
    var start = bytes.firstLine
    while start < bytes.count {
      if let conflict = conflicts.first, conflict.range.lowerBound <= start {
        conflicts.removeFirst()
        guard addConflict(text, conflict.range) else { return nil }
        start = max(start, conflict.range.upperBound)
        continue
      }
      let limit = conflicts.first?.range.lowerBound ?? bytes.count
      let end = min(bytes.endOfRecord(from: start), limit)
      if end > start, !add(bytes, start..<end) { return nil }
      start = end
      // The blank line.
      while start < limit, bytes[start] == .newline || bytes[start] == .carriageReturn {
        start += 1
      }
    }
  }

  private mutating func add(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let block = text.extracting(range)
    var line = 0
    var (isComment, isDescriptor, key) = (true, false, RecordKey?.none)
    while line < block.count, key == nil {
      let end = block.firstIndex(of: .newline, from: line)
      if block[line] != .numberSign {
        if isComment { isDescriptor = block[line] == UInt8(ascii: "%") }
        isComment = false
        key = block.identity(inLine: line, end)
      }
      line = end + 1
    }
    let lines = Self.whole(block.bytes)
    let bytes = closing.isEmpty ? lines : closing + lines
    if isComment {
      // Comments go with what follows, the blank line between them included.
      closing = bytes
      if range.upperBound < text.count { closing.append(.newline) }
      return true
    }
    closing = []
    if isDescriptor {
      descriptor += bytes
      return true
    }
    guard let key else {
      others.append(bytes)
      return true
    }
    return add(bytes, of: key)
  }

  private mutating func add(_ bytes: [UInt8], of key: RecordKey) -> Bool {
    if records[key] == nil {
      records[key] = bytes
      return true
    }
    others.append(bytes)
    return isLenient
  }

  private mutating func addConflict(_ text: [UInt8], _ range: Range<Int>) -> Bool {
    let bytes = closing + Self.whole(Array(text[range]))
    closing = []
    var keys: Set<RecordKey> = []
    let span = bytes.span
    var line = 0
    while line < span.count {
      let end = span.firstIndex(of: .newline, from: line)
      if let key = span.identity(inLine: line, end) { keys.insert(key) }
      line = end + 1
    }
    guard keys.count == 1, let key = keys.first else {
      others.append(bytes)
      return isLenient
    }
    if records[key] == nil { contested.insert(key) }
    return add(bytes, of: key)
  }

  /// The lines with an end to the last one.
  private static func whole(_ lines: [UInt8]) -> [UInt8] {
    lines.last == .newline ? lines : lines + [.newline]
  }
}

extension Span<UInt8> {
  /// The key in the line from `start` to `end`, if it is one with an Id.
  func identity(inLine start: Int, _ end: Int) -> RecordKey? {
    guard hasPrefix("Id:", at: start) else { return nil }
    var (first, last) = (start + 3, Swift.min(end, count))
    if first < last, self[first] == .space { first += 1 }
    if first < last, self[last - 1] == .carriageReturn { last -= 1 }
    return first < last ? RecordKey(utf8: extracting(first..<last)) : nil
  }
}
