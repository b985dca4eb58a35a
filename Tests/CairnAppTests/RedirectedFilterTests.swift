import CairnNavigation
import CairnStore
import TestSupport
import Testing

/// What a redirect puts into a filter, and what the filter's own reader makes of it.
@Suite struct `A value in a redirect's filter` {
  private static let letters = Array("aZé0479-_.\"\\ ,:()<>=~*/?ßO")
  private static let words = [
    "OR", "AND", "NOT", "or", "has", "no", "today", "-7d", "-", "+1w", "2026-11", "2026-11-05",
    "1.5",
    "1..5", "..", ".5", "a.b", "null", "x y", "\"", "\\", "(", ")", "a,b", "<3", "=", "~", "日本",
    "👩‍👩‍👧",
  ]

  private func filter(_ operation: String, _ value: String) throws -> String? {
    let map = try URLMap<Int>(home: "cairn://home") {
      Route("cairn://home") { () in 0 }
      Route("cairn://dishes") { (_: ScreenURL) in 1 }
      Redirect("cairn://go/(v)", to: "cairn://dishes?where=Name\(operation)(v)")
    }
    let url = ScreenURL(["go", value])
    guard case .matched(let match) = map.resolved(url).result else { return nil }
    return match.url.query.first { $0.name == "where" }?.value
  }

  private func check(_ operation: String, _ value: String) throws {
    let found = try #require(try filter(operation, value), "\(value)")
    let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let meant = try #require(try RecordPredicate.parse("Name\(operation)\"\(escaped)\""))
    let read = try #require(try RecordPredicate.parse(found))
    expectEqual("\(read)", "\(meant)", "\(found)")
  }

  @Test(arguments: ["=", ">=", ":", "!=", "<", ":<", "=1.."])
  func `is one value, with quotes or without`(operation: String) throws {
    guard (try? RecordPredicate.parse("Name\(operation)\"x\"")) != nil else { return }
    for word in Self.words { try check(operation, word) }
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<400 {
      let count = generator.number(1...6)
      try check(
        operation,
        String((0..<count).map { _ in Self.letters[generator.number(0...Self.letters.count - 1)] }))
    }
  }
}
