// Links are stored on one side. So reading the other side is a search, and setting it changes the
// records at the other end.

// MARK: - Reading

extension EditedSnapshot {
  /// Returns the existing records that `id` links to.
  func links(_ relationship: Relationship, of id: ObjectID) -> [ObjectID] {
    guard let step = step(relationship, of: id), exists(id) else { return [] }
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
    let id = { (key: RecordKey) in ObjectID(entity: entity.name, key: key) }
    var keys = edits.linkers(to: target, by: name, of: entity.name)
    for key in inherited.linkers(to: target, by: name, of: entity.name)
    where edits.entry(name, of: id(key)) == nil {
      keys.insert(key)
    }
    for key in savedSources(linkingTo: target, by: column, of: entity.name)
    where edits.entry(name, of: id(key)) == nil && inherited.entry(name, of: id(key)) == nil {
      keys.insert(key)
    }
    return keys.sorted()
  }
}

// MARK: - Changing

extension EditedSnapshot {
  /// Sets the links of `id` to `keys`, on the side that stores them.
  mutating func setLinks(_ keys: [RecordKey], _ relationship: Relationship, of id: ObjectID) {
    guard let step = step(relationship, of: id) else { return }
    let keys = relationship.value(linkingTo: keys).linkedKeys
    switch step.storage {
    case .column: setStored(keys, step, of: id, orderedBy: nil)
    case .inverse(let column): setInverse(keys, step, column, of: id)
    }
  }

  /// Sets the links that `id` stores, and updates the other side, except the order of `orderer`.
  ///
  /// For many records with one link each, the caller updates that order once. Otherwise the cost
  /// would be quadratic.
  private mutating func setStored(
    _ keys: [RecordKey], _ step: LinkStep, of id: ObjectID, orderedBy orderer: ObjectID?
  ) {
    let relationship = step.relationship
    let old = value(relationship.name, of: id).linkedKeys
    // Sets, because both lists may be long, and a change of many records makes many of these calls.
    let (before, after) = (Set(old), Set(keys))
    let inverse = relationship.inverse.flatMap(step.destination.relationship)
    for key in keys where !before.contains(key) {
      guard let inverse else { break }
      let other = ObjectID(entity: step.destination.name, key: key)
      if !inverse.isToMany { release(other, inverse, step, except: id) }
      if other != orderer { appendToOrder(id.key, inverse, of: other) }
    }
    for key in old where !after.contains(key) {
      guard let inverse else { break }
      let other = ObjectID(entity: step.destination.name, key: key)
      if other != orderer { removeFromOrder(id.key, inverse, of: other) }
    }
    set(relationship.value(linkingTo: keys), relationship.name, of: id)
  }

  /// Removes the link to `other`, which may have only one, from the records that had it.
  private mutating func release(
    _ other: ObjectID, _ inverse: Relationship, _ step: LinkStep, except id: ObjectID
  ) {
    for holder in links(inverse, of: other) where holder != id {
      let kept = value(step.relationship.name, of: holder).linkedKeys.filter { $0 != other.key }
      set(step.relationship.value(linkingTo: kept), step.relationship.name, of: holder)
    }
  }

  /// Sets links that the records at the other end store.
  private mutating func setInverse(
    _ keys: [RecordKey], _ step: LinkStep, _ column: Int, of id: ObjectID
  ) {
    guard
      let stored = step.destination.relationship(step.destination.storedProperties[column].name)
    else { return }
    let old = links(step.relationship, of: id).map(\.key)
    let (before, after) = (Set(old), Set(keys))
    for key in old where !after.contains(key) {
      let other = ObjectID(entity: step.destination.name, key: key)
      let kept = value(stored.name, of: other).linkedKeys.filter { $0 != id.key }
      setStoredLinks(kept, stored, of: other, orderedBy: id)
    }
    for key in keys where !before.contains(key) {
      let other = ObjectID(entity: step.destination.name, key: key)
      guard exists(other) else { continue }
      let kept = stored.isToMany ? value(stored.name, of: other).linkedKeys : []
      setStoredLinks(kept + [id.key], stored, of: other, orderedBy: id)
    }
    if step.relationship.holdsOrderOnly {
      set(step.relationship.value(linkingTo: keys), step.relationship.name, of: id)
    }
  }

  /// Sets links that `id` stores; `orderer` keeps the order of the other ends.
  private mutating func setStoredLinks(
    _ keys: [RecordKey], _ stored: Relationship, of id: ObjectID, orderedBy orderer: ObjectID
  ) {
    guard let step = step(stored, of: id) else { return }
    setStored(stored.value(linkingTo: keys).linkedKeys, step, of: id, orderedBy: orderer)
  }

  /// Adds a new record at the end of an order that is stored.
  private mutating func appendToOrder(
    _ key: RecordKey, _ relationship: Relationship, of id: ObjectID
  ) {
    guard relationship.holdsOrderOnly, exists(id) else { return }
    let listed = links(relationship, of: id).map(\.key).filter { $0 != key }
    set(relationship.value(linkingTo: listed + [key]), relationship.name, of: id)
  }

  private mutating func removeFromOrder(
    _ key: RecordKey, _ relationship: Relationship, of id: ObjectID
  ) {
    guard relationship.holdsOrderOnly, exists(id) else { return }
    let order = value(relationship.name, of: id).linkedKeys
    guard order.contains(key) else { return }
    let kept = order.filter { $0 != key }
    set(relationship.value(linkingTo: kept), relationship.name, of: id)
  }
}
