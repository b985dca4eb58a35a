/// Scores many folded texts by a pattern; only the best ones are then matched in detail.
///
/// The score is the same as of ``FuzzyPattern/match(_:foldedKinds:subjects:)``, except for capitals
/// within words, which folded texts lack. Scoring allocates no memory, and a text without a match
/// costs little more than a look.
public struct FuzzyScorer {
  private let words: [[UInt8]]
  private let phrase: [UInt8]?
  // The scores of the letters up to the previous one, and up to the present one, by the place of
  // the last letter.
  private var before = [FuzzyPattern.Ends](repeating: .init(), count: FuzzyPattern.longest)
  private var ends = [FuzzyPattern.Ends](repeating: .init(), count: FuzzyPattern.longest)
  private static let none = FuzzyPattern.Ends.none

  /// Creates a scorer for `pattern`.
  public init(_ pattern: FuzzyPattern) {
    words = pattern.words.map { Array($0.utf8) }
    phrase = pattern.phrase.map { Array($0.utf8) }
  }

  /// The score of a folded text in UTF-8; `nil` if it doesn't match.
  ///
  /// - Parameters:
  ///   - text: the text.
  ///   - kind: a folded word; a word that the text lacks may be its start.
  /// - Returns: the score; higher is better.
  public mutating func score(_ text: Span<UInt8>, foldedKind kind: [UInt8] = []) -> Int? {
    var sum = 0
    for word in words {
      if let score = score(of: word, in: text) {
        sum += score
      } else if !kind.starts(with: word) {
        return nil
      }
    }
    return sum + (hasPhrase(text) ? FuzzyPattern.asTyped : 0)
  }

  /// Whether a text contains the words exactly as typed.
  private func hasPhrase(_ text: Span<UInt8>) -> Bool {
    let count = min(text.count, FuzzyPattern.longest)
    guard let phrase, phrase.count <= count else { return false }
    return (0...count - phrase.count).contains { start in
      phrase.indices.allSatisfy { text[start + $0] == phrase[$0] }
    }
  }

  private mutating func score(of word: [UInt8], in text: Span<UInt8>) -> Int? {
    let count = min(text.count, FuzzyPattern.longest)
    var place = 0
    for letter in word {
      while place < count, text[place] != letter { place += 1 }
      guard place < count else { return nil }
      place += 1
    }
    let letters = word.count { !Self.goesOn($0) }
    let most = FuzzyPattern.mostLetters(of: letters)
    let isSentence = Self.isSentence(text, count)
    var best = Self.none
    if count <= most {
      best = score(of: word, letters, in: text, part: 0..<count, isSentence)
    } else {
      for start in 0..<count where text[start] == word[0] {
        let end = Self.end(after: most, from: start, in: text, count)
        best = max(best, score(of: word, letters, in: text, part: start..<end, isSentence))
      }
    }
    guard best > Self.none / 2 else { return nil }
    return best + (word.count == text.count ? FuzzyPattern.whole : 0)
  }

  /// Whether the first `count` bytes of a text form a sentence.
  private static func isSentence(_ text: Span<UInt8>, _ count: Int) -> Bool {
    var words = 0
    var isInWord = false
    for place in 0..<count {
      let isPart = isWordPart(text[place])
      if isPart, !isInWord { words += 1 }
      isInWord = isPart
    }
    return FuzzyPattern.isSentence(words: words)
  }

  /// The end of a number of letters in a text.
  private static func end(
    after letters: Int, from start: Int, in text: Span<UInt8>, _ count: Int
  ) -> Int {
    var (end, left) = (start, letters)
    while end < count {
      if !goesOn(text[end]) {
        if left == 0 { break }
        left -= 1
      }
      end += 1
    }
    return end
  }

  /// The best score of a word in a part of a text.
  private mutating func score(
    of word: [UInt8], _ letters: Int, in text: Span<UInt8>, part: Range<Int>, _ isSentence: Bool
  ) -> Int {
    guard word.count <= part.count else { return Self.none }
    for (row, letter) in word.enumerated() {
      swap(&before, &ends)
      var gap = Self.none
      for column in row..<part.count {
        if row > 0, column > row {
          gap = max(
            gap - FuzzyPattern.gapLetter, before[column - 2].meant - FuzzyPattern.gapStart)
        }
        let place = part.lowerBound + column
        guard text[place] == letter else {
          ends[column] = FuzzyPattern.Ends()
          continue
        }
        let beside = row > 0 ? before[column - 1] : FuzzyPattern.Ends()
        guard !Self.goesOn(letter) else {
          ends[column] = FuzzyPattern.Ends(goingOn: beside)
          continue
        }
        let isStart = place == 0 || !Self.isWordPart(text[place - 1])
        ends[column] = FuzzyPattern.Ends(
          ofLetter: row, of: letters, beside: beside, gap: gap,
          bonus: isStart ? FuzzyPattern.wordStart : 0, isSentence: isSentence)
      }
    }
    var best = Self.none
    for column in word.count - 1..<part.count { best = max(best, ends[column].meant) }
    return best
  }

  /// Whether a byte continues the letter of the previous byte.
  private static func goesOn(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// Whether a byte is, or belongs to, a letter or digit.
  private static func isWordPart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte &- 0x41 < 26
  }
}
