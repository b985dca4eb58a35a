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

  /// Whether the store is the app's own, rather than one of files that are looked at.
  public let isOwn: Bool

  /// Creates the mount of the app's own store.
  ///
  /// The app's URLs have the same paths as the store's URLs. Only the scheme differs.
  public init(scheme: String) {
    let scheme = scheme.lowercased()
    guard scheme != ScreenURL.defaultScheme else {
      self.init(isOwn: true, outward: { $0 }, inward: { $0 })
      return
    }
    self.init(
      isOwn: true,
      // URLs of other programs do not change.
      outward: { $0.scheme == ScreenURL.defaultScheme ? $0.replacing(scheme: scheme) : $0 },
      inward: { $0.scheme == scheme ? $0.replacing(scheme: ScreenURL.defaultScheme) : nil })
  }

  /// A mount that translates URLs both ways.
  ///
  /// - Parameters:
  ///   - outward: The app's URL of a place in the store.
  ///   - inward: The place in the store that a URL of the app leads to, or `nil`.
  public init(
    outward: @escaping @Sendable (ScreenURL) -> ScreenURL,
    inward: @escaping @Sendable (ScreenURL) -> ScreenURL?
  ) {
    self.init(isOwn: false, outward: outward, inward: inward)
  }

  private init(
    isOwn: Bool, outward: @escaping @Sendable (ScreenURL) -> ScreenURL,
    inward: @escaping @Sendable (ScreenURL) -> ScreenURL?
  ) {
    (self.isOwn, self.outward, self.inward) = (isOwn, outward, inward)
  }
}

extension StoreClient {
  /// The app's URL of a record.
  public func url(of id: ObjectID) -> ScreenURL { mount.outward(snapshot.url(of: id)) }

  /// The app's URL of a record with a `PortableID`, which names the store, too.
  ///
  /// The app opens the same record by it. Over another store, a screen says that the record belongs
  /// elsewhere.
  public func portableURL(of id: ObjectID) -> ScreenURL {
    mount.outward(snapshot.portableURL(of: id))
  }

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
