/// The way from an app's own value to the URL of its screen, by property substitution.
///
///     Link(from: Contact.self, named: "city", to: "cairn://cities/(city)/(uid)", \.address.city, \.uid)
///
/// The key paths give the pattern's named captures their values, in order.
public struct Link {
  let sourceType: String
  let sourceID: ObjectIdentifier
  let name: String?
  let patternText: String
  let roles: [ParameterRole]

  /// The values of an object that is, or inherits from, the link's type; else nil.
  let arguments: (Any) -> [RouteArgument]?

  /// Links a type to a pattern.
  ///
  /// - Parameters:
  ///   - source: the type whose values have a screen; subclasses too.
  ///   - name: tells several links of one type apart.
  ///   - pattern: see ``Pattern``; a route of the map must take its URLs.
  ///   - properties: one for each named capture, in order.
  public init<Source, each Value: RouteParameter>(
    from source: Source.Type, named name: String? = nil, to pattern: String,
    _ properties: repeat KeyPath<Source, each Value>
  ) {
    sourceType = "\(source)"
    sourceID = ObjectIdentifier(source)
    self.name = name
    patternText = pattern
    var roles: [ParameterRole] = []
    for type in repeat (each Value).self { roles.append(type.role) }
    self.roles = roles
    arguments = { object in
      guard let object = object as? Source else { return nil }
      var arguments: [RouteArgument] = []
      for property in repeat each properties {
        arguments.append(object[keyPath: property].argument)
      }
      return arguments
    }
  }
}
