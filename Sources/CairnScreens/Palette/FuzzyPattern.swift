/// Words of which a text has all letters in their order, if not side by side.
///
///     FuzzyPattern("gob")?.match("Go back")      // G, o and b
///     FuzzyPattern("rec by")?.match("Recipes by author")
///
/// What holds:
///
/// 1. A text matches if each word does: its letters come in the text one after the other, and not
///    so scattered that nobody would have meant it.
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
  /// - Returns: The match, without places where only the kind has the words.
  public func match(_ text: String, foldedKinds: [String] = []) -> Match? {
    guard !isEmpty else { return Match(score: 0, places: []) }
    let line = Line(text, fold: fold)
    var match = Match(score: 0, places: [])
    for (word, letters) in zip(words, letters) {
      if let found = line.match(letters) {
        match.score += found.score
        match.places.formUnion(found.places)
      } else if !foldedKinds.contains(where: { $0.hasPrefix(word) }) {
        return nil
      }
    }
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

  /// Of how many letters a text may be in which those of a word of `count` letters are found.
  ///
  /// What has them further apart, as any sentence has some letters somewhere, nobody meant.
  static func mostLetters(of count: Int) -> Int { 2 * count + 8 }

  /// The score of all letters up to one, with or without the places known.
  ///
  /// - Parameters:
  ///   - isFirst: whether it is the first letter of a word that is looked for.
  ///   - beside: the score up to the letter before, where that is right beside it.
  ///   - gap: the same where others stand between, their cost taken off.
  ///   - bonus: what its place is worth.
  /// - Returns: the better of both ways.
  @inline(__always)
  static func end(isFirst: Bool, beside: Int, gap: Int, bonus: Int) -> Int {
    letterScore
      + (isFirst ? 2 * bonus : max(beside + max(sideBySide, bonus), gap + bonus))
  }

  /// A text as letters to compare, with what each place is worth.
  private struct Line {
    private var letters: [Unicode.Scalar] = []
    private var places: [Int] = []
    private var bonuses: [Int] = []

    init(_ text: String, fold: (String) -> String) {
      var previous: Character?
      for (place, character) in text.prefix(FuzzyPattern.longest).enumerated() {
        let isStart = previous.map { !$0.isLetter && !$0.isNumber } ?? true
        let isCapital = character.isUppercase && previous?.isLowercase == true
        let bonus = isStart ? wordStart : isCapital ? capital : 0
        for (index, scalar) in fold(String(character)).unicodeScalars.enumerated() {
          letters.append(scalar)
          places.append(place)
          bonuses.append(index == 0 ? bonus : 0)
        }
        previous = character
      }
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

    /// The best way to find `word` in a part of the text, by the scores of all ways: `ends[i][j]` is
    /// that of the letters up to `i` with the last one at `j`, and `gap` the same with the last one
    /// at least two places before `j`.
    private func match(
      _ word: [Unicode.Scalar], in part: Range<Int>
    ) -> (score: Int, places: Set<Int>)? {
      let none = Int.min / 2
      guard word.count <= part.count else { return nil }
      var ends = [[Int]](repeating: [Int](repeating: none, count: part.count), count: word.count)
      for row in word.indices {
        var gap = none
        for column in row..<part.count {
          if row > 0, column > 1 {
            gap = max(gap - gapLetter, ends[row - 1][column - 2] - gapStart)
          }
          let place = part.lowerBound + column
          guard letters[place] == word[row] else { continue }
          let beside = row > 0 && column > 0 ? ends[row - 1][column - 1] : none
          let end = FuzzyPattern.end(
            isFirst: row == 0, beside: beside, gap: gap, bonus: bonuses[place])
          if end > none / 2 { ends[row][column] = end }
        }
      }
      let scores = ends[word.count - 1]
      let best = scores.indices.max { scores[$0] < scores[$1] }
      guard let last = best, scores[last] > none / 2 else { return nil }
      return (scores[last], way(to: last, through: ends, from: part.lowerBound))
    }

    /// The places of the letters of the best way to one that ends at `last` of a part of the text.
    private func way(to last: Int, through ends: [[Int]], from start: Int) -> Set<Int> {
      var found: Set<Int> = [places[start + last]]
      var column = last
      for row in ends.indices.dropFirst().reversed() {
        let score = ends[row][column] - letterScore
        if column > 0, ends[row - 1][column - 1] + max(sideBySide, bonuses[start + column]) == score
        {
          column -= 1
        } else {
          let wanted = score - bonuses[start + column]
          column =
            (0..<column - 1).last {
              ends[row - 1][$0] - gapStart - gapLetter * (column - 2 - $0) == wanted
            } ?? column - 1
        }
        found.insert(places[start + column])
      }
      return found
    }
  }
}
