internal import CairnJSON
internal import CairnStore

/// A whole record within another one, as exports write what a link follows.
struct NestedRecord {
  private let object: JSONObject
  private let entity: Entity

  init(_ object: JSONObject, _ entity: Entity) {
    self.object = object
    self.entity = entity
  }

  /// The members with a value for which the entity has no field.
  var unknownMembers: [String] {
    object.members.filter { member in
      member.value != .null && entity.property(matching: member.name) == nil
        && !RecordJSON.identityKeys.contains(member.name)
    }.map(\.name)
  }

  /// The record as a draft; members that the entity does not know are left out.
  func draft() throws(RowProblem) -> RecordDraft {
    var draft = RecordDraft(entity)
    var row = RawRow()
    row.begin(line: 0)
    for (column, member) in object.members.enumerated() {
      row.set(column, member.value)
      try plan(for: member).fill(&draft, from: row, column)
    }
    return draft
  }

  private func plan(for member: JSONObject.Member) -> ColumnPlan {
    switch entity.property(matching: member.name) {
    case .attribute(let attribute)?:
      entity.storedIndex(of: attribute.name).map { .attribute(ValueReader(attribute), place: $0) }
        ?? .ignored
    case .relationship(let relationship)?: .relationship(relationship)
    case nil: RecordJSON.identityKeys.contains(member.name) ? .identity : .ignored
    }
  }
}
