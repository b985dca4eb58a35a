public import CairnInterface

extension FormScreen {
  /// Performs one of the form's actions.
  public func perform(_ action: ActionName) -> [Effect]? {
    let left = focusedField
    return act(action).map { $0 + examine(left: left) }
  }

  func act(_ action: ActionName) -> [Effect]? {
    guard !isSaving, editors.indices.contains(focus) else {
      return action == .leave && !isSaving ? [.close] : nil
    }
    typedChoice = TypedChoice()
    if editors[focus].takesText, performOnText(action) { return [] }
    return Self.handlers.perform(action, by: self)
  }

  /// Whether an action has an effect here.
  public func offers(_ action: ActionName) -> Bool {
    Self.handlers.offers(action, by: self) ?? true
  }

  private static let handlers = HandlerTable(moving, changing, leaving)

  private static func doing(
    _ body: @escaping @Sendable (FormScreen) -> Void
  ) -> Handler<FormScreen> {
    Handler { form in
      body(form)
      return []
    }
  }

  private static let moving: HandlerTable<FormScreen> = [
    .nextField: doing { $0.moveFocus(by: 1) },
    .previousField: doing { $0.moveFocus(by: -1) },
    .firstField: doing { $0.moveFocus(to: 0) },
    .lastField: doing { $0.moveFocus(to: $0.editors.count - 1) },
    .pageDown: doing { $0.moveFocusByPage(1) },
    .pageUp: doing { $0.moveFocusByPage(-1) },
    .nextForm: .when(\.source.hasSiblings) {
      $0.goToSibling(1, otherwise: "this is the last record")
    },
    .previousForm: .when(\.source.hasSiblings) {
      $0.goToSibling(-1, otherwise: "this is the first record")
    },
  ]

  private static let changing: HandlerTable<FormScreen> = [
    .nextChoice: doing { $0.change { $0.cycle(1) } },
    .previousChoice: doing { $0.change { $0.cycle(-1) } },
    .clearField: doing { $0.change { $0.set("") } },
    .revertField: doing { $0.change { $0.revert() } },
    .editField: .when(\.isOnWrittenField) { $0.editInEditor() },
    .completeValue: .when(\.isOnLineOfText) { $0.completeValue() },
    .complete: Handler { $0.completePath() },
    .undoTyping: Handler { $0.takeStep($0.past.takeBack($0.currentStep), "nothing to undo") },
    .redoTyping: Handler { $0.takeStep($0.past.doAgain($0.currentStep), "nothing to redo") },
    .copyText: Handler { $0.copyField() },
  ]

  private static let leaving: HandlerTable<FormScreen> = [
    .save: Handler { $0.save() },
    .leave: Handler { $0.leave() },
    .discard: .listed(\.isDraft) { $0.discard() },
  ]

  private var isOnWrittenField: Bool {
    editors.indices.contains(focus) && editors[focus].field.kind.isWritten
  }

  private var isOnLineOfText: Bool {
    editors.indices.contains(focus) && editors[focus].takesText
      && !editors[focus].field.kind.isArea
  }

  /// Takes typed text.
  public func insert(_ text: String) -> [Effect]? {
    guard !isSaving, editors.indices.contains(focus) else { return nil }
    if text == ":", source.offersCapture, listURL != nil, focus == 0, changeCount == 0,
      editors[0].value.isEmpty
    {
      return [.close, .perform(.capture)]
    }
    switch editors[focus].field.kind {
    case .multiline, .lines: change(typing: text) { $0.text.insertLines(text) }
    case .text, .number, .date, .tags, .path, .content:
      change(typing: text) { $0.insert(text) }
    case .link, .links: return [.present(picker(for: focus, text: text == " " ? "" : text))]
    case .choice, .boolean: choose(typing: text)
    }
    return []
  }

  /// Moves to the choice that begins with the typed letters.
  ///
  /// The same letter again moves to the next choice that begins with it. If no choice begins with
  /// the letters, the field returns to its value from before them, and its row shows the reason.
  private func choose(typing text: String) {
    guard text != " " else {
      typedChoice = TypedChoice()
      return change { $0.cycle(1) }
    }
    if typedChoice.letters.isEmpty { typedChoice.before = editors[focus].value }
    let letters = typedChoice.letters + text
    typedChoice.letters = letters
    var isFound = false
    change { editor in
      isFound = editor.choose(typing: letters)
      if !isFound, let letter = letters.first, Set(letters.lowercased()).count == 1 {
        isFound = editor.jump(to: letter)
      }
      if !isFound { editor.set(typedChoice.before) }
    }
    typedChoice.isRefused = !isFound
  }

