/// Looks for other records with the same value in a field where no two may be alike.
///
/// Values are alike if their canonical texts are, byte for byte. One pass over a column serves all
/// the records that were edited.
struct UniqueCheck {
  let workspace: Workspace
  let edited: [ObjectID]

  func issues() -> [ValidationIssue] {
    var fields: [String: [Attribute]] = [:]
    for name in Set(edited.map(\.entity)) {
      guard let entity = workspace.model[name] else { continue }
      fields[name] = entity.attributes.filter { $0.isUnique || $0.name == entity.handle }
    }
    return fields.sorted { $0.key < $1.key }.flatMap { entity, attributes in
      attributes.flatMap { issues($0, of: entity) }
    }
  }

  private func issues(_ attribute: Attribute, of entity: String) -> [ValidationIssue] {
    var holders: [[UInt8]: ObjectID] = [:]
    var issues: [ValidationIssue] = []
    for id in edited where id.entity == entity {
      guard let value = editedValue(attribute.name, of: id) else { continue }
      for text in value.canonicalBytes {
        if let other = holders[text] {
          issues.append(issue(attribute, id, value, other))
        } else {
          holders[text] = id
        }
      }
    }
    return issues + clashes(attribute, of: entity, with: holders)
  }

  /// The clashes of edited values with those of records that were saved before.
  private func clashes(
    _ attribute: Attribute, of entity: String, with holders: [[UInt8]: ObjectID]
  ) -> [ValidationIssue] {
    guard !holders.isEmpty, let table = workspace.snapshot.table(entity),
      let column = table.entity.storedIndex(of: attribute.name)
    else { return [] }
    let lengths = Set(holders.keys.map(\.count))
    var issues: [ValidationIssue] = []
    for chunk in table.chunks {
      chunk.columns[column].forEachText(ofLengths: lengths) { row, text in
        guard let id = holders[text] else { return }
        let other = ObjectID(entity: entity, key: chunk.keys[row])
        if other != id, isUntouched(other, attribute) {
          issues.append(issue(attribute, id, workspace.value(attribute.name, of: id), other))
        }
      }
    }
    return issues
  }

  private func editedValue(_ field: String, of id: ObjectID) -> Value? {
    workspace.edits.fields[id]?[field] ?? nil
  }

  /// Whether a saved record still has the saved value.
  private func isUntouched(_ id: ObjectID, _ attribute: Attribute) -> Bool {
    workspace.exists(id) && workspace.edits.fields[id]?[attribute.name] == nil
  }

  private func issue(
    _ attribute: Attribute, _ id: ObjectID, _ value: Value?, _ other: ObjectID
  ) -> ValidationIssue {
    ValidationIssue(id: id, field: attribute.name, rule: .unique(other: other), value: value)
  }
}

extension Value {
  /// The canonical text of each element.
  var canonicalBytes: [[UInt8]] { storedTexts.map { Array($0.utf8) } }
}

extension Column {
  /// Calls `body` with each row and value in canonical text whose length is one of `lengths`.
  func forEachText(ofLengths lengths: Set<Int>, _ body: (Int, [UInt8]) -> Void) {
    switch self {
    case .text(let texts):
      for row in texts.ends.indices where !texts.nulls[row] {
        let range = texts.range(of: row)
        if lengths.contains(range.count) { body(row, Array(texts.bytes[range])) }
      }
    case .integer(let numbers): forEach(numbers.values.indices, lengths, body)
    case .double(let numbers): forEach(numbers.values.indices, lengths, body)
    case .values(let values): forEach(values.indices, lengths, body)
    }
  }

  private func forEach(
    _ rows: Range<Int>, _ lengths: Set<Int>, _ body: (Int, [UInt8]) -> Void
  ) {
    for row in rows {
      for text in self[row]?.canonicalBytes ?? [] where lengths.contains(text.count) {
        body(row, text)
      }
    }
  }
}
