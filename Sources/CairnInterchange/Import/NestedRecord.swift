internal import CairnJSON
internal import CairnStore

/// A whole record within another one, as exports write what a link follows.
struct NestedRecord {
  let entity: Entity
  /// Where members go that the import has a plan for; others go where their names say.
  let members: [String: ColumnPlan]
  let context: RowContext

  /// The record as a draft; members that the entity does not know are left out.
  func draft(of object: JSONObject) throws(RowProblem) -> RecordDraft {
    var draft = RecordDraft(entity)
    var row = RawRow()
    row.begin(line: 0)
    for (column, member) in object.members.enumerated() {
      row.set(column, member.value)
      if let plan = plan(for: member) {
        try plan.fill(&draft, from: row, column, in: context)
      } else if member.value != .null {
        draft.unknownMembers.append(member.name)
      }
    }
    return draft
  }

  private func plan(for member: JSONObject.Member) -> ColumnPlan? {
    if let plan = members[member.name] { return plan }
    switch entity.property(matching: member.name) {
    case .attribute(let attribute)?:
      return entity.storedIndex(of: attribute.name)
        .map {
          .attribute(
            ValueReader(attribute, isExact: context.isExport, in: context.localTime), place: $0)
        } ?? .ignored
    case .relationship(let relationship)?: return .relationship(relationship, [:])
    case nil: return RecordJSON.identityKeys.contains(member.name) ? .identity : nil
    }
  }
}
