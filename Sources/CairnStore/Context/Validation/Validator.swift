/// Checks edited records against the rules of the model and the program, and collects all issues.
///
/// In an existing record, only edited fields are checked: a person's invalid text in one field must
/// not prevent a change of another. A required link counts as edited when the record at its other
/// end removes it.
struct Validator {
  let content: EditedSnapshot
  var rules: [String: EntityRules] = [:]
  /// Whether the edits undo or redo a change.
  ///
  /// Then only three issues are possible, and all come from changes by others. A unique value is in
  /// another record too, a record that may have one link has a second one, or a linked record was
  /// deleted.
  var isRestoring = false

  /// The new records without edits; links to them and from them may be among the edits.
  var batches: [RecordBatch] = []

  func issues() -> [ValidationIssue] {
    let touched = content.edits.touched
    let edited = touched.filter { isEdited($0) && content.exists($0) }
    if isRestoring {
      return missingLinks(of: edited) + LinkCheck(content: content).sharedLinks()
        + UniqueCheck(content: content, edited: edited).issues()
    }
    var issues: [ValidationIssue] = []
    // Most saves change no link and no unique field, so that only the record itself is checked.
    var changesLinks = edited.count < touched.count
    var changesUniques = !batches.isEmpty
    for id in edited {
      let entity = content.model[id.entity]
      for property in editedProperties(of: id) {
        issues += self.issues(property, of: id)
        switch property {
        case .attribute(let attribute):
          changesUniques = changesUniques || entity?.hasUniqueValues(attribute) == true
        case .relationship: changesLinks = true
        }
      }
    }
    for id in touched where content.edits.deleted.contains(id) && content.existsBelow(id) {
      issues += deletionBreaches(of: id)
    }
    if changesLinks { issues += LinkCheck(content: content).issues() }
    for batch in batches {
      issues += requiredIssues(batch) + linkIssues(batch)
    }
    issues += breaches(of: edited).map(issue)
    guard changesUniques else { return issues }
    return issues + UniqueCheck(content: content, edited: edited, batches: batches).issues()
  }

  /// Returns the issues, and throws if a file was unread, which may be their cause.
  ///
  /// - Throws: the error of a file that the check needs and cannot read; the errors of
  ///   `checkCancellation`.
  func readIssues(
    _ checkCancellation: CancellationCheck = CancellationCheck()
  ) throws(StoreError) -> [ValidationIssue] {
    try checkCancellation()
    let issues = issues()
    try content.failures.rethrow()
    return issues
  }

  /// The links that an undo would restore to records that were deleted since.
  private func missingLinks(of edited: [ObjectID]) -> [ValidationIssue] {
    edited.flatMap { id in
      editedProperties(of: id).flatMap { property -> [ValidationIssue] in
        guard case .relationship(let link) = property else { return [] }
        return deadLinks(link, of: id)
      }
    }
  }

  private func isEdited(_ id: ObjectID) -> Bool {
    content.edits.created.contains(id) || content.edits.fields[id]?.isEmpty == false
  }

  private func editedProperties(of id: ObjectID) -> [Property] {
    guard let entity = content.model[id.entity] else { return [] }
    if content.edits.created.contains(id) { return entity.properties }
    return content.edits.properties(of: id, in: content.model)
  }

  // MARK: - The model's rules

  private func issues(_ property: Property, of id: ObjectID) -> [ValidationIssue] {
    switch property {
    case .attribute(let attribute): issues(attribute, of: id)
    case .relationship(let relationship): issues(relationship, of: id)
    }
  }

  private func issues(_ attribute: Attribute, of id: ObjectID) -> [ValidationIssue] {
    let value = content.value(attribute.name, of: id)
    // A mistyped time would mean that the record never comes back.
    if content.model[id.entity]?.repetition?.interval == .field(attribute.name), let value,
      RepeatSpan(ValueText.export(value)) == nil
    {
      return [
        ValidationIssue(
          id: id, field: attribute.name, rule: .fits(expected: RepeatSpan.expectation),
          value: value)
      ]
    }
    return attribute.brokenRules(value, allowingNewChoices: true)
      .map { ValidationIssue(id: id, field: attribute.name, rule: $0.rule, value: $0.value) }
  }

