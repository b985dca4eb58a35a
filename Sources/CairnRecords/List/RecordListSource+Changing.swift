internal import CairnNavigation
public import CairnScreens
internal import CairnStore

// Changes of several records.
extension RecordListSource {
  /// Deletes the records with these keys; undo restores them.
  ///
  /// Records that another program deleted in the meantime are skipped.
  public func delete(_ ids: [String]) -> [Effect]? {
    withPresent(ids) { [client] present, _ in present.isEmpty ? nil : client.delete(present) }
  }

  /// Asks for the value of a field of the records with these keys, or first for the field.
  public func changeField(_ column: String?, of ids: [String]) -> [Effect]? {
    withPresent(ids) { [client, names = columnNames] present, seen in
      FieldEdit(ofPresent: present, in: seen, on: client)?.ask(for: column, first: names)
    }
  }

  /// Repeats the last change of a field on the records with these keys.
  public func repeatChange(of ids: [String]) -> [Effect]? {
    withPresent(ids) { [client] present, seen in
      FieldEdit(ofPresent: present, in: seen, on: client)?.repeatLast()
    }
  }

  /// Marks the records with these keys as done, or as open again if all of them are done.
  public func complete(_ ids: [String]) -> [Effect]? {
    withPresent(ids) { [client] present, seen in
      FieldEdit(ofPresent: present, in: seen, on: client)?.complete()
    }
  }

  /// Continues with the records that still exist; finding them may take another thread.
  private func withPresent(
    _ ids: [String], _ next: @escaping ([ObjectID], Snapshot) -> [Effect]?
  ) -> [Effect]? {
    let (snapshot, find) = (client.snapshot, findingPresent(ids))
    let isLong = ids.count > 1 && max(ids.count, count) > RecordFetch.shortCount
    guard isLong else { return next(find(), snapshot) }
    let job = BackgroundJob("looking through the marks", holdsKeys: true, work: find) {
      next($0, snapshot) ?? [.say(.goneMarks)]
    }
    return [.run(job)]
  }

  /// A function for any thread that finds the records that still exist: first the visible ones in
  /// list order, then those that the filter hides.
  func findingPresent(_ ids: [String]) -> @Sendable () -> [ObjectID] {
    { [name = entity.name, shown = shownResult, snapshot = client.snapshot] in
      let keys = Set(ids.lazy.compactMap { RecordKey($0) })
      let inSight = shown?.restricted(to: keys).map(\.id) ?? []
      let others =
        inSight.count == keys.count ? [] : keys.subtracting(inSight.map(\.key)).sorted()
      let all = inSight + others.map { ObjectID(entity: name, key: $0) }
      // All rows of this very snapshot exist.
      let areKnown = others.isEmpty && shown?.snapshot === snapshot
      return areKnown ? all : all.filter { snapshot.row($0) != nil }
    }
  }
}

extension Message {
  /// The message if all marked records have been deleted.
  package static let goneMarks = Message("the marked records no longer exist", tone: .warning)
}

extension RecordListSource {
  /// Whether the list is of a link whose targets are picked; owned records are lines of their
  /// owner's form instead.
  var isPicked: Bool { origin.map(client.isPicked) == true }

  /// Asks which records the link leads to.
  public func link() -> [Effect]? {
    origin.flatMap { FieldEdit(of: [$0.id], on: client)?.pickLinks($0.relationship) }
  }

  /// Removes the records with these keys from the link.
  public func unlink(_ ids: [String]) -> [Effect]? {
    let others = ids.compactMap(identity)
    guard let origin, !others.isEmpty else { return nil }
    return FieldEdit(of: [origin.id], on: client)?.unlink(others, from: origin.relationship)
  }
}

/// Marks, and which marked records still exist.
extension RecordListSource {
  /// The marked records that the unfiltered list still has; many are looked up on another thread.
  public func existing(of ids: Set<String>) -> Lookup<Set<String>> {
    if let known, known.snapshot === client.snapshot, known.asked == ids {
      return .now(known.found)
    }
    let find = lookup(of: ids)
    guard ids.count <= RecordFetch.shortCount else { return .later(find) }
    let found = find()
    known = (ids, found, client.snapshot)
    return .now(found)
  }

  /// A function that finds which of `ids` are in the current unfiltered list.
  private func lookup(of ids: Set<String>) -> @Sendable () -> Set<String> {
    let bare = url.setting("where", to: nil).setting("sort", to: nil)
    return { [entity, origin, snapshot = client.snapshot, clock = client.clock()] in
      guard
        var request = try? RecordQuery(
          bare, for: entity, in: snapshot.model, origin: origin
        ).request
      else { return [] }
      // Sorting would take longer than everything else, and the order doesn't matter here.
      request.sorts = []
      guard let all = try? snapshot.fetch(request, at: clock) else { return [] }
      return Set(all.restricted(to: Set(ids.compactMap { RecordKey($0) })).map { "\($0.key)" })
    }
  }
}
