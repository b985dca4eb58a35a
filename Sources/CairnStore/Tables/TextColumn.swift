/// The texts of one field in a chunk: their bytes end to end, and where each ends.
public struct TextColumn: Sendable {
  /// The UTF-8 of all rows, one after the other.
  public internal(set) var bytes: [UInt8] = []

  /// Where in `bytes` each row's text ends.
  public internal(set) var ends: [UInt32] = []

  /// The rows without a text; an empty text is a text.
  public internal(set) var nulls = NullBitmap()

  /// Where in `bytes` the text of `row` stands; empty for no text.
  @inline(__always)
  public func range(of row: Int) -> Range<Int> {
    (row == 0 ? 0 : Int(ends[row - 1]))..<Int(ends[row])
  }

  /// The text of `row`, `nil` for none.
  public subscript(row: Int) -> String? {
    nulls[row] ? nil : String(decoding: bytes[range(of: row)], as: UTF8.self)
  }

  mutating func replace(_ row: Int, with text: String?) {
    let old = range(of: row)
    let utf8 = Array((text ?? "").utf8)
    if old.isEmpty, old.lowerBound == bytes.count {
      bytes.append(contentsOf: utf8)
    } else {
      bytes.replaceSubrange(old, with: utf8)
    }
    shiftEnds(from: row, by: utf8.count - old.count)
    nulls.set(row, text == nil)
  }

  /// Makes room for so many more texts, which have so many bytes.
  mutating func reserve(_ count: Int, bytes size: Int) {
    ends.reserveCapacity(ends.count + count)
    bytes.reserveCapacity(bytes.count + size)
  }

  mutating func append(_ text: String?) {
    if let text { bytes.append(contentsOf: text.utf8) } else { nulls.set(ends.count, true) }
    ends.append(UInt32(bytes.count))
  }

  mutating func insert(at row: Int) {
    nulls.insert(true, at: row, count: ends.count)
    ends.insert(row == 0 ? 0 : ends[row - 1], at: row)
  }

  mutating func remove(at row: Int) {
    let old = range(of: row)
    bytes.removeSubrange(old)
    shiftEnds(from: row, by: -old.count)
    nulls.remove(at: row, count: ends.count)
    ends.remove(at: row)
  }

  private mutating func shiftEnds(from row: Int, by distance: Int) {
    guard distance != 0 else { return }
    for index in row..<ends.count { ends[index] = UInt32(Int(ends[index]) + distance) }
  }
}
