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
