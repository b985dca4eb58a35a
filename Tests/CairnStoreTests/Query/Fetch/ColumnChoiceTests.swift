import TestSupport
import Testing

@testable import CairnStore

@Suite struct `Columns as a URL has them` {
  @Test(arguments: [
    ("", []), ("title", ["title"]), ("title:30,author.name", ["title:30", "author.name"]),
    (" title:30 , rating:4 ", ["title:30", "rating:4"]), ("title,,-rating", ["title", "rating"]),
    ("title:0,rating:1,year:123456789012345678901", ["title:2", "rating:2", "year:999"]),
  ])
  func `are names, with widths after colons`(text: String, columns: [String]) throws {
    try expectEqual(ColumnChoice.parse(text).map(\.description), columns)
  }

  @Test(arguments: [
    "title:", "title:x", "title:3x", "title:-3", "title:3:4", "title :3", "title:٣", ":3", "1:3",
    "title;rating", "--title",
  ])
  func `are refused where a name or a width is none`(text: String) {
    #expect(throws: FilterError.self) { try ColumnChoice.parse(text) }
  }

  @Test func `are read again as they are printed`() throws {
    let columns = [
      ColumnChoice(try FieldPath.parse("author.name"), width: 12),
      ColumnChoice(try FieldPath.parse("title")),
    ]
    try expectEqual(ColumnChoice.parse(columns.map(\.description).joined(separator: ",")), columns)
  }
}
