/// What a file says about a record that was merged, and the key of the record that the merge kept.
///
/// An import finds the kept record where it knows the merged one, so that a second import of a file
/// does not bring merged records back. A merge adds such a note for each of its records, the kept
/// one too, unless the record has a note of its own already.
///
/// 1. At first, the note has the values and links of the record before the merge.
/// 2. An import of a row about the record gives the note what the row says, as part of the same
///    change. So the next import finds what the file has changed since.
/// 3. The note goes with the kept record, as part of the same change.
/// 4. An undo restores the notes together with the records.
public struct MergedRecord: Sendable {
  /// The record.
  public let id: ObjectID

  /// The key of the record that was kept.
  public let kept: RecordKey

  /// The stored texts of its attributes and links, by the name of each field.
  ///
  /// Long texts are hashes, see `texts(of:)` and `texts(of:by:)`.
  public let texts: [String: [String]]

  /// The note in the store.
  package let note: ObjectID

  /// The length in bytes from which a text is kept as its hash.
  private static let longest = 256

  /// Returns the texts of a value in the form in which merged records have them.
  ///
  /// A long text is represented by its hash.
  public static func texts(of value: Value?) -> [String] {
    (value?.storedTexts ?? []).map(short)
  }

  /// Returns the text of a link in the form in which merged records have it: the keys of its ends.
  ///
  /// The order of the keys counts only for an ordered link.
  package static func texts(of keys: [RecordKey], by link: Relationship) -> [String] {
    if keys.isEmpty { return [] }
    let sorted = link.isOrdered ? keys : keys.sorted()
    return [short(sorted.map { "\($0)" }.joined(separator: " "))]
  }

  private static func short(_ text: String) -> String {
    guard text.utf8.count > longest else { return text }
    var hash = ContentHash()
    hash.add(Array(text.utf8))
    return "#\(hash.digits)"
  }

  /// Whether notes have a link.
  ///
  /// They have no link to owned records, because a merge keeps all owned records.
  package static func notes(_ link: Relationship) -> Bool { link.deleteRule != .cascade }

  /// Returns the change that gives a note other texts.
  ///
  /// - Parameters:
  ///   - note: the note.
  ///   - texts: the texts of fields, by the names of the fields.
  ///   - entity: the collection of the merged record.
  /// - Returns: the change.
  package static func change(
    of note: ObjectID, to texts: [String: [String]], in entity: Entity
  ) -> RecordChange {
    // The store fills in the old value.
    let field = FieldChange(
      name: Entity.MergeField.values, old: nil, new: value(of: texts, in: entity))
    return RecordChange(id: note, kind: .update, fields: [field])
  }

  /// The lines of a note; `nil` without any.
  static func value(of texts: [String: [String]], in entity: Entity) -> Value? {
    let lines = entity.properties.flatMap { property in
      (texts[property.name] ?? []).map { Value.text("\(property.name): \($0)") }
    }
    return lines.isEmpty ? nil : .list(lines)
  }
}

extension Entity {
  /// The notes about merged records, which every store has and no list of collections shows.
  package static let merge = Entity(
    name: "~Merge", plural: "~merges",
    properties: [
      .attribute(Attribute(name: MergeField.collection, type: .string)),
      .attribute(Attribute(name: MergeField.record, type: .string)),
      .attribute(Attribute(name: MergeField.kept, type: .string)),
      .attribute(values),
    ])

  private static let values: Attribute = {
    var values = Attribute(name: MergeField.values, type: .text)
    values.isMultiple = true
    return values
  }()

  /// The names of the fields of a note.
  enum MergeField {
    static let collection = "Collection"
    static let record = "Record"
    static let kept = "Kept"
    static let values = "Values"
  }
}

extension RecordChange {
  /// Whether people see the changed record: all except the notes about merges.
  package var isVisible: Bool { id.entity != Entity.merge.name }
}

extension Transaction {
  /// The changes of records that people see: all except the notes about merges.
  public var visibleChanges: [RecordChange] { changes.filter(\.isVisible) }
}

extension ObjectContext {
  /// Adds the notes about the records of a merge.
  ///
  /// A record that was never saved is in no file that an import could bring back.
  ///
  /// A record with a note of its own needs no other one: the note has what a file says about it.
  ///
  /// - Throws: the error of the file with the notes.
  func noteMerge(_ plan: MergePlan, in content: inout EditedSnapshot) throws(StoreError) {
    guard !plan.kept.isTemporary, let entity = content.model[plan.kept.entity] else { return }
    let known = try content.mergeNotes()
    let kept = Value.text("\(plan.kept.key)")
    for (place, id) in plan.ids.enumerated() where !id.isTemporary {
      if let own = known.last(where: { $0.record == id && $0.kept == id }) {
        content.set(kept, Entity.MergeField.kept, of: own.id)
        continue
      }
      let note = newID(of: Entity.merge.name)
      content.edits.create(note)
      content.set(.text(id.entity), Entity.MergeField.collection, of: note)
      content.set(.text("\(id.key)"), Entity.MergeField.record, of: note)
      content.set(kept, Entity.MergeField.kept, of: note)
      var texts: [String: [String]] = [:]
      for field in plan.fields {
        switch field.property {
        case .attribute(let attribute):
          texts[attribute.name] = MergedRecord.texts(of: Value(list: field.contents[place]))
        case .relationship(let link) where MergedRecord.notes(link):
          let keys = Value(list: field.contents[place]).linkedKeys
          texts[link.name] = MergedRecord.texts(of: keys, by: link)
        case .relationship: break
        }
      }
      let value = MergedRecord.value(of: texts, in: entity)
      if let value { content.set(value, Entity.MergeField.values, of: note) }
    }
  }
}

extension Snapshot {
  /// Returns the records of a collection that were merged, and those that were kept, the last
  /// merge at the end.
  ///
  /// Cost: reads the file with all notes about merges.
  ///
  /// - Throws: the error of the file.
  public func mergedRecords(of entity: Entity) throws(StoreError) -> [MergedRecord] {
    let names = Set([entity.name] + entity.earlierNames)
    return try load(Entity.merge.name).rows.compactMap { row in
      func text(_ field: String) -> String { row[field]?.storedTexts.first ?? "" }
      guard names.contains(text(Entity.MergeField.collection)),
        let key = RecordKey(text(Entity.MergeField.record)),
        let kept = RecordKey(text(Entity.MergeField.kept))
      else { return nil }
      var texts: [String: [String]] = [:]
      for line in row[Entity.MergeField.values]?.storedTexts ?? [] {
        guard let colon = line.firstRange(of: ": ") else { continue }
        texts[entity.currentName(of: String(line[..<colon.lowerBound])), default: []]
          .append(String(line[colon.upperBound...]))
      }
      return MergedRecord(
        id: ObjectID(entity: entity.name, key: key), kept: kept, texts: texts,
        note: ObjectID(entity: Entity.merge.name, key: row.key))
    }
  }
}
