import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `A fuzzy pattern` {
  /// The texts that match, the best first.
  private func ranked(_ pattern: String, _ texts: [String]) -> [String] {
    let pattern = FuzzyPattern(pattern)
    return texts.compactMap { text in pattern.match(text).map { (text, $0.score) } }
      .sorted { ($1.1, $0.0.count) < ($0.1, $1.0.count) }.map(\.0)
  }

  @Test(arguments: [
    ("gob", "Go back", "Go·b···"), ("ap", "Ana Petrov", "A···P·····"), ("EL", "hello", "·el··"),
    ("pet an", "Ana Petrov", "An··Pet···"), ("ab", "a1b ab", "····ab"), ("fb", "fooBar", "f··B··"),
    ("日", "東京 日本", "···日·"), ("", "a", "·"), ("aße", "Straße", "···aße"),
  ])
  func `finds letters where a person sees them`(pattern: String, text: String, shown: String) {
    let fold: @Sendable (String) -> String = {
      $0.lowercased().replacing("ß", with: "ss")
    }
    let match = FuzzyPattern(pattern, fold: fold).match(text)
    let found = text.enumerated().map {
      match?.places.contains($0.offset) == true ? String($0.element) : "·"
    }
    expectEqual(found.joined(), shown)
  }

  @Test(arguments: [
    ("ba", "ab"), ("aa", "a"), ("a z", "abc"), ("go", ""),
    ("dupl", "Dry the rounds for an hour, put them in salted water and drain well"),
    ("rename", "Pour the lentils over onions and simmer until the water is gone"),
    ("theme", "Take the rice off the heat and let it stand as long as the rest"),
    ("tools", "Bring the soup back to a boil, season it and serve"),
    ("theme", "Heat the same oil and turn the lamb in it"),
    ("gobil", "Let it go on to a boil and stir"),
    ("éva", "Serve very hot, séparément, avec un verre"),
  ])
  func `passes over what has not all letters in their order, or far apart`(
    pattern: String, text: String
  ) {
    expectEqual(FuzzyPattern(pattern).match(text), nil)
  }

  @Test
  func `prefers words that begin with it, then the starts of words, then letters side by side`() {
    expectEqual(
      ranked("rec", ["direct", "read each card", "Old recipes", "Recipes", "r-e-c", "nothing"]),
      ["Recipes", "Old recipes", "r-e-c", "read each card", "direct"])
  }

  @Test func `prefers words as they were typed`() throws {
    let pattern = FuzzyPattern("stone stone 77")
    let typed = try #require(pattern.match("Stone stone 7708"))
    let apart = try #require(pattern.match("alpha stone 777"))
    expectTrue(typed.score > apart.score)
    expectTrue(FuzzyPattern("big ben").match("ben big") != nil)
  }

  @Test(arguments: [
    ("recauth", "Recipes by author"), ("mgmt", "Management"), ("kfav", "Keep as a favorite"),
    ("impfl", "Import a file"), ("adaspolo", "Adas polo"), ("chgfld", "Change one field in place"),
  ])
  func `finds what is typed short`(pattern: String, text: String) {
    expectTrue(FuzzyPattern(pattern).match(text) != nil)
  }

  @Test(arguments: [
    ("brbo", "Bring to a boil, season it and serve"), ("soupba", "The soup is back on the stove"),
    ("oupboil", "Bring the soup to a boil and season"),
    ("oi", "Bring the soup to a boil and season"),
    ("él", "Serve very hot, mélangé, avec un verre"),
    ("dsi", "didSave is what the context says after it"),
  ])
  func `finds starts of words, and letters side by side, in a sentence`(
    pattern: String, text: String
  ) {
    expectTrue(FuzzyPattern(pattern).match(text) != nil)
  }

  @Test func `takes words that say what a thing is done with beside others alone`() {
    let subjects = ["records", "list"]
    expectTrue(FuzzyPattern("delete rec").match("Delete", subjects: subjects) != nil)
    expectTrue(FuzzyPattern("rec del").match("Delete", subjects: subjects) != nil)
    expectEqual(FuzzyPattern("rec").match("Delete", subjects: subjects), nil)
    expectEqual(FuzzyPattern("rec list").match("Delete", subjects: subjects), nil)
    let trash = FuzzyPattern("rec trash")
    expectTrue(trash.match("Delete", foldedKinds: ["trash"], subjects: subjects) != nil)
  }

  @Test func `takes a word that says what is meant`() {
    let pattern = FuzzyPattern("book dune")
    expectTrue(pattern.match("Dune", foldedKinds: ["books"]) != nil)
    expectEqual(pattern.match("Dune", foldedKinds: ["films"]), nil)
    expectEqual(FuzzyPattern("book").match("Dune", foldedKinds: ["books"])?.places, [])
  }

  @Test func `looks at the beginning of a long text`() {
    let text = String(repeating: "a", count: FuzzyPattern.longest) + "b"
    expectTrue(FuzzyPattern("a").match(text) != nil)
    expectEqual(FuzzyPattern("b").match(text), nil)
  }

  /// The score of letters at these places, which are those of ASCII characters.
  private func score(_ places: [Int], in text: [Character]) -> Int {
    func bonus(_ place: Int) -> Int {
      guard place > 0 else { return 8 }
      let previous = text[place - 1]
      if !previous.isLetter, !previous.isNumber { return 8 }
      return text[place].isUppercase && previous.isLowercase ? 7 : 0
    }
    return places.indices.reduce(0) { sum, index in
      let place = places[index]
      guard index > 0 else { return sum + 16 + 2 * bonus(place) }
      let skipped = place - places[index - 1] - 1
      return sum + 16 + (skipped == 0 ? max(6, bonus(place)) : bonus(place) - 2 - skipped)
    }
  }

  private func isSentence(_ text: [Character]) -> Bool {
    text.split { !$0.isLetter && !$0.isNumber }.count > 5
  }

  /// Whether letters stand at starts of words, or three or all of them side by side.
  private func hasMeantRuns(_ way: [Int], in text: [Character]) -> Bool {
    var runs: [[Int]] = []
    for place in way {
      if let last = runs.last?.last, last + 1 == place {
        runs[runs.count - 1].append(place)
      } else {
        runs.append([place])
      }
    }
    return runs.allSatisfy { run in
      run.count >= min(3, way.count)
        || run[0] == 0 || !text[run[0] - 1].isLetter && !text[run[0] - 1].isNumber
        || text[run[0]].isUppercase && text[run[0] - 1].isLowercase
    }
  }

  private func ways(_ word: ArraySlice<Character>, _ text: [Character], from start: Int) -> [[Int]]
  {
    guard let first = word.first else { return [[]] }
    guard start <= text.count else { return [] }
    return (start..<text.count).filter { text[$0].lowercased() == first.lowercased() }.flatMap {
      place in
      ways(word.dropFirst(), text, from: place + 1).map { [place] + $0 }
    }
  }

  @Test(arguments: SeededGenerator.seeds(300))
  func `finds the best of all ways, and only where there is one`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func text(_ most: Int, _ letters: [Character]) -> [Character] {
      (0..<generator.number(1...most)).map { _ in letters[generator.number(0...letters.count - 1)] }
    }
    let (word, line) = (text(4, Array("abAB")), text(20, Array("aabbAB -c.")))
    let all = ways(word[...], line, from: 0).filter { way in
      way[way.count - 1] - way[0] < FuzzyPattern.mostLetters(of: word.count)
        && (!isSentence(line) || hasMeantRuns(way, in: line))
    }
    let match = FuzzyPattern(String(word)).match(String(line))
    let whole = word.count == line.count ? 20 : 0
    expectEqual(match?.score, all.map { score($0, in: line) + whole }.max())
    if let match { expectEqual(score(match.places.sorted(), in: line) + whole, match.score) }
  }

  @Test(arguments: SeededGenerator.seeds(300))
  func `is scored without places as with them`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var scorer: FuzzyScorer
    for _ in 0..<20 {
      let letters = Array("ab c-é")
      func text(_ most: Int) -> String {
        String((0..<generator.number(0...most)).map { _ in letters[generator.number(0...5)] })
      }
      let (pattern, line, kind) = (FuzzyPattern(text(5)), text(40), text(4))
      scorer = FuzzyScorer(pattern)
      let match = pattern.match(line, foldedKinds: [kind])
      let score = scorer.score(Array(line.utf8).span, foldedKind: Array(kind.utf8))
      expectEqual((match == nil), (score == nil), "\(pattern.words) in \(line)")
      // Two bytes of a letter count as two.
      if line.utf8.count == line.count,
        pattern.words.joined().utf8.count == pattern.words.joined().count
      {
        expectEqual(match?.score, score, "\(pattern.words) in \(line), \(kind)")
      }
    }
  }

  @Test(arguments: [
    "Tarte aux pralines roses", "A Vindication of the Rights of Woman",
    "Prepared only in tiny spots", "Straße, Größe und viele andere Wörter mehr",
  ])
  func `finds all that stands in a text as it was typed`(text: String) throws {
    let letters = Array(text.lowercased())
    for start in letters.indices {
      for end in start..<letters.count where !letters[start...end].contains(" ") {
        let word = String(letters[start...end])
        let match = FuzzyPattern(word).match(text)
        expectEqual(match?.places.count, word.count, "\(word)")
        var scorer = FuzzyScorer(FuzzyPattern(word))
        expectTrue(scorer.score(Array(text.lowercased().utf8).span) != nil, "\(word)")
      }
    }
  }

  @Test func `is scored in the beginning of a long text`() {
    let text = Array((String(repeating: "a", count: FuzzyPattern.longest) + "b").utf8)
    var scorer = FuzzyScorer(FuzzyPattern("b"))
    expectEqual(scorer.score(text.span), nil)
    scorer = FuzzyScorer(FuzzyPattern("aa"))
    expectEqual(
      scorer.score(text.span),
      FuzzyPattern("aa").match(String(decoding: text, as: UTF8.self))?.score)
  }
}
