import TestSupport
import Testing

@Suite struct `cairn find` {
  private let home: Home

  init() throws {
    home = try Home(environment: [:])
    try home.write("name,note\nCafé Noir,opens late\nBakery,next to the café\n", to: "places.csv")
    try home.write("name,phone\nAna Noir,+34 1\nBo,+46 2\n", to: "contacts.csv")
    try home.output("import", "places.csv", "contacts.csv")
  }

  @Test func `prints URL and title of the records that hold all words, of any collection`() throws {
    try expectEqual(
      home.output("find", "noir"),
      """
      cairn://places/p1\tCafé Noir
      cairn://contacts/p1\tAna Noir

      """)
    try expectEqual(home.output("find", "CAFE", "late"), "cairn://places/p1\tCafé Noir\n")
    try expectEqual(home.output("find", "to the café"), "cairn://places/p2\tBakery\n")
    try expectEqual(home.output("find", "\"to the café\""), "cairn://places/p2\tBakery\n")
    try expectEqual(home.output("find", "café \"to the\""), "cairn://places/p2\tBakery\n")
    let phrase = try home.cairn("find", "the to café")
    expectEqual(phrase.output, "")
    expectEqual(
      phrase.errors,
      "cairn: no record contains the phrase \"the to café\"; for its words: cairn find the to café\n"
    )
    for (words, filter) in [
      (["none", "or", "\"to go\""], "none OR \"to go\""), (["none OR go"], "none OR go"),
    ] {
      let advice = try home.cairn(["find"] + words).errors
      expectTrue(advice.hasSuffix("cairn list COLLECTION '\(filter)'\n"), "\(words)")
    }
    let advice = try home.cairn("find", "\"to the\" name:noir").errors
    expectTrue(advice.hasSuffix("filter: cairn list places '\"to the\" name:noir'\n"))
    try expectEqual(home.output("find", "cafe", "--limit", "1"), "cairn://places/p1\tCafé Noir\n")
  }

  @Test func `says how to filter where a condition is among the words`() throws {
    let answer = try home.cairn("find", "name:noir")
    expectTrue(answer.status == 0 && answer.output == "")
    expectEqual(
      answer.errors,
      "cairn: find takes words only; for name:noir, filter: cairn list places 'name:noir'\n")
    try expectEqual(home.cairn("find", "http://noir").errors, "")
  }

  @Test func `finds nothing without a complaint, and wants a word`() throws {
    try expectEqual(home.output("find", "nowhere"), "")
    try expectEqual(home.cairn("find").status, 64)
    try expectEqual(home.cairn("find", " ").status, 64)
    try expectEqual(home.cairn("--store", "absent", "find", "x").status, 1)
  }
}
