internal import CairnKit
public import CairnNavigation
internal import CairnRecords
internal import CairnStore

/// The person's own URLs, wherever one goes that is no screen.
extension Workspace {
  /// Where a URL leads over the person's own routes, as it does on a screen.
  ///
  /// Routes without a mistake are asked; one that is there is told of by whoever opened the store.
  /// Cost: none where no route is set or the URL is one of a collection, else that of making the
  /// map.
  ///
  /// - Parameters:
  ///   - url: the URL.
  ///   - snapshot: the content whose collections are known; `nil` for the newest.
  /// - Returns: the URL at the end of the way.
  /// - Throws: ``AppError/failed(_:)`` when the way has no end.
  func routed(
    _ url: ScreenURL, in snapshot: Snapshot? = nil
  ) throws(AppError) -> ScreenURL {
    guard let routes = try? settings.routes, !routes.isEmpty else { return url }
    // The routes stand back behind what the store has.
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

  /// Which of the app's own screens a URL leads to, and its own URL; `nil` for a place in the store,
  /// and for none.
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

  /// Whether the app has a screen at a URL, over its own routes alone.
  func hasScreen(_ url: ScreenURL) throws(AppError) -> Bool { try map(with: []).canOpen(url) }

  /// Why no screen of the app has a URL; `nil` where one has.
  ///
  /// A record that isn't there has a screen, which says so: whoever kept its URL may have deleted it.
  /// Cost: none for a place in the store, else that of making the map.
  ///
  /// - Throws: ``AppError/failed(_:)`` where the map can't be made.
  public func reasonNotToOpen(_ url: ScreenURL) throws(AppError) -> String? {
    if (try? StoreAddress(url, in: store.snapshot, at: clock)) != nil { return nil }
    let routes = (try? settings.routes) ?? []
    guard case .unmatched(let unmatched, _) = try map(with: routes).resolved(url).result else {
      return nil
    }
    return Explanation(unmatched, in: store.snapshot, at: clock).reason
  }

  private func map(with routes: [Configuration.Route]) throws(AppError) -> URLMap<Void> {
    let converters = CaptureConverters(snapshot: { store.snapshot }, clock: { clock })
    do throws(NavigationError) {
      return try AppRoutes(converters.all, redirects: routes).map()
    } catch {
      throw .failed("the routes in config.toml: \(error)")
    }
  }

  /// The place in the store that an address leads to, over the person's own routes.
  ///
  /// - Parameters:
  ///   - address: what was typed.
  ///   - snapshot: the content that it is looked for in; `nil` for the newest.
  /// - Returns: the place, and its URL with whatever that says besides.
  /// - Throws: ``AppError/failed(_:)`` that names the URL which was typed, if a route led away from
  ///   it.
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

  /// The reason why the store has no place at `url`, with the nearest route of the settings.
  private func reason(for problem: AddressProblem, at url: ScreenURL) throws(AppError) -> String {
    guard let routes = try? settings.routes, !routes.isEmpty,
      case .unmatched(let unmatched, _) = try map(with: routes).resolved(url).result
    else { return "\(problem)" }
    return unmatched.reason(besides: problem)
  }
}
