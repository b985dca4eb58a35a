/// Finds the conflicts between the marks that a merge writes.
struct ConflictMarks {
  /// A line that a merge writes.
  enum Mark: UInt8, CaseIterable {
    case start = 0x3C
    case base = 0x7C
    case separator = 0x3D
    case end = 0x3E

    /// The mark on the line at `start`: seven signs of one kind, and not an eighth.
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

  /// Whether `text` may have a conflict: finding the first mark's signs proves nothing, as a value
  /// may have them.
  static func mayBe(in text: [UInt8]) -> Bool { start.isFound(in: text) }

  private static let start = ByteSearch(Array(repeating: Mark.start.rawValue, count: 7))

  /// Two sides, and the marks around them.
  struct Conflict {
    /// From the first mark to the end of the last one's line.
    var range: Range<Int>
    /// All of it but the first side.
    var hidden: [Range<Int>]
  }

  /// The conflicts that were closed, those inside others included.
  private(set) var conflicts: [Conflict] = []
  private var open: [Open] = []

  private struct Open {
    var start: Int
    /// Where the first side starts, and where it ends once that is known.
    var side: Int
    var sideEnd: Int?
    var hasSeparator = false
  }

  /// Reads all lines of `text`.
  mutating func read(_ text: Span<UInt8>) {
    var line = text.firstLine
    while line < text.count {
      let next = min(text.firstIndex(of: .newline, from: line) + 1, text.count)
      if let mark = Mark(on: text, at: line) { take(mark, line..<next) }
      line = next
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
      // Without a second side it is no conflict.
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
