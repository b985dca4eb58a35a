/// Applies edits to newer content than the content that they were made on.
///
/// 1. A field that only one side changed gets that side's value; lists take both changes.
/// 2. Contradictions are conflicts, and are resolved according to the resolution.
/// 3. Edits without a place in the newest model stay unchanged, and a save refuses them.
/// 4. Delete rules are applied again, because another record may now link to a deleted one. Their
///    effects depend on the newest content and are never conflicts.
/// 5. A merge of records is applied again to new links to a deleted record (`Rebase+Merging`).
struct Rebase {
  /// The treatment of contradictions.
  enum Resolution: Equatable {
    /// For a save, with a policy.
    case by(ConflictPolicy)
    /// For merging the saves of others: edits win, and stay even if their record was deleted.
    case keepingEdits
  }

  /// The edits, without the consequences of deletions.
  let mine: EditedSnapshot
  let requests: DeletionRequests
  let resolution: Resolution
  private(set) var result: EditedSnapshot
  private var dropped: Set<ObjectID> = []
  private(set) var conflicts: [SaveConflict] = []

  private init(_ edited: EditedSnapshot, _ theirs: EditedSnapshot, _ resolution: Resolution) {
    var mine = edited
    mine.edits.restoreDeleted()
    self.mine = mine
    requests = edited.edits.requests
    self.resolution = resolution
    result = theirs
  }

  /// Returns the content `theirs`, which has no edits, with the edits of `edited`.
  ///
  /// - Throws: `StoreError.conflict` according to the policy; `.deletionDenied` for a save.
  static func run(
    _ edited: EditedSnapshot, onto theirs: EditedSnapshot, _ resolution: Resolution
  ) throws(StoreError) -> EditedSnapshot {
    if edited.isBased(on: theirs), edited.edits.deleted.isEmpty, edited.lostRecords.isEmpty {
      return edited
    }
    var rebase = Rebase(edited, theirs, resolution)
    for id in rebase.mine.edits.touched where !rebase.carryDisplaced(id) { rebase.carry(id) }
    rebase.checkMergedRecords()
    guard rebase.conflicts.isEmpty else { throw .conflict(rebase.conflicts) }
    return try rebase.deleted()
  }

  private func deleted() throws(StoreError) -> EditedSnapshot {
    var result = result
    let roots = deletedRoots
    result.redirectLinks(by: requests.replacements, from: roots)
    do throws(StoreError) {
      try result.delete(roots, replacedBy: requests.replacements)
    } catch {
      guard resolution == .keepingEdits else { throw error }
      // The save will be refused; until then, the records stay deleted.
      for id in roots {
        result.edits.delete(id)
        result.edits.request(id, replacement: requests.replacements[id])
      }
    }
    return result
  }

  /// The records whose deletion was requested here, and that still exist.
  var deletedRoots: [ObjectID] {
    requests.ids.filter { !dropped.contains($0) && result.exists($0) }
  }

  /// Carries over edits that only the model of the edits has a place for.
  ///
  /// - Returns: whether the record has no other edits.
  private mutating func carryDisplaced(_ id: ObjectID) -> Bool {
    let entity = result.model[id.entity]
    for (name, value) in (mine.edits.fields[id] ?? [:]).sorted(by: { $0.key < $1.key })
    where entity?.storedIndex(of: name) == nil {
      result.edits.set(.some(value), name, of: id)
    }
    guard entity == nil else { return false }
    if mine.edits.created.contains(id) { result.edits.create(id) }
    if requests.contains(id) {
      result.edits.delete(id)
      result.edits.request(id, replacement: requests.replacements[id])
    }
    return true
  }

  private mutating func carry(_ id: ObjectID) {
    if mine.edits.created.contains(id) {
      result.edits.create(id)
      result.edits.take(mine.edits, of: id)
    } else if requests.contains(id) {
      carryDeletion(of: id)
    } else if mine.edits.fields[id]?.isEmpty == false {
      if result.existsBelow(id) { carryFields(of: id) } else { carryLost(id) }
    }
  }

  private mutating func carryDeletion(of id: ObjectID) {
    guard result.existsBelow(id) else { return }
    let isMerged = requests.replacements[id] != nil
    let changed = properties(of: id).filter { property in
      // New links to a merged record go on to another one, so their order here does not matter.
      if isMerged, case .relationship(let link) = property, link.holdsOrderOnly { return false }
      return mine.valueBelow(property.name, of: id) != result.valueBelow(property.name, of: id)
    }
    guard !changed.isEmpty else { return }
    switch resolution {
    case .by(.error): report(.deletedHere, id, changed)
    case .by(.mergeByPropertyTheirs), .by(.rollback): dropped.insert(id)
    case .by(.mergeByPropertyMine), .by(.overwrite), .keepingEdits: break
    }
  }

