/// A hash of each record's lines in a text, without reading any value.
///
/// The comments above a record belong to it. The hashes are the same in each process, so that they
/// can be kept in a file.
struct RecordDigests {
  private(set) var hashes: [RecordKey: UInt64] = [:]

  /// Creates digests that were computed earlier.
  init(_ hashes: [RecordKey: UInt64]) { self.hashes = hashes }

  /// Finds the records of `text`.
  init(_ text: [UInt8]) {
    let bytes = text.span
    hashes.reserveCapacity(min(Int(ShardName.capacity), text.count / 16))
    var lines = TextLines(from: bytes.firstLine)
    var (start, key) = (lines.range.lowerBound, RecordKey?.none)
    while lines.next(in: bytes) {
      let content = lines.content(in: bytes)
      if bytes.isBlank(content.lowerBound, content.upperBound) {
        add(key, bytes.extracting(start..<content.lowerBound))
        (start, key) = (lines.range.upperBound, nil)
      } else if key == nil {
        key = lines.identity(in: bytes)
      }
    }
    add(key, bytes.extracting(start..<bytes.count))
  }

  private mutating func add(_ key: RecordKey?, _ lines: Span<UInt8>) {
    guard let key else { return }
    hashes[key] = UInt64(CRC32C.checksum(of: lines)) << 32 | UInt64(UInt32(lines.count))
  }

  subscript(key: RecordKey) -> UInt64? { hashes[key] }
}
