/// The ranges of a frame's changes, found without reading their fields.
struct FrameOutline {
  /// The change of one record.
  struct Change {
    /// The range of the record's name: `Recipe/p3`.
    let name: Range<Int>
    /// The range of the change's lines, including the first.
    var range: Range<Int>
  }

  private(set) var changes: [Change] = []

  init(_ frame: Span<UInt8>) {
    var lines = TextLines()
    while lines.next(in: frame) {
      // Lines of fields begin with a sign.
      if frame[lines.range.lowerBound] == UInt8(ascii: "%") { add(frame, lines.range) }
    }
  }

  private mutating func add(_ frame: Span<UInt8>, _ line: Range<Int>) {
    if !changes.isEmpty, changes[changes.count - 1].range.upperBound == frame.count {
      close(at: line.lowerBound)
    }
    guard RecordChange.Kind(ofLine: line.lowerBound, in: frame) != nil else { return }
    changes.append(
      Change(
        name: line.lowerBound + 5..<max(line.upperBound - 1, line.lowerBound + 5),
        range: line.lowerBound..<frame.count))
  }

  private mutating func close(at end: Int) {
    let start = changes[changes.count - 1].range.lowerBound
    changes[changes.count - 1].range = start..<end
  }
}

/// The names of records in frames that damage makes unreadable.
struct DamagedFrames {
  /// The readable names, such as `Recipe/p3`.
  let names: [ArraySlice<UInt8>]
  /// The largest possible number of new records with unreadable names.
  let hiddenCount: Int

  init(_ bytes: [UInt8]) {
    // A damaged line end may hide the start of a line, so new records are sought within lines, too.
    let text = bytes.span
    let new = bytes.indices.filter { text.hasPrefix("%new ", at: $0) }.map { start in
      bytes[(start + 5)...].prefix { $0 != .newline }
    }
    names = FrameOutline(text).changes.map { bytes[$0.name] } + new
    // The sign of one line may be damaged, too.
    hiddenCount = bytes.count { $0 == UInt8(ascii: "%") } + 1
  }
}
