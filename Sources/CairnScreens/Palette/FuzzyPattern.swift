/// Words of which a text has all letters in their order, if not side by side.
///
///     FuzzyPattern("gob")?.match("Go back")      // G, o and b
///     FuzzyPattern("rec by")?.match("Recipes by author")
///
/// What holds:
///
/// 1. A text matches if each word does: its letters come in the text one after the other, and not
///    so scattered that nobody would have meant it. In a sentence they come as starts of words and
///    as three or more side by side.
/// 2. Of all ways to find them, the one counts that a person would see: letters side by side, at
///    the start of words, few gaps; and best of all is a text of these letters alone.
/// 3. A text that has several words as they were typed is worth more than one that has each
///    somewhere.
/// 4. Capitals make no difference, and nothing else where `fold` says so, such as accents.
///
/// Cost: the letters of a text times those of the words, of at most ``longest`` letters; in a long
/// text, those after each place of a word's first letter.
public struct FuzzyPattern: Sendable {
  /// How well a text matches, and where.
  public struct Match: Hashable, Sendable {
    /// More is better.
    public var score: Int
    /// The places of the characters that match, from 0.
    public var places: Set<Int>
  }

  /// Of longer texts only the beginning is looked at.
  public static let longest = 256

  /// The words as they are compared.
  public let words: [String]
  private let letters: [[Unicode.Scalar]]
  /// All words as they were typed, where these are several.
  let phrase: String?
  private let fold: @Sendable (String) -> String

  /// Reads words between blanks.
  ///
  /// - Parameters:
  ///   - text: what a person typed.
  ///   - fold: makes equal what is to be found by each other; a fold of parts is part of the fold.
  public init(
    _ text: String, fold: @escaping @Sendable (String) -> String = { $0.lowercased() }
  ) {
    words = fold(text).split(separator: " ").map(String.init)
    letters = words.map { Array($0.unicodeScalars) }
    phrase = words.count > 1 ? words.joined(separator: " ") : nil
    self.fold = fold
  }

  /// Whether it has no word, so that any text matches.
  public var isEmpty: Bool { words.isEmpty }

  /// How `text` matches; `nil` where it does not.
  ///
  /// - Parameters:
  ///   - text: what is looked at.
  ///   - foldedKinds: folded words that may be typed to say what is meant, such as a collection's
  ///     name: words that `text` does not have may be their beginnings.
  ///   - subjects: folded words that may be typed beside others to say what is meant.
  /// - Returns: The match, without places where only the kind has the words.
  public func match(
    _ text: String, foldedKinds: [String] = [], subjects: [String] = []
  ) -> Match? {
    guard !isEmpty else { return Match(score: 0, places: []) }
    let line = Line(text, fold: fold)
    var match = Match(score: 0, places: [])
    var subjectCount = 0
    for (word, letters) in zip(words, letters) {
      if let found = line.match(letters) {
        match.score += found.score
        match.places.formUnion(found.places)
      } else if !foldedKinds.contains(where: { $0.hasPrefix(word) }) {
        guard subjects.contains(where: { $0.hasPrefix(word) }) else { return nil }
        subjectCount += 1
      }
    }
    // By itself a subject says nothing about which of many things is meant.
    if subjectCount == words.count { return nil }
    if let phrase, fold(String(text.prefix(Self.longest))).contains(phrase) {
      match.score += Self.asTyped
    }
    return match
  }
}

extension FuzzyPattern {
  // A letter that matches is worth much more than what its place adds or a gap takes away, so that
  // a longer run never loses against two short ones.
  static let letterScore = 16
  static let wordStart = 8
  private static let capital = 7
  static let sideBySide = 6
  static let whole = 20
  static let asTyped = 24
  static let gapStart = 3
  static let gapLetter = 1

  /// The score of so many letters, more than none, with which a text begins.
  static func score(ofBeginning count: Int) -> Int {
    letterScore * count + 2 * wordStart + sideBySide * (count - 1)
  }

  /// Of how many letters a text may be in which those of a word of `count` letters are found.
  ///
  /// What has them further apart, as any sentence has some letters somewhere, nobody meant.
  static func mostLetters(of count: Int) -> Int { 2 * count + 8 }

