/// Looks for other records with the same value in a field where no two may be alike.
///
/// Values are alike if their canonical texts are, byte for byte. Each chunk keeps the hashes of
/// its values, so that a check is a bisection in each.
struct UniqueCheck {
  let content: EditedSnapshot
  let edited: [ObjectID]

  func issues() -> [ValidationIssue] {
    var fields: [String: [Attribute]] = [:]
    for name in Set(edited.map(\.entity)) {
      guard let entity = content.model[name] else { continue }
      fields[name] = entity.uniqueAttributes
    }
    return fields.sorted { $0.key < $1.key }.flatMap { entity, attributes in
      attributes.flatMap { issues($0, of: entity) }
    }
  }

  private func issues(_ attribute: Attribute, of entity: String) -> [ValidationIssue] {
    var holders = UniqueHolders<ObjectID>()
    var issues: [ValidationIssue] = []
    for id in edited where id.entity == entity {
      guard let value = editedValue(attribute.name, of: id) else { continue }
      issues += holders.add(value, of: id).map { issue(attribute, id, $0, $1) }
    }
    return issues + clashes(attribute, of: entity, with: holders.byText)
  }

  /// The clashes of edited values with those of records that were saved before.
  private func clashes(
    _ attribute: Attribute, of entity: String, with holders: UniqueHolders<ObjectID>.ByText
  ) -> [ValidationIssue] {
    guard !holders.isEmpty else { return [] }
    var issues = inheritedClashes(attribute, of: entity, with: holders)
    guard let column = content.model[entity]?.storedIndex(of: attribute.name) else {
      return issues
    }
    for chunk in content.savedChunks(of: entity, holding: holders.keys, in: attribute) {
      let hashes = UniqueHashes.of(chunk)
      for (text, (id, value)) in holders {
        for row in hashes.rows(with: text, in: column, of: chunk) {
          let other = ObjectID(entity: entity, key: chunk.keys[row])
          guard other != id, isUntouched(other, attribute) else { continue }
          issues.append(issue(attribute, id, value, other))
        }
      }
    }
    return issues
  }

  /// The clashes with what the contexts above have not saved yet.
  private func inheritedClashes(
    _ attribute: Attribute, of entity: String, with holders: UniqueHolders<ObjectID>.ByText
  ) -> [ValidationIssue] {
    content.inherited.touched.flatMap { other -> [ValidationIssue] in
      guard other.entity == entity, content.exists(other),
        content.edits.entry(attribute.name, of: other) == nil,
        let value = content.inherited.entry(attribute.name, of: other) ?? nil
      else { return [] }
      return value.canonicalBytes.compactMap { text in
        guard let (id, value) = holders[text], id != other else { return nil }
        return issue(attribute, id, value, other)
      }
    }
  }

  private func editedValue(_ field: String, of id: ObjectID) -> Value? {
    content.edits.entry(field, of: id) ?? nil
  }

  /// Whether a saved record still has the saved value.
  private func isUntouched(_ id: ObjectID, _ attribute: Attribute) -> Bool {
    content.exists(id) && content.edits.entry(attribute.name, of: id) == nil
      && content.inherited.entry(attribute.name, of: id) == nil
  }

  private func issue(
    _ attribute: Attribute, _ id: ObjectID, _ value: Value, _ other: ObjectID
  ) -> ValidationIssue {
    ValidationIssue(id: id, field: attribute.name, rule: .unique(other: other), value: value)
  }
}

