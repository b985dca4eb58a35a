extension Navigator {
  /// Opens a text of a person, a link or a script.
  ///
  /// - Parameters:
  ///   - text: an absolute URL, with or without its scheme. A URL of another program's scheme gives
  ///     ``OpenOutcome/external(_:)``.
  ///   - origin: the source of the request.
  /// - Returns: the outcome.
  @discardableResult
  public func open(_ text: String, origin: Origin) -> OpenOutcome {
    if let external = external(text) {
      return finish(OpenRequest(text: text, url: nil, origin: origin)) { open(external, $0) }
    }
    do throws(NavigationError) {
      return open(try ScreenURL(parsing: text, scheme: map.home.scheme), origin: origin)
    } catch {
      let request = OpenRequest(text: text, url: nil, origin: origin)
      guard case .malformedURL(let malformed) = error else {
        preconditionFailure("parsing throws only malformedURL")
      }
      return finish(request) { _ in .malformed(malformed) }
    }
  }

  /// Returns the mistake in a text without opening it; `nil` for a URL of the map's schemes or of
  /// another program.
  public func mistake(in text: String) -> MalformedURL? {
    guard external(text) == nil else { return nil }
    do throws(NavigationError) {
      _ = try ScreenURL(parsing: text, scheme: map.home.scheme)
      return nil
    } catch .malformedURL(let malformed) {
      return malformed
    } catch {
      preconditionFailure("parsing throws only malformedURL")
    }
  }

  /// Opens a URL.
  ///
  /// - Parameters:
  ///   - url: the URL.
  ///   - origin: the source of the request.
  ///   - mode: the mode of presentation; nil for the route's own mode.
  ///   - state: the initial state of the screen, such as an opener's arguments.
  ///   - listURL: the list that the URL is opened from.
  /// - Returns: the outcome.
  @discardableResult
  public func open(
    _ url: ScreenURL, origin: Origin, mode: PresentationMode? = nil, state: StateValue = .empty,
    listURL: ScreenURL? = nil
  ) -> OpenOutcome {
    let request = OpenRequest(text: url.text, url: url, origin: origin)
    let opener = Opener(mode: mode, state: state, listURL: listURL)
    return finish(request) { open(url, $0, opener, inNewTab: false) }
  }

  /// Opens several URLs, each on top of the one before; only the last screen is made.
  @discardableResult
  public func open(_ urls: [ScreenURL], origin: Origin) -> [OpenOutcome] {
    urls.map { open($0, origin: origin) }
  }

  /// Opens a URL in a new tab.
  @discardableResult
  public func openTab(
    _ url: ScreenURL, origin: Origin, listURL: ScreenURL? = nil
  ) -> OpenOutcome {
    let request = OpenRequest(text: url.text, url: url, origin: origin)
    return finish(request) { open(url, $0, Opener(listURL: listURL), inNewTab: true) }
  }

  /// Opens the parked requests, in order.
  @discardableResult
  public func resumeParked() -> [OpenOutcome] {
    let resumed = waiting
    waiting = []
    return resumed.map { $0.open() }
  }
}

/// The details of an opening besides the URL.
private struct Opener {
  var mode: PresentationMode?
  var state = StateValue.empty
  var listURL: ScreenURL?
}

extension Navigator {
  private func finish(
    _ request: OpenRequest, _ open: (OpenRequest) -> OpenOutcome
  ) -> OpenOutcome {
    let outcome = open(request)
    for observer in observers { observer(request, outcome) }
    return outcome
  }

  /// Reads the text as another program's URL; nil if its scheme belongs to the map.
  private func external(_ text: String) -> ExternalURL? {
    guard let url = ExternalURL(text), !map.schemes.contains(url.scheme) else { return nil }
    return url
  }

  private func open(_ external: ExternalURL, _ request: OpenRequest) -> OpenOutcome {
    for hook in rewriteHooks {
      guard let url = hook(request) else { continue }
      return .redirected(to: url, open(url, origin: request.origin))
    }
    return refusal(request) { [unowned self] in self.open(request.text, origin: request.origin) }
      ?? .external(external)
  }

