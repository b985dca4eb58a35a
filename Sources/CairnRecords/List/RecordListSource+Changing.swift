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

  /// Goes on with those of the records with these keys that are there, looked for on another thread
  /// where they are many.
  private func withPresent(
    _ ids: [String], _ next: @escaping ([ObjectID], Snapshot) -> [Effect]?
  ) -> [Effect]? {
    let snapshot = desk.snapshot
    let find = { @Sendable [name = entity.name] in
      ids.compactMap { RecordKey($0) }.map { ObjectID(entity: name, key: $0) }
        .filter { snapshot.row($0) != nil }
    }
    guard ids.count > RecordFetch.shortCount else { return next(find(), snapshot) }
    let job = Job("looking through the records", holdsKeys: true, work: find) {
      next($0, snapshot) ?? [.say(.goneMarks)]
    }
    return [.run(job)]
  }
}

extension Message {
  /// Said where all records that are marked were deleted since.
  package static let goneMarks = Message("the marked records are gone", tone: .warning)
}
