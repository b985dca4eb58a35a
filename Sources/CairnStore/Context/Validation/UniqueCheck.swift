/// Searches for other records with the same value in a unique field.
///
/// Values are equal if their canonical texts are equal, byte for byte. Each chunk keeps the hashes
/// of its values, so that a check is a bisection in each.
struct UniqueCheck {
  let content: EditedSnapshot
  /// The records whose edits are checked.
  let edited: [ObjectID]
  /// The new records without edits, which are checked too.
  var batches: [RecordBatch] = []

  /// Returns the clashes of edited and new records with each other and with all other records.
  ///
  /// Cost: for edits, a bisection in each chunk that may hold one of their values; for a batch, a
  /// check of the hash of each value of the collection. Texts are read only if two hashes are
  /// equal.
  func issues() -> [ValidationIssue] {
    var names = (edited.map(\.entity) + batches.map(\.entity))
    if names.count > 1 { names = Set(names).sorted() }
    return names.flatMap { name in
      (content.model[name]?.uniqueAttributes ?? []).flatMap { issues($0, of: name) }
    }
  }

  private func issues(_ attribute: Attribute, of entity: String) -> [ValidationIssue] {
    guard let column = content.model[entity]?.storedIndex(of: attribute.name) else { return [] }
    let edits = edited.filter { $0.entity == entity }.compactMap { id in
      (content.edits.entry(attribute.name, of: id) ?? nil).map { (id: id, value: $0) }
    }
    let texts = edits.flatMap(\.value.canonicalBytes)
    let pieces = batches.filter { $0.entity == entity }.flatMap(\.pieces)
    guard !texts.isEmpty || !pieces.isEmpty else { return [] }
    let chunks =
      pieces.isEmpty
      ? content.savedChunks(of: entity, holding: texts, in: attribute) : allChunks(of: entity)
    let firstNew = Dictionary(
      uniqueKeysWithValues: pieces.map { ($0.chunk.shard, $0.firstRow) })
    var hashes = Set(texts.map { $0.span.fnv1a($0.indices) })
    hashes.formUnion(repeatedHashes(column, in: chunks, pieces, firstNew))
    guard !hashes.isEmpty else { return [] }

    var (saved, added): ([(id: ObjectID, value: Value)], [(id: ObjectID, value: Value)]) = ([], [])
    for chunk in chunks {
      let end = firstNew[chunk.shard] ?? chunk.count
      for row in UniqueHashes.of(chunk).rows(with: hashes, in: column) {
        let id = ObjectID(entity: entity, key: chunk.keys[row])
        guard isUntouched(id, attribute), let value = chunk.columns[column][row] else { continue }
        if row < end { saved.append((id, value)) } else { added.append((id, value)) }
      }
    }
    var holders = UniqueHolders<ObjectID>()
    for (id, value) in saved + inherited(attribute, of: entity) { _ = holders.add(value, of: id) }
    return (edits + added).flatMap { id, value in
      holders.add(value, of: id).map { value, other in
        ValidationIssue(id: id, field: attribute.name, rule: .unique(other: other), value: value)
      }
    }
  }

  private func allChunks(of entity: String) -> [Chunk] {
    guard let table = content.snapshot.tables[entity] else { return [] }
    return content.failures.noting { () throws(StoreError) in Array(try table.load().chunks) } ?? []
  }

