/// Which records hold a value in a column: the way back of every link, and of every unique value.
///
/// A value is known by its mark, a number: the key that is linked to, the number itself, the hash
/// of a text. The marks stand sorted and are found by bisection. A chunk that changed takes only
/// the marks that it gained or lost from their places, so that an edit costs no pass over the
/// others.
struct ColumnIndex: Sendable {
  private struct Entry: Comparable, Sendable {
    var mark: UInt64
    var key: UInt64

    static func < (left: Self, right: Self) -> Bool {
      left.mark == right.mark ? left.key < right.key : left.mark < right.mark
    }
  }

  private var entries: [Entry] = []
  private var chunks = ChunkList()

  /// Up to how many marks are moved one by one, where moving more costs less in one pass.
  private static let fewMarks = 64

  /// An index of no records.
  init() {}

  /// The index of the values in `column` of `table`.
  init(_ table: Table, column: Int) {
    self.init()
    update(to: table, column: column)
  }

  /// The keys of the records that hold a value with `mark`, ascending, each once.
  ///
  /// Texts that are not equal may have one mark, though hardly ever.
  func keys(of mark: UInt64) -> [RecordKey] {
    var keys: [RecordKey] = []
    var place = entries.lowerBound(of: Entry(mark: mark, key: 0))
    while place < entries.count, entries[place].mark == mark {
      let key = RecordKey(rawValue: entries[place].key)
      if keys.last != key { keys.append(key) }
      place += 1
    }
    return keys
  }

  /// The keys of the records that link to `target`, ascending.
  func sources(of target: RecordKey) -> [RecordKey] { keys(of: target.rawValue) }

  /// Whether the index is of just these chunks.
  func isCurrent(for table: Table) -> Bool {
    chunks.isSame(as: table.chunks)
  }

  /// Makes the index that of `table`.
  mutating func update(to table: Table, column: Int) {
    let known = Set(chunks.map(ObjectIdentifier.init))
    let current = Set(table.chunks.map(ObjectIdentifier.init))
    let before = Self.entries(
      of: chunks.filter { !current.contains(ObjectIdentifier($0)) }, column)
    let after = Self.entries(
      of: table.chunks.filter { !known.contains(ObjectIdentifier($0)) }, column)
    let (lost, gained) = Self.differences(before, after)
    if lost.count + gained.count <= Self.fewMarks {
      for entry in lost { entries.remove(at: entries.lowerBound(of: entry)) }
      for entry in gained { entries.insert(entry, at: entries.lowerBound(of: entry)) }
    } else {
      entries = Self.merged(Self.differences(entries, lost).left, gained)
    }
    chunks = table.chunks
  }

  private static func entries(of chunks: [Chunk], _ column: Int) -> [Entry] {
    var entries: [Entry] = []
    for chunk in chunks {
      for row in 0..<chunk.count {
        chunk.columns[column].forEachMark(of: row) {
          entries.append(Entry(mark: $0, key: chunk.keys[row].rawValue))
        }
      }
    }
    return entries.sorted()
  }

  /// What only the one and only the other of two sorted arrays has.
  private static func differences(
    _ left: [Entry], _ right: [Entry]
  ) -> (left: [Entry], right: [Entry]) {
    if left.isEmpty || right.isEmpty { return (left, right) }
    var (onlyLeft, onlyRight): ([Entry], [Entry]) = ([], [])
    var (place, other) = (0, 0)
    while place < left.count, other < right.count {
      if left[place] == right[other] {
        place += 1
        other += 1
      } else if left[place] < right[other] {
        onlyLeft.append(left[place])
        place += 1
      } else {
        onlyRight.append(right[other])
        other += 1
      }
    }
    return (onlyLeft + left[place...], onlyRight + right[other...])
  }

  private static func merged(_ left: [Entry], _ right: [Entry]) -> [Entry] {
    if left.isEmpty || right.isEmpty { return left + right }
    var merged: [Entry] = []
    merged.reserveCapacity(left.count + right.count)
    var rest = right[...]
    for entry in left {
      while let next = rest.first, next < entry { merged.append(rest.removeFirst()) }
      merged.append(entry)
    }
    return merged + rest
  }
}

extension Column {
  /// Calls `body` with the mark of each value of `row` that has one.
  @inline(__always)
  func forEachMark(of row: Int, _ body: (UInt64) -> Void) {
    switch self {
    case .text(let column):
      if !column.nulls[row] { body(Self.mark(ofText: column.bytes.span, column.range(of: row))) }
    case .integer(let column):
      if !column.nulls[row] { body(UInt64(bitPattern: column.values[row])) }
    case .double, .values: forEachLink(of: row) { body($0.rawValue) }
    }
  }

  /// The mark of the text that stands in a range of `bytes`.
  static func mark(ofText bytes: Span<UInt8>, _ range: Range<Int>) -> UInt64 {
    bytes.fnv1a(range)
  }
}
