internal import CairnStore

/// The links that new records of an import must have and do not have yet.
struct RequiredLinks {
  private struct Place: Hashable {
    let record: ObjectID
    let field: String
  }

  /// The names of the links that records of an entity must have.
  private let names: [String: [String]]
  private var origins: [Place: WaitingLink.Origin] = [:]
  /// Where the links lead that are settled: a record whose row is refused takes its link with it.
  private var settled: [Place: (goals: [ObjectID], origin: WaitingLink.Origin)] = [:]

  init(_ model: ObjectModel) {
    let required = model.entities.map { entity in
      (entity.name, entity.relationships.filter(\.isRequired).map(\.name))
    }
    names = Dictionary(uniqueKeysWithValues: required.filter { !$0.1.isEmpty })
  }

  /// Takes a new record, with the row that made it.
  mutating func note(_ draft: RecordDraft, _ id: ObjectID, from origin: WaitingLink.Origin) {
    guard !names.isEmpty else { return }
    for name in names[id.entity] ?? [] {
      let place = Place(record: id, field: name)
      if let column = draft.entity.storedIndex(of: name), let value = draft.values[column],
        let destination = draft.entity.relationship(name)?.destination
      {
        let goals = Value?.some(value).linkedKeys.map { ObjectID(entity: destination, key: $0) }
        settled[place] = (goals, origin)
      } else {
        origins[place] = origin
      }
    }
  }

  /// Takes a settled link, for both of its ends.
  mutating func settle(_ link: WaitingLink, _ keys: [RecordKey]) {
    guard !(origins.isEmpty && settled.isEmpty), !keys.isEmpty else { return }
    let goals = keys.map { ObjectID(entity: link.relationship.destination, key: $0) }
    settle(Place(record: link.record, field: link.relationship.name), goals)
    guard let inverse = link.relationship.inverse else { return }
    for goal in goals { settle(Place(record: goal, field: inverse), [link.record]) }
  }

  private mutating func settle(_ place: Place, _ goals: [ObjectID]) {
    if let origin = origins.removeValue(forKey: place) {
      settled[place] = (goals, origin)
    } else {
      settled[place]?.goals += goals
    }
  }

  /// Forgets a link that could not be added, for both of its ends.
  mutating func lose(_ relationship: Relationship, of record: ObjectID, to key: RecordKey) {
    let goal = ObjectID(entity: relationship.destination, key: key)
    lose(Place(record: record, field: relationship.name), goal)
    if let inverse = relationship.inverse { lose(Place(record: goal, field: inverse), record) }
  }

  private mutating func lose(_ place: Place, _ goal: ObjectID) {
    guard let origin = settled[place]?.origin else { return }
    settled[place]?.goals.removeAll { $0 == goal }
    guard settled[place]?.goals.isEmpty == true else { return }
    (settled[place], origins[place]) = (nil, origin)
  }

  /// The missing links, in the order of their rows.
  ///
  /// A record that lacks a link is not made. Then links to it are missing too.
  var missing: [(field: String, origin: WaitingLink.Origin)] {
    guard !origins.isEmpty else { return [] }
    var sources: [ObjectID: [Place]] = [:]
    var counts: [Place: Int] = [:]
    for (place, link) in settled {
      counts[place] = Set(link.goals).count
      for goal in Set(link.goals) { sources[goal, default: []].append(place) }
    }
    var found = origins.map { ($0.key.field, $0.value) }
    var gone = Set(origins.keys.map(\.record))
    var pending = Array(gone)
    while let record = pending.popLast() {
      for place in sources[record] ?? [] {
        counts[place, default: 0] -= 1
        guard counts[place] == 0, gone.insert(place.record).inserted else { continue }
        if let link = settled[place] { found.append((place.field, link.origin)) }
        pending.append(place.record)
      }
    }
    return found.sorted {
      ($0.1.table, $0.1.row, $0.0) < ($1.1.table, $1.1.row, $1.0)
    }
  }
}
