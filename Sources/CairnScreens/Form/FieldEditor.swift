internal import CairnInterface

/// One field of a form while it is being edited.
struct FieldEditor: Hashable {
  /// The field, with the value that editing began with.
  private(set) var field: FormField
  /// The value as text, also where it is chosen rather than typed.
  var text: TextField
  /// What somebody else stored while the field was being changed, until the person has seen it.
  private(set) var elsewhere: String?
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

  /// Merges a typed text with a stored one, given the text that both began with; nil if they
  /// contradict each other.
  typealias Merge = (_ base: String, _ typed: String, _ stored: String) -> String?

  /// Follows the stored value.
  ///
  /// An unchanged field shows it. A changed field shows the merged text, or keeps its own if the
  /// two contradict each other.
  mutating func follow(_ stored: String, _ merge: Merge) {
    if isChanged, value != stored {
      if stored == field.value {
        elsewhere = nil
      } else if let merged = merge(field.value, value, stored) {
        elsewhere = nil
        let place = text.cursor
        field.value = stored
        if merged != value { set(merged) }
        text.move(to: min(place, merged.count))
      } else {
        elsewhere = stored
      }
      return
    }
    elsewhere = nil
    guard stored != field.value else { return }
    field.value = stored
    if value != stored { set(stored) }
  }

  /// Takes note that the person knows what somebody else stored, and goes on from that.
  mutating func acknowledge() {
    if let elsewhere { field.value = elsewhere }
    elsewhere = nil
  }

  /// Takes back a text that was typed before, when the field still had the value `start`.
  mutating func restore(_ text: String, startedFrom start: String?, _ merge: Merge) {
    let stored = field.value
    if let start { field.value = start }
    set(text)
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
