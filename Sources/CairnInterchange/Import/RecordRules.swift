internal import CairnStore

/// The rules for every record of an entity.
struct RecordRules {
  private let required: [Int]
  /// The unique attributes, with their positions.
  let unique: [(place: Int, attribute: Attribute)]
  private let defaults: [(place: Int, value: Value)]

  init(_ entity: Entity) {
    var required: [Int] = []
    var unique: [(place: Int, attribute: Attribute)] = []
    var defaults: [(place: Int, value: Value)] = []
    for (place, property) in entity.storedProperties.enumerated() {
      guard case .attribute(let attribute) = property else { continue }
      if attribute.isRequired { required.append(place) }
      if entity.hasUniqueValues(attribute) { unique.append((place, attribute)) }
      if let value = attribute.defaultValue { defaults.append((place, value)) }
    }
    self.required = required
    self.unique = unique
    self.defaults = defaults
  }

  /// Sets the default values of a new record.
  func fillDefaults(of draft: inout RecordDraft) {
    for (place, value) in defaults where !draft.isGiven(place) { draft.set(place, value) }
  }

  /// Refuses a value that breaks a rule, and a record without a required value.
  ///
  /// A property that the row does not mention has no value in a new record, and stays unchanged in
  /// a known one. A value that the stored record already has is no edit, so it may break rules.
  ///
  /// - Parameters:
  ///   - draft: The record.
  ///   - isNew: Whether the record is new.
  ///   - isStored: Whether the stored record has the value at a position.
  /// - Throws: The problem of the first such value.
  func check(
    _ draft: RecordDraft, isNew: Bool, isStored: (_ place: Int) -> Bool
  ) throws(RowProblem) {
    for breach in draft.breaches where !isStored(breach.place) {
      throw breach.problem
    }
    if let problem = lacks(of: draft, isNew: isNew, isStored: isStored).first { throw problem }
  }

  /// Returns the problems of all values that break a rule, and of all required values that lack.
  ///
  /// The parameters are those of ``check(_:isNew:isStored:)``.
  func problems(
    of draft: RecordDraft, isNew: Bool, isStored: (_ place: Int) -> Bool
  ) -> [RowProblem] {
    draft.breaches.filter { !isStored($0.place) }.map(\.problem)
      + lacks(of: draft, isNew: isNew, isStored: isStored)
  }

  private func lacks(
    of draft: RecordDraft, isNew: Bool, isStored: (_ place: Int) -> Bool
  ) -> [RowProblem] {
    var problems: [RowProblem] = []
    for place in required where isNew || draft.isGiven(place) {
      guard Attribute.saysNothing(draft.values[place]), !isStored(place) else { continue }
      problems.append(.required(field: draft.entity.storedProperties[place].name))
    }
    return problems
  }
}

/// The required links that new records of an import still lack.
struct RequiredLinks {
  private struct Place: Hashable {
    let record: ObjectID
    let field: String
  }

  /// The names of the required links of an entity's records.
  private let names: [String: [String]]
  private var origins: [Place: WaitingLink.Origin] = [:]
  /// The destinations of settled links.
  ///
  /// If the row of a destination is refused, its links are lost.
  private var settled: [Place: (goals: [ObjectID], origin: WaitingLink.Origin)] = [:]

  init(_ model: ObjectModel) {
    let required = model.entities.map { entity in
      (entity.name, entity.relationships.filter(\.isRequired).map(\.name))
    }
    names = Dictionary(uniqueKeysWithValues: required.filter { !$0.1.isEmpty })
  }

  /// Adds a new record, with its row.
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

  /// Adds a settled link, for both of its ends.
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

  /// Removes a link that could not be added, for both of its ends.
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
  /// A record that lacks a link is not created. Then links to it are missing too.
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

/// A unique value that a row takes over from another record.
struct ClaimedValue {
  /// A value of a field.
  struct Name: Hashable {
    let field: FieldIndex.Name
    let text: ExactText
  }

  let name: Name
  let record: ObjectID
  let origin: WaitingLink.Origin
}

/// The values that rows take over from stored records.
///
/// Two records may exchange such values, so the result is certain only after all rows.
struct ClaimedValues {
  private(set) var all: [ClaimedValue] = []
  private var places: [ClaimedValue.Name: [Int]] = [:]

  /// Adds the values that a row claims for its record.
  mutating func note(
    _ names: [ClaimedValue.Name], by record: ObjectID, from origin: WaitingLink.Origin
  ) {
    for name in names {
      places[name, default: []].append(all.count)
      all.append(ClaimedValue(name: name, record: record, origin: origin))
    }
  }

  /// Returns the claims of a value.
  func of(_ name: ClaimedValue.Name) -> [ClaimedValue] { (places[name] ?? []).map { all[$0] } }
}

extension RecordAssembly {
  /// Refuses the rows whose records claim a value that another record still has after all rows.
  ///
  /// The record of a refused row keeps its values. So rows that claim these values are refused,
  /// too.
  mutating func refuseClashingRows() {
    var pending = Array(claimed.all.reversed())
    var refused: Set<ObjectID> = []
    while let claim = pending.popLast() {
      let keys = indexes[claim.name.field]?.keys(with: claim.name.text) ?? []
      guard keys.count > 1, keys.contains(claim.record.key), refused.insert(claim.record).inserted
      else { continue }
      refuse(
        .notUnique(field: claim.name.field.field, text: claim.name.text.text), from: claim.origin)
      for name in Array(indexes.keys) where name.entity == claim.record.entity {
        let value = stored.row(claim.record)?[name.field]
        indexes[name]?.set(value, of: claim.record.key, stored: value)
        for text in value.flatMap({ indexes[name]?.texts(of: $0) }) ?? [] {
          pending += claimed.of(ClaimedValue.Name(field: name, text: text))
        }
      }
    }
  }
}
