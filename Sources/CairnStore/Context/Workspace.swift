/// A snapshot as it looks with edits on top.
///
/// It is a value, so that a save can lay the same edits over the newest snapshot, apply the delete
/// rules there once more, and check what comes out.
struct Workspace {
  let snapshot: Snapshot
  var edits: Edits

  var model: ObjectModel { snapshot.model }

  func exists(_ id: ObjectID) -> Bool {
    !edits.deleted.contains(id) && (edits.created.contains(id) || savedRow(id) != nil)
  }

  /// The value of a stored field.
  func value(_ field: String, of id: ObjectID) -> Value? {
    if let edited = edits.fields[id]?[field] { return edited }
    return savedRow(id)?[field]
  }

  /// The record as it was saved; of one that was made here no file is looked at.
  func savedRow(_ id: ObjectID) -> Row? {
    id.isTemporary ? nil : snapshot.row(id)
  }

  mutating func set(_ value: Value?, _ field: String, of id: ObjectID) {
    if self.value(field, of: id) != value { edits.set(value, field, of: id) }
  }

  func step(_ relationship: Relationship, of id: ObjectID) -> LinkStep? {
    model[id.entity].flatMap { LinkStep(relationship, of: $0, in: model) }
  }
}

// MARK: - Reading links

extension Workspace {
  /// The records that `id` links to, those that are gone left out.
  func links(_ relationship: Relationship, of id: ObjectID) -> [ObjectID] {
    guard let step = step(relationship, of: id) else { return [] }
    let keys: [RecordKey]
    switch step.storage {
    case .column: keys = value(relationship.name, of: id).linkedKeys
    case .inverse(let column):
      let name = step.destination.storedProperties[column].name
      let sources = self.sources(linkingTo: id.key, by: name, of: step.destination)
      keys = sources.ordered(by: value(relationship.name, of: id)?.elements ?? [])
    }
    return keys.map { ObjectID(entity: step.destination.name, key: $0) }.filter(exists)
  }

  /// The records of `entity` whose stored field `name` links to `target`, by key.
  func sources(linkingTo target: RecordKey, by name: String, of entity: Entity) -> [RecordKey] {
    guard let column = entity.storedIndex(of: name) else { return [] }
    var keys: Set<RecordKey> = []
    if let table = snapshot.table(entity.name) {
      keys = Set(snapshot.queries.inverseIndex(of: table, column: column).sources(of: target))
    }
    for id in edits.records(of: entity.name, editedIn: name) {
      guard let edited = edits.fields[id]?[name] else { continue }
      if edited.linkedKeys.contains(target) { keys.insert(id.key) } else { keys.remove(id.key) }
    }
    return keys.sorted()
  }
}

// MARK: - Changing links

extension Workspace {
  /// Makes `keys` the links of `id`, on whichever side they are stored.
  mutating func setLinks(_ keys: [RecordKey], _ relationship: Relationship, of id: ObjectID) {
    guard let step = step(relationship, of: id) else { return }
    switch step.storage {
    case .column: setStored(keys, step, of: id)
    case .inverse(let column): setInverse(keys, step, column, of: id)
    }
  }

  /// Sets the side that is stored here, and keeps what the other side says about it true.
  private mutating func setStored(_ keys: [RecordKey], _ step: LinkStep, of id: ObjectID) {
    let relationship = step.relationship
    let old = value(relationship.name, of: id).linkedKeys
    let inverse = relationship.inverse.flatMap(step.destination.relationship)
    for key in keys where !old.contains(key) {
      guard let inverse else { break }
      let other = ObjectID(entity: step.destination.name, key: key)
      if !inverse.isToMany { release(other, inverse, step, except: id) }
      appendToOrder(id.key, inverse, of: other)
    }
    for key in old where !keys.contains(key) {
      guard let inverse else { break }
      removeFromOrder(id.key, inverse, of: ObjectID(entity: step.destination.name, key: key))
    }
    set(.links(keys, isList: relationship.isToMany), relationship.name, of: id)
  }

  /// Takes `other`, which can have one link only, from those that held it.
  private mutating func release(
    _ other: ObjectID, _ inverse: Relationship, _ step: LinkStep, except id: ObjectID
  ) {
    for holder in links(inverse, of: other) where holder != id {
      let kept = value(step.relationship.name, of: holder).linkedKeys.filter { $0 != other.key }
      let isList = step.relationship.isToMany
      set(.links(kept, isList: isList), step.relationship.name, of: holder)
    }
  }

  /// Sets the links that the records at the other end store.
  private mutating func setInverse(
    _ keys: [RecordKey], _ step: LinkStep, _ column: Int, of id: ObjectID
  ) {
    guard
      let stored = step.destination.relationship(step.destination.storedProperties[column].name)
    else { return }
    let old = links(step.relationship, of: id).map(\.key)
    for key in old where !keys.contains(key) {
      let other = ObjectID(entity: step.destination.name, key: key)
      let kept = value(stored.name, of: other).linkedKeys.filter { $0 != id.key }
      setLinks(kept, stored, of: other)
    }
    for key in keys where !old.contains(key) {
      let other = ObjectID(entity: step.destination.name, key: key)
      let kept = stored.isToMany ? value(stored.name, of: other).linkedKeys : []
      setLinks(kept + [id.key], stored, of: other)
    }
    if step.relationship.holdsOrderOnly {
      set(.links(keys, isList: true), step.relationship.name, of: id)
    }
  }

  /// An order that is kept names the newcomer last.
  private mutating func appendToOrder(
    _ key: RecordKey, _ relationship: Relationship, of id: ObjectID
  ) {
    guard relationship.holdsOrderOnly, exists(id) else { return }
    let listed = links(relationship, of: id).map(\.key).filter { $0 != key }
    set(.links(listed + [key], isList: true), relationship.name, of: id)
  }

  mutating func removeFromOrder(
    _ key: RecordKey, _ relationship: Relationship, of id: ObjectID
  ) {
    guard relationship.holdsOrderOnly, exists(id) else { return }
    let order = value(relationship.name, of: id).linkedKeys
    guard order.contains(key) else { return }
    set(.links(order.filter { $0 != key }, isList: true), relationship.name, of: id)
  }
}

extension Value? {
  /// The keys of a link or a list of links.
  var linkedKeys: [RecordKey] {
    (self?.elements ?? []).compactMap { if case .link(let key) = $0 { key } else { nil } }
  }

  /// The value of a stored relationship.
  static func links(_ keys: [RecordKey], isList: Bool) -> Value? {
    isList ? Value(list: keys.map(Value.link)) : keys.first.map(Value.link)
  }
}