  private func issues(_ relationship: Relationship, of id: ObjectID) -> [ValidationIssue] {
    if relationship.isRequired, content.links(relationship, of: id).isEmpty {
      return [ValidationIssue(id: id, field: relationship.name, rule: .required, value: nil)]
    }
    return deadLinks(relationship, of: id)
  }

  /// Returns edited links that lead to missing records.
  private func deadLinks(
    _ relationship: Relationship, of id: ObjectID
  ) -> [ValidationIssue] {
    guard relationship.isStored, !relationship.holdsOrderOnly else { return [] }
    let before = content.valueBelow(relationship.name, of: id).linkedKeys
    return content.value(relationship.name, of: id).linkedKeys.compactMap { key in
      let goal = ObjectID(entity: relationship.destination, key: key)
      if content.exists(goal) { return nil }
      // A link to a missing record may stay beside edited links if it was there before.
      if before.contains(key), !content.existsBelow(goal) { return nil }
      return ValidationIssue(
        id: id, field: relationship.name, rule: .exists(key), value: .link(key))
    }
  }

  /// Returns missing required values and links of new records; types are checked at insertion.
  private func requiredIssues(_ batch: RecordBatch) -> [ValidationIssue] {
    let required = (content.model[batch.entity]?.properties ?? []).filter { property in
      switch property {
      case .attribute(let attribute): attribute.isRequired
      case .relationship(let relationship): relationship.isRequired
      }
    }
    guard !required.isEmpty else { return [] }
    return batch.pieces.flatMap { piece in
      (piece.firstRow..<piece.chunk.count).flatMap { row -> [ValidationIssue] in
        let id = ObjectID(entity: batch.entity, key: piece.chunk.keys[row])
        return required.filter { isEmpty($0, of: id, row, in: piece.chunk) }
          .map { ValidationIssue(id: id, field: $0.name, rule: .required, value: nil) }
      }
    }
  }

  /// Returns links of new records to missing records, and second links to records that may have
  /// one.
  private func linkIssues(_ batch: RecordBatch) -> [ValidationIssue] {
    guard let entity = content.model[batch.entity] else { return [] }
    var issues: [ValidationIssue] = []
    for link in entity.relationships where link.isStored && !link.holdsOrderOnly {
      guard let column = entity.storedIndex(of: link.name) else { continue }
      let inverse = link.inverse.flatMap { content.model[link.destination]?.relationship($0) }
      let missing = missingGoals(of: link, in: column, batch)
      if missing.isEmpty, inverse?.isToMany != false { continue }
      let hasEdits = !content.edits.touched.isEmpty
      for piece in batch.pieces {
        for row in piece.firstRow..<piece.chunk.count {
          let id = ObjectID(entity: batch.entity, key: piece.chunk.keys[row])
          // A draft mostly has no edits, and there may be a million rows.
          if hasEdits, content.edits.entry(link.name, of: id) != nil { continue }
          for key in piece.chunk.columns[column][row].linkedKeys {
            let goal = ObjectID(entity: link.destination, key: key)
            if missing.contains(key) {
              issues.append(
                ValidationIssue(id: id, field: link.name, rule: .exists(key), value: .link(key)))
            } else if let inverse, !inverse.isToMany,
              let other = content.links(inverse, of: goal).first(where: { $0 != id })
            {
              issues.append(
                ValidationIssue(
                  id: id, field: link.name, rule: .unique(other: other), value: .link(key)))
            }
          }
        }
      }
    }
    return issues
  }