  /// Returns the outcome of a refused request; nil if all guards allow it.
  ///
  /// A parked request is opened by `again` later.
  func refusal(
    _ request: OpenRequest, again: @escaping () -> OpenOutcome
  ) -> OpenOutcome? {
    switch verdict(request) {
    case .allow: return nil
    case .veto(let reason): return .vetoed(reason: reason)
    case .park(let reason):
      // A restored screen may be tried several times.
      waiting.removeAll { $0.request == request && request.origin == .restore }
      waiting.append((request, again))
      return .parked(reason: reason)
    }
  }

  /// The verdict of the first guard that doesn't allow a request.
  private func verdict(_ request: OpenRequest) -> Verdict {
    for hook in guardHooks {
      let verdict = hook(request)
      if verdict != .allow { return verdict }
    }
    return .allow
  }

  /// Whether all guards allow a URL, for a preview; no request is parked.
  public func allows(_ url: ScreenURL, origin: Origin) -> Bool {
    verdict(OpenRequest(text: url.text, url: url, origin: origin)) == .allow
  }

  private func open(
    _ url: ScreenURL, _ request: OpenRequest, _ opener: Opener, inNewTab: Bool
  ) -> OpenOutcome {
    if let external = external(url.text) { return open(external, request) }
    guard url.isReadable else { return .malformed(url.mistake) }
    guard let goal = rewritten(url, request.origin) else {
      return .vetoed(reason: Self.tooManyRewrites(url))
    }
    guard goal.isReadable else { return .malformed(goal.mistake) }
    let request = OpenRequest(text: goal.text, url: goal, origin: request.origin)
    let refusal = refusal(request) { [unowned self] in
      finish(request) { open(url, $0, opener, inNewTab: inNewTab) }
    }
    if let refusal { return refusal }
    let (result, redirects) = map.resolved(goal)
    if let last = redirects.last, let external = external(last.text) { return .external(external) }
    let outcome = present(result, request, opener, inNewTab: inNewTab)
    var shown = redirects.last ?? goal
    if case .matched(let match) = result { shown = match.url }
    return shown == map.homed(url) ? outcome : .redirected(to: shown, outcome)
  }

  /// The maximum number of rewrites of one request.
  private static var rewriteLimit: Int { 5 }

  static func tooManyRewrites(_ url: ScreenURL) -> String {
    "\(url.text) is redirected more than \(rewriteLimit) times"
  }

  func rewritten(_ url: ScreenURL, _ origin: Origin) -> ScreenURL? {
    var url = url
    for _ in 0...Self.rewriteLimit {
      let request = OpenRequest(text: url.text, url: url, origin: origin)
      let changed = rewriteHooks.lazy.compactMap { $0(request) }.first { $0 != url }
      guard let changed else { return url }
      url = changed
    }
    return nil
  }

  // MARK: Presenting

  private func present(
    _ result: MapResult<Destination>, _ request: OpenRequest, _ opener: Opener, inNewTab: Bool
  ) -> OpenOutcome {
    switch result {
    case .matched(let match): return present(match, request, opener, inNewTab: inNewTab)
    case .unmatched(let unmatched, let fallback):
      if fallback != nil {
        let visit = Visit(unmatched.url, savedAt: clock())
        commit(inNewTab ? .openTab(visit, parents: []) : .open(visit, parents: []))
      }
      return .unmatched(unmatched)
    case .redirected: preconditionFailure("a resolved URL redirects no more")
    }
  }

  private func present(
    _ match: RouteMatch<Destination>, _ request: OpenRequest, _ opener: Opener, inNewTab: Bool
  ) -> OpenOutcome {
    if match.isAction { return perform(match, request) }
    switch opener.mode ?? match.mode {
    case .popover: return overlay(match)
    case .external:
      guard let external = ExternalURL(match.url.text) else {
        preconditionFailure("a URL's text starts with its scheme")
      }
      return .external(external)
    case let mode:
      return visit(match, mode, request, opener, inNewTab: inNewTab)
    }
  }

