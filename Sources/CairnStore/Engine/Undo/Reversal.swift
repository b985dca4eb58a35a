/// The opposite of a transaction, for the parts that have not changed since.
///
/// In a list, added items are removed and removed items are put back; later changes of other items
/// stay.
///
/// If a part has changed since, the undo skips and names it. A strict undo is refused instead. A
/// change of the model is undone as a whole or not at all. If it only adds, it may stay while its
/// records are undone.
struct Reversal {
  private let transaction: Transaction
  private let isUndo: Bool
  private let isStrict: Bool
  private let keepsModel: Bool
  private let later: LaterChanges?
  private let moves: KeyMoves
  /// The parts that were not undone.
  private(set) var rest = UndoRest()
  /// The records that the transaction added and that have changed since.
  private var staying: Set<ObjectID> = []

  /// - Parameters:
  ///   - transaction: the transaction to undo.
  ///   - moves: the records that moved to other keys since.
  ///   - isUndo: whether the transaction is itself an undo, so that an ordinary change is redone.
  ///     Fields that the redo hides are hidden with all their values: these stay in the text, and
  ///     the next undo shows them again.
  ///   - isStrict: whether one part that cannot be undone refuses the whole.
  ///   - keepsModel: whether a change of the model is skipped.
  ///   - later: the places changed since; `nil` if unknown.
  init(
    _ transaction: Transaction, after moves: KeyMoves = KeyMoves(), isUndo: Bool, isStrict: Bool,
    keepsModel: Bool = false, later: LaterChanges? = nil
  ) {
    self.later = later
    self.moves = moves
    self.transaction = transaction
    self.isUndo = isUndo
    self.isStrict = isStrict || transaction.model != nil && !keepsModel
    self.keepsModel = keepsModel
  }

  /// Adds the changes that undo the transaction to the draft, in the opposite order.
  ///
  /// - Parameters:
  ///   - draft: the draft; its check may cancel the work.
  ///   - note: receives the number of records that were checked.
  /// - Throws: `StoreError.changedSince`, `.modelChangedSince`; `.invalid` if another record has
  ///   got a unique value since; `.canceled`. If the undo is not strict, the first and the third
  ///   are thrown only if no part can be undone.
  mutating func fill(_ draft: inout CommitDraft, noting note: (Int) -> Void) throws(StoreError) {
    var seen = 0
    let look = { [check = draft.cancellation] () throws(StoreError) in
      try check()
      seen += 1
      note(seen)
    }
    let position = transaction.model?.position ?? 0
    draft.isRestoring = true
    let localTime = draft.localTime
    draft.changes = try opposites(
      of: transaction.changes[position...], in: draft.snapshot, localTime, look)
    if keepsModel {
      rest.keepsModel = true
      draft.changes += try opposites(
        of: transaction.changes[..<position], in: draft.snapshot, localTime, look)
    } else if let model = transaction.model {
      let isBack = try takeBack(model, in: &draft)
      draft.changes += try opposites(
        of: transaction.changes[..<position], in: draft.snapshot, localTime, look)
      if isBack, draft.changes.isEmpty, let entity = model.firstEntity {
        throw .modelChangedSince(transaction: transaction.number, entity: entity, property: nil)
      }
    }
    if isStrict {
      try ReversalCheck(draft: draft).run(transaction.number)
    } else {
      try rest.settle(&draft, keeping: staying)
      try rest.rethrowIfAll(of: draft, transaction.number)
    }
  }

  private mutating func opposites(
    of changes: ArraySlice<RecordChange>, in snapshot: Snapshot, _ localTime: LocalTime,
    _ look: () throws(StoreError) -> Void
  ) throws(StoreError) -> [RecordChange] {
    var opposites: [RecordChange] = []
    var places: [ChangedPlace] = []
    for change in Self.net(changes).reversed() {
      try look()
      var change = change
      change.id = snapshot.model.currentID(of: change.id)
      change = moves.followed(
        by: change.conformed(to: snapshot.model[change.id.entity], in: localTime), snapshot.model)
      try mergeValues(of: &change, in: snapshot)
      if change.id.entity == Entity.merge.name {
        // People do not see the notes about merges, so a note may not refuse an undo.
        let row = try snapshot.lazyTable(change.id.entity).row(change.id.key)
        if (row == nil) == (change.kind == .delete) { opposites.append(change.opposite) }
        continue
      }
      let changed = try changedPlaces(of: change, in: snapshot)
      places += changed
      if !changed.isEmpty, change.kind == .insert { staying.insert(change.id) }
      let fields = Set(changed.map(\.field))
      guard changed.isEmpty || change.kind == .update && !fields.contains(nil) else { continue }
      change.fields.removeAll { fields.contains($0.name) }
      if changed.isEmpty || !change.fields.isEmpty { opposites.append(change.opposite) }
    }
    // All places at once, so that a person can check them together.
    guard places.isEmpty || !isStrict else {
      throw .changedSince(transaction: transaction.number, places)
    }
    rest.places += places
    return opposites
  }

