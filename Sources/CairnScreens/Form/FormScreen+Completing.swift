internal import CairnInterface

extension FormScreen {
  /// This many values can be read at a glance.
  private static let mostValues = 12

  /// Completes the typed text from other records' values, and asks if there are several.
  func completeValue() -> [Effect]? {
    let field = editors[focus].field
    guard field.kind.takesText, !field.kind.isArea else { return nil }
    let (kept, typed) = typedPart(of: editors[focus])
    let values = source.values(in: field, beginningWith: typed, limit: Self.mostValues)
      .filter { $0 != typed }
    guard values.count > 1 else {
      guard let value = values.first else {
        return [.say(Message("no other value begins with this", tone: .warning))]
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

  /// The part of a field's text to keep, and the part to complete: of tags, the last one.
  private func typedPart(of editor: FieldEditor) -> (kept: String, typed: String) {
    let text = editor.value
    guard editor.field.kind == .tags, let comma = text.lastIndex(of: ",") else { return ("", text) }
    let start = text[text.index(after: comma)...].firstIndex { $0 != " " } ?? text.endIndex
    return (String(text[..<start]), String(text[start...]))
  }
}

// MARK: - Paths

extension FormScreen {
  /// Completes a path off the drawing thread, as shells do.
  ///
  /// Without a completion, it moves to the next field, so that Tab never gets stuck.
  func completePath() -> [Effect]? {
    let editor = editors[focus]
    guard editor.field.kind.isPath else { return nil }
    let (path, name) = (editor.text.text, editor.field.name)
    guard editor.isChanged, !path.isEmpty, completions?.path != path else {
      return act(.nextField)
    }
    return source.findCompletion(of: path, in: editor.field) { [weak self] found in
      self?.take(found, for: path, in: name) ?? []
    }
  }

  private func take(
    _ found: TextPrompt.Completion, for path: String, in name: String
  ) -> [Effect] {
    guard focusedField == name, editors[focus].text.text == path else { return [] }
    guard found.text != path || !found.candidates.isEmpty else { return perform(.nextField) ?? [] }
    put(found.text, in: name)
    completions = found.candidates.isEmpty ? nil : (found.text, found.candidates)
    return []
  }

  /// The candidates for the path in a field, from the last press of Tab.
  func candidates(for editor: FieldEditor) -> String? {
    guard editor.field.kind.isPath, let completions, completions.path == editor.value else {
      return nil
    }
    return completions.candidates.joined(separator: "  ")
  }
}
