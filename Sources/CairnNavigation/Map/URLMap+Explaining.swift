extension URLMap {
  /// Every pattern in the order of trying them on `url`, with why it fits or doesn't.
  ///
  /// Segment by segment from the left: literal, capture with text around it, typed capture, string,
  /// anonymous, path; the first difference decides. Then more segments, more constraints, more of
  /// the query captures that the URL has, more of them required, longer fixed text, the narrower
  /// types, and last the order of registration. Redirects that stand back come after all others.
  ///
  /// Cost: linear in all patterns.
  public func candidates(for url: ScreenURL) -> [Candidate] {
    let url = homed(url)
    var isChosen = false
    return index.sorted(goals.indices, for: url).map { place in
      let verdict = verdict(place, url, isChosen: isChosen)
      if verdict == .chosen { isChosen = true }
      return Candidate(pattern: index.entries[place].pattern, verdict: verdict)
    }
  }

  private func verdict(_ place: Int, _ url: ScreenURL, isChosen: Bool) -> Candidate.Verdict {
    do throws(Mismatch) {
      _ = try index.fit(place, url)
      return isChosen ? .alsoFits : .chosen
    } catch {
      return .rejected(error)
    }
  }

  /// At most three patterns that a person may have meant, best first.
  func nearest(to url: ScreenURL) -> [Candidate] {
    var ranked: [(distance: Int, place: Int)] = []
    for place in index.sorted(goals.indices) where !index.entries[place].pattern.isWildcard {
      guard let distance = index.entries[place].pattern.distance(to: url) else { continue }
      ranked.append((distance, place))
    }
    // Sorting keeps the order of those that are as near.
    ranked.sort { $0.distance < $1.distance }
    return ranked.prefix(3).map { entry in
      let verdict = verdict(entry.place, url, isChosen: false)
      return Candidate(pattern: index.entries[entry.place].pattern, verdict: verdict)
    }
  }
}

extension Pattern {
  /// How far a URL is from this pattern; nil if nothing about them is alike.
  func distance(to url: ScreenURL) -> Int? {
    guard scheme == url.scheme else { return nil }
    var distance = 4 * abs(segments.count - url.segments.count)
    for (piece, text) in zip(segments, url.segments) {
      switch piece {
      case .literal(let literal):
        guard let edits = SpellingDistance.between(literal, text) else { return nil }
        distance += edits
      case .capture: distance += 1
      }
    }
    return distance <= 12 ? distance : nil
  }
}

/// A pattern tried on a URL, and what came of it.
public struct Candidate: Hashable, Sendable, CustomStringConvertible {
  /// What came of trying a pattern.
  public enum Verdict: Hashable, Sendable, CustomStringConvertible {
    /// It is the first that fits: the URL's route.
    case chosen
    /// It fits too, but comes after the chosen one.
    case alsoFits
    /// It doesn't fit.
    case rejected(Mismatch)

    /// The verdict in words.
    public var description: String {
      switch self {
      case .chosen: "matches"
      case .alsoFits: "matches too, comes later"
      case .rejected(let mismatch): mismatch.description
      }
    }
  }

  /// The pattern.
  public let pattern: Pattern

  /// What came of it.
  public let verdict: Verdict

  /// The pattern and the verdict in words.
  public var description: String { "\(pattern.text): \(verdict)" }
}

/// A well-formed URL that no route but the wildcard takes.
public struct UnmatchedURL: Error, Hashable, Sendable, CustomStringConvertible {
  /// The URL that was asked for.
  public let url: ScreenURL

  /// The patterns nearest to it, best first, at most three, each with why it didn't match.
  public let nearest: [Candidate]

  /// The URLs that redirects passed before the way was given up, in order; empty for a URL that
  /// nothing takes.
  public let redirects: [ScreenURL]

  /// Joins a URL with the patterns that a person may have meant, or with a way without an end.
  public init(_ url: ScreenURL, nearest: [Candidate], redirects: [ScreenURL] = []) {
    self.url = url
    self.nearest = nearest
    self.redirects = redirects
  }

  /// A sentence with the URL and the patterns nearest to it, or the way that has no end.
  public var description: String {
    let shown = ControlPictures.text(of: url.text)
    guard redirects.isEmpty else {
      let way = ([url] + redirects).map { ControlPictures.text(of: $0.text) }
      return "\(shown) redirects in a circle: \(way.joined(separator: " → "))"
    }
    guard !nearest.isEmpty else { return "no screen has the URL \(shown)" }
    let patterns = nearest.map(\.pattern.text).joined(separator: ", ")
    let verb = nearest.count == 1 ? "is" : "are"
    return "no screen has the URL \(shown); the nearest \(verb) \(patterns)"
  }
}

/// How many letters must change to make one word of another.
enum SpellingDistance {
  /// The number of changes, case not counted; nil if the words are too different to be a mistake.
  ///
  /// Words over 64 letters are never a misspelling, which keeps the cost bounded.
  static func between(_ first: String, _ second: String) -> Int? {
    let left = Array(first.lowercased())
    let right = Array(second.lowercased())
    guard left.count <= 64, right.count <= 64 else { return nil }
    let limit = max(1, min(left.count, right.count) / 2)
    guard abs(left.count - right.count) <= limit else { return nil }
    let distance = distance(left, right)
    return distance <= limit ? distance : nil
  }

  /// Levenshtein's distance, one row at a time.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let above = row[column + 1]
        let replaced = diagonal + (letter == right[column] ? 0 : 1)
        row[column + 1] = min(replaced, above + 1, row[column] + 1)
        diagonal = above
      }
    }
    return row[right.count]
  }
}
