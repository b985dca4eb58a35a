internal import CairnNavigation
public import CairnScreens
internal import CairnStore

// Changes of several records at once.
extension RecordListSource {
  /// Deletes the records with these keys, which undo brings back.
  ///
  /// What another program deleted meanwhile is passed over.
  public func delete(_ ids: [String]) -> [Effect]? {
    withPresent(ids) { [desk] present, _ in present.isEmpty ? nil : desk.delete(present) }
  }

  /// Asks for a field of the records with these keys, and for its value.
  public func changeField(of ids: [String]) -> [Effect]? {
    withPresent(ids) { [desk, names = columnNames] present, seen in
      FieldEdit(ofPresent: present, in: seen, on: desk)?.ask(first: names)
    }
  }

  /// Gives the records with these keys the value that another one got last.
  public func repeatChange(of ids: [String]) -> [Effect]? {
    withPresent(ids) { [desk] present, seen in
      FieldEdit(ofPresent: present, in: seen, on: desk)?.repeatLast()
    }
  }

  /// Goes on with those of the records with these keys that are there; they are looked for on another
  /// thread where that takes its time.
  private func withPresent(
    _ ids: [String], _ next: @escaping ([ObjectID], Snapshot) -> [Effect]?
  ) -> [Effect]? {
    let (snapshot, find) = (desk.snapshot, findingPresent(ids))
    let isLong = ids.count > 1 && max(ids.count, count) > RecordFetch.shortCount
    guard isLong else { return next(find(), snapshot) }
    let job = Job("looking through the marks", holdsKeys: true, work: find) {
      next($0, snapshot) ?? [.say(.goneMarks)]
    }
    return [.run(job)]
  }

  /// What finds those of the records with these keys that are there, on any thread: in the list's
  /// order, and behind them what its filter leaves out.
  func findingPresent(_ ids: [String]) -> @Sendable () -> [ObjectID] {
    { [name = entity.name, shown = shownResult, snapshot = desk.snapshot] in
      let keys = Set(ids.lazy.compactMap { RecordKey($0) })
      let inSight = shown?.restricted(to: keys).map(\.id) ?? []
      let others =
        inSight.count == keys.count ? [] : keys.subtracting(inSight.map(\.key)).sorted()
      let all = inSight + others.map { ObjectID(entity: name, key: $0) }
      // Rows of this content are there.
      let areKnown = others.isEmpty && shown?.snapshot === snapshot
      return areKnown ? all : all.filter { snapshot.row($0) != nil }
    }
  }
}

extension Message {
  /// Said where all records that are marked were deleted since.
  package static let goneMarks = Message("the marked records no longer exist", tone: .warning)
}

extension RecordListSource {
  /// Whether it is the list of a link whose ends are picked; records that are owned are lines of
  /// their owner's form.
  var isPicked: Bool { origin.map(desk.isPicked) == true }

  /// Picks the records that the link leads to.
  public func link() -> [Effect]? {
    origin.flatMap { FieldEdit(of: [$0.id], on: desk)?.pickLinks($0.relationship) }
  }

  /// Takes the records with these keys out of the link.
  public func unlink(_ ids: [String]) -> [Effect]? {
    let others = ids.compactMap(identity)
    guard let origin, !others.isEmpty else { return nil }
    return FieldEdit(of: [origin.id], on: desk)?.unlink(others, from: origin.relationship)
  }
}

/// Which marked records are there.
extension RecordListSource {
  /// Records can.
  public var takesMarks: Bool { true }

  /// Those that are in the list without its filter; many are looked for on another thread.
  public func existing(of ids: Set<String>) -> Lookup<Set<String>> {
    if let known, known.snapshot === desk.snapshot, known.asked == ids { return .now(known.found) }
    let find = lookup(of: ids)
    guard ids.count <= RecordFetch.shortCount else { return .later(find) }
    let found = find()
    known = (ids, found, desk.snapshot)
    return .now(found)
  }

  /// What finds those of `ids` that are in the list of now without its filter.
  private func lookup(of ids: Set<String>) -> @Sendable () -> Set<String> {
    let bare = url.setting("where", to: nil).setting("sort", to: nil)
    return { [entity, origin, snapshot = desk.snapshot, clock = desk.clock()] in
      guard
        var request = try? RecordQuery(
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
