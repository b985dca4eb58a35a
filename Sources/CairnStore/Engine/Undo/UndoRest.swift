/// The parts of a change that an undo skipped.
public struct UndoRest: Hashable, Sendable {
  /// The fields and records that have changed since.
  public internal(set) var places: [ChangedPlace] = []
  /// The values and links that later changes by other records prevent.
  ///
  /// They are unique values that another record has now, and links to a record that may have one
  /// and has another one now.
  public internal(set) var issues: [ValidationIssue] = []
  /// The records that were skipped because they belong to a skipped record.
  public internal(set) var companions: [ObjectID] = []

  /// Whether the additions of the change to the model were kept.
  public internal(set) var keepsModel = false

  /// Whether the whole change was undone.
  public var isEmpty: Bool {
    places.isEmpty && issues.isEmpty && companions.isEmpty && !keepsModel
  }

  /// Returns a sentence that names the parts.
  ///
  /// - Parameters:
  ///   - model: the model with the names of collections.
  ///   - isRedo: whether the change was to be redone.
  /// - Returns: the sentence, to follow the title of the undo.
  public func words(in model: ObjectModel, isRedo: Bool = false) -> String {
    "\(isRedo ? "not redone" : "not undone"): \(sentence(in: model))"
  }

  private func sentence(in model: ObjectModel) -> String {
    let name = { (id: ObjectID) in model.path(of: id) }
    var parts = issues.map { $0.sentence(naming: name) }
    if !places.isEmpty { parts.insert(ChangedPlace.sentence(places, naming: name), at: 0) }
    if !companions.isEmpty {
      let count = companions.count
      parts.append(
        count == 1 ? "1 record belongs to these" : "\(count) records belong to these")
    }
    if keepsModel { parts.append("its change of the model") }
    return parts.joined(separator: "; ")
  }
}

extension UndoRest {
  /// Removes the changes from a draft that contradict later changes, with all that depend on them.
  ///
  /// 1. A record that others link to stays, and so do the records that belong to it.
  /// 2. A record with a unique value that another one has now is not restored, and neither are the
  ///    records that belong to it; links to it are omitted.
  ///
  /// - Parameters:
  ///   - draft: the draft with the opposite of the change, without the parts that have changed
  ///     since.
  ///   - changed: the records that the change added and that have changed since.
  /// - Throws: `StoreError.file` when a table cannot be read; `.canceled`.
  mutating func settle(
    _ draft: inout CommitDraft, keeping changed: Set<ObjectID>
  ) throws(StoreError) {
    var staying = changed
    var away: Set<ObjectID> = []
    var seen: (Int, Int)
    repeat {
      seen = (staying.count + away.count, issues.count)
      let linked = try ReversalCheck(draft: draft).links()
      // A place in an order belongs to the record that stores the order.
      let isOrder = { [model = draft.model] (place: ChangedPlace) in
        model[place.id.entity]?.relationship(place.field ?? "")?.holdsOrderOnly == true
      }
      let (orders, others) = (
        linked.filter { isOrder($0.place) }, linked.filter { !isOrder($0.place) }
      )
      places += Set(others.map(\.place)).sorted(by: ChangedPlace.precedes)
      companions += Set(orders.map(\.gone)).subtracting(others.map(\.gone)).sorted {
        $0.key < $1.key
      }
      staying.formUnion(linked.map(\.gone))
      let found = try draft.issues().filter { !issues.contains($0) }
      issues += found
      for issue in found { take(issue, outOf: &draft, &away) }
      takeCompanions(of: &staying, &away, outOf: &draft)
      draft.changes.removeAll {
        $0.kind == .delete && staying.contains($0.id) || $0.kind == .insert && away.contains($0.id)
      }
    } while seen != (staying.count + away.count, issues.count)
    removeLinks(to: away, from: &draft)
  }

  /// Throws if the undo would have no effect.
  func rethrowIfAll(of draft: CommitDraft, _ number: UInt64) throws(StoreError) {
    guard draft.changes.isEmpty, !isEmpty else { return }
    guard places.isEmpty else { throw .changedSince(transaction: number, places) }
    throw .invalid(issues)
  }

  /// Omits a value that is no longer free, or the record that would come back with it.
  private func take(
    _ issue: ValidationIssue, outOf draft: inout CommitDraft, _ away: inout Set<ObjectID>
  ) {
    for index in draft.changes.indices where draft.changes[index].id == issue.id {
      let link = issue.field.flatMap { draft.model[issue.id.entity]?.relationship($0) }
      if let link, case .exists(let key) = issue.rule,
        let place = draft.changes[index].fields.firstIndex(where: { $0.name == link.name })
      {
        let kept = draft.changes[index].fields[place].new.linkedKeys.filter { $0 != key }
        if !kept.isEmpty || !link.isRequired && draft.changes[index].kind == .insert {
          draft.changes[index].fields[place].new = link.value(linkingTo: kept)
          continue
        }
      }
      if draft.changes[index].kind == .insert, link?.isRequired ?? true {
        away.insert(issue.id)
      } else {
        draft.changes[index].fields.removeAll { $0.name == issue.field || issue.field == nil }
      }
    }
    draft.changes.removeAll { $0.kind == .update && $0.fields.isEmpty }
  }

