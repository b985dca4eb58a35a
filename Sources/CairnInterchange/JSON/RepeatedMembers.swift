internal import CairnJSON

/// The members that came more than once in an object, of which only the last counts.
struct RepeatedMembers {
  /// A member by the names that lead to it from the row's object.
  private(set) var paths: [[String]] = []
  private var counts: [[String]: Int] = [:]
  private var path: [String] = []

  /// Takes note that a member came again.
  mutating func add(_ name: String) {
    path.append(name)
    if counts[path] == nil { paths.append(path) }
    counts[path, default: 0] += 1
    path.removeLast()
  }

  /// Looks for members that come again in the objects within a member's value.
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

  /// What a person should hear of those that lost values.
  ///
  /// - Parameters:
  ///   - input: The input's name.
  ///   - isText: Whether a column keeps objects as text, where nothing is lost.
  /// - Returns: A sentence for each member, in the order in which they were met.
  func notices(of input: String, where isText: (String) -> Bool) -> [String] {
    paths.compactMap { path in
      guard let count = counts[path], path.count == 1 || !isText(path[0]) else { return nil }
      return "\(input): \(path.joined(separator: ".")) is repeated in an object; the last value "
        + "was used, \(count) omitted"
    }
  }
}
