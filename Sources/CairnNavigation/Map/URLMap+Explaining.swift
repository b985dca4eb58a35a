extension URLMap {
  /// Returns all patterns in the order of trying, each with the reason why it matches or not.
  ///
  /// Segments are compared from the left: literal, capture with text around it, typed capture,
  /// string, anonymous, path. The first difference decides. Then come more segments, more
  /// constraints, more query captures that the URL has, more required ones, longer fixed text,
  /// narrower types, and at last the order of registration. Fallback redirects come after all
  /// others.
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

  /// At most three patterns that the person may have meant, best first.
  func nearest(to url: ScreenURL) -> [Candidate] {
    var ranked: [(distance: Int, place: Int)] = []
    for place in index.sorted(goals.indices) where !index.entries[place].pattern.isWildcard {
      guard let distance = index.entries[place].pattern.distance(to: url) else { continue }
      ranked.append((distance, place))
    }
    // The sort is stable, so equally near patterns keep their order.
    ranked.sort { $0.distance < $1.distance }
    return ranked.prefix(3).map { entry in
      let verdict = verdict(entry.place, url, isChosen: false)
      return Candidate(pattern: index.entries[entry.place].pattern, verdict: verdict)
    }
  }
}

extension Pattern {
  /// The distance between a URL and this pattern; nil if they have nothing in common.
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

/// A pattern that was tried on a URL, with the result.
public struct Candidate: Hashable, Sendable, CustomStringConvertible {
  /// The result of trying a pattern.
  public enum Verdict: Hashable, Sendable, CustomStringConvertible {
    /// The pattern is the first match, so it is the URL's route.
    case chosen
    /// The pattern matches, but another one comes first.
    case alsoFits
    /// The pattern doesn't match.
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

  /// The result.
  public let verdict: Verdict

  /// The pattern and the verdict in words.
  public var description: String { "\(pattern.text): \(verdict)" }
}

/// A valid URL that only the wildcard matches.
public struct UnmatchedURL: Error, Hashable, Sendable, CustomStringConvertible {
  /// The requested URL.
  public let url: ScreenURL

  /// The nearest patterns, best first and at most three, each with the reason why it doesn't match.
  public let nearest: [Candidate]

  /// The URLs of the redirects, in order, if there were too many; otherwise empty.
  public let redirects: [ScreenURL]

  /// Creates an unmatched URL with the nearest patterns, or with its endless redirects.
  public init(_ url: ScreenURL, nearest: [Candidate], redirects: [ScreenURL] = []) {
    self.url = url
    self.nearest = nearest
    self.redirects = redirects
  }

  /// A sentence with the URL and the nearest patterns, or with the endless redirects.
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

/// The number of letters that differ between two words.
enum SpellingDistance {
  /// Returns the number of changes, ignoring case; nil if the words are too different for a
  /// misspelling.
  ///
  /// Words of more than 64 letters are no misspelling, which limits the cost.
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
