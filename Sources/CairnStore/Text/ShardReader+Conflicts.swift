// Records that a merge left with two sides.
extension ShardReader {
  /// Whether what stands at `range` is kept with a conflict, so that it is not kept by itself.
  func isInConflict(_ range: Range<Int>) -> Bool {
    conflicts?.stretch(at: range.lowerBound) != nil
  }

  /// Keeps the text of each conflict whole, and notes which records show their first side.
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

  /// The keys of the records in the text of a conflict, on either side.
  private static func keys(in text: ArraySlice<UInt8>) -> [RecordKey] {
    var known: Set<RecordKey> = []
    return text.split(separator: .newline).compactMap { line in
      guard line.starts(with: "Id:".utf8) else { return nil }
      let word = line.dropFirst(3).filter { $0 != .space && $0 != .carriageReturn }
      return RecordKey(utf8: Array(word).span)
    }.filter { known.insert($0).inserted }
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
