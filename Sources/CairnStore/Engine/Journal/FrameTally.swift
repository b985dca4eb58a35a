/// What a frame does, counted without an outline of it.
struct FrameTally {
  private(set) var insertedCount = 0
  private(set) var updatedCount = 0
  private(set) var deletedCount = 0
  private(set) var changesModel = false
  /// Where the names stand of the entities whose records change, each once.
  private(set) var entities: [Range<Int>] = []

  /// Counts what stands behind `start`, where the head of the frame ends.
  init(_ frame: Span<UInt8>, from start: Int) {
    var lines = TextLines(from: start)
    while lines.next(in: frame) {
      // Lines of fields begin with a sign.
      let line = lines.range.lowerBound
      if frame[line] == UInt8(ascii: "%") { add(frame, line) }
    }
  }

  private mutating func add(_ frame: Span<UInt8>, _ line: Int) {
    switch RecordChange.Kind(ofLine: line, in: frame) {
    case .update: updatedCount += 1
    case .insert: insertedCount += 1
    case .delete: deletedCount += 1
    case nil:
      changesModel = changesModel || frame.hasPrefix("%model\n", at: line)
      return
    }
    let name = line + 5..<frame.firstIndex(of: UInt8(ascii: "/"), from: line + 5)
    // Those of one entity mostly stand together.
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
