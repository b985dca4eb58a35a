public import CairnNavigation

/// The draft: what was typed into the fields that differ from the record, what they had before, and
/// where the cursor is.
extension FormScreen {
  /// Writes what it must remember.
  public func encodeState(to encoder: inout StateEncoder) {
    let editor = editors.indices.contains(focus) ? editors[focus] : nil
    encoder.encode(editor?.field.name, as: "focus")
    encoder.encode(editor?.text.cursor, as: "place")
    encoder.encode(window.top > 0 ? window.top : nil, as: "top")
    encoder.scope("draft") { draft in
      for editor in editors {
        draft.encode(editor.isChanged ? editor.value : nil, as: editor.field.name)
      }
    }
    encoder.scope("start") { start in
      for editor in editors {
        start.encode(editor.isChanged ? editor.field.value : nil, as: editor.field.name)
      }
    }
    encoder.scope("contested") { contested in
      for editor in editors {
        // A whole value is compared again at the next start.
        let isMerged = editor.contest?.stored == editor.field.value
        contested.encode(isMerged ? editor.contest?.shown : nil, as: editor.field.name)
      }
    }
    if isDraft { encoder.scope("source") { source.encodeState(to: &$0) } }
  }

  /// Takes back what it remembered.
  public func decodeState(from decoder: StateDecoder) {
    let draft = decoder.scope("draft")
    let start = decoder.scope("start")
    let contested = decoder.scope("contested")
    let focused: String? = decoder.decode("focus")
    let place: Int? = decoder.decode("place")
    for name in draft.keys {
      guard let value: String = draft.decode(name) else { continue }
      restore(
        value, of: name, startedFrom: start.decode(name), cursor: name == focused ? place : nil,
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

  /// The texts that a form's kept state says were typed, by the fields' names.
  public static func typedTexts(in state: StateValue) -> [(field: String, text: String)] {
    let draft = StateDecoder(state).scope("draft")
    return draft.keys.compactMap { name in draft.decode(name).map { (name, $0) } }
  }

  /// The state of a form in which these texts were typed.
  public static func state(typing texts: [(field: String, text: String)]) -> StateValue {
    var encoder = StateEncoder()
    encoder.scope("draft") { draft in
      for (field, text) in texts { draft.encode(text, as: field) }
    }
    return encoder.value
  }

  /// Restores the typed text of a field, even of a deleted field.
  private func restore(
    _ value: String, of name: String, startedFrom start: String?, cursor place: Int?,
    contested: String?
  ) {
    let present = source.presentName(of: name)
    if let index = editors.firstIndex(where: { $0.field.name == present }) {
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