extension UniqueCheck {
  /// The clashes of new records with each other and with those that were saved before.
  ///
  /// Cost: a look at the hash of each value of the collection; the text is read where two are equal.
  static func issues(_ batch: RecordBatch, in content: EditedSnapshot) -> [ValidationIssue] {
    let attributes = content.model[batch.entity]?.uniqueAttributes ?? []
    guard !attributes.isEmpty, let table = content.snapshot.tables[batch.entity],
      let chunks = content.failures.noting({ () throws(StoreError) in
        try table.load().chunks
      })
    else { return [] }
    let firstRows = Dictionary(
      uniqueKeysWithValues: batch.pieces.map { ($0.chunk.shard, $0.firstRow) })
    return attributes.flatMap { attribute -> [ValidationIssue] in
      guard let column = content.model[batch.entity]?.storedIndex(of: attribute.name) else {
        return []
      }
      var repeated: Set<UInt64> = []
      var seen: Set<UInt64> = []
      for piece in batch.pieces {
        for hash in UniqueHashes.of(piece.chunk).hashes(in: column, from: piece.firstRow)
        where !seen.insert(hash).inserted { repeated.insert(hash) }
      }
      for chunk in chunks {
        let new = firstRows[chunk.shard] ?? chunk.count
        for hash in UniqueHashes.of(chunk).hashes(in: column, upTo: new) where seen.contains(hash) {
          repeated.insert(hash)
        }
      }
      return repeated.isEmpty
        ? [] : clashes(attribute, column, repeated, in: Array(chunks), firstRows, content)
    }
  }

  /// The clashes among the records whose values have one of `hashes`.
  private static func clashes(
    _ attribute: Attribute, _ column: Int, _ hashes: Set<UInt64>, in chunks: [Chunk],
    _ firstRows: [ShardName: Int], _ content: EditedSnapshot
  ) -> [ValidationIssue] {
    var holders = UniqueHolders<ObjectID>()
    var issues: [ValidationIssue] = []
    // The saved records first, as a clash is the new record's.
    for isNew in [false, true] {
      for chunk in chunks {
        let firstRow = firstRows[chunk.shard] ?? chunk.count
        let rows = isNew ? firstRow..<chunk.count : 0..<firstRow
        for row in UniqueHashes.of(chunk).rows(with: hashes, in: column) where rows.contains(row) {
          let id = ObjectID(entity: chunk.entity.name, key: chunk.keys[row])
          guard content.exists(id), content.edits.entry(attribute.name, of: id) == nil,
            let value = chunk.columns[column][row]
          else { continue }
          let found = holders.add(value, of: id)
          guard isNew else { continue }
          issues += found.map { value, other in
            ValidationIssue(
              id: id, field: attribute.name, rule: .unique(other: other), value: value)
          }
        }
      }
    }
    return issues
  }
}

/// The records that have the values of a unique field.
///
/// Each element of a list is a value of its own. A record may repeat its own values.
struct UniqueHolders<Key: Equatable> {
  /// Records with one of their values, by its canonical text.
  typealias ByText = [[UInt8]: (key: Key, value: Value)]

  /// The first record that has each value.
  private(set) var byText: ByText = [:]

  /// Adds a record, and returns each of its values that another record has, with that record.
  mutating func add(_ value: Value, of key: Key) -> [(value: Value, other: Key)] {
    zip(value.elements, value.canonicalBytes).compactMap { element, text in
      // An empty text says nothing that could be said twice.
      guard !text.isEmpty else { return nil }
      guard let first = byText[text] else {
        byText[text] = (key, element)
        return nil
      }
      return first.key == key ? nil : (element, first.key)
    }
  }
}

extension Value {
  /// The canonical text of each element.
  var canonicalBytes: [[UInt8]] { storedTexts.map { Array($0.utf8) } }
}

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

  /// The hashes of the values in the rows from `first` up to, but not with, `end`.
  func hashes(in column: Int, from first: Int = 0, upTo end: Int = .max) -> [UInt64] {
    (entries[column] ?? []).filter { Int($0.row) >= first && Int($0.row) < end }.map(\.hash)
  }

  /// The rows whose values have one of `hashes`, each once.
  func rows(with hashes: Set<UInt64>, in column: Int) -> [Int] {
    Set((entries[column] ?? []).filter { hashes.contains($0.hash) }.map { Int($0.row) }).sorted()
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
