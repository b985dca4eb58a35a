internal import CairnScreens
internal import CairnStore

/// Marks records as done, with one key.
extension FieldEdit {
  /// Marks the records as done that are not; if all of them are, they are open again.
  func complete(telling note: String = "") -> [Effect] {
    guard entity.doneField != nil else {
      return [.say(Message(ChangeOptions.noDoneField, tone: .warning))]
    }
    let look = { @Sendable [ids, entity, seen] in
      let open = ids.filter { id in seen.row(id).map(entity.isDone) == false }
      return open.isEmpty
        ? .done(
          haveNext: Self.haveNext(ids, of: entity, in: seen),
          openText: Self.openText(of: entity, in: seen))
        : Found.open(open)
    }
    guard ids.count > RecordFetch.shortCount else { return complete(look(), note) }
    return [
      .run(
        BackgroundJob("looking which are done", holdsKeys: true, work: look) { complete($0, note) })
    ]
  }

  /// What a look at the records found.
  private enum Found: Sendable {
    /// The records that are not done.
    case open([ObjectID])
    /// All are done; some of them may have a next record.
    case done(haveNext: Bool, openText: String)
  }

  private func complete(_ found: Found, _ note: String) -> [Effect] {
    guard let done = entity.doneField, let text = done.doneText,
      let field = form.fields.first(where: { $0.name == done.name })
    else { return [] }
    switch found {
    case .open(let open):
      guard let edit = FieldEdit(ofPresent: open, in: seen, on: client) else { return [] }
      return edit.save(
        change(of: field, to: text), from: nil, telling: note,
        as: (verb: "complete", past: "\(field.label) \(text):"))
    case .done(let haveNext, let openText):
      return save(
        change(of: field, to: openText), from: nil,
        telling: (haveNext ? "; the next one stays" : "") + note,
        as: (verb: "reopen", past: "reopened"))
    }
  }

  /// The text of the done field in a record that is open again.
  ///
  /// For yes and no, other records decide between "no" and no value, so that a filter such as
  /// `paid=no` finds all open records alike.
  private static func openText(of entity: Entity, in seen: Snapshot) -> String {
    guard let field = entity.doneField else { return "" }
    guard field.type == .boolean, field.openText.isEmpty else { return field.openText }
    func hasRecords(_ filter: String) -> Bool {
      guard let predicate = try? RecordPredicate.parse(filter) else { return false }
      return (try? seen.count(FetchRequest(entity: entity.name, predicate: predicate))) ?? 0 > 0
    }
    return hasRecords("\(field.name)=no") || !hasRecords("-has:\(field.name)") ? "no" : ""
  }

  private static func haveNext(
    _ ids: [ObjectID], of entity: Entity, in seen: Snapshot
  ) -> Bool {
    entity.repetition != nil
      && ids.contains { id in
        id.key.ofNextRepetition.flatMap { seen.row(ObjectID(entity: id.entity, key: $0)) } != nil
      }
  }

  private func change(of field: FormField, to text: String) -> Saved {
    Saved(
      entity: entity.name, field: field, values: [field.name: text], linking: [:], contents: [:])
  }
}
