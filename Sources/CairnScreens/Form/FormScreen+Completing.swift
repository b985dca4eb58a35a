internal import CairnInterface

extension FormScreen {
  /// As many values as are looked through at a glance.
  private static let mostValues = 12

  /// Goes on with what was typed as other records have it, and asks where they have several.
  func completeValue() -> [Effect]? {
    let field = editors[focus].field
    guard field.kind.takesText, !field.kind.isArea else { return nil }
    let (kept, typed) = typedPart(of: editors[focus])
    let values = source.values(in: field, beginningWith: typed, limit: Self.mostValues)
      .filter { $0 != typed }
    guard values.count > 1 else {
      guard let value = values.first else {
        return [.say(Message("no other record has more that begins so", tone: .warning))]
      }
      put(kept + value, in: field.name)
      return []
    }
    let picker = ChoicePicker(field.label, values, fold: source.folded) { [weak self] value in
      self?.put(kept + value, in: field.name)
      return []
    }
    return [.present(picker)]
  }

  /// What stays of a field's text, and what is completed: of tags the last one.
  private func typedPart(of editor: FieldEditor) -> (kept: String, typed: String) {
    let text = editor.value
    guard editor.field.kind == .tags, let comma = text.lastIndex(of: ",") else { return ("", text) }
    let start = text[text.index(after: comma)...].firstIndex { $0 != " " } ?? text.endIndex
    return (String(text[..<start]), String(text[start...]))
  }
}
