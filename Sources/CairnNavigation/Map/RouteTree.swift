/// A map's patterns by their segments, so that a look-up costs what the URL is deep.
///
///     api:// ─▶ GET ─▶ repos ─▶ (string) ─▶ (string) ─▶ events        ends: routes with this path
///          │      └──▶ users ─▶ (string)                               ends: …
///          └──▶ DELETE ─▶ …
///
/// 1. A node has a branch for each literal, and one for each other rank of a segment; captures of one
///    rank share theirs, as only what follows decides between them.
/// 2. Branches are tried in the order of ranks, so the first end whose routes fit is the best: the
///    order of candidates compares ranks from the left before all else.
/// 3. Each node is visited at most once a look-up.
struct RouteTree {
  private struct Node {
    var literals: [String: Int] = [:]
    var affixed: Int?
    var typed: Int?
    var string: Int?
    var anonymous: Int?
    /// The routes whose path ends here, the first to be tried first.
    var ends: [Int] = []
    /// The routes that take from here on whatever comes, one segment at least.
    var paths: [Int] = []
  }

  private var nodes: [Node] = []
  private var roots: [(scheme: String, node: Int)] = []

  /// Makes a tree of patterns, whose places in the array it gives back; wildcards are left out.
  init(_ patterns: [Pattern]) {
    let order = patterns.indices.map { PatternOrder(patterns[$0], registration: $0) }
    for index in patterns.indices.sorted(by: { order[$0] < order[$1] }) {
      if !patterns[index].isWildcard { insert(patterns[index], index) }
    }
  }

  /// The result of the first end on whose routes `visit` has one, in the order of ranks.
  func first<Result>(for url: ScreenURL, _ visit: ([Int]) -> Result?) -> Result? {
    guard let root = roots.first(where: { $0.scheme == url.scheme }) else { return nil }
    return first(root.node, url.segments[...], visit)
  }

  private func first<Result>(
    _ node: Int, _ rest: ArraySlice<String>, _ visit: ([Int]) -> Result?
  ) -> Result? {
    guard let text = rest.first else {
      return nodes[node].ends.isEmpty ? nil : visit(nodes[node].ends)
    }
    let rest = rest.dropFirst()
    if let next = nodes[node].literals[text], let result = first(next, rest, visit) {
      return result
    }
    if let next = nodes[node].affixed, let result = first(next, rest, visit) { return result }
    if let next = nodes[node].typed, let result = first(next, rest, visit) { return result }
    if let next = nodes[node].string, let result = first(next, rest, visit) { return result }
    if let next = nodes[node].anonymous, let result = first(next, rest, visit) { return result }
    return nodes[node].paths.isEmpty ? nil : visit(nodes[node].paths)
  }
}

// MARK: - Growing

extension RouteTree {
  private mutating func insert(_ pattern: Pattern, _ index: Int) {
    var node = root(pattern.scheme)
    for piece in pattern.segments {
      guard piece.rank < .path else {
        nodes[node].paths.append(index)
        return
      }
      node = branch(of: node, for: piece)
    }
    nodes[node].ends.append(index)
  }

  private mutating func root(_ scheme: String) -> Int {
    if let known = roots.first(where: { $0.scheme == scheme }) { return known.node }
    roots.append((scheme, grow()))
    return nodes.count - 1
  }

  private mutating func branch(of node: Int, for piece: Pattern.Piece) -> Int {
    if case .literal(let text) = piece {
      if let known = nodes[node].literals[text] { return known }
      let new = grow()
      nodes[node].literals[text] = new
      return new
    }
    let place = Self.place(of: piece.rank)
    if let known = nodes[node][keyPath: place] { return known }
    let new = grow()
    nodes[node][keyPath: place] = new
    return new
  }

  private mutating func grow() -> Int {
    nodes.append(Node())
    return nodes.count - 1
  }

  private static func place(of rank: SegmentRank) -> WritableKeyPath<Node, Int?> {
    switch rank {
    case .affixed: \.affixed
    case .typed: \.typed
    case .string: \.string
    case .anonymous: \.anonymous
    case .literal, .path: preconditionFailure("literals and paths have no branch of a rank")
    }
  }
}
