/// A link from an app's own value to the URL of its screen.
///
///     Link(from: Contact.self, named: "city", to: "cairn://cities/(city)/(uid)", \.address.city, \.uid)
///
/// The key paths give the values of the pattern's named captures, in order.
public struct Link {
  let sourceType: String
  let sourceID: ObjectIdentifier
  let name: String?
  let patternText: String
  let roles: [ParameterRole]

  /// The values of an object of the link's type or a subclass; nil for any other object.
  let arguments: (Any) -> [RouteArgument]?

  /// Creates a link from a type to a pattern.
  ///
  /// - Parameters:
  ///   - source: the type whose values have a screen; subclasses too.
  ///   - name: a name, if a type has several links.
  ///   - pattern: see ``Pattern``; a route of the map must take its URLs.
  ///   - properties: the key path of each named capture, in order.
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
  /// Returns the URL of an app's own value, by the link of its type or a superclass.
  ///
  /// A link from the value's exact type comes first, then the others in the order of registration.
  ///
  /// - Parameters:
  ///   - object: the value.
  ///   - name: the name of the link, if the type has several.
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
