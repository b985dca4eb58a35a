/// Applies a change of the model to a model that has other changes as well.
///
/// A renamed entity is the same entity. The merge compares each property, and each setting of an
/// entity, with the state before and after the change. If the model has the state before, it gets
/// the state after. If it has the state after, it stays. Any other state was written by a person,
/// and stays too.
struct ModelMerge {
  /// The entities with the merged change, in their present order.
  private(set) var entities: [Entity]
  /// The places of the change that now have the changed state.
  private(set) var settled: Set<ModelPlace> = []
  /// The places of the change that also have another change.
  private(set) var disputed: Set<ModelPlace> = []

  /// Applies the change from `base` to `changed` to `current`.
  init(from base: ObjectModel, to changed: ObjectModel, over current: ObjectModel) {
    entities = current.entities
    for (base, changed) in Self.pairs(base, changed) where base != changed { merge(base, changed) }
  }

  /// Pairs each entity with its changed state, under its old or its new name, and adds new
  /// entities.
  static func pairs(
    _ base: ObjectModel, _ changed: ObjectModel
  ) -> [(base: Entity?, changed: Entity?)] {
    var others = changed.entities.filter { base[$0.name] == nil }
    var pairs: [(base: Entity?, changed: Entity?)] = []
    for entity in base.entities {
      let namesake = changed[entity.name]
      let place = others.firstIndex { other in
        other.earlierNames.contains(entity.name) || entity.earlierNames.contains(other.name)
      }
      pairs.append((entity, namesake ?? place.map { others.remove(at: $0) }))
    }
    return pairs + others.map { (nil, $0) }
  }

  private mutating func merge(_ base: Entity?, _ changed: Entity?) {
    let names = [changed?.name, base?.name].compactMap(\.self)
    let whole = ModelPlace(entity: names[0])
    let place = names.compactMap { name in entities.firstIndex { $0.name == name } }.first
    let current = place.map { entities[$0] }
    if current == changed {
      settled.insert(whole)
    } else if current == base || changed == nil && current?.withoutPast == base?.withoutPast {
      // Earlier names alone do not make another entity.
      settled.insert(whole)
      replace(place, with: changed)
    } else if let place, let changed {
      entities[place] = merged(base ?? Entity(name: changed.name), changed, over: entities[place])
    } else {
      disputed.insert(whole)
    }
  }

  private mutating func replace(_ place: Int?, with entity: Entity?) {
    switch (place, entity) {
    case (let place?, let entity?): entities[place] = entity
    case (let place?, nil): entities.remove(at: place)
    case (nil, let entity?): entities.append(entity)
    case (nil, nil): break
    }
  }
}

extension Entity {
  /// The entity without the earlier names of itself and its fields.
  fileprivate var withoutPast: Entity {
    var entity = self
    (entity.earlierNames, entity.formerNames) = ([], [:])
    return entity
  }
}

// Within an entity.
extension ModelMerge {
  private mutating func merged(
    _ base: Entity, _ changed: Entity, over current: Entity
  ) -> Entity {
    var result = current
    carry(\.name, base, changed, &result)
    carry(\.plural, base, changed, &result)
    carry(\.label, base, changed, &result)
    carry(\.earlierNames, base, changed, &result)
    carry(\.documentation, base, changed, &result)
    carry(\.title, base, changed, &result)
    carry(\.handle, base, changed, &result)
    carry(\.columns, base, changed, &result)
    carry(\.sort, base, changed, &result)
    carry(\.due, base, changed, &result)
    carry(\.repetition, base, changed, &result)
    carry(\.isInferred, base, changed, &result)
    // A renamed field stays at its position.
    for property in base.properties where changed[property.name] == nil {
      guard let name = base.name(of: property.name, in: changed), base[name] == nil,
        result[property.name] == property, result[name] == nil
      else { continue }
      Self.replace(property.name, with: changed[name], in: &result)
      settled.insert(ModelPlace(entity: current.name, property: property.name))
    }
    let names =
      base.properties.map(\.name) + changed.properties.map(\.name).filter { base[$0] == nil }
    for name in names where base[name] != changed[name] {
      let place = ModelPlace(entity: current.name, property: name)
      if result[name] == base[name] {
        Self.replace(name, with: changed[name], in: &result)
      } else if let merged = Self.withMergedChoices(base[name], changed[name], result[name]) {
        Self.replace(name, with: merged, in: &result)
        settled.insert(place)
        continue
      }
      note(place, isSettled: result[name] == changed[name])
    }
    carryFormerNames(base, changed, &result)
    return result
  }

  /// Merges the choices of a field; `nil` if the change is not only about choices.
  ///
  /// As in any list, each side's added choices are added, and those removed are removed.
  private static func withMergedChoices(
    _ base: Property?, _ changed: Property?, _ current: Property?
  ) -> Property? {
    guard case .attribute(var old)? = base, case .attribute(var new)? = changed,
      case .attribute(var merged)? = current,
      [old, new, merged].allSatisfy({ $0.type == .choice })
    else { return nil }
    let (before, after) = (old.choices, new.choices)
    merged.choices += after.filter { !before.contains($0) && !merged.choices.contains($0) }
    merged.choices.removeAll { before.contains($0) && !after.contains($0) }
    (old.choices, new.choices) = ([], [])
    return old == new && !merged.choices.isEmpty ? .attribute(merged) : nil
  }

  /// Merges the former names of fields.
  ///
  /// A name that a field of the result has now is not a former name.
  private mutating func carryFormerNames(
    _ base: Entity, _ changed: Entity, _ result: inout Entity
  ) {
    let (old, new) = (base.renamings, changed.renamings)
    var names = result.renamings
    for former in Set(old.keys).union(new.keys) where old[former] != new[former] {
      if names[former] == old[former] { names[former] = new[former] }
      note(ModelPlace(entity: result.name), isSettled: names[former] == new[former])
    }
    for (former, name) in names where result[name] == nil {
      names[former] = base.name(of: name, in: changed).flatMap { result[$0]?.name }
    }
    var all: [String: [String]] = [:]
    for former in Self.formerNames(of: result) + Self.formerNames(of: changed) {
      guard let name = names.removeValue(forKey: former), result[former] == nil else { continue }
      all[name, default: []].append(former)
    }
    result.formerNames = all
  }

  /// The former names of each property, in their order.
  private static func formerNames(of entity: Entity) -> [String] {
    entity.formerNames.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  private mutating func carry<Part: Equatable>(
    _ part: WritableKeyPath<Entity, Part>, _ base: Entity, _ changed: Entity,
    _ result: inout Entity
  ) {
    guard base[keyPath: part] != changed[keyPath: part] else { return }
    if result[keyPath: part] == base[keyPath: part] {
      result[keyPath: part] = changed[keyPath: part]
    }
    let place = ModelPlace(entity: result.name)
    note(place, isSettled: result[keyPath: part] == changed[keyPath: part])
  }

  private mutating func note(_ place: ModelPlace, isSettled: Bool) {
    if isSettled { settled.insert(place) } else { disputed.insert(place) }
  }

  /// Replaces the property called `name`, or appends a new one.
  private static func replace(_ name: String, with property: Property?, in entity: inout Entity) {
    let place = entity.properties.firstIndex { $0.name == name }
    switch (place, property) {
    case (let place?, let property?): entity.properties[place] = property
    case (let place?, nil): entity.properties.remove(at: place)
    case (nil, let property?): entity.properties.append(property)
    case (nil, nil): break
    }
  }
}
