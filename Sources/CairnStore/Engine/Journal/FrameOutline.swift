/// Where the changes of a frame stand, found without reading their fields.
struct FrameOutline {
  /// The change of one record.
  struct Change {
    let kind: RecordChange.Kind
    /// Where the record's name stands: `Recipe/p3`.
    let name: Range<Int>
    /// Its lines, the first one included.
    var range: Range<Int>
  }

  private(set) var changes: [Change] = []
  /// Where the lines about the whole change end.
  private(set) var headEnd: Int
  /// Whether one of them changes the model.
  private(set) var changesModel = false

  init(_ frame: Span<UInt8>) {
    headEnd = frame.count
    var line = 0
    while line < frame.count {
      let end = min(frame.firstIndex(of: .newline, from: line) + 1, frame.count)
      // Lines of fields begin with a sign.
      if frame[line] == UInt8(ascii: "%") { add(frame, line..<end) }
      line = end
    }
  }

  private mutating func add(_ frame: Span<UInt8>, _ line: Range<Int>) {
    if !changes.isEmpty, changes[changes.count - 1].range.upperBound == frame.count {
      close(at: line.lowerBound)
    }
    let keywords: [(text: StaticString, kind: RecordChange.Kind)] = [
      ("%new ", .insert), ("%put ", .update), ("%del ", .delete),
    ]
    if frame.hasPrefix("%model\n", at: line.lowerBound) { changesModel = true }
    guard
      let kind = keywords.first(where: { frame.hasPrefix($0.text, at: line.lowerBound) })?.kind
    else { return }
    if changes.isEmpty { headEnd = line.lowerBound }
    changes.append(
      Change(
        kind: kind, name: line.lowerBound + 5..<max(line.upperBound - 1, line.lowerBound + 5),
        range: line.lowerBound..<frame.count))
  }

  private mutating func close(at end: Int) {
    let start = changes[changes.count - 1].range.lowerBound
    changes[changes.count - 1].range = start..<end
  }
}
