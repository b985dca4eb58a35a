/// The lasting keys that records got in the place of their temporary ones.
struct KeyReplacement {
  let ids: [ObjectID: ObjectID]
  let model: ObjectModel

  func replace(_ id: ObjectID) -> ObjectID { ids[id] ?? id }

  func replace(_ value: Value?, _ field: String, of entity: String) -> Value? {
    guard let value, let relationship = model[entity]?.relationship(field) else { return value }
    let keys = Value?.some(value).linkedKeys.map { key in
      replace(ObjectID(entity: relationship.destination, key: key)).key
    }
    return relationship.value(linkingTo: keys)
  }

  func replace(_ cut: LinkCut) -> LinkCut {
    LinkCut(
      id: replace(cut.id), field: cut.field,
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
  var linkedKeys: [RecordKey] {
    (self?.elements ?? []).compactMap { if case .link(let key) = $0 { key } else { nil } }
  }
}