  /// Takes pasted text; in a field with choices, a choice or its beginning.
  ///
  /// A message reports omitted control characters and joined lines.
  public func paste(_ text: String) -> [Effect]? {
    guard !isSaving, editors.indices.contains(focus) else { return nil }
    let editor = editors[focus]
    // A copied line often includes its line end.
    var text = text[...]
    let isArea = editor.field.kind.isArea
    while !isArea, text.last?.isNewline == true { text.removeLast() }
    if !editor.takesText {
      typedChoice = TypedChoice()
      text = text.drop(while: \.isWhitespace)
      while text.last?.isWhitespace == true { text.removeLast() }
    }
    guard text.contains(where: { !$0.isControl || $0 == "\t" || isArea && $0.isNewline }) else {
      return [.say(Message("nothing to paste", tone: .warning))]
    }
    return paste(String(text), into: editor)
  }

  private func paste(_ text: String, into editor: FieldEditor) -> [Effect]? {
    guard editor.takesText else { return insert(String(text.map { $0.isNewline ? " " : $0 })) }
    return (insert(arrangedPaste(text, in: editor)) ?? []) + remarks(onPasting: text, in: editor)
  }

  private func arrangedPaste(_ text: String, in editor: FieldEditor) -> String {
    // Text pasted into a nonempty line becomes a part of that line.
    let isWhole = text.contains(where: \.isNewline) || editor.text.isLineEmpty
    let isArranged = editor.field.kind == .lines && isWhole
    return isArranged ? source.arranged(text, in: editor.field) : text
  }

  private func remarks(onPasting text: String, in editor: FieldEditor) -> [Effect] {
    let controls = text.count { $0.isControl && !$0.isNewline && $0 != "\t" }
    let isJoined = !editor.field.kind.isArea && text.contains(where: \.isNewline)
    let words = [
      isJoined ? "the pasted lines are one line here" : nil,
      controls > 0 ? "\(Count.text(controls, "control character")) omitted" : nil,
    ].compactMap(\.self)
    guard !words.isEmpty else { return [] }
    return [.say(Message(words.joined(separator: " · "), tone: .warning))]
  }

  /// Handles a click or a turn of the wheel.
  public func mouse(_ event: MouseEvent) -> [Effect] {
    guard !editors.isEmpty else { return [] }
    typedChoice = TypedChoice()
    let (layout, left) = (layout, focusedField)
    switch event.kind {
    case .wheelUp, .wheelDown: moveFocus(by: event.kind == .wheelUp ? -1 : 1)
    case .press:
      let row = window.top + event.position.row - layout.region.row
      let hit = layout.fields.firstIndex { ($0.row..<$0.row + $0.rows).contains(row) }
      if layout.region.contains(event.position), let hit { moveFocus(to: hit) }
    case .release: break
    }
    return examine(left: left)
  }

  /// Opens the focused field in the person's editor.
  private func editInEditor() -> [Effect]? {
    let field = editors[focus].field
    guard field.kind.isWritten else { return nil }
    return [
      .edit(
        EditedText(field.label, text: editors[focus].value) { [weak self] written in
          guard let self, let index = editors.firstIndex(where: { $0.field.name == field.name })
          else {
            let reason = "the field no longer exists; the text is in \(written.place)"
            return [.say(Message(reason, tone: .warning))]
          }
          focus = index
          change { $0.set(self.arranged(written.text, in: field)) }
          // From here on, the draft holds the text.
          written.release()
          return [.refresh]
        })
    ]
  }

  /// Arranges a text that was written in an editor; a one-line field joins the lines.
  private func arranged(_ text: String, in field: FormField) -> String {
    switch field.kind {
    case .lines: return source.arranged(text, in: field)
    case .multiline: return text
    default:
      var line = TextField()
      line.insert(text)
      return line.text
    }
  }

  private func performOnText(_ action: ActionName) -> Bool {
    if editors[focus].field.kind.isArea {
      let columns = layout.columns(of: editors[focus].field.kind)
      switch action {
      case .areaNewline:
        let field = editors[focus].field
        change { editor in
          if field.kind == .lines {
            editor.text.replaceLine { self.source.arranged($0, in: field) }
          }
          editor.text.insertLines("\n")
        }
        return true
      case .lineUp, .lineDown:
        change { $0.text.moveLine(by: action == .lineUp ? -1 : 1) }
        return true
      case .areaUp, .areaDown:
        let step = action == .areaUp ? -1 : 1
        if !TextArea.move(&editors[focus].text, by: step, columns: columns) {
          moveFocus(by: step)
        }
        return true
      default: break
      }
    }
    var text = editors[focus].text
    guard text.perform(action) else { return false }
    // The description of a content can only be deleted as a whole.
    let empties = editors[focus].showsContent && text.text != editors[focus].text.text
    change { if empties { $0.set("") } else { $0.text = text } }
    return true
  }