  /// Returns the hashes of new records' values that another record also has.
  private func repeatedHashes(
    _ column: Int, in chunks: [Chunk], _ pieces: [RecordBatch.Piece], _ firstNew: [ShardName: Int]
  ) -> Set<UInt64> {
    let lists = pieces.map { UniqueHashes.of($0.chunk).hashes(in: column, from: $0.firstRow) }
    let added = lists.count == 1 ? lists[0] : lists.flatMap(\.self).sorted()
    guard !added.isEmpty else { return [] }
    var repeated = Set(zip(added, added.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
    let sieve = HashSieve(added)
    for chunk in chunks {
      let end = firstNew[chunk.shard] ?? chunk.count
      repeated.formUnion(
        UniqueHashes.of(chunk).hashes(in: column, upTo: end) { hash in
          sieve.mayHave(hash) && added[added.lowerBound(of: hash)...].first == hash
        })
    }
    return repeated
  }

  /// Returns the unsaved values of the parent contexts.
  private func inherited(
    _ attribute: Attribute, of entity: String
  ) -> [(id: ObjectID, value: Value)] {
    content.inherited.touched.compactMap { id in
      guard id.entity == entity, content.exists(id),
        content.edits.entry(attribute.name, of: id) == nil,
        let value = content.inherited.entry(attribute.name, of: id) ?? nil
      else { return nil }
      return (id, value)
    }
  }

  /// Whether a record still has its saved value, without an edit.
  private func isUntouched(_ id: ObjectID, _ attribute: Attribute) -> Bool {
    content.exists(id) && content.edits.entry(attribute.name, of: id) == nil
      && content.inherited.entry(attribute.name, of: id) == nil
  }
}

/// The records with the values of a unique field.
///
/// Each element of a list is a value of its own. A record may repeat its own values.
struct UniqueHolders<Key: Equatable> {
  /// The first record that has each value.
  private var byText: [ExactText: (key: Key, value: Value)] = [:]

  /// Adds a record, and returns each of its values that another record has, with that record.
  mutating func add(_ value: Value, of key: Key) -> [(value: Value, other: Key)] {
    value.elements.compactMap { element in
      guard let text = element.uniqueTexts.first else { return nil }
      guard let first = byText[text] else {
        byText[text] = (key, element)
        return nil
      }
      return first.key == key ? nil : (element, first.key)
    }
  }
}

extension Value {
  /// The texts of a unique field's value that no other record may have.
  ///
  /// They are the canonical texts of the elements. Several records may have an empty text.
  package var uniqueTexts: [ExactText] {
    storedTexts.lazy.filter { !$0.isEmpty }.map(ExactText.init)
  }

  /// The canonical text of each element.
  var canonicalBytes: [[UInt8]] { storedTexts.map { Array($0.utf8) } }
}

/// The positions of the values of unique fields in a chunk, by their hashes.
///
/// It is computed once for a chunk; a save makes one new chunk for each record that it changes.
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

  /// Returns the sorted hashes of the values in the rows from `first` on.
  func hashes(in column: Int, from first: Int) -> [UInt64] {
    (entries[column] ?? []).compactMap { Int($0.row) >= first ? $0.hash : nil }
  }

  /// Returns the hashes that the values in the rows before `end` have and that `isWanted` accepts.
  func hashes(in column: Int, upTo end: Int, where isWanted: (UInt64) -> Bool) -> [UInt64] {
    (entries[column] ?? []).filter { isWanted($0.hash) && Int($0.row) < end }.map(\.hash)
  }

  /// Returns the rows whose values have one of `hashes`, each once, in their order.
  ///
  /// Cost: a bisection for each hash, or a check of each value if that is less.
  func rows(with hashes: Set<UInt64>, in column: Int) -> [Int] {
    guard let sorted = entries[column] else { return [] }
    guard hashes.count < sorted.count / 32 else {
      return Set(sorted.filter { hashes.contains($0.hash) }.map { Int($0.row) }).sorted()
    }
    let rows = hashes.flatMap { hash in
      sorted[sorted.lowerBound(of: Entry(hash: hash, row: 0))...]
        .prefix { $0.hash == hash }.map { Int($0.row) }
    }
    return Set(rows).sorted()
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

/// A set of hashes in which a hash that is not there is found out by one bit, mostly.
private struct HashSieve {
  private var words: [UInt64]
  private let shift: UInt64

  /// Creates the set, with at least sixteen bits for each hash.
  init(_ hashes: [UInt64]) {
    let bits = max(6, 64 - (hashes.count * 16).leadingZeroBitCount)
    shift = UInt64(64 - bits)
    words = [UInt64](repeating: 0, count: 1 << (bits - 6))
    for hash in hashes {
      let bit = place(of: hash)
      words[Int(bit >> 6)] |= 1 << (bit & 63)
    }
  }

  /// Whether the hash may be in the set; false only for one that is not.
  @inline(__always)
  func mayHave(_ hash: UInt64) -> Bool {
    let bit = place(of: hash)
    return words[Int(bit >> 6)] >> (bit & 63) & 1 == 1
  }
  /// The bit of a hash; the last bytes of a text hardly change the hash's own high bits.
  @inline(__always)
  private func place(of hash: UInt64) -> UInt64 { (hash &* 0x9E37_79B9_7F4A_7C15) >> shift }
}
