/// What a line of text was before each change, the newest last, and what was taken back.
///
/// Letters of a word that are typed one after the other are one change.
struct TextPast: Hashable {
  /// A text, and where its cursor was.
  struct Step: Hashable {
    let characters: [Character]
    let cursor: Int
  }

  private var steps: [Step] = []
  /// What was taken back, the one to be done again first at the end.
  private var undone: [Step] = []
  private var isInWord = false

  /// So many changes can be taken back.
  private static let limit = 500

  /// Takes note of what a text was before a change.
  ///
  /// - Parameters:
  ///   - before: the text then.
  ///   - beginsWord: whether letters that are typed next belong to the same change.
  mutating func note(_ before: Step, beginsWord: Bool = false) {
    undone = []
    defer { isInWord = beginsWord }
    guard !beginsWord || !isInWord else { return }
    steps.append(before)
    if steps.count > Self.limit { steps.removeFirst() }
  }

  /// What a text was before its newest change, given what it is now; `nil` where there is none.
  mutating func takeBack(_ now: Step) -> Step? {
    isInWord = false
    guard let step = steps.popLast() else { return nil }
    undone.append(now)
    return step
  }

  /// What a text was before its newest change was taken back; `nil` where none was.
  mutating func doAgain(_ now: Step) -> Step? {
    isInWord = false
    guard let step = undone.popLast() else { return nil }
    steps.append(now)
    return step
  }
}