  /// Returns the missing records to which the links of new records lead, in one column.
  ///
  /// Mostly, many links lead to few records, so each record is searched once, in the order of keys.
  private func missingGoals(
    of link: Relationship, in column: Int, _ batch: RecordBatch
  ) -> Set<RecordKey> {
    let goals = batch.pieces.flatMap {
      $0.chunk.columns[column].linkedKeys(in: $0.firstRow..<$0.chunk.count)
    }.sorted()
    var missing: Set<RecordKey> = []
    var last: RecordKey?
    for key in goals where key != last {
      last = key
      if !content.exists(ObjectID(entity: link.destination, key: key)) { missing.insert(key) }
    }
    return missing
  }

  private func isEmpty(_ property: Property, of id: ObjectID, _ row: Int, in chunk: Chunk) -> Bool {
    // The check of the edits includes this field.
    if content.edits.entry(property.name, of: id) != nil { return false }
    switch property {
    case .attribute(let attribute):
      return Attribute.saysNothing(Row(chunk: chunk, index: row)[attribute.name])
    case .relationship(let relationship):
      return content.links(relationship, of: id).isEmpty
    }
  }

  // MARK: - The program's rules

  /// Returns the rules of the program that new and changed records break.
  ///
  /// - Throws: the error of a file that a rule needs and that cannot be read.
  func breaches() throws(StoreError) -> [(ObjectID, EntityRules.Breach)] {
    let found = breaches(of: content.edits.touched.filter { isEdited($0) && content.exists($0) })
    try content.failures.rethrow()
    return found
  }

  private func breaches(of edited: [ObjectID]) -> [(ObjectID, EntityRules.Breach)] {
    if rules.isEmpty { return [] }
    let made = batches.filter { rules[$0.entity] != nil }.flatMap(\.ids)
    // A new record of a batch may also have edits, such as a link to a later record.
    let new = Set(made)
    return (edited + made.filter { !isEdited($0) }).flatMap { id in
      let record = CheckedRecord(id: id, content: content, made: new)
      return rules[id.entity]?.validate(record).map { (id, $0) } ?? []
    }
  }

  private func deletionBreaches(of id: ObjectID) -> [ValidationIssue] {
    guard let rules = rules[id.entity] else { return [] }
    let before = EditedSnapshot(content.snapshot, inheriting: content.inherited)
      .noting(in: content.failures)
    return rules.validateForDelete(CheckedRecord(id: id, content: before)).map { breach in
      issue(breach, id, .deletion(breach.message), in: before)
    }
  }

  private func issue(_ id: ObjectID, _ breach: EntityRules.Breach) -> ValidationIssue {
    issue(breach, id, .custom(breach.message), in: content)
  }

  private func issue(
    _ breach: EntityRules.Breach, _ id: ObjectID, _ rule: ValidationIssue.Rule,
    in content: EditedSnapshot
  ) -> ValidationIssue {
    ValidationIssue(
      id: id, field: breach.field, rule: rule,
      value: breach.field.flatMap { content.value($0, of: id) })
  }
}

/// The checks of a program for an entity's records, in addition to the model's rules.
///
///     var options = ObjectStore.Options(folder: folder, clock: clock)
///     options.rules["Loan"] = EntityRules { loan in
///       loan["Until"] == nil ? [] : [.init(field: "Until", message: "must be after From")]
///     }
///
/// A save runs the checks on the content after the save, under the store's lock. One breach refuses
/// the whole save. An import refuses only the rows whose records have breaches.
/// `CheckedRecord.changes` tells whether a field is new.
public struct EntityRules: Sendable {
  /// A violation of a rule.
  public struct Breach: Hashable, Sendable {
    /// The field; `nil` for the record as a whole.
    public let field: String?
    /// The problem, as words that follow the field's name, without a full stop.
    public let message: String

    /// Creates a breach in `field`, or in the record as a whole.
    public init(field: String? = nil, message: String) {
      self.field = field
      self.message = message
    }
  }

  /// Checks a record before it is saved.
  public var validate: @Sendable (CheckedRecord) -> [Breach]

  /// Finds the reasons against deleting a record; it gets the record's last state.
  public var validateForDelete: @Sendable (CheckedRecord) -> [Breach]

