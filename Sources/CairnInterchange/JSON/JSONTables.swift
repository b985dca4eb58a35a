internal import CairnJSON

/// Finds the tables in a JSON document.
///
/// An array of objects is one table, and so are objects one after another; a single object is a
/// table of one record, unless all its members are arrays of objects: then each is a table.
enum JSONTables {
  static func tables(of bytes: [UInt8], name: String) throws(InterchangeError) -> [RawTable] {
    if let arrays = try arraysOfObjects(in: bytes, name: name) {
      return arrays.map { array in
        RawTable(input: name, name: array.name) { () throws(InterchangeError) in
          JSONRowReader(elements: JSONElements(array.value), name: name, array: array.name)
        }
      }
    }
    return [
      RawTable(input: name, name: nil) { () throws(InterchangeError) in
        JSONRowReader(elements: JSONElements(bytes), name: name)
      }
    ]
  }

  /// The members of the only object in `bytes`, if each is an array of objects.
  private static func arraysOfObjects(
    in bytes: [UInt8], name: String
  ) throws(InterchangeError) -> [(name: String, value: JSONPiece)]? {
    var elements = JSONElements(bytes)
    guard !elements.isArray, let piece = elements.next(), elements.isAtEnd() else { return nil }
    if let members = JSONMembers.members(of: piece), members.allSatisfy({ isTable($0.value) }),
      members.contains(where: { !isEmpty($0.value) })
    {
      return members
    }
    try checkIsObject(piece, name: name)
    return nil
  }

  /// Whether a value is an array of what begin as objects; whether they are, each row will show.
  private static func isTable(_ value: JSONPiece) -> Bool {
    var elements = JSONElements(value)
    guard elements.isArray else { return false }
    while let element = elements.next() {
      guard element.bytes.first == Byte.openBrace else { return false }
    }
    return elements.isAtEnd()
  }

  private static func isEmpty(_ array: JSONPiece) -> Bool {
    var elements = JSONElements(array)
    return elements.next() == nil
  }

  private static func checkIsObject(
    _ piece: JSONPiece, name: String
  ) throws(InterchangeError) {
    let value: JSONValue
    do throws(JSONError) {
      var reader = JSONReader(piece.bytes, from: piece.start)
      value = try reader.only()
    } catch {
      throw .malformed(
        name: name, line: error.position.line, column: error.position.column, reason: error.reason)
    }
    guard case .object = value else { throw .noRecords(name: name) }
  }
}
