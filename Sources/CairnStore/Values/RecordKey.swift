/// The identity of a record within its collection: the replica that created it, and a number.
///
/// The founding replica's keys print as `p3`, another's as `p3-k7q2`. Keys are never reused, not
/// even after the record with the highest one is deleted. Twenty bits of replica stand above forty
/// bits of sequence, so that the keys of one replica sort together.
public struct RecordKey: Hashable, Comparable, Sendable {
  /// Replica and sequence, packed.
  public let rawValue: UInt64

  /// The greatest sequence that a key can hold.
  public static let maximumSequence: UInt64 = (1 << 40) - 1

  /// A key from its packed form.
  @inlinable
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The key with number `sequence` of `replica`; the sequence is at most `maximumSequence`.
  public init(replica: Replica = .founder, sequence: UInt64) {
    precondition(sequence <= Self.maximumSequence, "a sequence has forty bits")
    rawValue = UInt64(replica.number) << 40 | sequence
  }

  /// The replica that made the record.
  public var replica: Replica { Replica(number: UInt32(truncatingIfNeeded: rawValue >> 40)) }

  /// The number that the replica gave the record, from 1.
  public var sequence: UInt64 { rawValue & Self.maximumSequence }

  /// Whether `left` comes first in the order in which shards keep records.
  @inlinable
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension RecordKey: LosslessStringConvertible, CustomStringConvertible {
  /// Reads `p3` or `p3-k7q2`; `nil` for any other text, `p03` included.
  public init?(_ description: String) {
    self.init(utf8: description.utf8.span)
  }

  /// The key as it stands in text: `p3` or `p3-k7q2`; `t3` while it is temporary.
  public var description: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  init?(utf8: Span<UInt8>) {
    guard utf8.count > 1, utf8[0] == UInt8(ascii: "p") else { return nil }
    var index = 1
    var sequence: UInt64 = 0
    while index < utf8.count, let digit = utf8[index].digitValue {
      sequence = sequence * 10 + UInt64(digit)
      guard sequence <= Self.maximumSequence else { return nil }
      index += 1
    }
    guard index > 1, utf8[1] != UInt8(ascii: "0") else { return nil }
    guard index < utf8.count else {
      rawValue = sequence
      return
    }
    guard utf8[index] == UInt8(ascii: "-"),
      let replica = Replica(utf8: utf8.extracting((index + 1)...)), replica != .founder
    else { return nil }
    rawValue = UInt64(replica.number) << 40 | sequence
  }

  func write(to bytes: inout [UInt8]) {
    bytes.append(replica == .temporary ? UInt8(ascii: "t") : UInt8(ascii: "p"))
    bytes.append(decimal: sequence)
    guard replica != .founder, replica != .temporary else { return }
    bytes.append(UInt8(ascii: "-"))
    bytes.append(contentsOf: replica.description.utf8)
  }
}

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
