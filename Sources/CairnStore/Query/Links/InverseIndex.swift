/// Which records link to which by one stored relationship: the way back of every link.
///
/// A sorted array of links, found by bisection. A changed chunk's links are taken out and merged in
/// again, so that an edit costs one pass, not a sort.
struct InverseIndex: Sendable {
  private struct Link: Comparable, Sendable {
    var target: UInt64
    var source: UInt64

    static func < (left: Self, right: Self) -> Bool {
      left.target == right.target ? left.source < right.source : left.target < right.target
    }
  }

  private var links: [Link] = []
  private var chunks: [Chunk] = []

  /// An index of no links.
  init() {}

  /// The index of the links in `column` of `table`.
  init(_ table: Table, column: Int) {
    self.init()
    update(to: table, column: column)
  }

  /// The keys of the records that link to `target`, ascending.
  func sources(of target: RecordKey) -> [RecordKey] {
    var keys: [RecordKey] = []
    var place = links.lowerBound(of: Link(target: target.rawValue, source: 0))
    while place < links.count, links[place].target == target.rawValue {
      let source = RecordKey(rawValue: links[place].source)
      if keys.last != source { keys.append(source) }
      place += 1
    }
    return keys
  }

  /// Whether the index is of just these chunks.
  func isCurrent(for table: Table) -> Bool {
    chunks.count == table.chunks.count && zip(chunks, table.chunks).allSatisfy { $0 === $1 }
  }

  /// Makes the index that of `table`.
  mutating func update(to table: Table, column: Int) {
    let known = Set(chunks.map(ObjectIdentifier.init))
    let current = Set(table.chunks.map(ObjectIdentifier.init))
    let gone = Set(
      chunks.filter { !current.contains(ObjectIdentifier($0)) }.flatMap { $0.keys.map(\.rawValue) })
    var added: [Link] = []
    for chunk in table.chunks where !known.contains(ObjectIdentifier(chunk)) {
      for row in 0..<chunk.count {
        chunk.columns[column].forEachLink(of: row) {
          added.append(Link(target: $0.rawValue, source: chunk.keys[row].rawValue))
        }
      }
    }
    let kept = gone.isEmpty ? links : links.filter { !gone.contains($0.source) }
    links = Self.merged(kept, added.sorted())
    chunks = table.chunks
  }

  private static func merged(_ left: [Link], _ right: [Link]) -> [Link] {
    if left.isEmpty || right.isEmpty { return left + right }
    var merged: [Link] = []
    merged.reserveCapacity(left.count + right.count)
    var rest = right[...]
    for link in left {
      while let next = rest.first, next < link { merged.append(rest.removeFirst()) }
      merged.append(link)
    }
    return merged + rest
  }
}
