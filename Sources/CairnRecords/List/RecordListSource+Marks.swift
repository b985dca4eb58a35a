internal import CairnNavigation
internal import CairnStore

/// Which marked records are there.
extension RecordListSource {
  /// Records can.
  public var takesMarks: Bool { true }

  /// Those that are in the list without its filter.
  public func existing(of ids: Set<String>) -> Set<String> {
    if let known, known.snapshot === desk.snapshot, known.asked == ids { return known.found }
    let found = lookup(of: ids)()
    known = (ids, found, desk.snapshot)
    return found
  }

  /// Looked for among the records of now, which any thread may ask.
  public func findingExisting(of ids: Set<String>) -> (@Sendable () -> Set<String>)? {
    ids.count > RecordFetch.shortCount ? lookup(of: ids) : nil
  }

  /// What finds those of `ids` that are in the list of now without its filter.
  private func lookup(of ids: Set<String>) -> @Sendable () -> Set<String> {
    let bare = url.setting("where", to: nil).setting("sort", to: nil)
    return { [entity, origin, snapshot = desk.snapshot, clock = desk.clock()] in
      guard
        var request = try? CairnStore.ListQuery(
          bare, for: entity, in: snapshot.model, origin: origin
        ).request
      else { return [] }
      // Nothing is asked about their order, which would take longer than all else.
      request.sorts = []
      guard let all = try? snapshot.fetch(request, at: clock) else { return [] }
      return Set(all.restricted(to: Set(ids.compactMap { RecordKey($0) })).map { "\($0.key)" })
    }
  }
}
