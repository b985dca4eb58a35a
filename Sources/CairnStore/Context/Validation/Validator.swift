/// Checks edited records against the model and the program's rules, and collects all that is wrong.
///
/// Of a record that was there before, only edited fields are checked: what somebody wrote into the
/// text by hand must not keep another field from being changed. A link that is required counts as
/// edited when the record at its other end lets go of it.
struct Validator {
  let content: EditedSnapshot
  var rules: [String: EntityRules] = [:]

  func issues() -> [ValidationIssue] {
    let touched = content.edits.touched
    let edited = touched.filter { content.exists($0) && isEdited($0) }
    var issues: [ValidationIssue] = []
    for id in edited {
      for property in editedProperties(of: id) { issues += self.issues(property, of: id) }
      issues += breaches(of: id)
    }
    for id in touched where content.edits.deleted.contains(id) && content.existsBelow(id) {
      issues += deletionBreaches(of: id)
    }
    issues += LinkCheck(content: content).issues()
    return issues + UniqueCheck(content: content, edited: edited).issues()
  }

  private func isEdited(_ id: ObjectID) -> Bool {
    content.edits.created.contains(id) || content.edits.fields[id]?.isEmpty == false
  }

  private func editedProperties(of id: ObjectID) -> [Property] {
    guard let entity = content.model[id.entity] else { return [] }
    if content.edits.created.contains(id) { return entity.properties }
    let fields = content.edits.fields[id] ?? [:]
    return entity.properties.filter { fields[$0.name] != nil }
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
    // An empty text says as little as none.
    guard let value, !attribute.isRequired || value.storedTexts != [""] else {
      let issue = ValidationIssue(id: id, field: attribute.name, rule: .required, value: nil)
      return attribute.isRequired ? [issue] : []
    }
    let isList = if case .list = value { true } else { false }
    let unfit =
      isList == attribute.isList ? value.elements.filter { !attribute.accepts($0) } : [value]
    let rule = ValidationIssue.Rule.fits(expected: attribute.expectation)
    return unfit.map { ValidationIssue(id: id, field: attribute.name, rule: rule, value: $0) }
  }

  private func issues(_ relationship: Relationship, of id: ObjectID) -> [ValidationIssue] {
    if relationship.isRequired, content.links(relationship, of: id).isEmpty {
      return [ValidationIssue(id: id, field: relationship.name, rule: .required, value: nil)]
    }
    guard relationship.isStored, !relationship.holdsOrderOnly else { return [] }
    return content.value(relationship.name, of: id).linkedKeys.compactMap { key in
      if content.exists(ObjectID(entity: relationship.destination, key: key)) { return nil }
      return ValidationIssue(
        id: id, field: relationship.name, rule: .exists(key), value: .link(key))
    }
  }

  // MARK: - The program's rules

  private func breaches(of id: ObjectID) -> [ValidationIssue] {
    guard let rules = rules[id.entity] else { return [] }
    return rules.validate(CheckedRecord(id: id, content: content)).map { breach in
      issue(breach, id, .custom(breach.message), in: content)
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

  private func issue(
    _ breach: EntityRules.Breach, _ id: ObjectID, _ rule: ValidationIssue.Rule,
    in content: EditedSnapshot
  ) -> ValidationIssue {
    ValidationIssue(
      id: id, field: breach.field, rule: rule,
      value: breach.field.flatMap { content.value($0, of: id) })
  }
}
