/// What the fields of a form had before each change, the newest last.
///
/// Letters of a word that are typed one after the other are one change.
struct FormPast {
  /// A field, and its text before a change.
  struct Step {
    let name: String
    let text: TextField
  }

  private var steps: [Step] = []
  /// The field in which a word is being typed.
  private var typedIn: String?

  /// So many changes can be taken back.
  private static let limit = 500

  /// Takes note of a field that was changed.
  ///
  /// - Parameters:
  ///   - before: the field as it was.
  ///   - text: what was typed, if the change was that.
  mutating func note(_ before: FieldEditor, typing text: String = "") {
    let isLetter = text.count == 1 && text != " "
    defer { typedIn = isLetter ? before.field.name : nil }
    guard !isLetter || typedIn != before.field.name else { return }
    steps.append(Step(name: before.field.name, text: before.text))
    if steps.count > Self.limit { steps.removeFirst() }
  }

  /// Takes the newest step.
  mutating func takeLast() -> Step? {
    typedIn = nil
    return steps.popLast()
  }
}
