internal import CairnKit
public import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// The person's own URLs, for commands that take a URL without showing a screen.
extension Workspace {
  /// Returns the destination of a URL after the person's routes, the same as on a screen.
  ///
  /// Only valid routes are used; the code that opens the store reports invalid ones. Cost: none if
  /// there are no routes or the URL is one of a collection, else the making of the map.
  ///
  /// - Parameters:
  ///   - url: the URL.
  ///   - snapshot: the content with the known collections; `nil` for the newest.
  /// - Returns: the final URL.
  /// - Throws: ``AppError/failed(_:)`` when the routes form a loop.
  func routed(
    _ url: ScreenURL, in snapshot: Snapshot? = nil
  ) throws(AppError) -> ScreenURL {
    guard let routes = try? settings.routes, !routes.isEmpty else { return url }
    // Places in the store take precedence over routes.
    if url.segments.count <= 2, let word = url.segments.first,
      (snapshot ?? store.snapshot).model.entity(matching: word) != nil
    {
      return url
    }
    let (result, redirects) = try map(with: routes).resolved(url)
    if case .unmatched(let unmatched, _) = result, !unmatched.redirects.isEmpty {
      throw .failed(unmatched.description)
    }
    return redirects.last ?? url
  }

  /// Returns the app screen that a URL leads to, and its own URL; `nil` for a place in the store or
  /// an unknown URL.
  func page(at url: ScreenURL) throws(AppError) -> (page: AppPage, url: ScreenURL)? {
    if (try? StoreAddress(url, in: store.snapshot, at: clock)) != nil { return nil }
    let converters = CaptureConverters(snapshot: { store.snapshot }, clock: { clock })
    let routes = AppRoutes<AppPage?>(
      converters: converters.all, redirects: [], page: { page, _ in page }, place: { _ in nil },
      unmatched: { _ in nil })
    do {
      let (result, redirects) = try routes.map().resolved(url)
      guard case .matched(let match) = result,
        case .destination(let page?) = try match.build()
      else { return nil }
      return (page, redirects.last ?? url)
    } catch {
      throw .failed("\(error)")
    }
  }

  /// Returns whether the app has a screen at a URL, without the person's routes.
  func hasScreen(_ url: ScreenURL) throws(AppError) -> Bool { try map(with: []).canOpen(url) }

  /// Returns why no screen has a URL; `nil` if one has.
  ///
  /// The URL of a missing record opens a screen with the reason: the record may have been deleted.
  /// Cost: none for a place in the store, else the making of the map.
  ///
  /// - Throws: ``AppError/failed(_:)`` when the map can't be made.
  public func reasonNotToOpen(_ url: ScreenURL) throws(AppError) -> String? {
    if (try? StoreAddress(url, in: store.snapshot, at: clock)) != nil { return nil }
    let routes = (try? settings.routes) ?? []
    guard case .unmatched(let unmatched, _) = try map(with: routes).resolved(url).result else {
      return nil
    }
    return unmatched.reason { url throws(AddressProblem) in
      try StoreAddress(url, in: store.snapshot, at: clock)
    }.text
  }

  private func map(with routes: [Configuration.Route]) throws(AppError) -> URLMap<Void> {
    let converters = CaptureConverters(snapshot: { store.snapshot }, clock: { clock })
    do throws(NavigationError) {
      return try AppRoutes(converters.all, redirects: routes).map()
    } catch {
      throw .failed("the routes in config.toml: \(error)")
    }
  }

  /// Returns the place in the store that an address leads to, after the person's routes.
  ///
  /// - Parameters:
  ///   - address: the address, as typed.
  ///   - snapshot: the content to search; `nil` for the newest.
  /// - Returns: the place, and its URL with the whole query.
  /// - Throws: ``AppError/failed(_:)``; it names the typed URL if a route led to another one.
  func place(
    at address: Address, in snapshot: Snapshot? = nil
  ) throws(AppError) -> (StoreAddress, ScreenURL) {
    let typed = try url(of: address)
    let url = try routed(typed)
    do throws(AddressProblem) {
      return (try StoreAddress(url, in: snapshot ?? store.snapshot, at: clock), url)
    } catch {
      guard url == typed else { throw .failed("\(typed.text) leads to \(url.text): \(error)") }
      throw .failed(try reason(for: error, at: url))
    }
  }

  /// Returns why the store has no place at `url`, with the nearest route of the settings.
  private func reason(for problem: AddressProblem, at url: ScreenURL) throws(AppError) -> String {
    guard let routes = try? settings.routes, !routes.isEmpty,
      case .unmatched(let unmatched, _) = try map(with: routes).resolved(url).result
    else { return "\(problem)" }
    return unmatched.reason(besides: problem)
  }
}
