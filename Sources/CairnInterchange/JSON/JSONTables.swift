internal import CairnJSON

/// Finds the tables in a JSON document.
///
/// An array of objects is one table, and so are objects one after another; a single object is a
/// table of one record, unless all its members are arrays of objects: then each is a table.
enum JSONTables {
  static func tables(of bytes: [UInt8], name: String) throws(InterchangeError) -> [RawTable] {
    if let members = try arraysOfObjects(in: bytes, name: name) {
      return members.map { member in
        let elements = JSONValue.array(member.value).bytes()
        return table(of: elements, input: name, name: member.name)
      }
    }
    return [table(of: bytes, input: name, name: nil)]
  }

  private static func table(of bytes: [UInt8], input: String, name: String?) -> RawTable {
    RawTable(input: input, name: name) { () throws(InterchangeError) in
      JSONRowReader(elements: JSONElements(bytes), name: input)
    }
  }

  /// The members of the only object in `bytes`, if each is an array of objects.
  private static func arraysOfObjects(
    in bytes: [UInt8], name: String
  ) throws(InterchangeError) -> [(name: String, value: [JSONValue])]? {
    var elements = JSONElements(bytes)
    guard !elements.isArray, let piece = elements.next(), elements.isAtEnd() else { return nil }
    let value: JSONValue
    do throws(JSONError) {
      var reader = JSONReader(piece.bytes, from: piece.start)
      value = try reader.only()
    } catch {
      throw .malformed(
        name: name, line: error.position.line, column: error.position.column, reason: error.reason)
    }
    guard let object = value.object else { throw .noRecords(name: name) }
    var members: [(name: String, value: [JSONValue])] = []
    for member in object.members {
      guard let array = member.value.array, array.allSatisfy({ $0.object != nil }) else {
        return nil
      }
      members.append((member.name, array))
    }
    let holdsObjects = members.contains { !$0.value.isEmpty }
    return holdsObjects ? members : nil
  }
}
