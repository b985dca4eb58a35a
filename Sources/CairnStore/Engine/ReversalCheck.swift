/// Looks for what others saved since a change that its opposite would contradict.
///
/// Values that were changed since are found while the opposite is made. This is about other
/// records: one that has got the same handle meanwhile, or links to a record that would go.
struct ReversalCheck {
  let number: UInt64
  let draft: CommitDraft

  /// - Throws: `StoreError.invalid` for values that no two records may have; `.changedSince` with
  ///   the records that link to one that would go.
  func run() throws(StoreError) {
    try checkLinks()
    try checkValues()
  }

  private func checkLinks() throws(StoreError) {
    var places: Set<ChangedPlace> = []
    let gone = draft.changes.filter { $0.kind == .delete }.map(\.id)
    let touched = Set(draft.changes.map(\.id))
    for entity in Set(gone.map(\.entity)) {
      for source in draft.model.entities {
        for link in source.relationships where link.isStored && link.destination == entity {
          guard let column = source.storedIndex(of: link.name) else { continue }
          let table = try draft.snapshot.load(source.name)
          let index = draft.snapshot.queries.inverseIndex(of: table, column: column)
          for id in gone where id.entity == entity {
            try draft.cancellation()
            // What the same change touches, its opposite sets right.
            let others = index.sources(of: id.key).map { ObjectID(entity: source.name, key: $0) }
            for other in others where !touched.contains(other) {
              places.insert(ChangedPlace(other, field: link.name))
            }
          }
        }
      }
    }
    guard places.isEmpty else {
      throw .changedSince(transaction: number, places.sorted(by: ChangedPlace.precedes))
    }
  }

  private func checkValues() throws(StoreError) {
    var content = EditedSnapshot(draft.snapshot)
    var edited: [ObjectID] = []
    for change in draft.changes {
      try draft.cancellation()
      guard let entity = draft.model[change.id.entity] else { continue }
      if change.kind == .delete {
        content.edits.delete(change.id)
        continue
      }
      let names = entity.uniqueAttributes.map(\.name)
      let fields = change.fields.filter { names.contains($0.name) && $0.new != nil }
      guard !fields.isEmpty else { continue }
      if change.kind == .insert { content.edits.create(change.id) }
      for field in fields { content.edits.set(.some(field.new), field.name, of: change.id) }
      edited.append(change.id)
    }
    guard !edited.isEmpty else { return }
    let issues = UniqueCheck(content: content, edited: edited).issues()
    try content.failures.rethrow()
    guard issues.isEmpty else { throw .invalid(issues) }
  }
}
