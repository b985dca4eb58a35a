/// The patterns of a map, with the look-up of the pattern for a URL.
///
/// It consists of classes without generic types, for speed: structures would be copied at each
/// look-up, and generic types resolved at run time.
final class PatternIndex {
  /// A pattern with a check of the values that its captures allow.
  final class Entry {
    let pattern: Pattern
    let check: ((PatternMatch) throws(Mismatch) -> Void)?
    /// Whether it is tried only after all other patterns except the wildcard.
    let isFallback: Bool
    /// The indexes of the segments that have captures.
    let captures: [Int]

    init(
      _ pattern: Pattern, isFallback: Bool = false,
      check: ((PatternMatch) throws(Mismatch) -> Void)? = nil
    ) {
      self.pattern = pattern
      self.isFallback = isFallback
      self.check = check
      captures = pattern.segments.indices.filter { pattern.segments[$0].capture != nil }
    }

    /// Whether its rank among patterns of the same path depends on the URL's query.
    var hasQueryCaptures: Bool { pattern.query.contains { $0.capture != nil } }
  }

  /// The index of a matching pattern, and its match.
  typealias Found = (place: Int, match: PatternMatch)

  /// The patterns in the order of registration.
  let entries: [Entry]
  let converters: [CaptureConverter]
  private let tree: RouteTree
  private let fallbacks: RouteTree

  init(_ entries: [Entry], converters: [CaptureConverter]) {
    self.entries = entries
    self.converters = converters
    tree = RouteTree(entries.map(\.pattern)) { !entries[$0].isFallback }
    fallbacks = RouteTree(entries.map(\.pattern)) { entries[$0].isFallback }
  }

  /// Returns the first pattern, in the order of trying, that matches a URL; never the wildcard.
  func first(for url: ScreenURL) -> Found? {
    guard !url.segments.contains("") else { return nil }
    return first(for: url, in: tree) ?? first(for: url, in: fallbacks)
  }

  private func first(for url: ScreenURL, in tree: RouteTree) -> Found? {
    tree.root(of: url.scheme).flatMap { first(from: $0, of: tree, url, depth: 0) }
  }

  /// Matches one pattern with a URL.
  ///
  /// - Throws: the reason why the pattern doesn't match.
  func fit(_ place: Int, _ url: ScreenURL) throws(Mismatch) -> PatternMatch {
    let entry = entries[place]
    let match = try entry.pattern.fit(url, converters: converters)
    try entry.check?(match)
    return match
  }

  /// Sorts patterns in the order of trying, for `url` if it is given.
  func sorted(_ places: some Sequence<Int>, for url: ScreenURL? = nil) -> [Int] {
    let orders = places.map { place in
      let entry = entries[place]
      return (
        place,
        PatternOrder(
          entry.pattern, isFallback: entry.isFallback, registration: place, url: url)
      )
    }
    return orders.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private func first(
    from node: Int, of tree: RouteTree, _ url: ScreenURL, depth: Int
  ) -> Found? {
    guard depth < url.segments.count else { return first(of: tree.ends(at: node), url) }
    if let next = tree.literal(url.segments[depth], after: node),
      let found = first(from: next, of: tree, url, depth: depth + 1)
    {
      return found
    }
    for next in tree.captures(after: node) {
      if let found = first(from: next, of: tree, url, depth: depth + 1) { return found }
    }
    return first(of: tree.paths(after: node), url)
  }

  /// Returns the first match among patterns with the same kinds of segments.
  private func first(of places: [Int], _ url: ScreenURL) -> Found? {
    for place in inOrder(places, for: url) {
      if let match = try? finish(entries[place], url) { return (place, match) }
    }
    return nil
  }

  /// Matches the parts that the tree didn't compare.
  ///
  /// The tree compared the scheme, the length and fixed text.
  private func finish(_ entry: Entry, _ url: ScreenURL) throws(Mismatch) -> PatternMatch {
    let match = try entry.pattern.fit(url, converters: converters, comparing: entry.captures)
    try entry.check?(match)
    return match
  }

  /// Sorts patterns in the order of trying.
  ///
  /// The tree's own order assumes a URL with all their query keys.
  private func inOrder(_ places: [Int], for url: ScreenURL) -> [Int] {
    guard places.count > 1, places.contains(where: { entries[$0].hasQueryCaptures }) else {
      return places
    }
    return sorted(places, for: url)
  }
}
