extension Navigator {
  /// Returns the living screen of an entry, and drops the least recently shown screen beyond the
  /// limit.
  func living(_ entry: Entry) -> Live {
    recentlyShown.removeAll { $0 == entry.id }
    recentlyShown.append(entry.id)
    if let known = live[entry.id] { return known }
    let made = build(entry)
    live[entry.id] = made
    if made.explains == nil { adoptTitle(entry.id, made.destination) }
    letGo()
    return made
  }

  private func build(_ entry: Entry) -> Live {
    if let damage = entry.damage { return explanation(entry, .damaged(damage)) }
    let url: ScreenURL
    switch admitted(entry) {
    case .success(let admitted): url = admitted
    case .failure(let reason): return explanation(entry, reason)
    }
    switch map.resolved(url).result {
    case .matched(let match): return build(entry, match)
    case .unmatched(let unmatched, let fallback?) where entry.importance != .draft:
      // If the wildcard's screen can't be made, the person still needs the reason why nothing
      // matched.
      return (try? made(fallback, entry, state: .empty))
        ?? explanation(entry, .unmatched(unmatched))
    // The wildcard's screen would take the place of a draft, and its text would be lost.
    case .unmatched(let unmatched, _): return explanation(entry, .unmatched(unmatched))
    case .redirected: preconditionFailure("a resolved URL redirects no more")
    }
  }

  /// Returns the URL of an entry after the hooks.
  ///
  /// For a restored entry, this is their first call.
  private func admitted(_ entry: Entry) -> Result<ScreenURL, UnbuiltEntry.Reason> {
    guard unseen.contains(entry.id) else { return .success(entry.url) }
    guard let url = rewritten(entry.url, .restore) else {
      return .failure(.vetoed(Self.tooManyRewrites(entry.url)))
    }
    let request = OpenRequest(text: url.text, url: url, origin: .restore)
    let refusal = refusal(request) { [unowned self] in returnTo(entry.id) }
    if let refusal {
      for observer in observers { observer(request, refusal) }
      return .failure(.vetoed(refusal.message ?? ""))
    }
    unseen.remove(entry.id)
    if url != entry.url { state = .reduce(state, .update(entry.id, EntryChange(url: url))) }
    return .success(url)
  }

  /// Makes the screen of a parked entry again, and goes there.
  private func returnTo(_ id: Entry.ID) -> OpenOutcome {
    guard state.entry(id) != nil else { return .vetoed(reason: "its screen was closed") }
    live[id] = nil
    if state.current.id != id { _ = bring(id) }
    return .presented(state.current.id)
  }

  private func build(_ entry: Entry, _ match: RouteMatch<Destination>) -> Live {
    let state: StateValue
    do {
      state = try entry.state.migrated(
        from: entry.stateVersion, to: match.stateVersion, by: match.migrations)
    } catch {
      return explanation(entry, .unreadableState("\(error)"))
    }
    do {
      return try made(match, entry, state: state)
    } catch {
      return explanation(entry, .failed("\(error)"))
    }
  }

  private func made(
    _ match: RouteMatch<Destination>, _ entry: Entry, state: StateValue
  ) throws -> Live {
    guard !match.isAction, case .destination(let destination) = try match.build() else {
      return explanation(entry, .failed("\(entry.url.text) does something and has no screen"))
    }
    buildCount += 1
    return Live(
      destination: destination, untaken: state, stateVersion: match.stateVersion,
      explains: nil)
  }

  func explanation(_ entry: Entry, _ reason: UnbuiltEntry.Reason) -> Live {
    buildCount += 1
    return Live(
      destination: explain(UnbuiltEntry(entry: entry, reason: reason)), untaken: nil,
      stateVersion: 1, explains: reason)
  }

  private func adoptTitle(_ id: Entry.ID, _ destination: Destination) {
    let title = coding.title(destination)
    guard state.entry(id)?.title != title else { return }
    state = .reduce(state, .update(id, EntryChange(title: title)))
  }

  /// Saves the state of a living screen in its entry.
  ///
  /// A state that the screen hasn't taken yet stays unchanged.
  func capture(_ id: Entry.ID) {
    guard let living = live[id], living.explains == nil, let entry = state.entry(id) else { return }
    var change = EntryChange(title: coding.title(living.destination))
    if living.untaken?.isEmpty ?? true {
      var encoder = StateEncoder(continuing: entry.state)
      coding.encode(living.destination, &encoder)
      change.state = encoder.value
      change.stateVersion = living.stateVersion
      change.importance = coding.importance(living.destination)
    }
    guard change.isNew(to: entry) else { return }
    change.savedAt = clock()
    state = .reduce(state, .update(id, change))
  }

  private func letGo() {
    while live.count > liveLimit, let oldest = recentlyShown.first {
      recentlyShown.removeFirst()
      capture(oldest)
      live[oldest] = nil
    }
  }

  /// Drops the screens of removed entries.
  func dropOrphans() {
    let ids = Set(state.entries.map(\.id))
    live = live.filter { ids.contains($0.key) }
    recentlyShown.removeAll { !ids.contains($0) }
  }
}

extension EntryChange {
  /// Whether the change makes a difference.
  func isNew(to entry: Entry) -> Bool {
    var changed = entry
    changed.change(self)
    return changed != entry
  }
}

/// An entry whose screen can't be made, for the screen that explains it.
public struct UnbuiltEntry: Hashable, Sendable {
  /// The reason why a screen can't be made.
  public enum Reason: Error, Hashable, Sendable, CustomStringConvertible {
    /// No route matches the URL, and the map has no wildcard.
    case unmatched(UnmatchedURL)
    /// The route's closure threw.
    case failed(String)
    /// A guard refuses the restored URL.
    case vetoed(String)
    /// The entry's line in the session's file is unreadable.
    case damaged(String)
    /// The entry's state is unreadable; a new attempt without it may help.
    case unreadableState(String)

    /// The reason as a sentence.
    public var description: String {
      switch self {
      case .unmatched(let unmatched): unmatched.description
      case .failed(let reason), .vetoed(let reason), .damaged(let reason),
        .unreadableState(let reason):
        reason
      }
    }
  }

  /// The entry, which stays in the history.
  public let entry: Entry

  /// The reason why its screen can't be made.
  public let reason: Reason
}
