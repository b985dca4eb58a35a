internal import CairnInterface

extension FormScreen {
  func save() -> [Effect] {
    // The form can't be made again, and the screen in its place offers what to do with the draft.
    if goneReason != nil { return [.retry] }
    wasTried = true
    forgetFindings()
    for index in editors.indices { arrangeLines(of: index) }
    if let index = editors.indices.first(where: { problem(at: $0) != nil }) {
      moveFocus(to: index)
      return [
        .say(Message(Count.text(problemCount, "problem") + " to correct before saving", tone: .bad))
      ]
    }
    if let question = tellElsewhere() { return question }
    isSaving = true
    let values = Dictionary(
      editors.filter { !$0.isGone }.map { ($0.field.name, $0.value) },
      uniquingKeysWith: { first, _ in first })
    return source.save(values) { [weak self] outcome in self?.finish(outcome) ?? [] }
  }

  /// Says which fields somebody else changed too; the next attempt saves over that.
  private func tellElsewhere() -> [Effect]? {
    let indices = editors.indices.filter { editors[$0].contest != nil }
    guard let first = indices.first, let stored = editors[first].contest?.shown else { return nil }
    let label = editors[first].field.label
    let others = indices.dropFirst().map { editors[$0].field.label }.joined(separator: ", ")
    let more = others.isEmpty ? "" : "; \(others) changed, too"
    for index in indices { editors[index].acknowledge() }
    moveFocus(to: first)
    let words = words(for: stored, in: editors[first].field, limit: room.columns)
    let now = stored.isEmpty ? "empty" : firstLine(words)
    return [
      .say(
        Message(
          "\(label) is now \(now) elsewhere\(more); save again to replace that", tone: .warning))
    ]
  }

  private func firstLine(_ text: String) -> String {
    text.split(separator: "\n").first.map(String.init) ?? ""
  }

  private func finish(_ outcome: FormOutcome) -> [Effect] {
    isSaving = false
    switch outcome {
    case .saved(let effects):
      wasSaved = true
      return [.close] + effects
    case .gone(let reason):
      goneReason = reason
      return [.retry]
    case .refused(let refusals):
      self.refusals = refusals
      if let index = editors.firstIndex(where: { refusals[$0.field.name] != nil }) {
        moveFocus(to: index)
      }
      let reason = refusals[""] ?? refusals.values.first ?? "the record can't be saved"
      return [.say(Message(reason, tone: .bad))]
    }
  }

  /// Leaves the form; what was changed is kept as a draft, of which the launcher tells, too.
  func leave() -> [Effect] {
    guard isDraft else { return [.close] }
    let message =
      keepsDrafts
      ? Message(Self.draftWords(changeCount))
      : Message("the draft is kept until you quit", tone: .warning)
    return [.say(message), .leave]
  }

  /// What is said where a form is left that was changed.
  static func draftWords(_ changeCount: Int) -> String {
    "\(Count.text(changeCount, "change")) kept as a draft"
  }

  /// Leaves the form without what was changed, which nothing brings back.
  func discard() -> [Effect] {
    guard isDraft else { return [.say(Message("nothing was changed", advice: .leaves))] }
    let items = [Menu.Item("k", "Keep the draft"), Menu.Item("d", "Discard it")]
    let changes = Count.text(changeCount, "change")
    let question = Menu("Discard \(changes)?", items, footer: .stays) { index in
      index == 1 ? [.close] : []
    }
    return [.present(question)]
  }
}