  private func visit(
    _ match: RouteMatch<Destination>, _ mode: PresentationMode, _ request: OpenRequest,
    _ opener: Opener, inNewTab: Bool
  ) -> OpenOutcome {
    if let reason = reasonToStay { return .vetoed(reason: reason) }
    let visit = Visit(
      match.url, mode: mode, title: name(of: match.url), state: opener.state,
      stateVersion: match.stateVersion,
      savedAt: clock(), listURL: opener.listURL, isSaved: match.isSaved)
    var parents = request.origin.isCold || inNewTab ? parents(of: match) : []
    // Going back leads to the list with its filter.
    if inNewTab, let list = opener.listURL, parents.last?.url.segments == list.segments {
      parents[parents.count - 1] = unmade(list)
    }
    // A modal screen needs a screen below it.
    if inNewTab, mode == .modal, parents.isEmpty { parents = [unmade(map.home)] }
    commit(inNewTab ? .openTab(visit, parents: parents) : .open(visit, parents: parents))
    return .presented(state.current.id)
  }

  /// Performs an action.
  ///
  /// An action on a URL's fragment belongs to the URL's screen, which is opened first.
  private func perform(_ match: RouteMatch<Destination>, _ request: OpenRequest) -> OpenOutcome {
    let screen = match.url.replacing(fragment: nil)
    if match.url.fragment != nil, screen != state.current.url, map.canOpen(screen) {
      let outcome = open(screen, origin: request.origin)
      guard outcome.isSuccess else { return outcome }
    }
    do {
      _ = try match.build()
      return .handled
    } catch {
      return .failed(match.url, reason: "\(error)")
    }
  }

  private func overlay(_ match: RouteMatch<Destination>) -> OpenOutcome {
    do {
      guard case .destination(let destination) = try match.build() else { return .handled }
      popover = destination
      buildCount += 1
      return .overlaid(match.url)
    } catch {
      return .failed(match.url, reason: "\(error)")
    }
  }

  /// Returns a visit of a screen that is made when it is shown.
  func unmade(_ url: ScreenURL) -> Visit { Visit(url, title: name(of: url), savedAt: clock()) }

  /// The title of a screen that was never made.
  private func name(of url: ScreenURL) -> String? {
    coding.name(url) ?? map.listed.first { $0.url == url }?.title
  }

  /// Returns the parents of a match, the farthest first; a repeated parent ends the chain.
  private func parents(of match: RouteMatch<Destination>) -> [Visit] {
    var chain: [Visit] = []
    var seen: Set<ScreenURL> = [match.url]
    var next = match.parent
    while let url = next, case .matched(let parent) = map.resolved(url).result,
      !parent.isAction, parent.mode.entersHistory, seen.insert(parent.url).inserted
    {
      let shown = rewritten(parent.url, .link) ?? parent.url
      chain.append(
        Visit(
          shown, title: name(of: parent.url),
          stateVersion: parent.stateVersion, savedAt: clock(), isSaved: parent.isSaved))
      next = parent.parent
    }
    return chain.reversed()
  }
}

extension ScreenURL {
  /// Whether another URL leads to the same screen, with any query.
  func isSamePlace(as other: ScreenURL) -> Bool {
    scheme == other.scheme && segments == other.segments
  }

  /// The error for a URL that was made from parts and can't be read again.
  var mistake: MalformedURL {
    let bytes = Array(text.utf8)
    if segments.count > Self.maximumSegments {
      return MalformedURL(.tooManySegments, in: bytes, at: 0)
    }
    if let empty = segments.firstIndex(of: "") {
      let place = replacing(query: []).replacing(fragment: nil)
        .replacing(segments: Array(segments[..<empty]) + [""]).text.utf8.count
      return MalformedURL(.emptySegment, in: bytes, at: place)
    }
    return MalformedURL(.tooLong, in: bytes, at: Self.maximumLength)
  }
}
