internal import CairnJSON
internal import CairnStore

extension TablePlan {
  /// Returns the draft of a row's record, without looking up other records.
  ///
  /// - Parameters:
  ///   - blank: a draft of the table's entity without values.
  ///   - row: the row.
  ///   - context: further context for reading the row.
  /// - Returns: the draft.
  /// - Throws: the problem of the row, or of one of its values.
  func draft(
    _ blank: RecordDraft, of row: borrowing RawRow, in context: RowContext
  ) throws(RowProblem) -> RecordDraft {
    if let problem = row.problem { throw problem }
    var draft = blank
    // Columns are accessed by index, because a copy of each plan would cost more than its work.
    let isForgiving = table.form.format.isForgiving
    for column in columns.indices {
      do throws(RowProblem) {
        try columns[column].fill(&draft, from: row, column, in: context)
        if isForgiving { draft.loseBreaches() }
      } catch {
        guard isForgiving else { throw error }
        draft.losses.append(error)
      }
    }
    if !draft.misfits.isEmpty { draft.moveMisfits() }
    for place in absentFields { draft.set(place, nil) }
    if context.clearsLinks {
      draft.references += absentLinks.map { .init(relationship: $0, target: .members([])) }
    }
    for link in links {
      guard row.kind(at: link.column).hasValue else {
        // An empty cell clears a field of a known record, and so its link.
        if match != nil, context.clearsFields || row.kind(at: link.column) != .missing {
          draft.references.append(.init(relationship: link.relationship, target: .members([])))
        }
        continue
      }
      let form = row.kind(at: link.column) == .number ? nil : link.form
      let plain = form?.reading(of: row.bytes(at: link.column))?.plain
      let texts =
        if let plain { [String(decoding: plain, as: UTF8.self)] } else {
          link.texts(in: row)
        }
      let target = RecordDraft.Reference.Target.values(field: link.field, texts)
      draft.references.append(
        .init(relationship: link.relationship, target: target, isSure: link.isAsked))
    }
    return draft
  }

  /// Returns the problems of all values that do not fit their fields, and a draft of the others.
  func problems(
    of row: borrowing RawRow, in context: RowContext
  ) -> (problems: [RowProblem], draft: RecordDraft) {
    var problems: [RowProblem] = []
    var draft = RecordDraft(entity)
    for column in columns.indices {
      do throws(RowProblem) {
        try columns[column].fill(&draft, from: row, column, in: context)
      } catch {
        problems.append(error)
      }
    }
    draft.moveMisfits()
    return (problems, draft)
  }
}

extension LinkPlan {
  /// Returns the texts in the column: the elements of a list, separated texts, or a single text.
  fileprivate func texts(in row: borrowing RawRow) -> [String] {
    let bytes = row.bytes(at: column)
    switch row.kind(at: column) {
    case .list, .plainList:
      return (ListText.elements(of: bytes) ?? []).map {
        String(decoding: ListText.plainBytes(of: $0), as: UTF8.self)
      }
    case .plain:
      // Tables have lists as JSON.
      if bytes.first == Byte.openBracket, let elements = ListText.elements(of: bytes) {
        return elements.map { String(decoding: ListText.plainBytes(of: $0), as: UTF8.self) }
      }
      return separator.map { $0.values(in: bytes) } ?? [row.text(at: column)]
    default: return [row.text(at: column)]
    }
  }
}

