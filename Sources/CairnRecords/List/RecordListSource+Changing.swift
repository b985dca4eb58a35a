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