  /// Merges several changes of one record into one change.
  static func net(_ changes: ArraySlice<RecordChange>) -> [RecordChange] {
    var places: [ObjectID: Int] = [:]
    var net: [RecordChange?] = []
    for change in changes {
      if let place = places[change.id], let earlier = net[place] {
        net[place] = earlier.followed(by: change)
        if net[place] == nil { places[change.id] = nil }
      } else {
        places[change.id] = net.count
        net.append(change)
      }
    }
    return net.compactMap { $0 }
  }

  /// Keeps later changes to the same lists and long texts in the opposite of a change.
  private func mergeValues(
    of change: inout RecordChange, in snapshot: Snapshot
  ) throws(StoreError) {
    guard change.kind == .update, let entity = snapshot.model[change.id.entity],
      let record = try snapshot.lazyTable(change.id.entity).row(change.id.key)
    else { return }
    let draft = ChunkDraft(record.chunk)
    for (index, field) in change.fields.enumerated() {
      let present = draft.value(of: field.name, row: record.index)
      guard present != field.new,
        let property = entity.storedIndex(of: field.name).map({ entity.storedProperties[$0] }),
        let merged = FieldMerge(property: property)
          .merged(base: field.new, mine: field.old, theirs: present), merged != present
      else { continue }
      (change.fields[index].old, change.fields[index].new) = (merged, present)
    }
  }

  /// The places that differ from the state after the change.
  private func changedPlaces(
    of change: RecordChange, in snapshot: Snapshot
  ) throws(StoreError) -> [ChangedPlace] {
    guard let record = try snapshot.lazyTable(change.id.entity).row(change.id.key) else {
      return change.kind == .delete ? [] : [ChangedPlace(change.id)]
    }
    let draft = ChunkDraft(record.chunk)
    let row = record.index
    if change.kind == .delete { return [ChangedPlace(change.id)] }
    var names = change.fields.filter { draft.value(of: $0.name, row: row) != $0.new }.map(\.name)
    if change.kind == .insert {
      let known = Set(change.fields.map(\.name))
      names += draft.fields(ofRow: row).map(\.name).filter { !known.contains($0) }
    }
    return names.map { ChangedPlace(change.id, field: $0) }
  }

  private func changed(_ id: ObjectID, _ field: String? = nil) -> StoreError {
    .changedSince(transaction: transaction.number, [ChangedPlace(id, field: field)])
  }
}

// The model.
extension Reversal {
  /// - Returns: whether the model was undone before, though perhaps not the changes of records.
  private func takeBack(
    _ change: ModelChange, in draft: inout CommitDraft
  ) throws(StoreError) -> Bool {
    let replay = ModelReplay([change.opposite], on: draft.modelText, draft.model)
    if let place = replay.disputed.first {
      throw .modelChangedSince(
        transaction: transaction.number, entity: place.entity, property: place.property)
    }
    if replay.model == draft.model, change.firstEntity != nil { return true }
    var (model, text) = try Self.following(draft.model, replay)
    let used = try usedChoices(of: model, in: draft)
    if !used.isEmpty {
      model = try model.addingChoices(used)
      text = ModelText(text).updated(to: model)
    }
    // Records that were saved since have their values in the spelling of the present types.
    let own = Set(transaction.changes.map(\.id))
    draft.changes += try RespelledValues(in: draft.snapshot, under: model, draft.localTime)
      .changes().filter { !own.contains($0.id) }
    let version = draft.snapshot.version
    let before = try draft.replaceModel(with: model, text: text)
    if isUndo { return false }
    for entity in before.model.entities
    where model[model.currentName(of: entity.name)] != entity {
      try requireRoom(for: try before.load(entity.name), in: model, at: version)
    }
    return false
  }

