internal import CairnJSON
internal import CairnStore

extension TablePlan {
  /// Returns what a row says of a record, before anything is looked up.
  ///
  /// - Parameters:
  ///   - blank: a draft of the table's entity without values.
  ///   - row: the row.
  ///   - context: what the reading depends on besides the row.
  /// - Returns: the draft.
  /// - Throws: the problem of the row, or of one of its values.
  func draft(
    _ blank: RecordDraft, of row: borrowing RawRow, in context: RowContext
  ) throws(RowProblem) -> RecordDraft {
    if let problem = row.problem { throw problem }
    var draft = blank
    // By index, because a copy of each plan would cost more than its work.
    for column in columns.indices {
      try columns[column].fill(&draft, from: row, column, in: context)
    }
    for place in absentFields { draft.set(place, nil) }
    if context.clearsLinks {
      draft.references += absentLinks.map { .init(relationship: $0, target: .members([])) }
    }
    for link in links where row.kind(at: link.column).hasValue {
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
}

extension LinkPlan {
  /// The texts in the column: the elements of a list, or those between separators, or the only one.
  fileprivate func texts(in row: borrowing RawRow) -> [String] {
    let bytes = row.bytes(at: column)
    switch row.kind(at: column) {
    case .list, .plainList:
      return (ListText.elements(of: bytes) ?? []).map {
        String(decoding: ListText.plainBytes(of: $0), as: UTF8.self)
      }
    case .plain where separator != nil: return separator.map { ListText.tags(in: bytes, $0) } ?? []
    default: return [row.text(at: column)]
    }
  }
}

extension ColumnPlan {
  /// Puts what the row has in `column` where it belongs.
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
      draft.identity = address
    case .attribute(let reader, let place):
      var breach: RowProblem?
      draft.set(place, try reader.value(of: row, column, noting: &breach))
      if let breach { draft.breaches.append(RecordDraft.Breach(place: place, problem: breach)) }
    case .relationship(let relationship, let members):
      if let reference = try LinkCell.reference(of: row, column, relationship, members, in: context)
      {
        draft.references.append(reference)
      }
    }
  }
}
