internal import CairnInterchange
internal import CairnRecords
internal import CairnStore

/// Records as a text for an editor, and the changes that the edited text makes.
///
/// 1. The text has each record's key and values. Unchanged values are not touched. Values removed
///    from a record are cleared.
/// 2. A record without a key is added. A record removed from the text stays in the store, since it
///    is easy to remove many by accident. A minus before a record's key deletes the record.
/// 3. All changes are saved together or not at all. Mistakes are listed by line at the top
///    of the text, which can then be edited again.
/// 4. Changes saved by other processes are merged field by field. If both sides changed a field,
///    the text opens again with the person's value, and the other value in a comment. The next try
///    saves the values in the text.
///
///     text ──▶ editor ──▶ take ──▶ unchanged │ saved
///      ▲                    │
///      └──── mistakes ◀─────┘
public struct TextEdit {
  /// The result of an edit.
  public enum Outcome {
    /// The text makes no changes, or is empty.
    case unchanged
    /// The changes were saved.
    case saved(Summary)
    /// The text can't be saved, for these reasons.
    ///
    /// ``TextEdit/text`` has them at its top.
    case mistaken([String])
  }

  /// The counts of an edit.
  public struct Summary: Hashable, Sendable {
    /// The number of changed records.
    public internal(set) var changed = 0
    /// The number of added records.
    public internal(set) var added = 0
    /// The number of deleted records, with those deleted by the rules of links.
    public internal(set) var deleted = 0
    /// The number of records that were removed from the text and stay in the store.
    public internal(set) var left = 0
  }

  /// The next text to edit.
  public private(set) var text: [UInt8] = []

  /// The plural name of the collection.
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

  /// Saves the changes that a person made in ``text``.
  ///
  /// - Parameter edited: the whole text.
  /// - Returns: the result.
  /// - Throws: ``AppError/failed(_:)`` when records cannot be read.
  public mutating func take(_ edited: [UInt8]) throws(AppError) -> Outcome {
    // If the person only removed the comment about a conflict, the conflict is resolved.
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
      created = try context.undoGroup { () throws(StoreError) in
        try plan.apply(to: context, keeping: FileKeeper(workspace.files, in: context.store))
      }
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

  /// Merges the changes of other processes, and writes a new text with both sides.
  private mutating func merge(
    _ conflicts: [SaveConflict], _ plan: TextEditPlan
  ) throws(AppError) -> Outcome {
    let seen = context.snapshot
    context.mergeChanges()
    let merged = context.contents
    context.rollback()
    let newest = context.snapshot
    let page = TextEditPage(entity: entity, snapshot: newest)
    var remaining: [ObjectID] = []
    for id in newest.currentIDs(of: ids, since: seen) {
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
  /// Starts a text edit of the list at one address, or of the records at several addresses.
  ///
  /// - Throws: ``AppError`` when an address leads nowhere, the records are of several collections,
  ///   or the store is read-only.
  public func textEdit(at addresses: [Address]) throws(AppError) -> TextEdit {
    guard !store.isReadOnly else { throw .failed("the store is read-only; nothing can be edited") }
    if addresses.count == 1, let address = addresses.first, try isList(address) {
      let list = try list(at: address, adding: try ListClauses())
      // A list with a warning would have more records than the person meant.
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
