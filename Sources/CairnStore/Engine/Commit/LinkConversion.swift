/// The conversion of an attribute into a link to the records that its values name.
///
/// 1. A value names a record by the record's key, title, handle, a unique value, or a field whose
///    name ends in Id. The field that has the most of the values is used, and of two with equally
///    many, the title. If missing records are added, another field than the title needs at least
///    half of the values.
/// 2. A value that two records have names neither. If one value of a record names no record, all
///    values of that record stay as text.
/// 3. If missing records are added, a value that names no record becomes the title of a new one.
///    Equal values become one record, in the order of their first occurrence.
/// 4. Blanks at the ends of a value do not count, and line ends in it count as blanks.
public struct LinkConversion: Sendable {
  /// The values of a record, as the names of other records.
  private struct NamedRow {
    let id: ObjectID
    let value: Value
    let names: [RecordName]
  }

  /// The attribute before the conversion.
  public let attribute: Attribute
  /// The entity that has it.
  public let entity: Entity
  /// The entity at the other end of the link.
  public let destination: Entity
  /// Whether the conversion adds that entity.
  public let isNew: Bool
  /// The attribute of the destination with the same values, or `Id`; `nil` if there is none.
  public private(set) var key: String?
  /// The number of different values.
  public private(set) var valueCount = 0
  /// The number of different values that name a record which exists.
  public private(set) var matchCount = 0
  /// The number of records that have links afterwards.
  public private(set) var linkCount = 0
  /// The number of records whose values stay as text.
  public private(set) var leftCount = 0
  /// The parts of the attribute that the link does not have.
  public private(set) var losses: [Loss] = []

  /// The names of the records to add.
  private(set) var added: [RecordName] = []
  private(set) var named: [RecordName: RecordKey] = [:]
  /// The records that get links, with their values and the names in them.
  private var rows: [NamedRow] = []
  /// The first value that stays as text and looks like a key.
  private var keyLikeText: String?

  /// The number of records that the conversion adds.
  public var addedCount: Int { added.count }

  /// Examines the values of an attribute.
  ///
  /// Cost: every record of both entities is read.
  ///
  /// - Parameters:
  ///   - name: the name of the attribute, and of the link.
  ///   - entity: the entity that has the attribute.
  ///   - goal: the entity that the link leads to; it is added if the model has none of its name.
  ///   - addsMissing: whether values that name no record become new records.
  ///   - snapshot: the content of the store.
  /// - Throws: `StoreError.invalidModel` if the attribute no longer exists; the errors of reading
  ///   the records.
  public init(
    of name: String, of entity: String, to goal: Entity, addingMissing addsMissing: Bool,
    in snapshot: Snapshot
  ) throws(StoreError) {
    guard let source = snapshot.model[entity], let attribute = source.attribute(name) else {
      throw ObjectModel.unknown("\(entity).\(name)")
    }
    self.attribute = attribute
    self.entity = source
    let known = snapshot.model.entities.first { $0.name == goal.name }
    (destination, isNew) = (known ?? goal, known == nil)
    let table = try snapshot.load(entity)
    let all = table.rows.compactMap { row in
      row[name].map { NamedRow(id: row.id, value: $0, names: RecordName.names(in: $0)) }
    }
    let values = Set(all.flatMap(\.names))
    valueCount = values.count
    let found =
      isNew ? Namesakes() : try namesakes(of: values, isSure: !addsMissing, in: snapshot)
    (named, matchCount) = (found.keys, found.keys.count)
    key = isNew ? goal.nameAttribute?.name : found.attribute
    let title = addsMissing ? adding(besides: found.attribute) : nil
    settle(all, ambiguous: found.ambiguous, title)
    losses = Loss.all(
      of: self, severalLines: all.count { $0.value.hasSeveralLines },
      unfit: table.unfitTexts(of: name).count, needs: addsMissing && title == nil)
  }

  /// Returns the attribute that gets the names of new records; `nil` if no record can be added.
  private func adding(besides key: String?) -> Attribute? {
    guard let title = destination.nameAttribute, key == nil || key == title.name,
      destination.neededBesides(title).isEmpty
    else { return nil }
    // The title itself becomes the link.
    return destination.name == entity.name && title.name == attribute.name ? nil : title
  }

