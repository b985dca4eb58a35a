// Records that a merge left with two sides.
extension ShardReader {
  /// Whether the text in `range` is kept with a conflict, and so needs no separate copy.
  func isInConflict(_ range: Range<Int>) -> Bool {
    conflicts?.stretch(at: range.lowerBound) != nil
  }

  /// Keeps the whole text of each conflict, and notes the records that show their first side.
  mutating func keepConflicts(_ scan: ShardScan, _ rows: [Int]) {
    guard let conflicts else { return }
    var shown: [Set<RecordKey>] = conflicts.stretches.map { _ in [] }
    for row in rows {
      guard let index = conflicts.stretch(at: scan.ranges[row].lowerBound) else { continue }
      shown[index].insert(scan.keys[row])
    }
    for (stretch, shown) in zip(conflicts.stretches, shown) {
      var end = stretch.range.upperBound
      while end > stretch.range.lowerBound, file[end - 1] == .newline { end -= 1 }
      let text = file[stretch.range.lowerBound..<end]
      draft.extras.unreadable.append(Array(text))
      for key in shown { draft.extras.contested[key] = .merge }
      note(file: stretch.mark, Self.message(about: Self.keys(in: text), shown), .conflict)
    }
  }

  /// Returns the keys of the records in a conflict, on all sides.
  private static func keys(in text: ArraySlice<UInt8>) -> [RecordKey] {
    var keys: [RecordKey] = []
    var lines = TextLines()
    while lines.next(in: text.span) {
      if let key = lines.identity(in: text.span), !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  private static func message(about keys: [RecordKey], _ shown: Set<RecordKey>) -> String {
    let names = keys.prefix(3).map(\.description).joined(separator: ", ")
    let more = keys.count > 3 ? " and \(keys.count - 3) more" : ""
    let subject = keys.isEmpty ? "" : " of \(names)\(more)"
    let state = shown.isEmpty ? "" : "; the first side is shown and cannot be changed"
    return "a merge conflict\(subject)\(state); keep the right lines and remove those with "
      + "<<<<<<<, ======= and >>>>>>>"
  }
}

// Records with the same Id, for example after a person copied one.
extension ShardReader {
  /// Returns the first row of each key, and keeps a different text of another row.
  ///
  /// - Parameters:
  ///   - rows: rows in the order of their keys; equal keys are in the order of the file.
  ///   - scan: the places of the records.
  /// - Returns: the rows whose records are shown.
  mutating func firstOfEach(_ rows: [Int], _ scan: ShardScan) -> [Int] {
    var firsts: [Int] = []
    var rest = rows[...]
    while let first = rest.first {
      firsts.append(first)
      let equals = rest.prefix { scan.keys[$0] == scan.keys[first] }
      rest = rest.dropFirst(equals.count)
      let text = bytes[scan.ranges[first]]
      let others = equals.filter { bytes[scan.ranges[$0]] != text }
      if !others.isEmpty { keepRepetitions(of: first, others, scan) }
    }
    return firsts
  }

  /// Keeps the text of records with one Id.
  ///
  /// After a deletion of the first one, the next would take its place. So the record is contested,
  /// unless it is part of an unfinished merge.
  private mutating func keepRepetitions(of first: Int, _ others: [Int], _ scan: ShardScan) {
    let key = scan.keys[first]
    let rows = [first] + others
    if !rows.contains(where: { isInConflict(scan.ranges[$0]) }) {
      keep(scan.ranges[first], below: scan.comments(aboveRow: first))
      draft.extras.contested[key] = .repetition(
        lines: rows.map { line(at: scan.ranges[$0].lowerBound) })
    }
    let place = line(at: scan.ranges[first].lowerBound)
    let reason =
      "another record \(key) is on line \(place); it is shown and cannot be changed; delete one "
      + "of them"
    for row in others { keep(scan.ranges[row], reason, below: scan.comments(aboveRow: row)) }
  }
}

/// Finds the conflicts between the marks of a merge.
struct ConflictMarks {
  /// A mark that a merge writes on a line.
  enum Mark: UInt8, CaseIterable {
    case start = 0x3C
    case base = 0x7C
    case separator = 0x3D
    case end = 0x3E

    /// Reads the mark at `start`: exactly seven signs of one kind.
    init?(on text: Span<UInt8>, at start: Int) {
      guard start + 7 <= text.count, let mark = Mark(rawValue: text[start]) else { return nil }
      for place in start + 1..<start + 7 where text[place] != mark.rawValue { return nil }
      if start + 7 < text.count {
        let next = text[start + 7]
        guard next == .space || next == .newline || next == .carriageReturn else { return nil }
      }
      self = mark
    }
  }

  /// Whether `text` may have a conflict.
  ///
  /// A match proves nothing, as a value may have the same signs.
  static func mayBe(in text: [UInt8]) -> Bool { start.isFound(in: text) }

  private static let start = ByteSearch(Array(repeating: Mark.start.rawValue, count: 7))

  /// A conflict: its sides, and the marks around them.
  struct Conflict {
    /// The range from the first mark to the end of the last mark's line.
    var range: Range<Int>
    /// All ranges except the first side.
    var hidden: [Range<Int>]
  }

  /// The closed conflicts, including nested ones.
  private(set) var conflicts: [Conflict] = []
  private var open: [Open] = []

  private struct Open {
    var start: Int
    /// The start of the first side, and its end once it is known.
    var side: Int
    var sideEnd: Int?
    var hasSeparator = false
  }

  /// Reads all lines of `text`.
  mutating func read(_ text: Span<UInt8>) {
    var lines = TextLines(from: text.firstLine)
    while lines.next(in: text) {
      if let mark = Mark(on: text, at: lines.range.lowerBound) { take(mark, lines.range) }
    }
  }

  private mutating func take(_ mark: Mark, _ line: Range<Int>) {
    if mark == .start {
      open.append(Open(start: line.lowerBound, side: line.upperBound))
      return
    }
    guard var last = open.popLast() else { return }
    switch mark {
    case .end:
      // Marks without a second side form no conflict.
      guard last.hasSeparator, let sideEnd = last.sideEnd else { return }
      let range = last.start..<line.upperBound
      let hidden = [last.start..<last.side, sideEnd..<line.upperBound]
      conflicts.append(Conflict(range: range, hidden: hidden))
      return
    case .separator: last.hasSeparator = true
    case .base, .start: break
    }
    last.sideEnd = last.sideEnd ?? line.lowerBound
    open.append(last)
  }
}