  /// Carries over a record that was edited here and deleted by others.
  private mutating func carryLost(_ id: ObjectID) {
    let whole = properties(of: id)
    switch resolution {
    case .by(.error):
      report(.deletedByOthers, id, mine.edits.properties(of: id, in: result.model))
    case .by(.mergeByPropertyTheirs), .by(.rollback): break
    case .by(.mergeByPropertyMine), .by(.overwrite):
      result.edits.create(id)
      for property in whole { keepMine(property, id) }
    case .keepingEdits:
      // With all its values, so that a later save can restore the record.
      for property in whole { keepMine(property, id) }
    }
  }

  private mutating func carryFields(of id: ObjectID) {
    var contradictions: [Property] = []
    var merged: [(name: String, value: Value?)] = []
    for property in mine.edits.properties(of: id, in: result.model) {
      let name = property.name
      let value = FieldMerge(property: property).merged(
        base: mine.valueBelow(name, of: id), mine: mine.value(name, of: id),
        theirs: result.valueBelow(name, of: id))
      if let value { merged.append((name, value)) } else { contradictions.append(property) }
    }
    if !contradictions.isEmpty, !settle(contradictions, of: id) { return }
    for (name, value) in merged { result.set(value, name, of: id) }
  }

  /// Resolves contradicting fields; false if the record's other edits are dropped.
  private mutating func settle(_ contradictions: [Property], of id: ObjectID) -> Bool {
    switch resolution {
    case .by(.error): report(.edited, id, contradictions)
    case .by(.mergeByPropertyMine), .keepingEdits:
      for property in contradictions { keepMine(property, id) }
    case .by(.mergeByPropertyTheirs): break
    case .by(.overwrite):
      for property in properties(of: id) { keepMine(property, id) }
      return false
    case .by(.rollback): return false
    }
    return true
  }

  private mutating func keepMine(_ property: Property, _ id: ObjectID) {
    result.set(mine.value(property.name, of: id), property.name, of: id)
  }

  private func properties(of id: ObjectID) -> [Property] {
    result.model[id.entity]?.storedProperties ?? []
  }

  mutating func report(
    _ kind: SaveConflict.Kind, _ id: ObjectID, _ properties: [Property]
  ) {
    let fields = properties.map { property in
      SaveConflict.Field(
        name: property.name, base: mine.valueBelow(property.name, of: id),
        mine: kind == .deletedHere ? nil : mine.value(property.name, of: id),
        theirs: kind == .deletedByOthers ? nil : result.valueBelow(property.name, of: id))
    }
    conflicts.append(SaveConflict(id: id, kind: kind, fields: fields))
  }
}

/// The treatment of records at a save that others changed since the context's last merge (S9).
///
/// A save first merges changes of different fields, and changes of lists. The rest are conflicts:
/// both sides gave one field different values, or one side deleted a record that the other edited.
public enum ConflictPolicy: Sendable, CaseIterable {
  /// The save fails and reports each conflict.
  case error

  /// The context's values win in fields that both changed; its edits restore deleted records.
  case mergeByPropertyMine

  /// The saved values win in fields that both changed.
  ///
  /// Deleted records stay deleted.
  case mergeByPropertyTheirs

  /// The record is saved as the context shows it, in all fields.
  case overwrite

  /// The context's edits of the record are dropped.
  case rollback
}

/// A record that cannot be saved, because others changed it too.
public struct SaveConflict: Hashable, Sendable {
  /// The kind of contradiction between the two sides.
  public enum Kind: Sendable {
    /// Both sides changed the same fields.
    case edited
    /// Edited here, deleted by others.
    case deletedByOthers
    /// Deleted here, edited by others.
    case deletedHere
  }

  /// A field and its three values.
  public struct Field: Hashable, Sendable {
    /// The field's name.
    public let name: String
    /// The value at the context's last merge.
    public let base: Value?
    /// The value in the context.
    public let mine: Value?
    /// The value that others saved.
    public let theirs: Value?
  }

  /// The record.
  public let id: ObjectID

  /// The kind of contradiction between the two sides.
  public let kind: Kind

  /// The fields that both sides changed, or that the side changed which kept the record.
  public let fields: [Field]
}

extension SaveConflict: CustomStringConvertible {
  /// The conflict, as a sentence without a full stop.
  public var description: String { sentence(naming: \.description) }

  func sentence(naming name: (ObjectID) -> String) -> String {
    switch kind {
    case .edited:
      "\(fields.map(\.name).joined(separator: ", ")) of \(name(id)) also changed elsewhere"
    case .deletedByOthers: "\(name(id)) was deleted elsewhere"
    case .deletedHere:
      "\(name(id)) is to be deleted, but \(fields.map(\.name).joined(separator: ", ")) changed elsewhere"
    }
  }
}
