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