  /// Creates rules for saving and for deleting; omitted rules allow everything.
  public init(
    validate: @escaping @Sendable (CheckedRecord) -> [Breach] = { _ in [] },
    validateForDelete: @escaping @Sendable (CheckedRecord) -> [Breach] = { _ in [] }
  ) {
    self.validate = validate
    self.validateForDelete = validateForDelete
  }
}

/// A record that rules check: the state after the save, or the last state of a deleted record.
public struct CheckedRecord {
  /// The record's identity.
  public let id: ObjectID

  let content: EditedSnapshot
  /// The new records of batches, which are no edits.
  var made: Set<ObjectID> = []

  /// Whether the save adds the record, or sets this field.
  ///
  /// A rule for new values asks it, so that an old record with another value can be edited.
  public func changes(_ name: String) -> Bool {
    made.contains(id) || content.edits.created.contains(id)
      || content.edits.entry(name, of: id) != nil
  }

  /// The value of an attribute; `nil` if it has no value, and for any other name.
  public subscript(name: String) -> Value? {
    content.model[id.entity]?.attribute(name) == nil ? nil : content.value(name, of: id)
  }

  /// Returns the records that a relationship links to, in its order; empty for any other name.
  public func links(_ name: String) -> [CheckedRecord] {
    guard let relationship = content.model[id.entity]?.relationship(name) else { return [] }
    return content.links(relationship, of: id).map {
      CheckedRecord(id: $0, content: content, made: made)
    }
  }
}

/// Checks the effects of edited links on the records at their other end, which may be unedited.
struct LinkCheck {
  let content: EditedSnapshot

  func issues() -> [ValidationIssue] {
    editedLinks { lostRequired($0, $1, of: $2) + shared($0, $1, of: $2) }
  }

  /// Returns the links to records that may have one link and already have another one.
  func sharedLinks() -> [ValidationIssue] {
    editedLinks { shared($0, $1, of: $2) }
  }

  private func editedLinks(
    _ issues: (_ link: Relationship, _ inverse: Relationship, ObjectID) -> [ValidationIssue]
  ) -> [ValidationIssue] {
    content.edits.touched.flatMap { id -> [ValidationIssue] in
      let isDeleted = content.edits.deleted.contains(id)
      return (content.model[id.entity]?.relationships ?? []).flatMap { link -> [ValidationIssue] in
        guard isDeleted || content.edits.entry(link.name, of: id) != nil, link.isStored,
          !link.holdsOrderOnly, let inverse = inverse(of: link)
        else { return [] }
        return issues(link, inverse, id)
      }
    }
  }

  private func inverse(of link: Relationship) -> Relationship? {
    link.inverse.flatMap { content.model[link.destination]?.relationship($0) }
  }

  /// Returns records that must have a link and lost their last one by the edits.
  private func lostRequired(
    _ link: Relationship, _ inverse: Relationship, of id: ObjectID
  ) -> [ValidationIssue] {
    guard inverse.isRequired else { return [] }
    let kept = content.exists(id) ? content.value(link.name, of: id).linkedKeys : []
    return content.valueBelow(link.name, of: id).linkedKeys.filter { !kept.contains($0) }
      .map { ObjectID(entity: link.destination, key: $0) }
      .filter { content.exists($0) && content.links(inverse, of: $0).isEmpty }
      .map { ValidationIssue(id: $0, field: inverse.name, rule: .required, value: nil) }
  }

  /// Returns records that may have one link, but have a second one from another process.
  private func shared(
    _ link: Relationship, _ inverse: Relationship, of id: ObjectID
  ) -> [ValidationIssue] {
    guard !inverse.isToMany, content.exists(id) else { return [] }
    return content.value(link.name, of: id).linkedKeys.compactMap { key in
      let target = ObjectID(entity: link.destination, key: key)
      guard let other = content.links(inverse, of: target).first(where: { $0 != id }) else {
        return nil
      }
      return ValidationIssue(
        id: id, field: link.name, rule: .unique(other: other), value: .link(key))
    }
  }
}
