/// Where in a chunk the values of unique fields stand, by their hashes.
///
/// It is made once for a chunk; a save makes one new chunk for each record that it changes.
struct UniqueHashes: Sendable {
  private struct Entry: Comparable, Sendable {
    var hash: UInt64
    var row: UInt32

    static func < (left: Self, right: Self) -> Bool {
      left.hash == right.hash ? left.row < right.row : left.hash < right.hash
    }
  }

  /// Sorted, by column.
  private var entries: [Int: [Entry]] = [:]

  static func of(_ chunk: Chunk) -> UniqueHashes {
    chunk.derived.value(UniqueHashes.self) { UniqueHashes(chunk) }
  }

  private init(_ chunk: Chunk) {
    for (column, property) in chunk.entity.storedProperties.enumerated() {
      guard case .attribute(let attribute) = property,
        chunk.entity.hasUniqueValues(attribute)
      else { continue }
      entries[column] = Self.entries(of: chunk.columns[column], count: chunk.count).sorted()
    }
  }

  /// The rows that have a value with the canonical bytes `text` in `column`.
  func rows(with text: [UInt8], in column: Int, of chunk: Chunk) -> [Int] {
    guard let sorted = entries[column] else { return [] }
    let hash = text.span.fnv1a(text.indices)
    var rows: [Int] = []
    var place = sorted.lowerBound(of: Entry(hash: hash, row: 0))
    while place < sorted.count, sorted[place].hash == hash {
      let row = Int(sorted[place].row)
      if chunk.columns[column][row]?.canonicalBytes.contains(text) == true { rows.append(row) }
      place += 1
    }
    return rows
  }

  private static func entries(of column: Column, count: Int) -> [Entry] {
    var entries: [Entry] = []
    for row in 0..<count where !column.isNull(row) {
      if case .text(let texts) = column {
        let hash = texts.bytes.span.fnv1a(texts.range(of: row))
        entries.append(Entry(hash: hash, row: UInt32(row)))
      } else {
        for text in column[row]?.canonicalBytes ?? [] {
          entries.append(Entry(hash: text.span.fnv1a(text.indices), row: UInt32(row)))
        }
      }
    }
    return entries
  }
}
