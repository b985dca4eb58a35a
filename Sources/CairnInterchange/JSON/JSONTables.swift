internal import CairnJSON

/// Finds the tables in a JSON document.
///
/// An array of objects is one table, and so are consecutive objects. A single object is a table
/// with one record. If all its members are arrays of objects, each of these is a table.
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

  /// Returns the members of the only object in `bytes`, if each is an array of objects.
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

  /// Returns whether a value is an array whose elements begin like objects.
  ///
  /// Errors inside the elements are found row by row.
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

/// The repeated members of objects, of which only the last one counts.
struct RepeatedMembers {
  /// The members, by the names that lead from the row's object to them.
  private(set) var paths: [[String]] = []
  private var counts: [[String]: Int] = [:]
  private var path: [String] = []

  /// Records that a member is repeated.
  mutating func add(_ name: String) {
    path.append(name)
    if counts[path] == nil { paths.append(path) }
    counts[path, default: 0] += 1
    path.removeLast()
  }

  /// Searches the objects within a member's value for repeated members.
  mutating func search(_ value: JSONValue, of name: String) {
    path.append(name)
    search(value)
    path.removeLast()
  }

  private mutating func search(_ value: JSONValue) {
    switch value {
    case .array(let elements):
      for element in elements { search(element) }
    case .object(let object):
      var known: Set<String> = []
      for member in object.members {
        if !known.insert(member.name).inserted { add(member.name) }
        search(member.value, of: member.name)
      }
    case .null, .boolean, .number, .string: break
    }
  }

  /// Returns notices about the members that lost values.
  ///
  /// - Parameters:
  ///   - input: The input's name.
  ///   - isText: Returns whether a column keeps objects as text, which loses no members.
  /// - Returns: A sentence for each member, in the order in which they were found.
  func notices(of input: String, where isText: (String) -> Bool) -> [String] {
    paths.compactMap { path in
      guard let count = counts[path], path.count == 1 || !isText(path[0]) else { return nil }
      return "\(input): \(path.joined(separator: ".")) is repeated in an object; the last value "
        + "was used, \(count) omitted"
    }
  }
}
