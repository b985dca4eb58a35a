internal import CairnStore

/// Finds records of one entity by their names, including records of this import.
struct NameIndex {
  /// The attribute with the names.
  let attribute: Attribute
  /// Whether the records also have short names.
  let hasHandle: Bool
  private let place: Int
  private var keys: [RecordName: [RecordKey]] = [:]
  /// The present names of the records whose name this import set or removed.
  private var given: [RecordKey: RecordName?] = [:]

  /// Creates the index of an entity; `nil` if its records have no names.
  ///
  /// - Parameters:
  ///   - entity: the entity.
  ///   - table: its stored records; `nil` if it has none.
  init?(_ entity: Entity, of table: Table?) {
    guard let attribute = entity.nameAttribute, let place = entity.storedIndex(of: attribute.name)
    else { return nil }
    (self.attribute, self.place, hasHandle) = (attribute, place, entity.handle != nil)
    for row in table?.rows.map({ $0 }) ?? [] {
      if let name = Self.name(in: row[attribute.name]) { keys[name, default: []].append(row.key) }
    }
  }

  /// Returns the records with a name.
  func records(called name: RecordName) -> [RecordKey] { keys[name] ?? [] }

  /// Records the name of a new or changed record.
  ///
  /// - Parameters:
  ///   - draft: the record.
  ///   - key: its key.
  ///   - stored: the record as it was before this import; `nil` for a new one.
  mutating func note(_ draft: RecordDraft, _ key: RecordKey, stored: Row?) {
    guard draft.isGiven(place) else { return }
    let new = Self.name(in: draft.values[place])
    let old = given.updateValue(new, forKey: key) ?? Self.name(in: stored?[attribute.name])
    guard old != new else { return }
    if let old { keys[old]?.removeAll { $0 == key } }
    if let new { keys[new, default: []].append(key) }
  }

  private static func name(in value: Value?) -> RecordName? {
    value.flatMap { RecordName.names(in: $0).first }
  }
}
