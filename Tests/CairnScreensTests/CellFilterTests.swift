import TestSupport
import Testing

@testable import CairnScreens

@Suite struct `A filter for rows of texts` {
  private static let rows = [
    ["Import a.csv", "done", ""], ["Import b.csv", "failed", "no such file: b.csv"],
    ["Export done.csv", "running", ""],
  ]

  @Test(arguments: [
    ("", [0, 1, 2]), ("  ", [0, 1, 2]), ("import", [0, 1]), ("IMPORT B", [1]), ("done", [0, 2]),
    ("result:done", [0]), ("Result:DO", [0]), ("result=do", []), ("result=done", [0]),
    ("-result:done", [1, 2]), ("-import", [2]), ("-", []), ("import -failed", [0]),
    ("\"such file\"", [1]), ("\"file such\"", []), ("note:\"such file\"", [1]),
    ("note=", [0, 2]), ("note:", [0, 1, 2]), ("file:", [1]), ("such:file", []),
    ("\"unclosed", []), ("\"a.csv", [0]), ("result:", [0, 1, 2]), ("=", []), (":", [1]),
  ])
  func `finds words, phrases and cells`(text: String, expected: [Int]) {
    let filter = CellFilter(text, columns: ["job", "result", "note"])
    expectEqual(Self.rows.indices.filter { filter.matches(Self.rows[$0]) }, expected)
  }
}
