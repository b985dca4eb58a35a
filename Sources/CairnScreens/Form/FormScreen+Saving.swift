internal import CairnInterface
public import CairnNavigation

extension FormScreen {
  func save() -> [Effect] {
    // The form can't be restored; the screen that replaces it offers choices for the draft.
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

  /// Names the fields that another process changed too; the next attempt overwrites them.
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

  /// Leaves the form; changes stay as a draft, which the launcher also lists.
  func leave() -> [Effect] {
    guard isDraft else { return [.close] }
    let message =
      keepsDrafts
      ? Message(Self.draftWords(changeCount))
      : Message("the draft is kept until you quit", tone: .warning)
    return [.say(message), .leave]
  }

  /// The message after leaving a changed form.
  static func draftWords(_ changeCount: Int) -> String {
    "\(Count.text(changeCount, "change")) kept as a draft"
  }

  /// Leaves the form and discards the changes, after a question; they can't be restored.
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

/// The draft: the typed texts of changed fields, their former values, and the cursor's place.
extension FormScreen {
  /// Saves the form's state for the next start.
  public func encodeState(to encoder: inout StateEncoder) {
    let editor = editors.indices.contains(focus) ? editors[focus] : nil
    encoder.encode(editor?.field.name, as: "focus")
    encoder.encode(editor?.text.cursor, as: "place")
    encoder.encode(window.top > 0 ? window.top : nil, as: "top")
    encoder.scope("draft", isWhole: true) { draft in
      for editor in editors {
        draft.encode(editor.isChanged ? editor.value : nil, as: editor.field.name)
      }
    }
    encoder.scope("start", isWhole: true) { start in
      for editor in editors {
        start.encode(editor.isChanged ? editor.field.value : nil, as: editor.field.name)
      }
    }
    encoder.scope("contested", isWhole: true) { contested in
      for editor in editors {
        // A whole value is compared again at the next start.
        let isMerged = editor.contest?.stored == editor.field.value
        contested.encode(isMerged ? editor.contest?.shown : nil, as: editor.field.name)
      }
    }
    encoder.scope("source", isWhole: !isDraft) { if isDraft { source.encodeState(to: &$0) } }
  }

  /// Restores the saved state.
  public func decodeState(from decoder: StateDecoder) {
    let draft = decoder.scope("draft")
    let start = decoder.scope("start")
    let contested = decoder.scope("contested")
    let focused: String? = decoder.decode("focus")
    let place: Int? = decoder.decode("place")
    var restored: Set<String> = []
    // The text under the present name of a field comes before one under a former name.
    let names = draft.keys.sorted { isPresent($0) && !isPresent($1) }
    for name in names {
      guard let value: String = draft.decode(name) else { continue }
      let present = source.presentName(of: name)
      restore(
        value, of: restored.insert(present).inserted ? present : name,
        startedFrom: start.decode(name), cursor: name == focused ? place : nil,
        contested: contested.decode(name))
    }
    source.decodeState(from: decoder.scope("source"))
    guard let name = focused.map(source.presentName),
      let index = editors.firstIndex(where: { $0.field.name == name })
    else { return }
    moveFocus(to: index)
    if let place, let focused, !draft.keys.contains(focused) { editors[index].text.move(to: place) }
    if let top: Int = decoder.decode("top") { window.place(cursor: window.cursor, top: top) }
  }

  /// The typed texts in a form's saved state, with the fields' names.
  public static func typedTexts(in state: StateValue) -> [(field: String, text: String)] {
    let draft = StateDecoder(state).scope("draft")
    return draft.keys.compactMap { name in draft.decode(name).map { (name, $0) } }
  }

  /// The saved state of a form with these typed texts.
  public static func state(typing texts: [(field: String, text: String)]) -> StateValue {
    var encoder = StateEncoder()
    encoder.scope("draft") { draft in
      for (field, text) in texts { draft.encode(text, as: field) }
    }
    return encoder.value
  }

  private func isPresent(_ name: String) -> Bool { source.presentName(of: name) == name }

  /// Restores the typed text of a field, even of a deleted field.
  private func restore(
    _ value: String, of name: String, startedFrom start: String?, cursor place: Int?,
    contested: String?
  ) {
    if let index = editors.firstIndex(where: { $0.field.name == name && !$0.isGone }) {
      editors[index].restore(
        value, startedFrom: start, cursor: place, contested: contested,
        merge(of: editors[index].field))
      return
    }
    let kind = value.contains(where: \.isNewline) ? FormField.Kind.multiline : .text
    var editor = FieldEditor(FormField(name, kind: kind, value: start ?? ""))
    editor.set(value)
    if let place { editor.text.move(to: place) }
    editor.isGone = true
    editors.append(editor)
  }
}
