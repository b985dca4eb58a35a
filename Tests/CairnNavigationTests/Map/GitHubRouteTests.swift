import CairnNavigation
import TestSupport
import Testing

/// Invariants 3 and 4, on a map that nobody made up for them.
@Suite struct `GitHub's routes` {
  private func map() throws -> URLMap<String> {
    try URLMap(home: "api://home") {
      Route("api://home") { "home" }
      Route("api://route/(number:int)") { (number: Int) in "\(number)" }
      for (index, pattern) in GitHubRoutes.patterns.enumerated() {
        Redirect(pattern, to: "api://route/\(index)")
      }
    }
  }

  @Test func `are as many as they should be`() {
    expectEqual(GitHubRoutes.patterns.count, 203)
    expectEqual(GitHubRoutes.lookups.count + GitHubRoutes.misses.count, 210)
  }

  @Test func `take each URL by the pattern meant for it, with its values`() throws {
    let map = try map()
    for (index, lookup) in GitHubRoutes.lookups.enumerated() {
      let url = try ScreenURL(parsing: lookup.url)
      guard case .redirected(let target) = map.match(url) else {
        Issue.record("nothing takes \(lookup.url)")
        continue
      }
      expectEqual(target.segments, ["route", "\(index)"], "\(lookup.url)")
      let values = try Pattern(lookup.pattern).match(url).get().values
      expectEqual(values, lookup.values.map(RouteArgument.text), "\(lookup.url)")
    }
  }

  @Test func `write the URLs that they read`() throws {
    for lookup in GitHubRoutes.lookups {
      let pattern = try Pattern(lookup.pattern)
      let url = try pattern.url(arguments: lookup.values.map(RouteArgument.text))
      expectEqual(url.text, lookup.url)
    }
  }

  @Test(arguments: GitHubRoutes.misses)
  func `take no URL but their own`(text: String) throws {
    try expectTrue(!map().canOpen(ScreenURL(parsing: text)))
  }
}
