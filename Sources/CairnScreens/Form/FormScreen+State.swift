public import CairnNavigation

/// The draft: what was typed into the fields that differ from the record, what they had before, and
/// where the cursor is.
extension FormScreen {
  /// Writes what it must remember.
  public func encodeState(to encoder: inout StateEncoder) {
    let editor = editors.indices.contains(focus) ? editors[focus] : nil
    encoder.encode(editor?.field.name, as: "focus")
    encoder.encode(editor?.text.cursor, as: "place")
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
  }

  /// Takes back what it remembered.
  public func decodeState(from decoder: StateDecoder) {
    let draft = decoder.scope("draft")
    let start = decoder.scope("start")
    for index in editors.indices {
      guard let value: String = draft.decode(editors[index].field.name) else { continue }
      editors[index].restore(value, startedFrom: start.decode(editors[index].field.name))
    }
    let name: String? = decoder.decode("focus")
    guard let index = editors.firstIndex(where: { $0.field.name == name }) else { return }
    moveFocus(to: index)
    if let place: Int = decoder.decode("place") { editors[index].text.move(to: place) }
  }
}
