internal import CairnInterface

/// A field of a form during editing.
struct FieldEditor: Hashable {
  /// The field, with its initial value.
  private(set) var field: FormField
  /// The value as text, also for a picked value.
  var text: TextField
  /// The value that another process stored during the edit, until the person has seen it.
  private(set) var contest: Contest?
  /// Whether the field was removed from the model.
  var isGone = false

  init(_ field: FormField) {
    self.field = field
    text = TextField(field.kind.shown(field.value), keepsPast: false)
  }

  /// The value to save; for an untouched content, the initial value.
  var value: String {
    field.kind == .content && text.text == field.kind.shown(field.value) ? field.value : text.text
  }
  var isChanged: Bool { !value.utf8.elementsEqual(field.value.utf8) }

  /// Whether letters are typed into the field's text.
  var takesText: Bool { field.kind.takesText }

  var contexts: [ActionContext] {
    switch field.kind {
    case .multiline: [.area, .text, .form]
    case .lines: [.lines, .area, .text, .form]
    case .text, .number, .date, .tags: [.text, .form]
    case .path, .content: [.path, .text, .form]
    case .choice, .boolean, .link, .links: [.pick, .form]
    }
  }

  /// The choices of a choice field or a yes-or-no field.
  var choices: [String] { field.kind.choices }

  mutating func set(_ value: String) {
    text = TextField(field.kind.shown(value), keepsPast: false)
  }

  /// Types a text; it replaces the description of a content, which is not editable.
  mutating func insert(_ typed: String) {
    if showsContent { set("") }
    text.insert(typed)
  }

  /// Whether the field shows the description of a stored content, which is not editable.
  var showsContent: Bool { field.kind == .content && !isChanged && !value.isEmpty }

  mutating func revert() {
    acknowledge()
    set(field.value)
  }

  /// Adopts a new definition of the field; the initial value and the typed text stay.
  mutating func follow(_ definition: FormField) {
    let start = field.value
    field = definition
    field.value = start
    isGone = false
  }

  /// A stored text that contradicts the typed text.
  struct Contest: Hashable {
    /// The part that contradicts; the whole text if it is not merged by parts.
    var shown: String
    /// The whole stored text.
    var stored: String
  }

  /// Merges a typed text with a stored one, given their common base; returns `nil` if the texts
  /// can't be merged by parts.
  typealias Merge = (_ base: String, _ typed: String, _ stored: String) -> MergedText?

  /// Adopts the stored value.
  ///
  /// An unchanged field shows it. A changed field shows the merged text, and keeps the typed text
  /// in contradictions.
  mutating func follow(_ stored: String, _ merge: Merge) {
    if isChanged, value != stored {
      if stored == field.value {
        if contest?.stored != stored { contest = nil }
      } else if let merged = merge(field.value, value, stored) {
        let shown = merged.contested ?? contest?.shown
        contest = shown.map { Contest(shown: $0, stored: stored) }
        field.value = stored
        show(merged.text)
      } else {
        contest = Contest(shown: stored, stored: stored)
      }
      return
    }
    contest = nil
    guard stored != field.value else { return }
    field.value = stored
    show(stored)
  }

  /// Shows another text, and keeps the cursor at its place in its line.
  private mutating func show(_ value: String) {
    guard self.value != value else { return }
    let (old, place) = (text.text, text.cursor)
    set(value)
    text.move(to: LineDifference(from: old, to: text.text).place(of: place))
  }

  /// Notes that the person has seen the stored value, which becomes the new base.
  mutating func acknowledge() {
    if let contest { field.value = contest.stored }
    contest = nil
  }

  /// Restores a text that was typed when the field still had the value `start`.
  ///
  /// - Parameters:
  ///   - text: the typed text.
  ///   - start: the field's value at that time.
  ///   - place: the cursor's place, in characters; `nil` for the end.
  ///   - contested: the contradicting text, if the person has not seen it.
  ///   - merge: merges the text with the stored one.
  mutating func restore(
    _ text: String, startedFrom start: String?, cursor place: Int?, contested: String?,
    _ merge: Merge
  ) {
    let stored = field.value
    if let start { field.value = start }
    contest = contested.map { Contest(shown: $0, stored: field.value) }
    set(text)
    if let place { self.text.move(to: place) }
    follow(stored, merge)
  }

  /// Moves `step` choices further, with wraparound.
  mutating func cycle(_ step: Int) {
    guard !choices.isEmpty else { return }
    let place = choices.firstIndex(of: value).map { $0 + step } ?? (step > 0 ? 0 : -1)
    set(choices[(place + choices.count) % choices.count])
  }

  /// Moves to the first choice that starts with `text`, or stays on one that does; false if there
  /// is no such choice.
  mutating func choose(typing text: String) -> Bool {
    let start = text.lowercased()
    if value.lowercased().hasPrefix(start) { return true }
    guard let choice = choices.first(where: { $0.lowercased().hasPrefix(start) }) else {
      return false
    }
    set(choice)
    return true
  }

  /// Moves to the next choice that starts with `letter`; false if there is no such choice.
  mutating func jump(to letter: Character) -> Bool {
    let current = choices.firstIndex(of: value) ?? -1
    let order = (current + 1..<choices.count).map { $0 } + (0..<current + 1)
    guard
      let place = order.first(where: {
        choices.indices.contains($0) && choices[$0].lowercased().first == letter.lowercased().first
      })
    else { return false }
    set(choices[place])
    return true
  }
}