  /// A text as letters to compare, with what each place is worth.
  private struct Line {
    private var letters: [Unicode.Scalar] = []
    private var places: [Int] = []
    private var bonuses: [Int] = []
    private var isSentence = false

    init(_ text: String, fold: (String) -> String) {
      var previous: Character?
      var words = 0
      for (place, character) in text.prefix(FuzzyPattern.longest).enumerated() {
        let isStart = previous.map { !$0.isLetter && !$0.isNumber } ?? true
        if isStart, character.isLetter || character.isNumber { words += 1 }
        let isCapital = character.isUppercase && previous?.isLowercase == true
        let bonus = isStart ? wordStart : isCapital ? capital : 0
        for (index, scalar) in fold(String(character)).unicodeScalars.enumerated() {
          letters.append(scalar)
          places.append(place)
          bonuses.append(index == 0 ? bonus : 0)
        }
        previous = character
      }
      isSentence = FuzzyPattern.isSentence(words: words)
    }

    /// The best of the ways to find `word` that aren't too scattered.
    func match(_ word: [Unicode.Scalar]) -> (score: Int, places: Set<Int>)? {
      guard word.count <= letters.count else { return nil }
      let most = FuzzyPattern.mostLetters(of: word.count)
      let starts =
        letters.count <= most ? [0] : letters.indices.filter { letters[$0] == word[0] }
      let best = starts.compactMap { start in
        match(word, in: start..<min(start + most, letters.count))
      }.max { $0.score < $1.score }
      let bonus = word.count == letters.count ? whole : 0
      return best.map { ($0.score + bonus, $0.places) }
    }

    /// The best way to find `word` in a part of the text, by the scores of all ways: `ends[i][j]` has
    /// those of the letters up to `i` with the last one at `j`, and `gap` the best with the last one
    /// at least two places before `j`.
    private func match(
      _ word: [Unicode.Scalar], in part: Range<Int>
    ) -> (score: Int, places: Set<Int>)? {
      guard word.count <= part.count else { return nil }
      var ends = [[Ends]](
        repeating: [Ends](repeating: Ends(), count: part.count), count: word.count)
      for row in word.indices {
        var gap = Ends.none
        for column in row..<part.count {
          if row > 0, column > 1 {
            gap = max(gap - gapLetter, ends[row - 1][column - 2].meant - gapStart)
          }
          let place = part.lowerBound + column
          guard letters[place] == word[row] else { continue }
          ends[row][column] = Ends(
            ofLetter: row, of: word.count,
            beside: row > 0 && column > 0 ? ends[row - 1][column - 1] : Ends(), gap: gap,
            bonus: bonuses[place], isSentence: isSentence)
        }
      }
      let scores = ends[word.count - 1].map(\.meant)
      let best = scores.indices.max { scores[$0] < scores[$1] }
      guard let last = best, scores[last] > Ends.none / 2 else { return nil }
      return (scores[last], way(to: last, through: ends, from: part.lowerBound))
    }

    /// The places of the letters of the best way to one that ends at `last` of a part of the text.
    private func way(to last: Int, through ends: [[Ends]], from start: Int) -> Set<Int> {
      var found: Set<Int> = [places[start + last]]
      var (column, run) = (last, Run.meant)
      for row in ends.indices.dropFirst().reversed() {
        let score = ends[row][column][run]
        let bonus = bonuses[start + column]
        let beside = column > 0 ? ends[row - 1][column - 1] : Ends()
        let runs: [Run] = run == .meant ? [.meant, .two, .one] : run == .two ? [.one] : []
        if let before = runs.first(where: { beside[$0] + Ends.step(bonus) == score }) {
          (column, run) = (column - 1, before)
        } else {
          let wanted = score - letterScore - bonus
          column =
            (0..<column - 1).last {
              ends[row - 1][$0].meant - gapStart - gapLetter * (column - 2 - $0) == wanted
            } ?? column - 1
          run = .meant
        }
        found.insert(places[start + column])
      }
      return found
    }
  }
}

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
