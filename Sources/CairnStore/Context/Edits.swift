/// What a context changed and has not saved: values by record and field, in the order of editing.
struct Edits {
  /// Every record that was made, changed or deleted, once.
  private(set) var touched: [ObjectID] = []

  /// The records that exist only here.
  private(set) var created: Set<ObjectID> = []

  /// The records that are to go.
  private(set) var deleted: Set<ObjectID> = []

  /// The new values of stored fields, `.some(nil)` for one that was cleared.
  private(set) var fields: [ObjectID: [String: Value?]] = [:]

  private struct FieldName: Hashable {
    var entity: String
    var field: String
  }

  /// The records with a new value of a field; without it each look-up of links is a pass over all.
  private var edited: [FieldName: Set<ObjectID>] = [:]

  var isEmpty: Bool { touched.isEmpty }

  /// The records of `entity` whose stored field `field` has a new value.
  func records(of entity: String, editedIn field: String) -> Set<ObjectID> {
    edited[FieldName(entity: entity, field: field)] ?? []
  }

  mutating func create(_ id: ObjectID) {
    touch(id)
    created.insert(id)
    fields[id] = [:]
  }

  mutating func set(_ value: Value?, _ field: String, of id: ObjectID) {
    touch(id)
    fields[id, default: [:]].updateValue(value, forKey: field)
    edited[FieldName(entity: id.entity, field: field), default: []].insert(id)
  }

  mutating func delete(_ id: ObjectID) {
    touch(id)
    deleted.insert(id)
  }

  /// Takes the records out of the deleted ones, so that the rules can be applied again.
  mutating func restoreAll() {
    deleted = []
  }

  /// The edits with the keys of created records replaced, in their ids and in links to them.
  func replacing(_ keys: [ObjectID: ObjectID], in model: ObjectModel) -> Edits {
    var result = Edits()
    result.touched = touched.map { keys[$0] ?? $0 }
    result.created = Set(created.map { keys[$0] ?? $0 })
    result.deleted = deleted
    result.edited = edited.mapValues { ids in Set(ids.map { keys[$0] ?? $0 }) }
    for (id, values) in fields {
      result.fields[keys[id] ?? id] = Dictionary(
        uniqueKeysWithValues: values.map { name, value in
          let destination = model[id.entity]?.relationship(name)?.destination
          return (name, value.map { Self.replace(keys, in: $0, destination) })
        })
    }
    return result
  }

  private static func replace(
    _ keys: [ObjectID: ObjectID], in value: Value, _ destination: String?
  ) -> Value {
    guard let destination else { return value }
    switch value {
    case .link(let key):
      return .link(keys[ObjectID(entity: destination, key: key)]?.key ?? key)
    case .list(let elements):
      return .list(elements.map { replace(keys, in: $0, destination) })
    default: return value
    }
  }

  private mutating func touch(_ id: ObjectID) {
    if fields[id] == nil, !deleted.contains(id) {
      touched.append(id)
      fields[id] = [:]
    }
  }
}
