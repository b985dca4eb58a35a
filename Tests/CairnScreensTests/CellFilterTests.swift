import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `A filter for rows of texts` {
  private static let rows: [[[String]]] = [
    [["5"], ["Import a.csv"], ["done"], [""]],
    [["12"], ["Import b.csv"], ["failed", "failed after 3 s"], ["no such file: b.csv"]],
    [["40"], ["Export done.csv"], ["running"], [""]],
  ]

  @Test(arguments: [
    ("", [0, 1, 2]), ("  ", [0, 1, 2]), ("import", [0, 1]), ("IMPORT B", [1]), ("done", [0, 2]),
    ("result:done", [0]), ("Result:DO", [0]), ("outcome:do", [0]), ("result=do", []),
    ("result=done", [0]), ("result:done,failed", [0, 1]), ("result!=done", [1, 2]),
    ("result:after", [1]), ("result=\"failed after 3 s\"", [1]), ("result~run", [2]),
    ("-result:done", [1, 2]), ("NOT result:done", [1, 2]), ("-import", [2]), ("-", []),
    ("import -failed", [0]), ("done OR failed", [0, 1, 2]), ("import done OR number=40", [0, 2]),
    ("import AND failed", [1]), ("\"such file\"", [1]), ("\"file such\"", []),
    ("note:\"such file\"", [1]), ("note=", [0, 2]), ("no:note", [0, 2]), ("has:note", [1]),
    ("note:", [0, 1, 2]), ("number>5", [1, 2]), ("number>=5", [0, 1, 2]), ("number<12", [0]),
    ("number<=12", [0, 1]), ("result<e", [0]), ("note>a", [1]), ("file:", [1]), ("such:file", []),
    ("\"unclosed", []), ("\"a.csv", [0]), ("result:", [0, 1, 2]), ("=", []), (":", [1]),
    ("has:nothing", []), ("OR", [0, 1, 2]), ("NOT", [0, 1, 2]), ("a,b", []),
  ])
  func `finds words, phrases and cells`(text: String, expected: [Int]) {
    let filter = CellFilter(
      text, columns: [["number", "#"], ["job"], ["result", "Outcome"], ["note"]])
    expectEqual(Self.rows.indices.filter { filter.matches(Self.rows[$0]) }, expected)
  }

  @Test(arguments: SeededGenerator.seeds(20)) func `finds a word as it finds its characters`(
    seed: UInt64
  ) {
    var random = SeededGenerator(seed: seed)
    let letters = ["a", "B", "b", "z", "Z", "@", "[", "é", "e\u{301}", "\u{212A}", "K", "ß", "日"]
    let text = { (most: Int) in
      (0..<random.number(0...most)).map { _ in random.element(of: letters) }.joined()
    }
    for _ in 0..<200 {
      let (cell, word) = (text(8), text(3))
      let found = CellFilter("\"\(word)\"", columns: [["a"]]).matches([[cell]])
      expectEqual(
        found, word.isEmpty || cell.lowercased().contains(word.lowercased()), "\(word) in \(cell)")
    }
  }
}
