/// One row of the report: what was measured, beside what, and what was to be reached.
struct Figure {
  /// What it stands beside.
  enum Peer {
    case measured(String, Samples)
    /// Why there is nothing to compare with.
    case missing(String)
    /// The figure stands for itself.
    case none

    /// A peer with its samples; without any, its program isn't installed.
    static func measured(_ name: String, ifAny samples: Samples) -> Peer {
      samples.isEmpty ? .missing("\(name): not installed") : .measured(name, samples)
    }
  }

  /// What is to be reached.
  enum Goal {
    /// At most so many times the peer's.
    case ratio(Double)
    /// At most so much, in the figure's own unit.
    case atMost(Double)
    /// At least so much.
    case atLeast(Double)
  }

  let name: String
  let quantity: Quantity
  let own: Samples
  var peer = Peer.none
  var goal: Goal?
  /// Whether each of our samples was taken right before the peer's at the same place.
  var isInPairs = false

  /// Our median by the peer's; of samples in pairs, the median of their ratios, which a disk that
  /// is busy for a while moves less.
  var ratio: Double? {
    guard case .measured(_, let samples) = peer, samples.median > 0 else { return nil }
    guard isInPairs else { return own.median / samples.median }
    var ratios = Samples()
    for (own, peer) in zip(own.values, samples.values) { ratios.add(own / peer) }
    return ratios.median
  }

  /// Whether the goal was reached; `nil` where there is none, or nothing to compare with.
  var isReached: Bool? {
    switch goal {
    case .ratio(let limit): ratio.map { $0 <= limit }
    case .atMost(let limit): own.median <= limit
    case .atLeast(let limit): own.median >= limit
    case nil: nil
    }
  }

  /// The row's cells, in the order of `Report.headings`.
  var cells: [String] {
    let goal: String =
      switch goal {
      case .ratio(let limit): "<= \(Quantity.rounded(limit, 2))"
      case .atMost(let limit): "<= \(quantity.text(limit))"
      case .atLeast(let limit): ">= \(quantity.text(limit))"
      case nil: ""
      }
    let peer: String =
      switch peer {
      case .measured(let name, let samples): "\(name) \(quantity.text(samples))"
      case .missing(let reason): reason
      case .none: ""
      }
    let reached = isReached.map { $0 ? "yes" : "NO" } ?? (self.goal == nil ? "" : "unknown")
    return [
      name, quantity.text(own), peer, ratio.map { Quantity.rounded($0, 2) } ?? "", goal, reached,
    ]
  }
}