  /// The choices that a model lacks and that other records of the draft use.
  ///
  /// Cost: reads the collections that lose a choice.
  private func usedChoices(
    of model: ObjectModel, in draft: CommitDraft
  ) throws(StoreError) -> [NewChoice] {
    var used: [NewChoice] = []
    for case (let old?, let new?) in ModelMerge.pairs(draft.model, model) {
      for attribute in old.attributes where attribute.type == .choice {
        guard let name = old.name(of: attribute.name, in: new), let after = new.attribute(name),
          after.type == .choice, !after.choices.isEmpty
        else { continue }
        let lost = Set(attribute.choices).subtracting(after.choices)
        guard !lost.isEmpty else { continue }
        let own = Set(
          transaction.changes.filter { change in
            change.fields.contains { $0.name == attribute.name || $0.name == name }
          }.map(\.id.key))
        var words: Set<String> = []
        for row in try draft.snapshot.load(old.name).rows where !own.contains(row.key) {
          for case .text(let word) in row[attribute.name]?.elements ?? [] where lost.contains(word)
          {
            words.insert(word)
          }
        }
        used += attribute.choices.filter(words.contains).map {
          NewChoice(entity: new.name, attribute: name, word: $0)
        }
      }
    }
    return used
  }

  /// The model of `replay`, with the present names as former names where earlier names come back.
  ///
  /// The records use the present names by now.
  private static func following(
    _ present: ObjectModel, _ replay: ModelReplay
  ) throws(StoreError) -> (ObjectModel, text: String) {
    var entities = replay.model.entities
    for case (let old?, let new?) in ModelMerge.pairs(present, replay.model) {
      guard let place = entities.firstIndex(of: new) else { continue }
      if old.name != new.name, !new.earlierNames.contains(old.name) {
        entities[place].earlierNames.append(old.name)
      }
      for property in old.properties where new[property.name] == nil {
        guard let former = old.name(of: property.name, in: new),
          new.currentName(of: property.name) != former
        else { continue }
        entities[place].formerNames[former, default: []].append(property.name)
      }
    }
    if entities == replay.model.entities { return (replay.model, replay.text) }
    let model = try ObjectModel(entities: entities)
    return (model, ModelText(replay.text).updated(to: model))
  }

  /// Refuses to hide later values in fields that the model gives up.
  ///
  /// A value that no later change saved was in the text before the model had the field. A field
  /// that gets another type is not given up: a value that does not fit stays as text, as after any
  /// change of type, and the record reports it.
  private func requireRoom(for table: Table, in model: ObjectModel, at version: UInt64)
    throws(StoreError)
  {
    let cameSince = { (id: ObjectID, field: String?) in
      later.map { $0.version != version || $0.includes(id, field) } ?? true
    }
    guard let entity = model[model.currentName(of: table.entity.name)] else {
      for row in table.rows where cameSince(row.id, nil) { throw changed(row.id) }
      return
    }
    for (column, property) in table.entity.storedProperties.enumerated()
    where entity.storedIndex(of: entity.currentName(of: property.name)) == nil {
      for row in table.rows where row[column] != nil && cameSince(row.id, property.name) {
        throw changed(row.id, property.name)
      }
    }
  }
}

/// The places that were changed after a transaction, in the names of the present model.
struct LaterChanges {
  /// The number of the newest change.
  let version: UInt64
  private var fields: [ObjectID: Set<String>] = [:]

  /// Reads the changes that were saved after a transaction.
  ///
  /// Cost: in proportion to the later changes.
  ///
  /// - Throws: `StoreError.file` when a segment cannot be read.
  init(than transaction: Transaction, _ history: History) throws(StoreError) {
    var history = history
    var version = transaction.number
    while let entry = try history.next(), entry.number > transaction.number {
      version = max(version, entry.number)
      for change in entry.transaction?.changes ?? [] {
        fields[change.id, default: []].formUnion(change.fields.map(\.name))
      }
    }
    self.version = version
  }

  /// Whether a field of a record was changed later, or with `nil`, the record at all.
  func includes(_ id: ObjectID, _ field: String?) -> Bool {
    guard let names = fields[id] else { return false }
    return field.map(names.contains) ?? true
  }
}

extension RecordChange {
  /// The change in the opposite direction.
  var opposite: RecordChange {
    let kind: Kind =
      switch self.kind {
      case .insert: .delete
      case .update: .update
      case .delete: .insert
      }
    let fields = self.fields.map { FieldChange(name: $0.name, old: $0.new, new: $0.old) }
    var opposite = RecordChange(id: id, kind: kind, fields: fields)
    opposite.comments = comments
    return opposite
  }

  /// The combined effect of this change and then `next`; `nil` if they cancel each other.
  func followed(by next: RecordChange) -> RecordChange? {
    if kind == .insert, next.kind == .delete { return nil }
    var merged = self
    merged.comments = next.comments
    merged.kind = kind == .update ? next.kind : kind == .delete ? .update : kind
    for field in next.fields {
      if let place = merged.fields.firstIndex(where: { $0.name == field.name }) {
        merged.fields[place].new = field.new
      } else {
        merged.fields.append(field)
      }
    }
    merged.fields.removeAll { $0.old == $0.new }
    return merged
  }
}
