import CairnNavigation
import TestSupport
import Testing

@Suite struct `A portable identity` {
  @Test func `is base64url without padding`() throws {
    let id = try #require(PortableID(uri: "x-cairn://s/Recipe/p3?"))
    expectEqual(id.text, "eC1jYWlybjovL3MvUmVjaXBlL3AzPw")
    expectEqual(PortableID(id.text), id)
  }

  @Test(arguments: SeededGenerator.seeds(200))
  func `is read back as it was printed, and stays one segment`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let id = try #require(PortableID(uri: generator.hostileName()))
    expectEqual(PortableID(id.text)?.uri, id.uri)
    expectEqual(ScreenURL(["recipes", id.text]).text, "cairn://recipes/\(id.text)")
  }

  @Test(arguments: [
    "", "e", "eC1", "eC0=", "eC1jYWlybg==", "e C", "eC1j+", "eC1j/", "_w", "\u{430}", "eC1jYQ\n",
  ])
  func `has no other spelling`(text: String) {
    expectEqual(PortableID(text), nil)
  }

  @Test(arguments: SeededGenerator.seeds(300))
  func `has one spelling for each URI`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let alphabet = Array("ABCXYZabcxyz0189-_=+/ ")
    let text = String((0..<generator.number(1...9)).map { _ in generator.element(of: alphabet) })
    if let id = PortableID(text) { expectEqual(id.text, text) }
  }
}

@Suite struct `A URL of another program` {
  @Test(arguments: ["https://example.org/%zz", "mailto:ann@example.org", "tel:5555555"])
  func `keeps its text`(text: String) throws {
    try expectEqual(#require(ExternalURL(text)).text, text)
  }

  @Test(arguments: ["recipes", "/a:b", "1:x", "https://a\n", ""])
  func `needs a scheme and no control characters`(text: String) {
    expectEqual(ExternalURL(text), nil)
  }

  @Test func `shows what could mislead the eye`() throws {
    let url = try #require(ExternalURL("https://a/\u{202E}gro"))
    expectEqual(url.display, "https://a/\u{FFFD}gro")
  }
}