  private func change(typing text: String = "", _ body: (inout FieldEditor) -> Void) {
    let name = editors[focus].field.name
    let place = text.isTypedInWord ? name : nil
    if past.goesOn(typedIn: place) {
      // The previous text is not copied, since each letter would then copy the whole text.
      body(&editors[focus])
    } else {
      let before = editors[focus]
      body(&editors[focus])
      guard editors[focus].value != before.value else { return }
      past.note(Step(name: name, text: before.text), typedIn: place)
    }
    refusals[name] = nil
    refusals[""] = nil
  }

  /// The step's field with its present text.
  private func currentStep(of step: Step) -> Step? {
    editors.first { $0.field.name == step.name }.map { Step(name: step.name, text: $0.text) }
  }

  /// Sets a field to the text of an undo or redo step, and moves the focus to that field.
  private func takeStep(_ step: Step?, _ reason: String) -> [Effect] {
    guard let step, let index = editors.firstIndex(where: { $0.field.name == step.name }) else {
      return [.say(Message(reason, tone: .warning))]
    }
    moveFocus(to: index)
    editors[index].text = step.text
    refusals[step.name] = nil
    return []
  }

  /// Copies the value of the focused field, as displayed.
  private func copyField() -> [Effect] {
    let editor = editors[focus]
    let words = words(for: editor.value, in: editor.field, limit: .max)
    guard !words.isEmpty else {
      return [.say(Message("\(editor.field.label) is empty", tone: .warning))]
    }
    return [.copy(words, what: editor.field.label)]
  }

  /// Opens the form of a neighbor in the list; changes stay as a draft.
  private func goToSibling(_ offset: Int, otherwise reason: String) -> [Effect] {
    source.findSibling(offset, in: listURL) { [weak self] url in
      guard let url else { return [.say(Message(reason, tone: .warning))] }
      let count = self?.isDraft == true ? self?.changeCount ?? 0 : 0
      let said = count > 0 ? [Effect.say(Message(Self.draftWords(count)))] : []
      return [.replace(url)] + said
    }
  }

  private func moveFocus(by offset: Int) {
    moveFocus(to: (focus + offset + editors.count) % editors.count)
  }

  /// Moves the focus by about one screen, and at least by one field.
  private func moveFocusByPage(_ direction: Int) {
    let (fields, height) = (layout.fields, layout.region.rows)
    guard fields.indices.contains(focus) else { return }
    let row = fields[focus].row + direction * height
    let place =
      direction > 0 ? fields.lastIndex { $0.row <= row } : fields.firstIndex { $0.row >= row }
    moveFocus(to: place.flatMap { $0 == focus ? nil : $0 } ?? focus + direction)
  }

  /// Lets the source arrange the lines of a field after the focus has left it.
  func arrangeLines(of index: Int) {
    let field = editors[index].field
    guard field.kind == .lines, editors[index].isChanged else { return }
    let arranged = source.arranged(editors[index].value, in: field)
    if arranged != editors[index].value { editors[index].set(arranged) }
  }

  func moveFocus(to index: Int) {
    if editors.indices.contains(focus), index != focus { arrangeLines(of: focus) }
    focus = max(0, min(index, editors.count - 1))
    showFocus()
  }

  /// Sets a field's value, as typing would; the fields may have changed since.
  func put(_ value: String, in name: String) {
    guard let index = editors.firstIndex(where: { $0.field.name == name }),
      editors[index].value != value
    else { return }
    past.note(Step(name: editors[index].field.name, text: editors[index].text))
    editors[index].set(value)
    refusals[name] = nil
  }

  private func picker(for index: Int, text: String) -> any Overlay {
    let field = editors[index].field
    let set = { [weak self] (value: String) -> [Effect] in
      self?.put(value, in: field.name)
      return []
    }
    guard case .links = field.kind else {
      return LinkPicker(field, source: source, text: text, pick: set)
    }
    return LinksPicker(
      field, source: source, text: text, chosen: FormField.Kind.ids(in: editors[index].value)
    ) { choice in
      set(choice.chosen.joined(separator: "\n"))
    }
  }
}
