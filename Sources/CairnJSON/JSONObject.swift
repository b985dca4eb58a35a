/// Named values in order.
///
/// Look-up goes through the members one by one, which is fastest for the few that objects have.
public struct JSONObject: Hashable, Sendable {
  /// A named value.
  public struct Member: Hashable, Sendable {
    /// The name, which another member may share.
    public let name: String
    /// The value.
    public var value: JSONValue

    /// Creates a member.
    public init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The members in the order that they were read in or will be written in.
  public var members: [Member]

  /// Creates an object.
  public init(_ members: [Member] = []) { self.members = members }

  /// The value called `name`; the last one where several are, as most readers have it.
  ///
  /// Setting it changes that member in its place or adds one at the end; `nil` removes all that
  /// have the name.
  public subscript(name: String) -> JSONValue? {
    get { members.last { $0.name == name }?.value }
    set {
      guard let newValue else { return members.removeAll { $0.name == name } }
      if let index = members.lastIndex(where: { $0.name == name }) {
        members[index].value = newValue
      } else {
        members.append(Member(name: name, value: newValue))
      }
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object with the members in the order that they are written in.
  public init(dictionaryLiteral members: (String, JSONValue)...) {
    self.init(members.map { Member(name: $0.0, value: $0.1) })
  }
}
