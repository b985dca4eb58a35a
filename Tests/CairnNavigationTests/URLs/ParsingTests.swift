import CairnNavigation
import TestSupport
import Testing

@Suite struct `A screen's URL` {
  @Test(arguments: [
    ("cairn://recipes", "cairn://recipes"),
    ("recipes", "cairn://recipes"),
    ("CAIRN://recipes", "cairn://recipes"),
    ("cairn://Recipes", "cairn://Recipes"),
    ("cairn:recipes/p3", "cairn://recipes/p3"),
    ("cairn:///recipes/p3", "cairn://recipes/p3"),
    ("cairn://", "cairn://"),
    ("", "cairn://"),
    ("tt://menu/1/", "tt://menu/1"),
    ("tt://menu//1", "tt://menu/1"),
    ("servers/10.0.0.1", "cairn://servers/10.0.0.1"),
    ("2001:db8/x", "cairn://2001%3Adb8/x"),
    ("recipes/a%2Fb", "cairn://recipes/a%2Fb"),
    ("recipes/%2E%2E/x", "cairn://recipes/%2E%2E/x"),
    ("recipes/%2e", "cairn://recipes/%2E"),
    ("recipes/...", "cairn://recipes/..."),
    ("recipes/slug=carbonara", "cairn://recipes/slug=carbonara"),
    ("food/Mac & Cheese", "cairn://food/Mac%20%26%20Cheese"),
    ("r?where=rating>=4,<9 OR a:\"b\"", "cairn://r?where=rating>=4,<9%20OR%20a:%22b%22"),
    ("r?sort=-rating,name&x=(a;b/c@d!*)", "cairn://r?sort=-rating,name&x=(a;b/c@d!*)"),
    ("r?a=1+2", "cairn://r?a=1%2B2"),
    ("r?a&b=&&c=d=e", "cairn://r?a&b=&c=d=e"),
    ("r?=x", "cairn://r?=x"),
    ("r?", "cairn://r"),
    ("r#", "cairn://r"),
    ("r?a=b?c", "cairn://r?a=b%3Fc"),
    ("r#a/b?c", "cairn://r#a/b%3Fc"),
    ("r?a=x://y", "cairn://r?a=x://y"),
    ("héros", "cairn://h%C3%A9ros"),
  ])
  func `has one spelling for each text`(text: String, spelling: String) throws {
    let url = try ScreenURL(parsing: text)
    expectEqual(url.text, spelling)
    try expectEqual(ScreenURL(parsing: spelling), url)
  }

  /// Invariant 1.
  @Test(arguments: SeededGenerator.seeds(400))
  func `is read back as it was printed`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let url = generator.url()
    try #require(url.isReadable)
    let again = try ScreenURL(parsing: url.text)
    expectEqual(again, url)
    expectEqual(again.segments.map { Array($0.utf8) }, url.segments.map { Array($0.utf8) })
    expectTrue(url.text.utf8.allSatisfy { (0x21...0x7E).contains($0) })
  }

  /// Invariant 2.
  @Test(arguments: SeededGenerator.seeds(400))
  func `is read or refused, never repaired, from any text`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let text = generator.hostileText() + generator.hostileText()
    do throws(NavigationError) {
      let url = try ScreenURL(parsing: text)
      expectEqual((try? ScreenURL(parsing: url.text)), url)
    } catch .malformedURL(let error) {
      expectTrue((1...max(1, text.count)).contains(error.column), "\(error)")
    } catch {
      Issue.record(error)
    }
  }

  @Test func `keeps repeated keys in order`() throws {
    let url = try ScreenURL(parsing: "r?q=a&x=1&q=b&q")
    expectEqual(url.values("q"), ["a", "b", ""])
    expectEqual(url.value("q"), "a")
    expectEqual(url.value("none"), nil)
    expectEqual(url.setting("q", to: "z").text, "cairn://r?q=z&x=1")
    expectEqual(url.setting("q", to: nil).text, "cairn://r?x=1")
    expectEqual(url.setting("new", to: "/").text, "cairn://r?q=a&x=1&q=b&q&new=/")
  }
}
