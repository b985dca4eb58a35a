internal import Synchronization

/// What search sees of a chunk's rows: the folded texts of some columns, end to end.
///
///     ␀zurich␀soup␀winter␀lyon␀…
///      └ row 0 ──────────┘└ row 1 …
///
/// A zero byte, which no text holds, stands on both sides of each value, so that no match reaches
/// from one to the next, and a whole value is found with the zeros around it.
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

  /// Appends a row's texts, in which ASCII letters keep their case until all rows are there.
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
        // Words are searched in labels, too, but a label is no whole value.
        bytes.append(1)
        append(label)
      }
    case .integer, .double: break
    }
  }

  /// The rows of `rows` that contain what `search` looks for, which may begin and end with a zero.
  private mutating func append(_ text: String) {
    bytes.append(contentsOf: SearchFold.foldedBytes(text))
    bytes.append(0)
  }

  func rows(matching search: ByteSearch, among rows: RowSet) -> RowSet {
    // Of a few rows each is searched for itself; of many, all that lies between is, in one go.
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

  /// The row that holds the byte at `place`, which is in `row` or behind it.
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
  /// How many bytes a text column has.
  var textSize: Int {
    if case .text(let texts) = self { texts.bytes.count } else { 0 }
  }
}

/// The folded texts of a chunk that were asked for once.
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
  /// What search sees of `columns`, computed at the first call.
  func foldedText(of columns: [Int]) -> FoldedText {
    derived.value(FoldedTexts.self) { FoldedTexts() }.text(of: self, columns: columns)
  }
}

/// Finds a few bytes in many, sixteen places at a time.
///
/// A place can only match where its first byte and its last are right. Both are compared for
/// sixteen neighboring places at once; the bytes between are looked at only where both are.
package struct ByteSearch: Sendable {
  private typealias Lanes = SIMD16<UInt8>

  package let needle: [UInt8]
  private let first: Lanes
  private let last: Lanes

  /// A search for `needle`; `precondition`: it has a byte.
  package init(_ needle: [UInt8]) {
    precondition(!needle.isEmpty, "nothing is found everywhere")
    self.needle = needle
    first = Lanes(repeating: needle.first ?? 0)
    last = Lanes(repeating: needle.last ?? 0)
  }

  /// The first place in `range` of `bytes` where the needle begins; it ends in the range, too.
  package func firstMatch(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= bytes.count, "bytes that aren't there")
    let end = range.upperBound - needle.count + 1
    guard range.lowerBound < end else { return nil }
    // Every load lies within the range that was just checked.
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

  /// The places whose first and last bytes are right, a byte of ones each.
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
