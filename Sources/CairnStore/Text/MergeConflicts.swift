/// The conflicts that a merge left in the text of a shard.
///
/// A tool that cannot merge two edits writes both into the file, between marks. A person then
/// chooses:
///
/// ```
///   Id: p3                ─┐
///   <<<<<<< HEAD           │
///   Name: Soup             │  the first side
///   ||||||| 1f0c2a9        │
///   Name: Soop             │  the text before both edits; some tools omit it
///   =======                │
///   Name: Stew             │  the second side
///   >>>>>>> laptop         │
///   Rating: 2             ─┘  all these lines are one stretch
/// ```
///
///   1. A stretch consists of whole records: every record that a conflict touches, with the
///      comments above. It is kept byte for byte and never split.
///   2. A stretch reads as its first side, which this copy of the store had.
///   3. Conflicts nest. A longer row of signs is not a mark: git writes such rows into the text
///      before both edits.
///   4. Marks that form no conflict are ordinary lines that belong to no record.
struct MergeConflicts {
  /// Whole records with one or more conflicts in them.
  struct Stretch {
    /// The range in the file, without the blank line after it.
    var range: Range<Int>
    /// The offset of the first mark in the file.
    var mark: Int
    /// The range of its first side in `firstSide`.
    var side: Range<Int> = 0..<0
  }

  /// The file's text with the first side of each conflict, and without marks.
  private(set) var firstSide: [UInt8] = []
  /// The stretches, in the order of the file.
  private(set) var stretches: [Stretch] = []
  /// The offsets of each piece in the first side and in the file, ascending.
  private var pieces: [(side: Int, file: Int)] = []

  /// Finds the conflicts in `file`; `nil` if its marks form none.
  init?(in file: [UInt8]) {
    var marks = ConflictMarks()
    marks.read(file.span)
    let conflicts = marks.conflicts.sorted { $0.range.lowerBound < $1.range.lowerBound }
    guard !conflicts.isEmpty else { return nil }
    for conflict in conflicts { add(conflict.range, file.span) }
    let hidden = conflicts.flatMap(\.hidden).sorted { $0.lowerBound < $1.lowerBound }
    writeFirstSide(of: file, without: hidden)
    for index in stretches.indices {
      let range = stretches[index].range
      stretches[index].side = place(of: range.lowerBound)..<place(of: range.upperBound)
    }
  }

  /// Returns the index of the stretch at `offset` in the first side; `nil` for none.
  func stretch(at offset: Int) -> Int? {
    let index = stretches.partitioningIndex { $0.side.lowerBound > offset } - 1
    return index >= 0 && stretches[index].side.contains(offset) ? index : nil
  }

  /// Returns the offset in the file of the byte at `offset` in the first side.
  func fileOffset(of offset: Int) -> Int {
    let piece = pieces[pieces.partitioningIndex { $0.side > offset } - 1]
    return piece.file + offset - piece.side
  }

  /// Returns the offset in the first side of a byte in the file, or of the next byte if it is
  /// hidden.
  private func place(of offset: Int) -> Int {
    let next = pieces.partitioningIndex { $0.file > offset }
    guard next > 0 else { return 0 }
    let end = next < pieces.count ? pieces[next].side : firstSide.count
    return min(pieces[next - 1].side + offset - pieces[next - 1].file, end)
  }

  private mutating func writeFirstSide(of file: [UInt8], without hidden: [Range<Int>]) {
    var start = 0
    for range in hidden + [file.count..<file.count] {
      pieces.append((firstSide.count, start))
      firstSide += file[start..<max(start, range.lowerBound)]
      start = max(start, range.upperBound)
    }
  }
}

// Whole records.
extension MergeConflicts {
  private mutating func add(_ conflict: Range<Int>, _ file: Span<UInt8>) {
    if let last = stretches.last?.range, conflict.upperBound <= last.upperBound { return }
    let end = file.endOfRecord(from: conflict.upperBound)
    if let last = stretches.last?.range, conflict.lowerBound < last.upperBound {
      stretches[stretches.count - 1].range = last.lowerBound..<end
    } else {
      let start = file.startOfRecord(before: conflict.lowerBound, after: limit(in: file))
      stretches.append(Stretch(range: start..<end, mark: conflict.lowerBound))
    }
  }

  /// Returns the lowest offset at which the next stretch can begin.
  private func limit(in file: Span<UInt8>) -> Int {
    stretches.last?.range.upperBound ?? file.firstLine
  }
}

extension Span<UInt8> {
  /// The start of the first line, after a byte order mark.
  var firstLine: Int { hasPrefix("\u{FEFF}", at: 0) ? 3 : 0 }

  /// Returns the blank line that ends the record around `line`, or the end of the text.
  func endOfRecord(from line: Int) -> Int {
    var lines = TextLines(from: line)
    while lines.next(in: self) {
      if lines.kind(in: self) == .blank { return lines.range.lowerBound }
    }
    return count
  }

  /// Returns the start of the record around `line`, or of the comments above it.
  func startOfRecord(before line: Int, after limit: Int) -> Int {
    var start = line
    var line = line
    // Any lines can belong to the record itself; only comments belong above it.
    var (isRecord, isEmpty) = (true, false)
    while line > limit {
      var previous = line - 1
      while previous > limit, self[previous - 1] != .newline { previous -= 1 }
      if isBlank(previous, line - 1) {
        if !isEmpty { start = line }
        (isRecord, isEmpty) = (false, true)
      } else {
        guard isRecord || self[previous] == UInt8(ascii: "#") else { return start }
        isEmpty = false
      }
      line = previous
    }
    return isEmpty ? start : limit
  }
}
