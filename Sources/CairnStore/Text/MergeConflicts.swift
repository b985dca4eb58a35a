/// The conflicts that a merge left in the text of a shard.
///
/// A tool that cannot merge two edits writes both into the file, between marks, and leaves the rest
/// to a person:
///
/// ```
///   Id: p3                ─┐
///   <<<<<<< HEAD           │
///   Name: Soup             │  the first side
///   ||||||| 1f0c2a9        │
///   Name: Soop             │  what both began with; not every tool writes it
///   =======                │
///   Name: Stew             │  the second side
///   >>>>>>> laptop         │
///   Rating: 2             ─┘  all of it is one stretch
/// ```
///
///   1. A stretch is whole records: all that a conflict begins in, goes through or ends in, with
///      the comments above. It is kept byte for byte and never taken apart.
///   2. A stretch reads as its first side, which is the one that this copy of the store had.
///   3. Conflicts nest. A longer row of signs is no mark: git writes such into what both began
///      with.
///   4. Marks that form no conflict stand in the text as any other line that is none of a record's.
struct MergeConflicts {
  /// Whole records that one or more conflicts are in.
  struct Stretch {
    /// Where it stands in the file, without the blank line after it.
    var range: Range<Int>
    /// Where the first mark in it stands.
    var mark: Int
    /// Where its first side stands in `firstSide`.
    var side: Range<Int> = 0..<0
  }

  /// The file's text with the first side of each conflict, and without marks.
  private(set) var firstSide: [UInt8] = []
  /// The stretches, in the order of the file.
  private(set) var stretches: [Stretch] = []
  /// Where pieces of the first side come from, ascending.
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

  /// The stretch to which belongs what stands at `offset` in the first side, `nil` for none.
  func stretch(at offset: Int) -> Int? {
    let index = stretches.partitioningIndex { $0.side.lowerBound > offset } - 1
    return index >= 0 && stretches[index].side.contains(offset) ? index : nil
  }

  /// Where in the file the byte stands that is at `offset` in the first side.
  func fileOffset(of offset: Int) -> Int {
    let piece = pieces[pieces.partitioningIndex { $0.side > offset } - 1]
    return piece.file + offset - piece.side
  }

  /// Where in the first side a byte of the file stands, or the one after it if it is hidden.
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

  /// What no further stretch can begin before.
  private func limit(in file: Span<UInt8>) -> Int {
    stretches.last?.range.upperBound ?? file.firstLine
  }
}

extension Span<UInt8> {
  /// Where the first line starts, behind what Windows writes before it.
  var firstLine: Int { hasPrefix("\u{FEFF}", at: 0) ? 3 : 0 }

  /// Where a blank line stands that ends the record around `line`, or the end.
  func endOfRecord(from line: Int) -> Int {
    var lines = TextLines(from: line)
    while lines.next(in: self) {
      if lines.kind(in: self) == .blank { return lines.range.lowerBound }
    }
    return count
  }

  /// Where the record around `line` starts, or the comments above it.
  func startOfRecord(before line: Int, after limit: Int) -> Int {
    var start = line
    var line = line
    // The record's own lines may be anything, those of what stands above it only comments.
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
