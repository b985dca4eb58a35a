internal import CairnInterface

/// One field of a form while it is being edited.
struct FieldEditor: Hashable {
  /// The field, with the value that editing began with.
  private(set) var field: FormField
  /// The value as text, also where it is chosen rather than typed.
  var text: TextField
  /// What somebody else stored while the field was being changed, until the person has seen it.
  private(set) var contest: Contest?
  /// Whether what the form edits has the field no more.
  var isGone = false

  init(_ field: FormField) {
    self.field = field
    text = TextField(field.kind.shown(field.value), keepsPast: false)
  }

  /// The value as it is saved: what the field began with where that is what is still shown.
  var value: String {
    field.kind == .content && text.text == field.kind.shown(field.value) ? field.value : text.text
  }
  var isChanged: Bool { value != field.value }

  /// Whether letters go into the field's text.
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

  /// What there is to go through in a choice or a yes-or-no.
  var choices: [String] { field.kind.choices }

  mutating func set(_ value: String) {
    text = TextField(field.kind.shown(value), keepsPast: false)
  }

  /// Types a text; it takes the place of words for a content, which are no text to go on with.
  mutating func insert(_ typed: String) {
    if showsContent { set("") }
    text.insert(typed)
  }

  /// Whether words stand for a content that is there, so that they can't be edited.
  var showsContent: Bool { field.kind == .content && !isChanged && !value.isEmpty }

  mutating func revert() {
    acknowledge()
    set(field.value)
  }

  /// Takes over how the field is edited by now; what it began with and what was typed stay.
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

  /// Merges a typed text with a stored one, given the text that both began with; nil if the texts can
  /// only be taken as a whole.
  typealias Merge = (_ base: String, _ typed: String, _ stored: String) -> MergedText?

  /// Follows the stored value.
  ///
  /// An unchanged field shows it. A changed field shows the merged text, and keeps its own where the
  /// two contradict each other.
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

  /// Shows another text, with the cursor at its place in its line.
  private mutating func show(_ value: String) {
    guard self.value != value else { return }
    let (old, place) = (text.text, text.cursor)
    set(value)
    text.move(to: LineDifference(from: old, to: text.text).place(of: place))
  }

  /// Takes note that the person knows what somebody else stored, and goes on from that.
  mutating func acknowledge() {
    if let contest { field.value = contest.stored }
    contest = nil
  }

  /// Takes back a text that was typed before, when the field still had the value `start`.
  ///
  /// - Parameters:
  ///   - text: the typed text.
  ///   - start: what the field had before.
  ///   - place: where the cursor was, in characters; `nil` for the end.
  ///   - contested: what contradicted it, if the person has not seen that.
  ///   - merge: merges it with the stored text.
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

  /// Goes `step` further among the choices, over the end back to the first.
  mutating func cycle(_ step: Int) {
    guard !choices.isEmpty else { return }
    let place = choices.firstIndex(of: value).map { $0 + step } ?? (step > 0 ? 0 : -1)
    set(choices[(place + choices.count) % choices.count])
  }

  /// Goes to the first choice that starts with `text`, or stays with one that does; false if there is
  /// none.
  mutating func choose(typing text: String) -> Bool {
    let start = text.lowercased()
    if value.lowercased().hasPrefix(start) { return true }
    guard let choice = choices.first(where: { $0.lowercased().hasPrefix(start) }) else {
      return false
    }
    set(choice)
    return true
  }

  /// Goes to the next choice that starts with `letter`; false if there is none.
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
