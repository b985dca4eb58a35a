internal import CairnJSON
internal import CairnStore

/// A whole record within another one, as exports write what a link follows.
struct NestedRecord {
  private let object: JSONObject
  private let entity: Entity
  private let members: [String: ColumnPlan]

  /// A record of an entity.
  ///
  /// - Parameters:
  ///   - object: The record's members.
  ///   - entity: The entity.
  ///   - members: Where members go that the import has a plan for; others go where their names say.
  init(_ object: JSONObject, _ entity: Entity, _ members: [String: ColumnPlan]) {
    self.object = object
    self.entity = entity
    self.members = members
  }

  /// The members with a value for which the entity has no field.
  var unknownMembers: [String] {
    object.members.filter { member in
      member.value != .null && members[member.name] == nil
        && entity.property(matching: member.name) == nil
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
    if let plan = members[member.name] { return plan }
    switch entity.property(matching: member.name) {
    case .attribute(let attribute)?:
      return entity.storedIndex(of: attribute.name)
        .map { .attribute(ValueReader(attribute), place: $0) } ?? .ignored
    case .relationship(let relationship)?: return .relationship(relationship, [:])
    case nil: return RecordJSON.identityKeys.contains(member.name) ? .identity : .ignored
    }
  }
}
