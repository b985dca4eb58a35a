public import CairnNavigation
internal import CairnScreens
public import CairnStore

/// The routes to the places of a store: lists, pages, forms and merges.
///
///     SCHEME://recipes                 the records of a collection
///     SCHEME://recipes/~new            the form for a new record
///     SCHEME://recipes/p3              the page of a record
///     SCHEME://recipes/p3/~edit        its form
///     SCHEME://recipes/p3/~merge       the merge of other records into it
///     SCHEME://recipes/p3/ingredients  the records that it links to
///
/// An app that makes its own `URLMap` adds them with ``items(scheme:place:)`` and gives the map the
/// ``converters(of:at:)``. `Application(records:scheme:routes:)` has them already.
public enum RecordRoutes {
  /// The routes, for any kind of destination.
  ///
  /// - Parameters:
  ///   - scheme: the scheme of the app's URLs.
  ///   - place: makes the destination of a URL, such as `StoreClient.screen(at:)`.
  /// - Returns: the items for a map.
  public static func items<Destination>(
    scheme: String, place: @escaping (ScreenURL) throws -> Destination
  ) -> [MapItem<Destination>] {
    let collection = "\(scheme)://(collection)"
    let record = "\(collection)/(record)"
    return [
      .route(Route(collection) { (_: CollectionCapture, url: ScreenURL) in try place(url) }),
      .route(
        Route("\(collection)/~new", .modal, parent: collection) {
          (_: CollectionCapture, url: ScreenURL) in try place(url)
        }),
      .route(
        Route(record, parent: collection) {
          (_: CollectionCapture, _: RecordCapture, url: ScreenURL) in try place(url)
        }),
      .route(
        Route("\(record)/~edit", .modal, parent: record) {
          (_: CollectionCapture, _: RecordCapture, url: ScreenURL) in try place(url)
        }),
      .route(
        Route("\(record)/~merge", parent: record) {
          (_: CollectionCapture, _: RecordCapture, url: ScreenURL) in try place(url)
        }),
      .route(
        Route("\(record)/(link)", parent: record) {
          (_: CollectionCapture, _: RecordCapture, _: LinkCapture, url: ScreenURL) in
          try place(url)
        }),
    ]
  }

  /// The capture types of the routes, which ask a store for the present meaning of a text.
  ///
  /// A deleted record still matches, so that its screen can say what happened. An unknown collection
  /// doesn't match.
  ///
  /// - Parameters:
  ///   - snapshot: the store's newest content.
  ///   - clock: the present time, for unique fields with dates.
  /// - Returns: the types `collection`, `record` and `link`.
  public static func converters(
    of snapshot: @escaping () -> Snapshot, at clock: @escaping () -> WallClock
  ) -> [CaptureConverter] {
    [
      CaptureConverter("collection") { text, _ in
        guard let entity = snapshot().model.entity(matching: text) else {
          return .rejected("no collection called \(text)")
        }
        return .accepted(entity.plural)
      },
      CaptureConverter("record") { text, context in
        guard !text.hasPrefix("~") else { return .rejected("\(text) is a screen of the app") }
        let url = ScreenURL(Array(context.url.segments.prefix(2)))
        return .accepted(snapshot().canonical(url, at: clock()).segments.last ?? text)
      },
      CaptureConverter("link") { text, context in
        let entity = context.earlier["collection"].flatMap(snapshot().model.entity(matching:))
        guard case .relationship(let link)? = entity?.property(matching: text) else {
          return .rejected("\(entity?.plural ?? "they") have no link \(text)")
        }
        return .accepted(link.name.lowercased())
      },
    ]
  }
}

/// A collection in a URL, spelled in the plural.
public struct CollectionCapture: CaptureValue {
  /// The registered type `collection`.
  public static let captureType = CaptureType.registered("collection")
  /// The plural of the collection.
  public let captureText: String

  /// Creates a capture of a text that the converter accepted.
  public init?(captureText: String) { self.captureText = captureText }
}

/// A record in a URL, by its key if the record exists.
public struct RecordCapture: CaptureValue {
  /// The registered type `record`.
  public static let captureType = CaptureType.registered("record")
  /// The key of the record, or the text that names none.
  public let captureText: String

  /// Creates a capture of a text that the converter accepted.
  public init?(captureText: String) { self.captureText = captureText }
}

/// A record's link in a URL.
public struct LinkCapture: CaptureValue {
  /// The registered type `link`.
  public static let captureType = CaptureType.registered("link")
  /// The name of the link, in lower case.
  public let captureText: String

  /// Creates a capture of a text that the converter accepted.
  public init?(captureText: String) { self.captureText = captureText }
}
