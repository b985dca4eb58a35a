/// The keys of a file of records, as runs of keys that follow on each other, which they mostly do.
struct KeyRuns: Hashable {
  private var runs: [ClosedRange<UInt64>] = []

  /// The runs of `keys`, which are ascending.
  init(_ keys: some Sequence<RecordKey>) {
    for key in keys.map(\.rawValue) {
      if let last = runs.last, last.upperBound + 1 == key {
        runs[runs.count - 1] = last.lowerBound...key
      } else {
        runs.append(key...key)
      }
    }
  }

  var count: Int { runs.reduce(0) { $0 + $1.count } }

  func contains(_ key: RecordKey) -> Bool { runs.contains { $0.contains(key.rawValue) } }

  /// The first key that is missing in `keys` where they are the first ones of these, and not all;
  /// `nil` where they are others.
  func firstMissing(in keys: [RecordKey]) -> RecordKey? {
    var rest = runs.lazy.joined().makeIterator()
    for key in keys { guard rest.next() == key.rawValue else { return nil } }
    return rest.next().map(RecordKey.init)
  }
}

extension KeyRuns: LosslessStringConvertible {
  /// Reads what `description` writes.
  init?(_ description: String) {
    for word in description.split(separator: ",", omittingEmptySubsequences: false) {
      let parts = word.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
      guard let first = parts.first.flatMap({ RecordKey(String($0)) })?.rawValue,
        let more = parts.count > 1 ? UInt64(parts[1]) : 0, more <= RecordKey.maximumSequence
      else { return nil }
      runs.append(first...first + more)
    }
  }

  /// The first key of each run, and how many follow on it: `p1+2,p7`.
  var description: String {
    runs.map { run in
      let first = RecordKey(rawValue: run.lowerBound).description
      return run.count > 1 ? "\(first)+\(run.count - 1)" : first
    }.joined(separator: ",")
  }
}
