internal import CairnStore

extension ColumnProfile {
  /// How numbers or dates are read for an attribute that the store writes otherwise, or why they
  /// stay text; `nil` where there is nothing to say.
  func formNotice(for attribute: Attribute) -> String? {
    if let (form, _, example) = regionalForm, form.applies(to: attribute.type) {
      let words =
        readsAsWritten
        ? "with points between thousands, as other columns have a decimal comma" : form.words
      return "read \(words), \"\(example.text)\" as \(example.plain)"
    }
    // A type that was asked for has its own message where values don't fit it.
    guard attribute.isInferred, let ambiguity else { return nil }
    let readings = ambiguity.readings.map { "\($0.plain) \($0.form.words)" }
    return "stays text, since \"\(ambiguity.text)\" is \(readings.joined(separator: ", and "))"
  }
}
