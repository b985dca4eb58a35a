/// A hash of each record's lines in a text, without reading any value.
///
/// The comments above a record belong to it.
struct RecordDigests {
  private(set) var hashes: [RecordKey: Int] = [:]

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
    var hasher = Hasher()
    unsafe lines.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    hashes[key] = hasher.finalize()
  }

  subscript(key: RecordKey) -> Int? { hashes[key] }
}