extension ColumnPlan {
  /// Adds the value that the row has in `column` to the draft.
  func fill(
    _ draft: inout RecordDraft, from row: borrowing RawRow, _ column: Int, in context: RowContext
  ) throws(RowProblem) {
    switch self {
    case .ignored: break
    case .identity:
      guard row.kind(at: column).hasValue else { break }
      let address = row.text(at: column)
      guard !context.isExport || RecordAddress(address) != nil else {
        throw .value(
          field: RecordJSON.identityKey(of: draft.entity), text: address,
          expected: "the URL of a record")
      }
      draft.identity = RecordAddress.standard(address)
    case .attribute(let reader, let place):
      guard context.clearsFields || row.kind(at: column) != .missing else { break }
      if let plan = reader.misfits {
        return try fill(&draft, place, from: row, column, reader, plan)
      }
      var breach: RowProblem?
      draft.set(place, try reader.value(of: row, column, noting: &breach))
      if let breach { draft.breaches.append(RecordDraft.Breach(place: place, problem: breach)) }
    case .names(let reader, let relationship):
      guard context.clearsFields || row.kind(at: column) != .missing else { break }
      let value = try reader.value(of: row, column)
      if value?.hasSeveralLines == true { draft.joinedNames.append(relationship.name) }
      let names = value.map(RecordName.names) ?? []
      draft.references.append(.init(relationship: relationship, target: .names(names)))
    case .relationship(let relationship, let members):
      if let reference = try LinkCell.reference(of: row, column, relationship, members, in: context)
      {
        draft.references.append(reference)
      }
    }
  }

  /// Adds a value, or does with a misfit what a person chose.
  private func fill(
    _ draft: inout RecordDraft, _ place: Int, from row: borrowing RawRow, _ column: Int,
    _ reader: ValueReader, _ plan: MisfitPlan
  ) throws(RowProblem) {
    do throws(RowProblem) {
      draft.set(place, to: try reader.value(of: row, column), or: nil, plan)
    } catch {
      guard case .value(let field, _, let expected) = error else { throw error }
      // The whole cell, also if only one element of it does not fit.
      let problem = RowProblem.value(
        field: field, text: row.text(at: column), expected: expected)
      draft.set(place, to: nil, or: problem, plan)
    }
  }
}

/// A whole record nested in another one, as exports write followed links.
struct NestedRecord {
  let entity: Entity
  /// The plans for members; members without a plan are matched by name.
  let members: [String: ColumnPlan]
  let context: RowContext

  /// Returns the record as a draft; members without a field are left out.
  func draft(of object: JSONObject) throws(RowProblem) -> RecordDraft {
    var draft = RecordDraft(entity)
    var unknown: [String] = []
    var row = RawRow()
    row.begin(line: 0)
    for (column, member) in object.members.enumerated() {
      row.set(column, member.value)
      if let plan = plan(for: member) {
        try plan.fill(&draft, from: row, column, in: context)
      } else if member.value != .null {
        unknown.append(member.name)
      }
    }
    if !unknown.isEmpty { draft.unknownMembers = unknown }
    draft.moveMisfits()
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

/// Creates preview columns for the members of nested records.
struct MemberColumns {
  /// The present model.
  let known: ObjectModel
  /// The model that the import needs.
  let planned: ObjectModel
  /// The number of example values of a member.
  private static let exampleCount = 8

  /// Returns the members of the records in a column; empty if it has no records.
  ///
  /// - Parameters:
  ///   - column: The column, or a member of another one.
  ///   - plan: The destination of the column.
  ///   - values: Returns the first values; called only if the column has records.
  /// - Returns: A column for each member, in the order in which they were found.
  func columns(
    in column: Columns.Column, _ plan: ColumnPlan, of values: () -> [JSONValue]
  ) -> [ImportPreview.Column] {
    guard case .relationship(let relationship, let plans) = plan,
      let records = column.profile.nested, let entity = planned[relationship.destination]
    else { return [] }
    let objects = values().flatMap { $0.array ?? [$0] }.compactMap(\.object)
    return Columns(records, in: column).all.map { member in
      let plan = plans[member.name] ?? .ignored
      let values = objects.compactMap { $0[member.name] }.filter { $0 != .null }
      return ImportPreview.Column(
        name: member.path, ownName: member.name, collection: entity,
        target: ImportPreview.Column.Target(plan, known[entity.name]),
        emptyCount: records.objectCount - member.profile.valueCount, misfitCount: 0, link: nil,
        formChoices: member.profile.formChoices,
        examples: values.prefix(Self.exampleCount).map { $0.string ?? $0.text() },
        members: columns(in: member, plan) { values })
    }
  }
}
