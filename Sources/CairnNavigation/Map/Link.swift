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

extension URLMap {
  /// The URL of an app's own value, by the link of its type, or of one it inherits from.
  ///
  /// A link from the value's very type comes first, then the others in order of registration.
  ///
  /// - Parameters:
  ///   - object: the value.
  ///   - name: which of several links.
  /// - Returns: the URL that the link's pattern writes.
  /// - Throws: ``NavigationError/noLink(type:name:)``; ``NavigationError/unwritable(_:)`` if a
  ///   property is missing or empty.
  public func url(
    for object: some Any, named name: String? = nil
  ) throws(NavigationError) -> ScreenURL {
    let own = ObjectIdentifier(type(of: object as Any))
    let named = links.filter { $0.link.name == name }
    let exact = named.filter { $0.link.sourceID == own }
    for registered in exact + named {
      guard let arguments = registered.link.arguments(object) else { continue }
      return try registered.pattern.url(arguments: arguments)
    }
    throw .noLink(type: "\(type(of: object as Any))", name: name)
  }
}
