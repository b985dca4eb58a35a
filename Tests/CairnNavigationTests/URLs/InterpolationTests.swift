@testable import CairnNavigation
import TestSupport
import Testing

@Suite struct `A URL in source code` {
  private enum Course: String, CaptureValue { case mainDish = "main dish" }

  @Test func `takes values of any capture type`() {
    let (name, minutes) = ("Leek & potato", 20)
    let url: ScreenURL = "kitchen://recipes/\(name)?minutes=\(minutes)&quick=\(true)#\(name)"
    expectEqual(
      url,
      ScreenURL(
        scheme: "kitchen", ["recipes", name],
        query: [QueryItem("minutes", "20"), QueryItem("quick", "true")], fragment: name))
    expectEqual("menu/\(Course.mainDish)" as ScreenURL, "cairn://menu/main%20dish")
    let scheme = "kitchen"
    expectEqual("\(scheme)://p\(minutes)x" as ScreenURL, "kitchen://p20x")
  }

  @Test(arguments: SeededGenerator.seeds(400))
  func `keeps each value in its place, whatever characters it has`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let (first, second) = (generator.hostileName(), generator.hostileName())
    let value = generator.hostileText()
    let url: ScreenURL = "tt://menu/\(first)/x\(second)?q=\(value)&r=a\(value)#\(second)"
    expectEqual(
      url,
      ScreenURL(
        scheme: "tt", ["menu", first, "x" + second],
        query: [QueryItem("q", value), QueryItem("r", "a" + value)], fragment: second))
  }

  @Test func `leads nowhere if a value in its path is empty`() throws {
    let empty = ""
    let map = try URLMap<String>(home: "tt://a") {
      Route("tt://a") { (_: ScreenURL) in "a" }
      Route("tt://a/(b)") { (b: String) in b }
      Route("tt://files/(path)") { (path: [String]) in path.joined() }
    }
    for url: ScreenURL in [
      "tt://a/\(empty)", "tt://a/\(empty)?q=1", "tt://\(empty)/a", "tt://a/\(empty)/b",
      "tt://files/\(empty)", "tt://files/x/\(empty)#y", ScreenURL(scheme: "tt", ["a", empty]),
      ("tt://a" as ScreenURL).appending(empty),
    ] {
      expectTrue(!url.isReadable && !map.canOpen(url), url.text)
      let elsewhere = url.replacing(query: []).replacing(fragment: nil)
      expectTrue(!map.canOpen(elsewhere), url.text)
      expectEqual(url.mistake.problem, .emptySegment)
    }
    expectEqual("tt://a/\(empty)/b" as ScreenURL, ScreenURL(scheme: "tt", ["a", "", "b"]))
    expectEqual(("tt://a/\(empty)/b" as ScreenURL).text, "tt://a//b")
    expectEqual(
      ("tt://a/\(empty)/b" as ScreenURL).mistake.description,
      "the URL tt://a//b is malformed at character 8: a value is missing between two slashes or at "
        + "the end")
    for candidate in map.candidates(for: "tt://files/x/\(empty)") {
      guard case .rejected = candidate.verdict else {
        #expect(Bool(false), "\(candidate)")
        continue
      }
    }
    // Two empty values make one segment, and no value can be mistaken for an empty one.
    let odd = "\u{FFFF}"
    expectEqual(("tt://a/\(empty)\(empty)/b" as ScreenURL).segments, ["a", "", "b"])
    expectEqual(("tt://a/\(odd)/\(empty)/%EF%BF%BF" as ScreenURL).segments, ["a", odd, "", odd])
    expectEqual(("tt://a/\(odd)" as ScreenURL).segments, ["a", odd])
    let kept: ScreenURL = "tt://a/x\(empty)?q=\(empty)#\(empty)"
    expectEqual(kept.text, "tt://a/x?q=")
    expectEqual("tt://a//b/" as ScreenURL, "tt://a/b")
  }

  @Test func `may be longer than a text that is read`() {
    let long = String(repeating: "/", count: ScreenURL.maximumLength)
    let url: ScreenURL = "tt://a/\(long)"
    expectEqual(url.segments, ["a", long])
    expectTrue(!url.isReadable)
  }

  @Test(arguments: [
    ("20", "minutes<=20 name=20"), ("a b", "minutes<=\"a b\" name=\"a b\""),
    ("1 OR x:", "minutes<=\"1 OR x:\" name=\"1 OR x:\""),
    ("\"", "minutes<=\"\\\"\" name=\"\\\"\""),
  ])
  func `keeps a value of a filter one value`(value: String, filter: String) {
    let url: ScreenURL = "tt://all?where=minutes<=\(value) name=\(value)&sort=\(value)"
    expectEqual(url.value("where"), filter)
    expectEqual(url.value("sort"), value)
    let quoted: ScreenURL = "tt://all?where=name=%22x \(value)%22"
    let inner = value.replacing("\"", with: "\\\"")
    expectEqual(quoted.value("where"), "name=\"x \(inner)\"")
    let twice: ScreenURL = "tt://all?where=name=\("a")\("b")"
    expectEqual(twice.value("where"), "name=\"a\"\"b\"")
  }
}
