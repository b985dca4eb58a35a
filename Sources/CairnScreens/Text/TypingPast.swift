/// What was there before each change of what is typed, the newest last, and what was taken back.
///
/// Letters of a word that are typed one after the other into the same place are one change.
struct TypingPast<Step: TypingStep>: Hashable {
  private var steps: [Step] = []
  /// What was taken back, the one to be done again first at the end.
  private var undone: [Step] = []
  /// The place into which a word is being typed.
  private var wordPlace: String?

  /// So many changes can be taken back, as long as the characters of all of them aren't more than
  /// these: a step holds all of a text, which may be a book.
  private static var limit: Int { 500 }
  private static var characterLimit: Int { 4_000_000 }

  /// Whether a letter typed into a place goes on with the word of the newest step, so that there is
  /// nothing to note.
  func goesOn(typedIn place: String?) -> Bool { place != nil && place == wordPlace }

  /// Takes note of what was there before a change.
  ///
  /// - Parameters:
  ///   - before: what there was.
  ///   - place: where a letter of a word was typed, if the change was that.
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

  /// What there was before the newest change.
  ///
  /// - Parameter now: what there is where a step is about, for the way back; `nil` where that is
  ///   gone, and the step with it.
  /// - Returns: `nil` where nothing can be taken back.
  mutating func takeBack(_ now: (Step) -> Step?) -> Step? {
    wordPlace = nil
    return Self.move(from: &steps, to: &undone, now)
  }

  /// What there was before the last change was taken back.
  ///
  /// - Parameter now: as for taking back.
  /// - Returns: `nil` where nothing was taken back.
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

/// What there was before a change of what is typed.
protocol TypingStep: Hashable {
  /// How many characters it holds.
  var characterCount: Int { get }
}

extension String {
  /// Whether it is a letter, or another sign, of a word that is being typed.
  var isTypedInWord: Bool { count == 1 && self != " " }
}

/// A way in which a word or a text that a person began to type can go on.
public struct Completion: Hashable, Sendable {
  /// All that was typed, and how it goes on.
  public var text: String
  /// What it stands for, in a few words; empty where it says so itself.
  public var note: String
  /// What tells it from others where a person chooses one; at first all of the text.
  public var shown: String

  /// Creates a completion.
  ///
  /// - Parameters:
  ///   - text: what was typed, and how it goes on.
  ///   - note: what it stands for, in a few words.
  ///   - shown: what tells it from others; all of the text unless given.
  public init(_ text: String, _ note: String = "", shown: String? = nil) {
    self.text = text
    self.note = note
    self.shown = shown ?? text
  }
}
