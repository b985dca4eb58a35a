internal import CairnJSON
internal import CairnStore

/// Reads what a cell says of a relationship: addresses of records, or whole records.
enum LinkCell {
  /// The links in the cell, `nil` if it has no value.
  ///
  /// An address is `cairn://recipes/p3` or a bare key. Several are a JSON array, or stand between
  /// commas.
  ///
  /// - Throws: `RowProblem.value` for a number, a truth value or a list of something else.
  static func reference(
    of row: borrowing RawRow, _ column: Int, _ relationship: Relationship
  ) throws(RowProblem) -> RecordDraft.Reference? {
    let bytes = row.bytes(at: column)
    switch row.kind(at: column) {
    case .missing: return nil
    case .plain where bytes.first != Byte.openBracket, .text:
      let addresses = String(decoding: bytes, as: UTF8.self).split(separator: ",")
        .map { RecordDraft.Reference.Member.address(String($0.drop(while: \.isWhitespace))) }
      return RecordDraft.Reference(relationship: relationship, target: .members(addresses))
    case .plain, .list, .nested:
      return RecordDraft.Reference(
        relationship: relationship, target: .members(try members(bytes, relationship)))
    case .number, .boolean: throw misfit(bytes, relationship)
    }
  }

  private static func members(
    _ bytes: ArraySlice<UInt8>, _ relationship: Relationship
  ) throws(RowProblem) -> [RecordDraft.Reference.Member] {
    var reader = JSONReader(bytes)
    guard let value = try? reader.only() else { throw misfit(bytes, relationship) }
    var members: [RecordDraft.Reference.Member] = []
    for element in value.array ?? [value] {
      switch element {
      case .string(let address): members.append(.address(address))
      case .object(let object): members.append(.object(object))
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
