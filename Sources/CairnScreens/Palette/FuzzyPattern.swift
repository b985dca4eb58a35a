/// A fuzzy pattern: words whose letters occur in a text in order, with possible gaps.
///
///     FuzzyPattern("gob")?.match("Go back")      // G, o and b
///     FuzzyPattern("rec by")?.match("Recipes by author")
///
/// Rules:
///
/// 1. A text matches if each word does. A word's letters occur in order, and not too scattered to
///    be meant. In a sentence, they occur as starts of words, or as runs of three or more.
/// 2. Among all ways to match, the one counts that a person would see: adjacent letters, starts of
///    words, few gaps. The best match is a text of just these letters.
/// 3. A text that contains several words exactly as typed scores more than a text with scattered
///    words.
/// 4. Case is ignored, and also other differences that `fold` removes, such as accents.
///
/// Cost: the letters of a text, at most ``longest``, times the letters of the words. In a long
/// text, only the letters after each occurrence of a word's first letter count.
public struct FuzzyPattern: Sendable {
  /// The quality and the places of a match.
  public struct Match: Hashable, Sendable {
    /// The score; higher is better.
    public var score: Int
    /// The indices of the matching characters, from 0.
    public var places: Set<Int>
  }

  /// The length of the part of a text that is searched.
  public static let longest = 256

  /// The folded words.
  public let words: [String]
  private let letters: [[Unicode.Scalar]]
  /// The whole typed text, if it has several words.
  let phrase: String?
  private let fold: @Sendable (String) -> String

  /// Creates a pattern from words between blanks.
  ///
  /// - Parameters:
  ///   - text: the typed text.
  ///   - fold: maps equivalent texts to one text; the fold of a part must be part of the fold.
  public init(
    _ text: String, fold: @escaping @Sendable (String) -> String = { $0.lowercased() }
  ) {
    words = fold(text).split(separator: " ").map(String.init)
    letters = words.map { Array($0.unicodeScalars) }
    phrase = words.count > 1 ? words.joined(separator: " ") : nil
    self.fold = fold
  }

  /// Whether the pattern has no word, so that any text matches.
  public var isEmpty: Bool { words.isEmpty }

  /// The match of `text`; `nil` if it doesn't match.
  ///
  /// - Parameters:
  ///   - text: the text to search.
  ///   - foldedKinds: folded words for the kind of item, such as a collection's name. A word that
  ///     `text` lacks may be the start of such a word.
  ///   - subjects: folded words that may be typed in addition to others.
  /// - Returns: the match, without places for words that only the kind has.
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
    // A subject alone does not tell which of many items is meant.
    if subjectCount == words.count { return nil }
    if let phrase, fold(String(text.prefix(Self.longest))).contains(phrase) {
      match.score += Self.asTyped
    }
    return match
  }
}

extension FuzzyPattern {
  // A matching letter counts much more than its place or a gap, so that a long run always beats two
  // short ones.
  static let letterScore = 16
  static let wordStart = 8
  private static let capital = 7
  static let sideBySide = 6
  static let whole = 20
  static let asTyped = 24
  static let gapStart = 3
  static let gapLetter = 1

  /// The score of a text that begins with this many letters, at least one.
  static func score(ofBeginning count: Int) -> Int {
    letterScore * count + 2 * wordStart + sideBySide * (count - 1)
  }

  /// The maximum length of the part of a text in which a word of `count` letters is found.
  ///
  /// More scattered letters occur in any sentence by chance.
  static func mostLetters(of count: Int) -> Int { 2 * count + 8 }

  /// The letters of a text for comparison, each with a bonus for its place.
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

    /// The best match of `word` that isn't too scattered.
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

    /// The best match of `word` in a part of the text.
    ///
    /// `ends[i][j]` holds the scores of the letters up to `i` with the last one at `j`. `gap` holds
    /// the best score with the last one at least two places before `j`.
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

    /// The places of the letters of the best match that ends at `last` of a part of the text.
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
  /// A text of more words is a sentence, in which scattered letters mean nothing.
  private static let fewWords = 5

  /// Whether a text of this many words is a sentence.
  static func isSentence(words count: Int) -> Bool { count > fewWords }

  /// The run of adjacent letters that ends at the present letter.
  enum Run {
    /// A run from the start of a word, or a long enough one; outside of sentences, any run.
    case meant
    /// One or two letters inside a word of a sentence, which count only if more follow.
    case one, two
  }

  /// The best scores for the letters of a word up to one at some place, by the kind of its run.
  struct Ends {
    /// Less than any real score.
    static let none = Int.min / 2

    private(set) var meant = Self.none
    private(set) var one = Self.none
    private(set) var two = Self.none

    /// Creates scores without a match.
    init() {}

    /// Creates the scores of the matches that end at a place, each the best of its kind.
    ///
    /// - Parameters:
    ///   - place: the index of the letter in the word, from 0.
    ///   - count: the number of letters in the word.
    ///   - beside: the scores up to the previous letter, right before this one.
    ///   - gap: the score up to the previous letter with a gap after it; the cost of the gap is
    ///     subtracted.
    ///   - bonus: the bonus of the place in the text.
    ///   - isSentence: whether the text is a sentence.
    @inline(__always)
    init(
      ofLetter place: Int, of count: Int, beside: Ends, gap: Int, bonus: Int, isSentence: Bool
    ) {
      let begun = FuzzyPattern.letterScore + (place == 0 ? 2 * bonus : gap + bonus)
      if !isSentence || bonus > 0 || count == 1 { meant = begun } else { one = begun }
      guard place > 0 else { return }
      let step = Self.step(bonus)
      meant = max(meant, max(beside.meant, beside.two) + step)
      // A word of two letters counts as meant if both are adjacent.
      if count == 2 { meant = max(meant, beside.one + step) } else { two = beside.one + step }
    }

    /// Creates the scores after one more byte of the same letter.
    @inline(__always)
    init(goingOn before: Ends) {
      let step = Self.step(0)
      (meant, one, two) = (before.meant + step, before.one + step, before.two + step)
    }

    /// The score of a letter right after the previous one.
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
