/// The counts of a frame's changes, made without an outline of the frame.
struct FrameTally {
  private(set) var insertedCount = 0
  private(set) var updatedCount = 0
  private(set) var deletedCount = 0
  private(set) var changesModel = false
  /// The ranges of the names of entities whose records change, each once.
  private(set) var entities: [Range<Int>] = []

  /// Counts the changes after `start`, the end of the frame's head.
  init(_ frame: Span<UInt8>, from start: Int) {
    var lines = TextLines(from: start)
    while lines.next(in: frame) {
      // Lines of fields begin with a sign.
      let line = lines.range.lowerBound
      if frame[line] == UInt8(ascii: "%") { add(frame, line) }
    }
  }

  private mutating func add(_ frame: Span<UInt8>, _ line: Int) {
    // People do not see the notes about a merge, which begin like the changes of records.
    if frame.hasPrefix("~Merge/", at: line + 5) { return }
    switch RecordChange.Kind(ofLine: line, in: frame) {
    case .update: updatedCount += 1
    case .insert: insertedCount += 1
    case .delete: deletedCount += 1
    case nil:
      changesModel = changesModel || frame.hasPrefix("%model\n", at: line)
      return
    }
    let name = line + 5..<frame.firstIndex(of: UInt8(ascii: "/"), from: line + 5)
    // Changes of one entity are mostly next to each other.
    if let last = entities.last, frame.isEqual(last, name) { return }
    if !entities.contains(where: { frame.isEqual($0, name) }) { entities.append(name) }
  }
}

extension Span<UInt8> {
  /// Whether the bytes in two places are equal.
  fileprivate func isEqual(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard left.count == right.count else { return false }
    for offset in 0..<left.count
    where self[left.lowerBound + offset] != self[right.lowerBound + offset] { return false }
    return true
  }
}
