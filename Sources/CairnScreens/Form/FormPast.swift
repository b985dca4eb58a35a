/// What the fields of a form had before each change, the newest last, and what was taken back.
///
/// Letters of a word that are typed one after the other are one change.
struct FormPast {
  /// A field, and its text before a change or after it.
  struct Step {
    let name: String
    let text: TextField
  }

  private var steps: [Step] = []
  /// What was taken back, the one to be done again first at the end.
  private var undone: [Step] = []
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
    undone = []
    let isLetter = text.count == 1 && text != " "
    defer { typedIn = isLetter ? before.field.name : nil }
    guard !isLetter || typedIn != before.field.name else { return }
    steps.append(Step(name: before.field.name, text: before.text))
    if steps.count > Self.limit { steps.removeFirst() }
  }

  /// Takes the newest change of a field in `editors` back: what it had before.
  mutating func takeBack(in editors: [FieldEditor]) -> Step? {
    typedIn = nil
    return Self.move(from: &steps, to: &undone, editors)
  }

  /// Does the change again that was taken back last: what the field had after it.
  mutating func doAgain(in editors: [FieldEditor]) -> Step? {
    typedIn = nil
    return Self.move(from: &undone, to: &steps, editors)
  }

  /// Takes the last step whose field there still is, and leaves what the field has now for the way
  /// back.
  private static func move(
    from steps: inout [Step], to others: inout [Step], _ editors: [FieldEditor]
  ) -> Step? {
    while let step = steps.popLast() {
      guard let editor = editors.first(where: { $0.field.name == step.name }) else { continue }
      others.append(Step(name: step.name, text: editor.text))
      return step
    }
    return nil
  }
}
