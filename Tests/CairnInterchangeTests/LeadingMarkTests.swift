import TestSupport
import Testing

@testable import CairnInterchange
@testable import CairnStore

@Suite struct `Lines with # above a table` {
  private static let tables: [(text: String, columns: [String], count: Int, skipped: Int)] = [
    // Comments above a header.
    ("# made by x\nname,age\nAnn,3\nBob,4\n", ["name", "age"], 2, 1),
    ("# from 2024, revised\nname,age\nAnn,3\nBob,4\n", ["name", "age"], 2, 1),
    ("#1,x\nname,age\nAnn,3\nBob,4\n", ["name", "age"], 2, 1),
    ("#1,2\n#2,3\nid,n\n3,4\n5,6\n", ["id", "n"], 2, 2),
    ("# several words\nfoo\nbar\n", ["foo"], 1, 1),
    // The header, with or without comments above it.
    ("# name,age\nAnn,3\nBob,4\n", ["# name", "age"], 2, 0),
    ("#name,city\nAnn,Lyon\nBob,Oslo\n", ["#name", "city"], 2, 0),
    ("# made by x\n# name,age\nAnn,3\nBob,4\n", ["# name", "age"], 2, 1),
    ("# Berlin, Mitte\n# name,age\nAnn,3\nBob,4\n", ["# name", "age"], 2, 1),
    ("#id,n\n#1,3\n#2,4\n3,5\n", ["#id", "n"], 3, 0),
    ("#tag\nfoo\nbar\n", ["#tag"], 2, 0),
    // Rows.
    ("# 1,Ann,3\n2,Bob,4\n3,Cy,5\n", ["Column 1", "Column 2", "Column 3"], 3, 0),
    ("#1,Ann,3\n#2,Bob,4\n3,Cy,5\n", ["Column 1", "Column 2", "Column 3"], 3, 0),
    ("#1,Ann,3\n#2,Bob,4\n", ["Column 1", "Column 2", "Column 3"], 2, 0),
  ]

  @Test(arguments: tables)
  func `are comments, the header or rows, as they look`(
    text: String, columns: [String], count: Int, skipped: Int
  ) throws {
    for size in [1, 1000] {
      let inspected = try InspectedInputs([ImportInput(source(text, blockSize: size))])
      expectEqual(inspected.tables[0].columns, columns)
      expectEqual(inspected.rowCount, count)
      var reader = try CSVReader(source(text))
      var row = RawRow()
      while try reader.next(into: &row) {}
      expectEqual(reader.repairs.preamble.count, skipped)
      expectEqual(reader.repairs.commentCount, 0)
    }
  }

  @Test func `leave later lines that have all cells as rows`() throws {
    let store = try makeStore()
    let report = try store.take("# made by x\ntag,count\n#swift,3\n#rust,2\nc,1\n")
    try expectEqual(store.texts("tag", of: "Thing"), ["#swift", "#rust", "c"])
    expectTrue(report.notices.contains { $0.hasSuffix("skipped: # made by x") })
  }

  @Test func `are what a person says`() throws {
    var comment = Dialect()
    try comment.set(.comment, to: "#")
    var reader = try CSVReader(source("#1,a\n2,b\n#3,c\n4,d\n"), comment)
    expectEqual(reader.columns, ["Column 1", "Column 2"])
    var row = RawRow()
    var count = 0
    while try reader.next(into: &row) { count += 1 }
    expectEqual(count, 2)
    var header = Dialect()
    try header.set(.header, to: "2")
    try expectEqual(
      CSVReader(source("# x\n# name,age\nAnn,3\n"), header).columns, ["# name", "age"])
    var none = Dialect()
    try none.set(.header, to: "none")
    try expectEqual(CSVReader(source("#a,b\nc,d\n"), none).columns, ["Column 1", "Column 2"])
  }
}
