import CairnKit
import TestSupport

/// Finding the route of a URL among few and many, which costs what the URL is deep.
struct RouteMeasure: Measure {
  let name = "look-ups of URLs"
  private static let rounds = 15
  private static let repeats = 50
  private static let many = 10_000

  func figures() throws -> [Figure] {
    let few = GitHubRoutes.patterns
    let added = (few.count..<Self.many).map { "api://GET/repos/(a)/(b)/part\($0)/(c)" }
    return [
      try figure(of: few, "route of a URL among \(few.count)"),
      try figure(of: few + added, "route of a URL among \(Self.many.groupedDigits)"),
    ]
  }

  private func figure(of patterns: [String], _ name: String) throws -> Figure {
    let routes = try patterns.map { MapItem.route(try route($0)) }
    let map = try URLMap<Int>(home: "api://GET") { routes }
    let urls = try GitHubRoutes.lookups.map { try ScreenURL(parsing: $0.url) }
    var samples = Samples()
    for _ in 0..<Self.rounds {
      var found = 0
      let time = processorTimed {
        for _ in 0..<Self.repeats {
          for url in urls { if case .matched = map.match(url) { found += 1 } }
        }
      }
      guard found == urls.count * Self.repeats else { throw BenchError("a URL has no route") }
      samples.add(time / found)
    }
    return Figure(name: name, quantity: .seconds, own: samples, goal: .atMost(0.000_001))
  }

  /// A route whose closure takes what the pattern captures.
  private func route(_ pattern: String) throws -> Route<Int> {
    switch pattern.count(where: { $0 == "(" }) {
    case 0: Route(pattern) { 0 }
    case 1: Route(pattern) { (_: String) in 1 }
    case 2: Route(pattern) { (_: String, _: String) in 2 }
    case 3: Route(pattern) { (_: String, _: String, _: String) in 3 }
    case 4: Route(pattern) { (_: String, _: String, _: String, _: String) in 4 }
    case let count: throw BenchError("no closure takes \(count) captures")
    }
  }
}
