/// Checks the edited fields of a workspace against the model, and collects all that is wrong.
///
/// Of a record that was there before, only edited fields are checked: what somebody wrote into the
/// text by hand must not keep another field from being changed.
struct Validator {
  let workspace: Workspace

  func issues() -> [ValidationIssue] {
    let edited = workspace.edits.touched.filter { !workspace.edits.deleted.contains($0) }
    var issues: [ValidationIssue] = []
    for id in edited {
      for property in editedProperties(of: id) { issues += self.issues(property, of: id) }
    }
    return issues + UniqueCheck(workspace: workspace, edited: edited).issues()
  }

  private func editedProperties(of id: ObjectID) -> [Property] {
    guard let entity = workspace.model[id.entity] else { return [] }
    if workspace.edits.created.contains(id) { return entity.properties }
    let fields = workspace.edits.fields[id] ?? [:]
    return entity.properties.filter { fields[$0.name] != nil }
  }

  private func issues(_ property: Property, of id: ObjectID) -> [ValidationIssue] {
    switch property {
    case .attribute(let attribute): issues(attribute, of: id)
    case .relationship(let relationship): issues(relationship, of: id)
    }
  }

  private func issues(_ attribute: Attribute, of id: ObjectID) -> [ValidationIssue] {
    let value = workspace.value(attribute.name, of: id)
    guard let value else {
      let issue = ValidationIssue(id: id, field: attribute.name, rule: .required, value: nil)
      return attribute.isRequired ? [issue] : []
    }
    let isList = if case .list = value { true } else { false }
    let unfit =
      isList == attribute.isList ? value.elements.first { !attribute.accepts($0) } : value
    guard let unfit else { return [] }
    let rule = ValidationIssue.Rule.fits(expected: attribute.expectation)
    return [ValidationIssue(id: id, field: attribute.name, rule: rule, value: unfit)]
  }

  private func issues(_ relationship: Relationship, of id: ObjectID) -> [ValidationIssue] {
    if relationship.isRequired, workspace.links(relationship, of: id).isEmpty {
      return [ValidationIssue(id: id, field: relationship.name, rule: .required, value: nil)]
    }
    guard relationship.isStored, !relationship.holdsOrderOnly else { return [] }
    return workspace.value(relationship.name, of: id).linkedKeys.compactMap { key in
      if workspace.exists(ObjectID(entity: relationship.destination, key: key)) { return nil }
      return ValidationIssue(
        id: id, field: relationship.name, rule: .exists(key), value: .link(key))
    }
  }
}
