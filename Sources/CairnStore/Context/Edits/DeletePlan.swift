/// The effects of deleting records on other records, by the delete rules (S12).
///
/// 1. Records at the other end of a cascading relationship are deleted too, and so on; cycles end.
/// 2. A record at the other end of a denying relationship refuses the whole deletion, unless it is
///    deleted, too.
/// 3. All other links to a deleted record are cleared, except if the rule is `none`.
struct DeletePlan {
  /// A stored field of a record, from which links are removed.
  private struct Place: Hashable {
    var id: ObjectID
    var field: String
  }

  /// The links to remove from a stored field.
  struct Cut {
    var id: ObjectID
    var relationship: Relationship
    var targets: Set<RecordKey>
  }

  /// The records to delete, the requested ones first.
  private(set) var deleted: [ObjectID] = []

  /// The links to clear.
  private(set) var cuts: [Cut] = []
  /// The places of the cuts in `cuts`: one owner may lose ten thousand links.
  private var places: [Place: Int] = [:]

  /// Plans the deletion of `roots`.
  ///
  /// - Throws: `StoreError.deletionDenied` with the records that refuse; the errors of `check`,
  ///   which is called for each record.
  init(
    deleting roots: [ObjectID], in content: EditedSnapshot,
    checking check: () throws(StoreError) -> Void
  ) throws(StoreError) {
    try spread(from: roots, in: content, check)
    let gone = Set(deleted)
    try checkDenials(gone, in: content)
    for id in deleted {
      try check()
      cut(linksTo: id, gone, in: content)
    }
  }

  private mutating func spread(
    from roots: [ObjectID], in content: EditedSnapshot, _ check: () throws(StoreError) -> Void
  ) throws(StoreError) {
    var seen: Set<ObjectID> = []
    var waiting = Array(roots.reversed())
    while let id = waiting.popLast() {
      try check()
      guard seen.insert(id).inserted, content.exists(id) else { continue }
      deleted.append(id)
      for relationship in content.relationships(of: id, .cascade) {
        waiting += content.links(relationship, of: id).reversed()
      }
    }
  }

  private func checkDenials(
    _ gone: Set<ObjectID>, in content: EditedSnapshot
  ) throws(StoreError) {
    for id in deleted {
      for relationship in content.relationships(of: id, .deny) {
        let blockers = content.links(relationship, of: id).filter { !gone.contains($0) }
        if !blockers.isEmpty {
          throw .deletionDenied(id, relationship: relationship.name, by: blockers)
        }
      }
    }
  }

  /// Notes every stored link to `id` from a remaining record.
  private mutating func cut(
    linksTo id: ObjectID, _ gone: Set<ObjectID>, in content: EditedSnapshot
  ) {
    for entity in content.model.entities {
      for relationship in entity.relationships
      where relationship.destination == id.entity && relationship.isStored {
        let back = relationship.inverse.flatMap { content.model[id.entity]?.relationship($0) }
        if back?.deleteRule == DeleteRule.none { continue }
        let sources = content.sources(linkingTo: id.key, by: relationship.name, of: entity)
        for key in sources {
          let source = ObjectID(entity: entity.name, key: key)
          guard !gone.contains(source), content.exists(source) else { continue }
          let place = Place(id: source, field: relationship.name)
          if let known = places[place] {
            cuts[known].targets.insert(id.key)
          } else {
            places[place] = cuts.count
            cuts.append(Cut(id: source, relationship: relationship, targets: [id.key]))
          }
        }
      }
    }
  }

  private typealias DeleteRule = Relationship.DeleteRule
}

extension EditedSnapshot {
  /// Deletes records, and applies the delete rules.
  ///
  /// - Parameters:
  ///   - roots: the records.
  ///   - replacements: the records that deleted ones were merged into. A save redirects later links.
  ///   - check: called for each record.
  /// - Throws: `StoreError.deletionDenied`; the errors of `check`.
  mutating func delete(
    _ roots: [ObjectID], replacedBy replacements: [ObjectID: ObjectID] = [:],
    checking check: () throws(StoreError) -> Void = {}
  ) throws(StoreError) {
    let plan = try DeletePlan(deleting: roots, in: self, checking: check)
    try failures.rethrow()
    for cut in plan.cuts { apply(cut) }
    for id in plan.deleted { edits.delete(id) }
    for id in roots { edits.request(id, replacement: replacements[id]) }
  }

  private mutating func apply(_ cut: DeletePlan.Cut) {
    let name = cut.relationship.name
    let kept = value(name, of: cut.id).linkedKeys.filter { !cut.targets.contains($0) }
    let value = cut.relationship.value(linkingTo: kept)
    edits.cut(
      LinkCut(
        id: cut.id, field: name, before: edits.entry(name, of: cut.id),
        after: entry(for: value, name, cut.id)))
  }

  func relationships(
    of id: ObjectID, _ rule: Relationship.DeleteRule
  ) -> [Relationship] {
    model[id.entity]?.relationships.filter { $0.deleteRule == rule } ?? []
  }
}

/// The requested deletions of records, each once, in the order of the requests.
struct DeletionRequests: Sendable {
  private(set) var ids: [ObjectID] = []
  /// The same ids as a set for lookups, because there may be a hundred thousand.
  private var known: Set<ObjectID> = []
  /// The records that deleted ones were merged into.
  private(set) var replacements: [ObjectID: ObjectID] = [:]

  init() {}

  init(_ ids: [ObjectID]) {
    for id in ids { append(id) }
  }

  func contains(_ id: ObjectID) -> Bool { known.contains(id) }

  mutating func append(_ id: ObjectID, replacement: ObjectID? = nil) {
    guard known.insert(id).inserted else { return }
    ids.append(id)
    replacements[id] = replacement
  }

  mutating func remove(_ id: ObjectID) {
    guard known.remove(id) != nil else { return }
    replacements[id] = nil
    // The last request is usually withdrawn first.
    if ids.last == id { ids.removeLast() } else { ids.removeAll { $0 == id } }
  }

  /// Returns the requests with other names of records.
  func replacing(_ names: NameReplacement) -> DeletionRequests {
    var result = DeletionRequests()
    for id in ids {
      result.append(names.replace(id), replacement: replacements[id].map { names.replace($0) })
    }
    return result
  }
}
