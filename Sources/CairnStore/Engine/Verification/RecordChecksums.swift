internal import CairnFiles

/// A checksum of each record in a file of records, as this copy last saw the file.
///
/// The next look at the file tells from it which records another program added, changed or removed.
/// The checksums advise only: if they are missing or torn, nothing is known of the file.
struct RecordChecksums: Equatable {
  /// The `generation` of the file's entry in `FoldedFiles`, which shows that both are of one moment.
  var generation = 0
  private var checksums: [RecordKey: UInt32] = [:]

  /// The checksums of the records in `text`, the bytes of a file of records.
  ///
  /// They don't depend on the model. A blank line ends a record, and its comments belong to it.
  init(of text: [UInt8]) {
    let text = text.span
    var start = 0
    var key: RecordKey?
    var line = 0
    while line < text.count {
      let end = text.firstIndex(of: .newline, from: line)
      if text.isBlank(line, end) {
        add(key, text.extracting(start..<line))
        (start, key) = (end + 1, nil)
      } else if key == nil, text.hasPrefix("Id:", at: line) {
        let value = String(copying: text.extracting(line + 3..<end))
        key = value.split(whereSeparator: \.isWhitespace).first.flatMap { RecordKey(String($0)) }
      }
      line = end + 1
    }
    add(key, text.extracting(min(start, text.count)..<text.count))
  }

  private mutating func add(_ key: RecordKey?, _ text: Span<UInt8>) {
    guard let key else { return }
    // One record may stand twice.
    checksums[key] = CRC32C.checksum(of: text, seed: checksums[key] ?? 0)
  }

  /// What leads from the records of `old` to these.
  func edits(since old: RecordChecksums) -> FileEdit.Records {
    let (before, after) = (Set(old.checksums.keys), Set(checksums.keys))
    return FileEdit.Records(
      added: after.subtracting(before).sorted(),
      changed: after.intersection(before).filter { checksums[$0] != old.checksums[$0] }.sorted(),
      removed: before.subtracting(after).sorted())
  }

  /// No record.
  init() {}

  /// Reads what `text` wrote; `nil` if that is torn.
  init?(parsing text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.popLast()?.isEmpty == true, let last = lines.popLast(),
      last.hasPrefix(Self.ending(lines.count)),
      let generation = Int(last.dropFirst(Self.ending(lines.count).count))
    else { return nil }
    self.generation = generation
    for line in lines {
      let words = line.split(separator: " ")
      guard words.count == 2, let key = RecordKey(String(words[0])),
        let checksum = UInt32(words[1], radix: 16)
      else { return nil }
      checksums[key] = checksum
    }
  }

  /// A line `KEY CHECKSUM` for each record, and a line that ends the file.
  var text: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(checksums.count * 16 + 16)
    for (key, checksum) in checksums.sorted(by: { $0.key < $1.key }) {
      key.write(to: &bytes)
      bytes.append(UInt8(ascii: " "))
      bytes.append(hexadecimal: checksum)
      bytes.append(.newline)
    }
    bytes.append(contentsOf: "\(Self.ending(checksums.count))\(generation)\n".utf8)
    return bytes
  }

  private static func ending(_ count: Int) -> String { "\(count) records, journal " }
}
