/// The values of a record before a merge, and the key of the record that the merge kept.
///
/// An import finds the kept record where it knows the merged one, so that a second import of a file
/// does not bring merged records back. Each merge adds such a note for all of its records, the kept
/// one too. The undo of the merge removes the notes, because they are part of the same change.
public struct MergedRecord: Sendable {
  /// The record.
  public let id: ObjectID

  /// The key of the record that was kept.
  public let kept: RecordKey

  /// The stored texts of its attributes before the merge, by the name of each attribute.
  ///
  /// Long texts are hashes, see `texts(of:)`.
  public let texts: [String: [String]]

  /// The length in bytes from which a text is kept as its hash.
  private static let longest = 256

  /// Returns the texts of a value in the form in which merged records have them.
  ///
  /// A long text is represented by its hash.
  public static func texts(of value: Value?) -> [String] {
    (value?.storedTexts ?? []).map { text in
      guard text.utf8.count > longest else { return text }
      var hash = ContentHash()
      hash.add(Array(text.utf8))
      return "#\(hash.digits)"
    }
  }
}

extension Entity {
  /// The notes about merged records, which every store has and no list of collections shows.
  static let merge = Entity(
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

extension Transaction {
  /// The changes of records that people see: all except the notes about merges.
  public var visibleChanges: [RecordChange] {
    changes.filter { $0.id.entity != Entity.merge.name }
  }
}

extension ObjectContext {
  /// Adds the notes about the records of a merge.
  ///
  /// A record that was never saved is in no file that an import could bring back.
  func noteMerge(_ plan: MergePlan, in content: inout EditedSnapshot) {
    guard !plan.kept.isTemporary else { return }
    for (place, id) in plan.ids.enumerated() where !id.isTemporary {
      let note = newID(of: Entity.merge.name)
      content.edits.create(note)
      content.set(.text(id.entity), Entity.MergeField.collection, of: note)
      content.set(.text("\(id.key)"), Entity.MergeField.record, of: note)
      content.set(.text("\(plan.kept.key)"), Entity.MergeField.kept, of: note)
      let texts = plan.fields.flatMap { field -> [Value] in
        guard case .attribute(let attribute) = field.property else { return [] }
        let value = Value(list: field.contents[place])
        return MergedRecord.texts(of: value).map { .text("\(attribute.name): \($0)") }
      }
      if !texts.isEmpty { content.set(.list(texts), Entity.MergeField.values, of: note) }
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
      return MergedRecord(id: ObjectID(entity: entity.name, key: key), kept: kept, texts: texts)
    }
  }
}
