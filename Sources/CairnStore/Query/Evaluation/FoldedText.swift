internal import Synchronization

/// The searchable text of a chunk's rows: the folded texts of some columns, one after another.
///
///     ␀zurich␀soup␀winter␀lyon␀…
///      └ row 0 ──────────┘└ row 1 …
///
/// A zero byte, which no text contains, separates the values. So a match can't span two values, and
/// a search with zeros on both sides finds whole values.
struct FoldedText: Sendable {
  private var bytes: [UInt8] = [0]
  private var ends: [Int] = []

  init(_ chunk: Chunk, columns: [Int]) {
    let columns = columns.map { chunk.columns[$0] }
    bytes.reserveCapacity(columns.reduce(1) { $0 + $1.textSize + chunk.count })
    ends.reserveCapacity(chunk.count)
    for row in 0..<chunk.count {
      for column in columns { append(column, row) }
      ends.append(bytes.count)
    }
    SearchFold.lowercase(&bytes)
  }

  /// Appends a row's texts.
  ///
  /// ASCII letters keep their case until all rows are added.
  private mutating func append(_ column: Column, _ row: Int) {
    switch column {
    case .text(let texts):
      guard !texts.nulls[row] else { return }
      SearchFold.appendWithCase(texts.bytes, texts.range(of: row), to: &bytes)
      bytes.append(0)
    case .values(let values):
      for element in values[row]?.elements ?? [] {
        if case .text(let text) = element.unlabeled { append(text) }
        guard let label = element.label else { continue }
        // Words are also searched in labels, but a label is not a whole value.
        bytes.append(1)
        append(label)
      }
    case .integer, .double: break
    }
  }

  private mutating func append(_ text: String) {
    bytes.append(contentsOf: SearchFold.foldedBytes(text))
    bytes.append(0)
  }

  /// The rows of `rows` that contain what `search` looks for, which may begin and end with a zero.
  func rows(matching search: ByteSearch, among rows: RowSet) -> RowSet {
    // A few rows are searched one by one; for many, one search covers the whole range.
    let lead = search.needle.first == 0 ? 1 : 0
    return rows.count * 4 < ends.count
      ? rows.filter { search.firstMatch(in: bytes, start(of: $0) - lead..<ends[$0]) != nil }
      : scan(for: search, lead: lead, among: rows)
  }

  private func scan(for search: ByteSearch, lead: Int, among rows: RowSet) -> RowSet {
    var found = RowSet(noneOf: ends.count)
    var next = rows.first(from: 0)
    while let row = next {
      let rest = start(of: row) - lead..<bytes.count
      guard let match = search.firstMatch(in: bytes, rest) else { break }
      let hit = self.row(at: match + lead, from: row)
      if rows.contains(hit) { found.insert(hit) }
      next = rows.first(from: hit + 1)
    }
    return found
  }

  private func start(of row: Int) -> Int { row == 0 ? 1 : ends[row - 1] }

  /// Returns the row of the byte at `place`, which is `row` or a later one.
  private func row(at place: Int, from row: Int) -> Int {
    var low = row
    var high = min(row + 1, ends.count - 1)
    while ends[high] <= place { (low, high) = (high, min(high + (high - row) * 2, ends.count - 1)) }
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] <= place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Column {
  /// The number of bytes in a text column.
  var textSize: Int {
    if case .text(let texts) = self { texts.bytes.count } else { 0 }
  }
}

/// The cached folded texts of a chunk.
final class FoldedTexts: Sendable {
  private let texts = Mutex<[[Int]: FoldedText]>([:])

  func text(of chunk: Chunk, columns: [Int]) -> FoldedText {
    if let known = texts.withLock({ $0[columns] }) { return known }
    let made = FoldedText(chunk, columns: columns)
    texts.withLock { $0[columns] = made }
    return made
  }
}

extension Chunk {
  /// Returns the searchable text of `columns`, computed on the first call.
  func foldedText(of columns: [Int]) -> FoldedText {
    derived.value(FoldedTexts.self) { FoldedTexts() }.text(of: self, columns: columns)
  }
}

/// Searches for a short sequence of bytes, at sixteen places at a time.
///
/// A place can match only if its first and last bytes do. Both are compared at sixteen neighboring
/// places at once; the bytes between are checked only after that.
package struct ByteSearch: Sendable {
  private typealias Lanes = SIMD16<UInt8>

  package let needle: [UInt8]
  private let first: Lanes
  private let last: Lanes

  /// Creates a search for `needle`; `precondition`: it is not empty.
  package init(_ needle: [UInt8]) {
    precondition(!needle.isEmpty, "nothing is found everywhere")
    self.needle = needle
    first = Lanes(repeating: needle.first ?? 0)
    last = Lanes(repeating: needle.last ?? 0)
  }

  /// Returns the first match in `range` of `bytes`, which also ends in the range.
  package func firstMatch(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= bytes.count, "bytes that aren't there")
    let end = range.upperBound - needle.count + 1
    guard range.lowerBound < end else { return nil }
    // Every load is within the range checked above.
    return unsafe bytes.withUnsafeBytes { unsafe firstMatch(in: $0, range.lowerBound, before: end) }
  }

  /// Whether the needle is in `bytes`.
  package func isFound(in bytes: [UInt8]) -> Bool {
    firstMatch(in: bytes, 0..<bytes.count) != nil
  }

  private func firstMatch(
    in bytes: UnsafeRawBufferPointer, _ start: Int, before end: Int
  ) -> Int? {
    var place = start
    while place + 16 <= end {
      let hits = unsafe candidates(in: bytes, at: place)
      if let match = unsafe firstMatch(in: bytes, at: place, hits) { return match }
      place += 16
    }
    while place < end {
      if unsafe matches(bytes, at: place) { return place }
      place += 1
    }
    return nil
  }

  /// Returns the places whose first and last bytes match, as a byte of ones each.
  @inline(__always)
  private func candidates(in bytes: UnsafeRawBufferPointer, at place: Int) -> SIMD2<UInt64> {
    let heads = unsafe bytes.loadUnaligned(fromByteOffset: place, as: Lanes.self)
    let tails = unsafe bytes.loadUnaligned(
      fromByteOffset: place + needle.count - 1, as: Lanes.self)
    // A mask is a byte of ones or zeros for each lane.
    let hits = ((heads ^ first) | (tails ^ last)) .== Lanes()
    return unsafe unsafeBitCast(hits, to: SIMD2<UInt64>.self)
  }

  private func firstMatch(
    in bytes: UnsafeRawBufferPointer, at place: Int, _ hits: SIMD2<UInt64>
  ) -> Int? {
    guard hits[0] | hits[1] != 0 else { return nil }
    for half in 0..<2 {
      var rest = hits[half]
      while rest != 0 {
        let match = place + half * 8 + rest.trailingZeroBitCount / 8
        if unsafe matches(bytes, at: match) { return match }
        rest &= ~(0xFF << UInt64(rest.trailingZeroBitCount & ~7))
      }
    }
    return nil
  }

  private func matches(_ bytes: UnsafeRawBufferPointer, at place: Int) -> Bool {
    for index in needle.indices where unsafe bytes[place + index] != needle[index] { return false }
    return true
  }
}
