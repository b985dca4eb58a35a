/// What records and fields are called from now on: records that were saved have lasting keys, and a
/// newer model may have other names.
struct NameReplacement {
  /// The ids that records get in the place of the ones that they had, both by the new names.
  var ids: [ObjectID: ObjectID] = [:]
  var renaming = Renaming()
  /// The model with the new names.
  let model: ObjectModel

  func replace(_ id: ObjectID) -> ObjectID {
    let id = renaming.id(id)
    return ids[id] ?? id
  }

  /// The name of a field of the entity that was called `entity`.
  func replace(_ field: String, of entity: String) -> String { renaming.field(field, of: entity) }

  /// A value of a field; both names are the ones before.
  func replace(_ value: Value?, _ field: String, of entity: String) -> Value? {
    guard let value,
      let relationship = model[renaming.entity(entity)]?.relationship(replace(field, of: entity))
    else { return value }
    let keys = Value?.some(value).linkedKeys.map { key in
      let target = ObjectID(entity: relationship.destination, key: key)
      return (ids[target] ?? target).key
    }
    return relationship.value(linkingTo: keys)
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
  func value(linkingTo keys: [RecordKey]) -> Value? {
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
