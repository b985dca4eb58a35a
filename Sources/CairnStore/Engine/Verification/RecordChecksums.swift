internal import CairnFiles

/// A checksum of each record in a file of records, as this copy last saw the file.
///
/// The next check of the file finds the records that another program added, changed or removed. If
/// the checksums are missing or torn, no edit of the file is reported.
struct RecordChecksums: Equatable {
  private struct Entry: Equatable {
    let key: RecordKey
    var checksum: UInt32
  }

  /// The entries, in the order of the keys.
  private var entries: [Entry] = []

  /// Creates checksums of no records.
  init() {}

  var isEmpty: Bool { entries.isEmpty }

  /// Computes the checksums of the records in `text`, the bytes of a file of records.
  ///
  /// They don't depend on the model. A blank line ends a record, and its comments belong to it.
  init(of text: [UInt8]) {
    let text = text.span
    var start = 0
    var key: RecordKey?
    var lines = TextLines()
    while lines.next(in: text) {
      if lines.kind(in: text) == .blank {
        add(key, text.extracting(start..<lines.range.lowerBound))
        (start, key) = (lines.range.upperBound, nil)
      } else if key == nil {
        key = lines.identity(in: text)
      }
    }
    add(key, text.extracting(start..<text.count))
    sort()
  }

  private mutating func add(_ key: RecordKey?, _ text: Span<UInt8>) {
    if let key { entries.append(Entry(key: key, checksum: CRC32C.checksum(of: text))) }
  }

  /// Sorts by key, and combines the checksums of a repeated record.
  private mutating func sort() {
    guard !zip(entries, entries.dropFirst()).allSatisfy({ $0.key < $1.key }) else { return }
    var sorted: [Entry] = []
    for entry in entries.sorted(by: { ($0.key, $0.checksum) < ($1.key, $1.checksum) }) {
      if sorted.last?.key == entry.key {
        sorted[sorted.count - 1].checksum = sorted[sorted.count - 1].checksum &* 31 ^ entry.checksum
      } else {
        sorted.append(entry)
      }
    }
    entries = sorted
  }

  /// Returns the edits that turn the records of `old` into these.
  func edits(since old: RecordChecksums) -> FileEdit.Records {
    var records = FileEdit.Records()
    var before = old.entries[...]
    for entry in entries {
      while let first = before.first, first.key < entry.key {
        records.removed.append(first.key)
        before.removeFirst()
      }
      if let first = before.first, first.key == entry.key {
        if first != entry { records.changed.append(entry.key) }
        before.removeFirst()
      } else {
        records.added.append(entry.key)
      }
    }
    records.removed += before.map(\.key)
    return records
  }

  /// Reads the text that `text` produced; `nil` if it is torn.
  init?(parsing text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.popLast()?.isEmpty == true, let last = lines.popLast(),
      last == Self.ending(lines.count)
    else { return nil }
    for line in lines {
      let words = line.split(separator: " ")
      guard words.count == 2, let key = RecordKey(String(words[0])),
        let checksum = UInt32(words[1], radix: 16)
      else { return nil }
      entries.append(Entry(key: key, checksum: checksum))
    }
  }

  /// The text: a line `KEY CHECKSUM` for each record, and a last line that marks the end.
  var text: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(entries.count * 16 + 32)
    for entry in entries {
      entry.key.write(to: &bytes)
      bytes.append(UInt8(ascii: " "))
      bytes.append(hexadecimal: entry.checksum)
      bytes.append(.newline)
    }
    bytes.append(contentsOf: "\(Self.ending(entries.count))\n".utf8)
    return bytes
  }

  private static func ending(_ count: Int) -> String { "\(count) records" }
}
