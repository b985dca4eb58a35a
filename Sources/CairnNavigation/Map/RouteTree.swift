/// A tree of patterns by their segments, so a look-up costs one step for each segment of the URL.
///
///     api:// ─▶ GET ─▶ repos ─▶ (string) ─▶ (string) ─▶ events        ends: routes with this path
///          │      └──▶ users ─▶ (string)                               ends: …
///          └──▶ DELETE ─▶ …
///
/// 1. A node has a branch for each literal, and one for each other rank of a segment. Captures of
///    one rank share a branch, since only the following segments decide between them.
/// 2. A search in the order of ranks finds the best match first, since candidates are compared by
///    ranks from the left before all else.
/// 3. Each node has one path, so a look-up visits it at most once.
struct RouteTree {
  private var roots: [(scheme: String, node: Int)] = []
  // The parts of each node, by its number:
  private var literals: [[String: Int]] = []
  private var captures: [[Int]] = []
  private var ranks: [[SegmentRank]] = []
  private var ends: [[Int]] = []
  private var paths: [[Int]] = []

  /// Creates a tree of patterns without wildcards; look-ups return their indexes in the array.
  ///
  /// - Parameters:
  ///   - patterns: all patterns of a map.
  ///   - isIncluded: whether the tree includes the pattern at an index.
  init(_ patterns: [Pattern], where isIncluded: (Int) -> Bool) {
    let order = patterns.indices.map { PatternOrder(patterns[$0], registration: $0) }
    for index in patterns.indices.sorted(by: { order[$0] < order[$1] }) {
      if !patterns[index].isWildcard, isIncluded(index) { insert(patterns[index], index) }
    }
  }

  /// Returns the root of a scheme; nil if no pattern has the scheme.
  func root(of scheme: String) -> Int? { roots.first { $0.scheme == scheme }?.node }

  /// Returns the node after a literal segment.
  func literal(_ text: String, after node: Int) -> Int? { literals[node][text] }

  /// Returns the nodes after a captured segment, best rank first.
  func captures(after node: Int) -> [Int] { captures[node] }

  /// Returns the routes whose path ends at a node, in the order of trying.
  func ends(at node: Int) -> [Int] { ends[node] }

  /// Returns the routes that match one or more further segments of any text.
  func paths(after node: Int) -> [Int] { paths[node] }
}

// MARK: - Growing

extension RouteTree {
  private mutating func insert(_ pattern: Pattern, _ index: Int) {
    var node = root(pattern.scheme)
    for piece in pattern.segments {
      guard piece.rank < .path else {
        paths[node].append(index)
        return
      }
      node = branch(of: node, for: piece)
    }
    ends[node].append(index)
  }

  private mutating func root(_ scheme: String) -> Int {
    if let known = roots.first(where: { $0.scheme == scheme }) { return known.node }
    roots.append((scheme, grow()))
    return captures.count - 1
  }

  private mutating func branch(of node: Int, for piece: Pattern.Piece) -> Int {
    if case .literal(let text) = piece {
      if let known = literals[node][text] { return known }
      let new = grow()
      literals[node][text] = new
      return new
    }
    let rank = piece.rank
    if let known = ranks[node].firstIndex(of: rank) { return captures[node][known] }
    let place = ranks[node].firstIndex { rank < $0 } ?? ranks[node].count
    let new = grow()
    ranks[node].insert(rank, at: place)
    captures[node].insert(new, at: place)
    return new
  }

  private mutating func grow() -> Int {
    literals.append([:])
    captures.append([])
    ranks.append([])
    ends.append([])
    paths.append([])
    return captures.count - 1
  }
}
