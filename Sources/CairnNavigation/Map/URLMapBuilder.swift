/// What a map is made of.
public enum MapItem<Destination> {
  /// A pattern with its screens.
  case route(Route<Destination>)
  /// A type with the URLs of its values.
  case link(Link)
  /// A URL that stands for another.
  case redirect(Redirect)
}

/// Lets a map's routes, links and redirects stand one below the other.
@resultBuilder
public enum URLMapBuilder<Destination> {
  /// A route as an item.
  public static func buildExpression(_ route: Route<Destination>) -> [MapItem<Destination>] {
    [.route(route)]
  }

  /// A link as an item.
  public static func buildExpression(_ link: Link) -> [MapItem<Destination>] { [.link(link)] }

  /// A redirect as an item.
  public static func buildExpression(_ redirect: Redirect) -> [MapItem<Destination>] {
    [.redirect(redirect)]
  }

  /// Items made elsewhere.
  public static func buildExpression(_ items: [MapItem<Destination>]) -> [MapItem<Destination>] {
    items
  }

  /// Items in order.
  public static func buildBlock(_ items: [MapItem<Destination>]...) -> [MapItem<Destination>] {
    items.flatMap(\.self)
  }

  /// The items of a loop.
  public static func buildArray(_ items: [[MapItem<Destination>]]) -> [MapItem<Destination>] {
    items.flatMap(\.self)
  }

  /// The items of a condition, if it holds.
  public static func buildOptional(_ items: [MapItem<Destination>]?) -> [MapItem<Destination>] {
    items ?? []
  }

  /// The items of a condition's first branch.
  public static func buildEither(first items: [MapItem<Destination>]) -> [MapItem<Destination>] {
    items
  }

  /// The items of a condition's second branch.
  public static func buildEither(second items: [MapItem<Destination>]) -> [MapItem<Destination>] {
    items
  }
}
