internal import CairnScreens
internal import CairnStore

/// Marks records as done, with one key.
extension FieldEdit {
  /// Marks the records as done that are not; if all of them are, they are open again.
  func complete() -> [Effect] {
    guard entity.doneField != nil else {
      return [.say(Message(ChangeOptions.noDoneField, tone: .warning))]
    }
    let findOpen = { @Sendable [ids, entity, seen] in
      ids.filter { id in seen.row(id).map(entity.isDone) == false }
    }
    guard ids.count > RecordFetch.shortCount else { return complete(open: findOpen()) }
    let job = Job("looking which are done", holdsKeys: true, work: findOpen) {
      complete(open: $0)
    }
    return [.run(job)]
  }

  private func complete(open: [ObjectID]) -> [Effect] {
    guard let done = entity.doneField, let text = done.doneText,
      let field = form.fields.first(where: { $0.name == done.name })
    else { return [] }
    guard !open.isEmpty else { return reopen(done, field) }
    guard let edit = FieldEdit(ofPresent: open, in: seen, on: client) else { return [] }
    return edit.save(
      change(of: field, to: text), from: nil, as: (verb: "complete", past: "done:"))
  }

  private func reopen(_ done: Attribute, _ field: FormField) -> [Effect] {
    let next = ids.lazy.filter { id in
      entity.repetition != nil
        && id.key.ofNextRepetition.flatMap { seen.row(ObjectID(entity: id.entity, key: $0)) } != nil
    }
    let words = next.isEmpty ? "" : "; the next one stays"
    return save(
      change(of: field, to: done.openText), from: nil, telling: words,
      as: (verb: "reopen", past: "reopened"))
  }

  private func change(of field: FormField, to text: String) -> Saved {
    Saved(
      entity: entity.name, field: field, values: [field.name: text], linking: [:], contents: [:])
  }
}
