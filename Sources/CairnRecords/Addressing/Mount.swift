public import CairnNavigation
public import CairnStore

/// The translation between a store's URLs and the app's URLs.
///
/// Sources of lists and pages read URLs of the store, and return URLs of the app.
public struct Mount: Sendable {
  /// The app's URL of a place in the store.
  public let outward: @Sendable (ScreenURL) -> ScreenURL

  /// The place in the store that a URL of the app leads to; `nil` if it leads elsewhere.
  public let inward: @Sendable (ScreenURL) -> ScreenURL?

  /// Whether the places have the same URLs in the app.
  public let isRoot: Bool

  /// The app's own store, whose places have the same URLs in the app.
  public static let root = Mount(isRoot: true, outward: { $0 }, inward: { $0 })

  /// A mount that translates URLs both ways.
  ///
  /// - Parameters:
  ///   - outward: The app's URL of a place in the store.
  ///   - inward: The place in the store that a URL of the app leads to, or `nil`.
  public init(
    outward: @escaping @Sendable (ScreenURL) -> ScreenURL,
    inward: @escaping @Sendable (ScreenURL) -> ScreenURL?
  ) {
    self.init(isRoot: false, outward: outward, inward: inward)
  }

  private init(
    isRoot: Bool, outward: @escaping @Sendable (ScreenURL) -> ScreenURL,
    inward: @escaping @Sendable (ScreenURL) -> ScreenURL?
  ) {
    (self.isRoot, self.outward, self.inward) = (isRoot, outward, inward)
  }
}

extension StoreClient {
  /// The app's URL of a record.
  public func url(of id: ObjectID) -> ScreenURL { mount.outward(snapshot.url(of: id)) }

  /// The app's URL of a collection's list.
  public func url(of entity: Entity) -> ScreenURL { mount.outward(snapshot.url(of: entity)) }

  /// The place in the store that a URL of the app leads to.
  ///
  /// - Throws: `AddressProblem` if the URL leads to nothing in this store.
  public func address(_ url: ScreenURL) throws(AddressProblem) -> StoreAddress {
    guard let inner = mount.inward(url) else { throw .noPlace(url.text) }
    return try StoreAddress(inner, in: snapshot, at: clock())
  }
}
