import CairnNavigation
import TestSupport
import Testing

/// Invariant 4.
@Suite struct `The order of candidates` {
  static let patterns = [
    "cairn://a/b", "cairn://a/b-(x)", "cairn://a/(x)-b", "cairn://a/(x:int)", "cairn://a/(x:uint)",
    "cairn://a/(x:double)", "cairn://a/(x:bool)", "cairn://a/(x:date)", "cairn://a/(x)",
    "cairn://a/()", "cairn://a/(x:path)", "cairn://(x)/b", "cairn://(x)/(y)", "cairn://(x:path)",
    "cairn://a/(x)/c", "cairn://a/(x)?m=1", "cairn://a/(x)?m=1&n=2", "cairn://a/(x)?q=(q)",
    "cairn://a/(x)?q=(q)&r=(r)", "cairn://a/b?q=(q)", "cairn://a/b?q=(q)!", "cairn://a/b#f",
    "cairn://a/b#(f)", "cairn://(x:int)/b",
  ]

  static func map(_ patterns: [String]) throws -> URLMap<String> {
    try URLMap<String> {
      for pattern in patterns {
        Redirect(pattern, to: "cairn://~\(index(of: pattern))")
      }
    }
  }

  static func index(of pattern: String) -> Int { patterns.firstIndex(of: pattern) ?? -1 }

  @Test(arguments: SeededGenerator.seeds(20))
  func `doesn't depend on the order of registration`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let shuffled = try Self.map(Self.patterns.shuffled(using: &generator))
    let plain = try Self.map(Self.patterns)
    let words = ["a", "b", "b-1", "1-b", "1", "-1", "1.5", "true", "2024-02-29", "zz", "c"]
    for _ in 0..<20 {
      let url = ScreenURL(
        (0..<generator.number(1...3)).map { _ in generator.element(of: words) },
        query: ["m", "n", "q", "r"].filter { _ in generator.number(0...1) == 0 }.map {
          QueryItem($0, generator.element(of: ["1", "2"]))
        },
        fragment: generator.element(of: [nil, nil, "f", "g"]))
      expectEqual(fitting(shuffled, url), fitting(plain, url), "\(url)")
      expectEqual(target(shuffled.match(url)), target(plain.match(url)), "\(url)")
      let chosen = plain.candidates(for: url).first { $0.verdict == .chosen }?.pattern.text
      expectEqual(target(plain.match(url)), chosen.map { "cairn://~\(Self.index(of: $0))" })
    }
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `lets what stands back come after all others, but before the wildcard`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let back = Set(Self.patterns.filter { _ in generator.number(0...2) == 0 })
    let map = try URLMap<String> {
      for pattern in Self.patterns {
        Redirect(
          pattern, to: "cairn://~\(Self.index(of: pattern))", isFallback: back.contains(pattern))
      }
      Route("*") { (unmatched: UnmatchedURL) in unmatched.url.text }
    }
    expectEqual(map.patterns.last?.isWildcard, true)
    for first in ["a", "b", "1", "zz"] {
      for second in ["b", "b-1", "1", "true", "2024-02-29", "zz"] {
        let url = ScreenURL([first, second], query: [QueryItem("m", "1"), QueryItem("q", "2")])
        let fitting = fitting(map, url).filter { $0 != "*" }
        let behind = fitting.drop { !back.contains($0) }
        expectTrue(behind.allSatisfy(back.contains), "\(url)")
        let goal = fitting.first.map { "cairn://~\(Self.index(of: $0))" }
        expectEqual(target(map.match(url)), goal, "\(url)")
      }
    }
  }

  private func fitting(_ map: URLMap<String>, _ url: ScreenURL) -> [String] {
    map.candidates(for: url).filter { $0.verdict == .chosen || $0.verdict == .alsoFits }
      .map(\.pattern.text)
  }

  private func target(_ result: MapResult<String>) -> String? {
    if case .redirected(let url) = result { url.replacing(query: []).text } else { nil }
  }

  @Test(arguments: [
    ("cairn://a/b", "cairn://a/b"), ("cairn://a/b-1", "cairn://a/b-(x)"),
    ("cairn://a/7", "cairn://a/(x:uint)"), ("cairn://a/-7", "cairn://a/(x:int)"),
    ("cairn://a/7.5", "cairn://a/(x:double)"), ("cairn://a/true", "cairn://a/(x:bool)"),
    ("cairn://a/zz", "cairn://a/(x)"), ("cairn://a/zz?m=1", "cairn://a/(x)?m=1"),
    ("cairn://a/zz?m=1&n=2", "cairn://a/(x)?m=1&n=2"), ("cairn://a/zz?q=1", "cairn://a/(x)?q=(q)"),
    ("cairn://a/zz?q=1&r=2", "cairn://a/(x)?q=(q)&r=(r)"), ("cairn://a/x/y", "cairn://a/(x:path)"),
    ("cairn://a/x/c", "cairn://a/(x)/c"), ("cairn://z/b", "cairn://(x)/b"),
    ("cairn://z/y", "cairn://(x)/(y)"), ("cairn://z/y/x", "cairn://(x:path)"),
    ("cairn://1/b", "cairn://(x:int)/b"), ("cairn://a/b#f", "cairn://a/b#f"),
    ("cairn://a/b#g", "cairn://a/b#(f)"),
  ])
  func `puts what says more first`(url: String, pattern: String) throws {
    let map = try Self.map(Self.patterns)
    let chosen = map.candidates(for: try ScreenURL(parsing: url)).first { $0.verdict == .chosen }
    expectEqual(chosen?.pattern.text, pattern)
  }

  @Test func `is listed for the whole map`() throws {
    let map = try URLMap<String>(home: "cairn://a") {
      Route("*") { "" }
      Route("cairn://(x)") { (x: String) in x }
      Route("cairn://a") { "a" }
    }
    expectEqual(map.patterns.map(\.text), ["cairn://a", "cairn://(x)", "*"])
  }
}
