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
