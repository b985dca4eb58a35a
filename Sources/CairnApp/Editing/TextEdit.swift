internal import CairnInterchange
internal import CairnStore

/// Records as a text that a person edits, and what becomes of what they made of it.
///
/// 1. Each record stands with its key and what it has; what a person leaves as it was is not
///    touched, and what they take out of a record is cleared.
/// 2. A record without a key is added. One that is taken out of the text stays as it is, since a
///    slip of the hand takes many out as easily as one; a minus before its key deletes it.
/// 3. All is saved as one change, or nothing. A mistake is told by its line in the same text, which
///    then waits for another try.
/// 4. What others saved meanwhile is merged field by field. Where both gave a field different
///    values the text comes again, with the person's values and theirs in a comment; the next try
///    takes what it says.
///
///     text ──▶ editor ──▶ take ──▶ unchanged │ saved
///      ▲                    │
///      └──── mistakes ◀─────┘
public struct TextEdit {
  /// What became of an edited text.
  public enum Outcome {
    /// It says what the records have already, or nothing at all.
    case unchanged
    /// It was saved.
    case saved(Summary)
    /// It could not be, for these reasons; ``TextEdit/text`` has them at its top.
    case mistaken([String])
  }

  /// What an edit did.
  public struct Summary: Hashable, Sendable {
    /// How many records were changed.
    public internal(set) var changed = 0
    /// How many were added.
    public internal(set) var added = 0
    /// How many were deleted, by the rules of their links too.
    public internal(set) var deleted = 0
    /// How many were taken out of the text, and stay.
    public internal(set) var left = 0
  }

  /// What the person gets to edit next.
  public private(set) var text: [UInt8] = []

  /// What the collection's records are called.
  public var plural: String { entity.plural }

  /// The records of the text.
  private var ids: [ObjectID]
  private let workspace: Workspace
  private let context: ObjectContext
  private let entity: Entity

  init(_ ids: [ObjectID], of entity: Entity, in workspace: Workspace, at snapshot: Snapshot) {
    self.ids = ids
    self.entity = entity
    self.workspace = workspace
    context = workspace.store.newContext(at: snapshot)
    text = TextEditPage(entity: entity, snapshot: snapshot).text(of: ids)
  }

  /// Saves what a person made of ``text``.
  ///
  /// - Parameter edited: the whole text.
  /// - Returns: what became of it.
  /// - Throws: ``AppError/failed(_:)`` when records cannot be read.
  public mutating func take(_ edited: [UInt8]) throws(AppError) -> Outcome {
    // Whoever takes out only what was said of a conflict has decided it.
    if edited == text { return .unchanged }
    let edited = TextEditPage.withoutMistakes(edited)
    let plan: TextEditPlan
    do throws(TextEditPlan.Mistake) {
      let records = try TextEditPlan.records(in: edited)
      if records.isEmpty { return .unchanged }
      let reader = TextEditReader(
        entity: entity, snapshot: context.snapshot, clock: workspace.clock,
        links: workspace.links(in: context.snapshot))
      plan = try TextEditPlan(records, of: Set(ids), by: reader)
    } catch {
      return reopen(edited, [error])
    }
    return try save(plan, edited)
  }

  private mutating func save(
    _ plan: TextEditPlan, _ edited: [UInt8]
  ) throws(AppError) -> Outcome {
    var created: [ObjectID: Int] = [:]
    do throws(StoreError) {
      var summary = Summary()
      created = try context.undoGroup { () throws(StoreError) in try plan.apply(to: context) }
      for change in context.changes {
        switch change.kind {
        case .insert: summary.added += 1
        case .update: summary.changed += 1
        case .delete: summary.deleted += 1
        }
      }
      guard context.hasChanges else { return .unchanged }
      try context.save(title: title)
      summary.left = ids.count { !plan.lines.keys.contains($0) }
      return .saved(summary)
    } catch {
      return try reopen(edited, after: error, plan, created)
    }
  }

  private var title: String {
    let changes = context.changes
    guard changes.count == 1 else { return "edit \(changes.count) \(entity.plural)" }
    return "edit \(context.object(with: changes[0].id).title)"
  }

  // MARK: - Another try

  private mutating func reopen(
    _ edited: [UInt8], after error: StoreError, _ plan: TextEditPlan, _ created: [ObjectID: Int]
  ) throws(AppError) -> Outcome {
    let model = context.snapshot.model
    if case .conflict(let conflicts) = error { return try merge(conflicts, plan) }
    context.rollback()
    guard case .invalid(let issues) = error else {
      return reopen(edited, [TextEditPlan.Mistake(reason: error.description(in: model))])
    }
    return reopen(
      edited,
      issues.map { issue in
        TextEditPlan.Mistake(
          line: created[issue.id] ?? plan.line(of: issue.id, field: issue.field),
          reason: "\(issue)")
      })
  }

  private mutating func reopen(
    _ edited: [UInt8], _ mistakes: [TextEditPlan.Mistake]
  ) -> Outcome {
    text = TextEditPage.text(edited, under: mistakes)
    return .mistaken(TextEditPage.sentences(of: mistakes, shift: 0))
  }

  /// Takes in what others saved, and writes the text anew with both sides.
  private mutating func merge(
    _ conflicts: [SaveConflict], _ plan: TextEditPlan
  ) throws(AppError) -> Outcome {
    context.mergeChanges()
    let merged = context.contents
    context.rollback()
    let newest = context.snapshot
    let page = TextEditPage(entity: entity, snapshot: newest)
    var remaining: [ObjectID] = []
    for id in ids {
      do throws(StoreError) {
        if try newest.record(id) != nil { remaining.append(id) }
      } catch {
        throw workspace.failure(error)
      }
    }
    text = page.text(of: remaining, as: merged, plan)
    ids = remaining
    let mistakes = conflicts.flatMap { conflict in page.sentences(about: conflict) }
      .map { TextEditPlan.Mistake(reason: $0) }
    let decision = TextEditPlan.Mistake(reason: "delete these lines to save the text below")
    text = TextEditPage.text(text, under: mistakes + [decision])
    return .mistaken(mistakes.map(\.reason))
  }
}

extension Workspace {
  /// Begins to edit the records of the list at an address, or those at several addresses, as text.
  ///
  /// - Throws: ``AppError`` when nothing is there, records are of several collections, or the store
  ///   takes no changes.
  public func textEdit(at addresses: [Address]) throws(AppError) -> TextEdit {
    guard !store.isReadOnly else { throw .failed("the store is read-only; nothing can be edited") }
    if addresses.count == 1, let address = addresses.first, try isList(address) {
      let list = try list(at: address, adding: try ListClauses())
      // Without what it says it would be about more records than were meant.
      if let warning = list.warnings.first { throw .failed("nothing was edited: \(warning)") }
      return TextEdit(list.ids, of: list.entity, in: self, at: list.result.snapshot)
    }
    let snapshot = store.snapshot
    var ids: [ObjectID] = []
    var known: Set<ObjectID> = []
    for address in addresses {
      let id = try record(at: address, in: snapshot)
      if known.insert(id).inserted { ids.append(id) }
    }
    guard let name = ids.first?.entity else { throw .usage("name a record or a list to edit") }
    guard ids.allSatisfy({ $0.entity == name }) else {
      throw .failed("records of one collection can be edited together")
    }
    guard let entity = snapshot.model[name] else { throw failure(.unknownEntity(name)) }
    return TextEdit(ids, of: entity, in: self, at: snapshot)
  }
}