  /// Adds the records that belong to a record that stays, or to one that is not restored.
  private mutating func takeCompanions(
    of staying: inout Set<ObjectID>, _ away: inout Set<ObjectID>, outOf draft: inout CommitDraft
  ) {
    for change in draft.changes where change.kind != .update {
      guard let entity = draft.model[change.id.entity], !staying.contains(change.id),
        !away.contains(change.id)
      else { continue }
      for link in entity.relationships where link.leadsToOwner(in: draft.model) {
        guard let field = change.fields.first(where: { $0.name == link.name }) else { continue }
        let isGoing = change.kind == .delete
        let owners = (isGoing ? field.old : field.new).linkedKeys.map {
          ObjectID(entity: link.destination, key: $0)
        }
        guard owners.contains(where: (isGoing ? staying : away).contains) else { continue }
        companions.append(change.id)
        if isGoing { staying.insert(change.id) } else { away.insert(change.id) }
        break
      }
    }
  }

  /// Omits links to records that are not restored.
  private func removeLinks(to away: Set<ObjectID>, from draft: inout CommitDraft) {
    guard !away.isEmpty else { return }
    for (index, change) in draft.changes.enumerated() where change.kind != .delete {
      guard let entity = draft.model[change.id.entity] else { continue }
      for (place, field) in change.fields.enumerated() {
        guard let link = entity.relationship(field.name) else { continue }
        let keys = field.new.linkedKeys
        let kept = keys.filter { !away.contains(ObjectID(entity: link.destination, key: $0)) }
        guard kept.count < keys.count else { continue }
        draft.changes[index].fields[place].new = link.value(linkingTo: kept)
      }
      guard change.kind == .update else { continue }
      draft.changes[index].fields.removeAll { $0.old == $0.new }
    }
    draft.changes.removeAll { $0.kind == .update && $0.fields.isEmpty }
  }
}

/// A check for later changes that the undo of a change would contradict.
///
/// Later changes of the same values are found while the undo is made. This check is about other
/// records: a record with the same handle, or with a link to a record that the undo deletes.
struct ReversalCheck {
  let draft: CommitDraft

  /// - Parameter number: the number of the change that is undone.
  /// - Throws: `StoreError.invalid` for unique values that another record has; `.changedSince` with
  ///   the records that link to a record that the undo would delete.
  func run(_ number: UInt64) throws(StoreError) {
    let places = Set(try links().map(\.place))
    guard places.isEmpty else {
      throw .changedSince(transaction: number, places.sorted(by: ChangedPlace.precedes))
    }
    let issues = try draft.issues()
    guard issues.isEmpty else { throw .invalid(issues) }
  }

  /// Returns the links of other records to records that the undo would delete.
  func links() throws(StoreError) -> [(gone: ObjectID, place: ChangedPlace)] {
    var found: [(gone: ObjectID, place: ChangedPlace)] = []
    let gone = draft.changes.filter { $0.kind == .delete }.map(\.id)
    let deleted = Set(gone)
    let changed = Set(
      draft.changes.flatMap { change in
        change.fields.map { ChangedPlace(change.id, field: $0.name) }
      })
    for entity in Set(gone.map(\.entity)) {
      for source in draft.model.entities {
        for link in source.relationships where link.isStored && link.destination == entity {
          guard let column = source.storedIndex(of: link.name) else { continue }
          let table = try draft.snapshot.load(source.name)
          let index = draft.snapshot.queries.inverseIndex(of: table, column: column)
          for id in gone where id.entity == entity {
            try draft.cancellation()
            for key in index.sources(of: id.key) {
              let place = ChangedPlace(ObjectID(entity: source.name, key: key), field: link.name)
              // The draft sets the link itself, or deletes the record that has it.
              if !deleted.contains(place.id), !changed.contains(place) { found.append((id, place)) }
            }
          }
        }
      }
    }
    return found
  }
}

/// A field or a whole record that has changed since the change to undo.
public struct ChangedPlace: Hashable, Sendable {
  /// The record.
  public let id: ObjectID

  /// The field with another value; `nil` if the record was inserted or deleted.
  public let field: String?

  /// Creates the place of a field of a record, or of the record.
  public init(_ id: ObjectID, field: String? = nil) {
    self.id = id
    self.field = field
  }

  /// Whether a place is named before another one: ordered by record, and then by field.
  static func precedes(_ place: ChangedPlace, _ other: ChangedPlace) -> Bool {
    (place.id.entity, place.id.key, place.field ?? "")
      < (other.id.entity, other.id.key, other.field ?? "")
  }

  /// The largest number of records that a sentence names.
  private static let namedCount = 5

  /// Returns the changed places: "Rating and Notes of p1, and p2 have changed since".
  static func sentence(
    _ places: [ChangedPlace], naming name: (ObjectID) -> String
  ) -> String {
    var fields: [(id: ObjectID, names: [String])] = []
    for place in places {
      if fields.last?.id != place.id { fields.append((place.id, [])) }
      if let field = place.field { fields[fields.count - 1].names.append(field) }
    }
    var parts = fields.prefix(namedCount).map { id, names in
      names.isEmpty ? name(id) : "\(enumerated(names)) of \(name(id))"
    }
    let more = fields.count - namedCount
    if more > 0 { parts.append(more == 1 ? "1 more record" : "\(more) more records") }
    return enumerated(parts) + (places.count == 1 ? " has" : " have") + " changed since"
  }

  private static func enumerated(_ parts: [String]) -> String {
    guard parts.count > 1, let last = parts.last else { return parts.joined() }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }
}