  /// Decides which records get links, and which names become records.
  private mutating func settle(
    _ all: [NamedRow], ambiguous: Set<RecordName>, _ title: Attribute?
  ) {
    var new: Set<RecordName> = []
    func canAdd(_ name: RecordName) -> Bool {
      guard let title, !ambiguous.contains(name) else { return false }
      return title.accepts(.text(name.text))
    }
    for row in all {
      guard row.names.allSatisfy({ named[$0] != nil || canAdd($0) }) else {
        leftCount += 1
        let texts = row.value.elements.map(ValueText.export)
        keyLikeText = keyLikeText ?? texts.first { RecordKey($0) != nil }
        continue
      }
      rows.append(row)
      if !row.names.isEmpty { linkCount += 1 }
      for name in row.names where named[name] == nil {
        if new.insert(name).inserted { added.append(name) }
      }
    }
  }
}

// MARK: - Namesakes

extension LinkConversion {
  /// The records that values name, and the attribute by which they do.
  private struct Namesakes {
    var attribute: String?
    var keys: [RecordName: RecordKey] = [:]
    /// The names that several records have.
    var ambiguous: Set<RecordName> = []
  }

  /// Returns the records that values name by the attribute that has the most of them.
  ///
  /// - Parameters:
  ///   - values: the values.
  ///   - isSure: whether the values name records that exist. Otherwise, values that equal few keys
  ///     of records may be titles of other records.
  ///   - snapshot: the content of the store.
  /// - Returns: the records, and the attribute.
  /// - Throws: the errors of reading the records.
  private func namesakes(
    of values: Set<RecordName>, isSure: Bool, in snapshot: Snapshot
  ) throws(StoreError) -> Namesakes {
    let rows = try snapshot.load(destination.name).rows
    let title = destination.titleAttribute
    let others = destination.attributes.filter { attribute in
      !attribute.isList && attribute.name != title?.name
        && (destination.hasUniqueValues(attribute) || attribute.name.hasSuffix("Id")
          || attribute.name.hasSuffix("_id"))
    }
    var best = title.map { Self.namesakes(of: values, by: $0.name, among: rows) } ?? Namesakes()
    var byKey = Namesakes(attribute: "Id")
    for row in rows {
      if let name = RecordName("\(row.key)"), values.contains(name) { byKey.keys[name] = row.key }
    }
    for other in [byKey] + others.map({ Self.namesakes(of: values, by: $0.name, among: rows) })
    where other.keys.count > best.keys.count
      && (isSure || other.keys.count * 2 >= values.count)
    { best = other }
    if best.keys.isEmpty, best.ambiguous.isEmpty { best.attribute = nil }
    return best
  }

  private static func namesakes(
    of values: Set<RecordName>, by attribute: String, among rows: some Sequence<Row>
  ) -> Namesakes {
    var found = Namesakes(attribute: attribute)
    for row in rows {
      for name in row[attribute].map(RecordName.names) ?? [] where values.contains(name) {
        if found.keys.updateValue(row.key, forKey: name) != nil { found.ambiguous.insert(name) }
      }
    }
    for name in found.ambiguous { found.keys[name] = nil }
    return found
  }
}

// MARK: - Converting

extension LinkConversion {
  /// The changes that clear the values of the records that get links.
  ///
  /// They are made under the old model, so that the history has the values, and undo restores them.
  var clearing: [RecordChange] {
    rows.map { row in
      let field = FieldChange(name: attribute.name, old: row.value, new: nil)
      return RecordChange(id: row.id, kind: .update, fields: [field])
    }
  }

  /// Returns the model with the link.
  ///
  /// - Throws: `StoreError.invalidModel` if a value that stays as text looks like a key, because it
  ///   would link to the record that gets this key.
  package func model(from model: ObjectModel) throws(StoreError) -> ObjectModel {
    if let keyLikeText {
      throw .invalidModel([
        ModelMistake(
          line: 0,
          message: "\(keyLikeText) looks like a key, but \(destination.name) has no such record")
      ])
    }
    let model = isNew ? try ObjectModel(entities: model.entities + [destination]) : model
    return try model.linking(
      attribute.name, of: entity.name, to: destination.name,
      isRequired: attribute.isRequired && leftCount == 0)
  }

  /// Returns the links of the records, given the keys of the added records.
  func statements(_ link: Relationship, _ keys: [RecordName: RecordKey]) -> [LinkStatement] {
    rows.map { row in
      LinkStatement(
        id: row.id, relationship: link, keys: row.names.compactMap { named[$0] ?? keys[$0] })
    }
  }
}
