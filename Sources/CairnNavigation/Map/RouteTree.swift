/// A map's patterns by their segments, so that a look-up costs what the URL is deep.
///
///     api:// ─▶ GET ─▶ repos ─▶ (string) ─▶ (string) ─▶ events        ends: routes with this path
///          │      └──▶ users ─▶ (string)                               ends: …
///          └──▶ DELETE ─▶ …
///
/// 1. A node has a branch for each literal, and one for each other rank of a segment; captures of
///    one rank share theirs, as only what follows decides between them.
/// 2. Whoever goes through the branches in the order of ranks meets the best of the routes that fit
///    first: the order of candidates compares ranks from the left before all else.
/// 3. No node is reached in two ways, so each is visited at most once a look-up.
struct RouteTree {
  private var roots: [(scheme: String, node: Int)] = []
  // Of each node, by its number:
  private var literals: [[String: Int]] = []
  private var captures: [[Int]] = []
  private var ranks: [[SegmentRank]] = []
  private var ends: [[Int]] = []
  private var paths: [[Int]] = []

  /// Makes a tree of patterns, whose places in the array it gives back; wildcards are left out.
  ///
  /// - Parameters:
  ///   - patterns: all patterns of a map.
  ///   - isIncluded: whether the tree has the one at a place.
  init(_ patterns: [Pattern], where isIncluded: (Int) -> Bool) {
    let order = patterns.indices.map { PatternOrder(patterns[$0], registration: $0) }
    for index in patterns.indices.sorted(by: { order[$0] < order[$1] }) {
      if !patterns[index].isWildcard, isIncluded(index) { insert(patterns[index], index) }
    }
  }

  /// Where the paths of a scheme begin; nil if no pattern has it.
  func root(of scheme: String) -> Int? { roots.first { $0.scheme == scheme }?.node }

  /// The node that a segment of fixed text leads to.
  func literal(_ text: String, after node: Int) -> Int? { literals[node][text] }

  /// The nodes that captures of a segment lead to, the best rank first.
  func captures(after node: Int) -> [Int] { captures[node] }

  /// The routes whose path ends at a node, the first to be tried first.
  func ends(at node: Int) -> [Int] { ends[node] }

  /// The routes that take from a node on whatever comes, one segment at least.
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
