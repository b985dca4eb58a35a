internal import CairnJSON
internal import CairnStore

/// Reads what a cell says of a relationship: addresses of records, or whole records.
enum LinkCell {
  /// The links in the cell, `nil` if it has no value; none if the data says that there are none.
  ///
  /// A record is named as a person names it where a link is set. Several are a JSON array, or stand
  /// between commas.
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - column: The cell's column.
  ///   - relationship: What it says something of.
  ///   - plans: Where members of whole records go, by their names.
  ///   - context: What the reading depends on besides the row.
  /// - Returns: The links, whole records made into drafts.
  /// - Throws: `RowProblem.value` for a number, a truth value or a list of something else, and what
  ///   is wrong with a whole record.
  static func reference(
    of row: borrowing RawRow, _ column: Int, _ relationship: Relationship,
    _ plans: [String: ColumnPlan], in context: RowContext
  ) throws(RowProblem) -> RecordDraft.Reference? {
    let bytes = row.bytes(at: column)
    switch row.kind(at: column) {
    case .missing where !context.clearsLinks: return nil
    case .missing, .empty:
      return RecordDraft.Reference(relationship: relationship, target: .members([]))
    case .plain where bytes.first != Byte.openBracket, .text:
      // A short name may have a comma, and a link to one record has one name.
      let text = String(decoding: bytes, as: UTF8.self)
      let names = relationship.isToMany ? text.split(separator: ",").map(String.init) : [text]
      let addresses = names.map {
        RecordDraft.Reference.Member.address(String($0.drop(while: \.isWhitespace)))
      }
      return RecordDraft.Reference(relationship: relationship, target: .members(addresses))
    case .plain, .list, .plainList, .nested:
      return RecordDraft.Reference(
        relationship: relationship,
        target: .members(try members(bytes, relationship, plans, in: context)))
    case .number, .boolean: throw misfit(bytes, relationship)
    }
  }

  private static func members(
    _ bytes: ArraySlice<UInt8>, _ relationship: Relationship, _ plans: [String: ColumnPlan],
    in context: RowContext
  ) throws(RowProblem) -> [RecordDraft.Reference.Member] {
    guard let entity = context.model[relationship.destination] else {
      throw misfit(bytes, relationship)
    }
    let nested = NestedRecord(entity: entity, members: plans, context: context)
    var reader = JSONReader(bytes)
    guard let value = try? reader.only() else { throw misfit(bytes, relationship) }
    var members: [RecordDraft.Reference.Member] = []
    for element in value.array ?? [value] {
      switch element {
      case .string(let address): members.append(.address(address))
      case .object(let object):
        // An address alone is a link to a record that stays as it is.
        if object.members.count == 1, let address = RecordJSON.address(in: object) {
          members.append(.address("\(address)"))
        } else {
          members.append(.record(try nested.draft(of: object), object))
        }
      case .null, .boolean, .number, .array: throw misfit(bytes, relationship)
      }
    }
    return members
  }

  private static func misfit(
    _ bytes: ArraySlice<UInt8>, _ relationship: Relationship
  ) -> RowProblem {
    .value(
      field: relationship.name, text: String(decoding: bytes, as: UTF8.self),
      expected: "the URL of a record")
  }
}
