/// The changes of names of collections and fields between two models, in either direction.
struct Renaming {
  private var entities: [String: String] = [:]
  /// The new name of each field, by the entity's old name and the field's old name.
  private var fields: [String: [String: String]] = [:]

  /// Creates a renaming without new names.
  init() {}

  /// Finds the names that differ in `new`; removed collections and fields keep their names.
  init(from old: ObjectModel, to new: ObjectModel) {
    guard old != new else { return }
    for case (let before?, let after?) in ModelMerge.pairs(old, new) where before != after {
      if before.name != after.name { entities[before.name] = after.name }
      for property in before.properties where after[property.name] == nil {
        guard let name = before.name(of: property.name, in: after) else { continue }
        fields[before.name, default: [:]][property.name] = name
      }
    }
  }

  var isEmpty: Bool { entities.isEmpty && fields.isEmpty }

  func entity(_ name: String) -> String { entities[name] ?? name }

  func id(_ id: ObjectID) -> ObjectID {
    entities.isEmpty ? id : ObjectID(entity: entity(id.entity), key: id.key)
  }

  /// Returns the change with the new names.
  func change(_ change: RecordChange) -> RecordChange {
    if isEmpty { return change }
    let fields = change.fields.map { field in
      FieldChange(
        name: self.field(field.name, of: change.id.entity), old: field.old, new: field.new)
    }
    return RecordChange(id: id(change.id), kind: change.kind, fields: fields)
  }

  /// The new name of a field; `entity` is the entity's old name.
  func field(_ name: String, of entity: String) -> String { fields[entity]?[name] ?? name }
}

/// The new ids and names of records and fields.
///
/// Saved records get lasting keys, and a newer model may have other names.
struct NameReplacement {
  /// The new ids by the old ones, both with the new entity names.
  var ids: [ObjectID: ObjectID] = [:]
  var renaming = Renaming()
  /// The model with the new names.
  let model: ObjectModel

  func replace(_ id: ObjectID) -> ObjectID {
    let id = renaming.id(id)
    return ids[id] ?? id
  }

  /// The new name of a field; `entity` is the entity's old name.
  func replace(_ field: String, of entity: String) -> String { renaming.field(field, of: entity) }

  /// Returns a value with the new ids; `field` and `entity` are the old names.
  func replace(_ value: Value?, _ field: String, of entity: String) -> Value? {
    guard let value,
      let relationship = model[renaming.entity(entity)]?.relationship(replace(field, of: entity))
    else { return value }
    let keys = Value?.some(value).linkedKeys
    let present = keys.map { key in
      let target = ObjectID(entity: relationship.destination, key: key)
      return (ids[target] ?? target).key
    }
    // A person's text that is no link stays, and so does their order.
    return present == keys ? value : relationship.value(linkingTo: present)
  }

  func replace(_ cut: LinkCut) -> LinkCut {
    LinkCut(
      id: replace(cut.id), field: replace(cut.field, of: cut.id.entity),
      before: cut.before.map { replace($0, cut.field, of: cut.id.entity) },
      after: cut.after.map { replace($0, cut.field, of: cut.id.entity) })
  }
}

extension Relationship {
  /// The stored value that links to `keys`, each once; without an order of its own, by key.
  package func value(linkingTo keys: [RecordKey]) -> Value? {
    guard isToMany else { return keys.first.map(Value.link) }
    var seen: Set<RecordKey> = []
    let unique = keys.filter { seen.insert($0).inserted }
    return Value(list: (isOrdered ? unique : unique.sorted()).map(Value.link))
  }
}

extension Value? {
  /// The keys of a link or a list of links.
  public var linkedKeys: [RecordKey] {
    (self?.elements ?? []).compactMap { if case .link(let key) = $0 { key } else { nil } }
  }
}
