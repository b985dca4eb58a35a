/// The undo and redo history of typed text, the newest change last.
///
/// Letters of a word that are typed in sequence into the same place form one change.
struct TypingPast<Step: TypingStep>: Hashable {
  private var steps: [Step] = []
  /// The undone changes; the last one is redone first.
  private var undone: [Step] = []
  /// The place where a word is being typed.
  private var wordPlace: String?

  /// The most changes to keep, and the most characters in all of them: a step holds the whole text,
  /// which may be a book.
  private static var limit: Int { 500 }
  private static var characterLimit: Int { 4_000_000 }

  /// Whether a letter typed into a place continues the word of the newest step, so that no new step
  /// is needed.
  func goesOn(typedIn place: String?) -> Bool { place != nil && place == wordPlace }

  /// Records the text before a change.
  ///
  /// - Parameters:
  ///   - before: the previous text.
  ///   - place: the place of a typed letter; `nil` for other changes.
  mutating func note(_ before: Step, typedIn place: String? = nil) {
    undone = []
    defer { wordPlace = place }
    guard !goesOn(typedIn: place) else { return }
    steps.append(before)
    if steps.count > Self.limit { steps.removeFirst() }
    var characters = steps.reduce(0) { $0 + $1.characterCount }
    while characters > Self.characterLimit, steps.count > 1 {
      characters -= steps.removeFirst().characterCount
    }
  }

  /// Undoes the newest change.
  ///
  /// - Parameter now: returns the present text for a step, to redo it later; `nil` if the step's
  ///   field is gone, which drops the step.
  /// - Returns: the text to restore; `nil` if there is nothing to undo.
  mutating func takeBack(_ now: (Step) -> Step?) -> Step? {
    wordPlace = nil
    return Self.move(from: &steps, to: &undone, now)
  }

  /// Redoes the last undone change.
  ///
  /// - Parameter now: returns the present text for a step, as for undo.
  /// - Returns: the text to restore; `nil` if there is nothing to redo.
  mutating func doAgain(_ now: (Step) -> Step?) -> Step? {
    wordPlace = nil
    return Self.move(from: &undone, to: &steps, now)
  }

  private static func move(
    from steps: inout [Step], to others: inout [Step], _ now: (Step) -> Step?
  ) -> Step? {
    while let step = steps.popLast() {
      guard let current = now(step) else { continue }
      others.append(current)
      return step
    }
    return nil
  }
}

/// The text before a change.
protocol TypingStep: Hashable {
  /// The number of characters in the step.
  var characterCount: Int { get }
}

extension String {
  /// Whether the string is one letter or other sign of a word during typing.
  var isTypedInWord: Bool { count == 1 && self != " " }
}

/// A completion of a typed word or text.
public struct Completion: Hashable, Sendable {
  /// The typed text with its completion.
  public var text: String
  /// The meaning in a few words; empty if the text is clear.
  public var note: String
  /// The part shown in a list of completions; by default the whole text.
  public var shown: String

  /// Creates a completion.
  ///
  /// - Parameters:
  ///   - text: the typed text with its completion.
  ///   - note: the meaning in a few words.
  ///   - shown: the part shown in a list; by default the whole text.
  public init(_ text: String, _ note: String = "", shown: String? = nil) {
    self.text = text
    self.note = note
    self.shown = shown ?? text
  }
}
