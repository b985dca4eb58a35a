extension FuzzyPattern {
  /// A text of more words is a sentence, in which letters from here and there say nothing.
  private static let fewWords = 5

  /// Whether a text of so many words is a sentence.
  static func isSentence(words count: Int) -> Bool { count > fewWords }

  /// How letters stand that were found side by side, the last of which is looked at.
  enum Run {
    /// From the start of a word on, or enough of them to be meant; outside of sentences, any.
    case meant
    /// One or two within a word of a sentence, which come to nothing unless more follow.
    case one, two
  }

  /// The scores of the best ways to find the letters of a word up to one at some place, by the run
  /// that it is in.
  struct Ends {
    /// Less than any way has.
    static let none = Int.min / 2

    private(set) var meant = Self.none
    private(set) var one = Self.none
    private(set) var two = Self.none

    /// None.
    init() {}

    /// The ways that end at a place, each the better of all that lead there.
    ///
    /// - Parameters:
    ///   - place: the place of the letter in the word, from 0.
    ///   - count: how many letters the word has.
    ///   - beside: the ways up to the letter before, where that is right beside it.
    ///   - gap: the score up to that letter where others stand between, their cost taken off.
    ///   - bonus: what the place in the text is worth.
    ///   - isSentence: whether the text is one.
    @inline(__always)
    init(
      ofLetter place: Int, of count: Int, beside: Ends, gap: Int, bonus: Int, isSentence: Bool
    ) {
      let begun = FuzzyPattern.letterScore + (place == 0 ? 2 * bonus : gap + bonus)
      if !isSentence || bonus > 0 || count == 1 { meant = begun } else { one = begun }
      guard place > 0 else { return }
      let step = Self.step(bonus)
      meant = max(meant, max(beside.meant, beside.two) + step)
      // A word of two letters is meant where both stand.
      if count == 2 { meant = max(meant, beside.one + step) } else { two = beside.one + step }
    }

    /// The same ways, with a further byte of the letter that they end at.
    @inline(__always)
    init(goingOn before: Ends) {
      let step = Self.step(0)
      (meant, one, two) = (before.meant + step, before.one + step, before.two + step)
    }

    /// What a letter right beside the one before is worth.
    static func step(_ bonus: Int) -> Int {
      FuzzyPattern.letterScore + max(FuzzyPattern.sideBySide, bonus)
    }

    subscript(run: Run) -> Int {
      switch run {
      case .meant: meant
      case .one: one
      case .two: two
      }
    }
  }
}
