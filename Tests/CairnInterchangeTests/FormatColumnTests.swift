import CairnFiles
import CairnStore
import TestSupport
import Testing

@testable import CairnInterchange

@Suite struct `The columns of formats in the documentation` {
  private static let page =
    #filePath.split(separator: "/").dropLast(3).map { "/\($0)" }.joined()
    + "/Sources/CairnInterchange/CairnInterchange.docc/CairnInterchange.md"

  private func columns(of format: String) throws -> [String] {
    let text = String(decoding: try RealFileSystem().read(Self.page), as: UTF8.self)
    let row = text.split(separator: "\n").first { $0.hasPrefix("| \(format) | `") }
    let cells = try #require(row).split(separator: "`")
    return stride(from: 1, to: cells.count, by: 2).map { String(cells[$0]) }
  }

  private func names(_ entity: Entity) -> [String] { entity.attributes.map(\.name) }

  @Test func `are those of the readers`() throws {
    try expectEqual(columns(of: "bookmarks"), names(BookmarkReader.definition))
    try expectEqual(columns(of: "bibliography"), names(BibTeXReader.definition))
    try expectEqual(columns(of: "notes"), names(MarkdownReader.definition))
    let cards = names(CardField.definition(labeled: []))
    try expectEqual(columns(of: "vCard"), Array(cards.prefix(columns(of: "vCard").count)))
    try expectEqual(Set(columns(of: "calendar")), Set(CalendarField.order.keys))
  }

  @Test func `have the types in the documentation`() throws {
    let types =
      (BookmarkReader.definition.attributes + BibTeXReader.definition.attributes
        + CardField.definition(labeled: []).attributes
        + CalendarField.definition([], statuses: []).attributes)
    for attribute in types {
      switch attribute.name {
      case "URL": expectEqual(attribute.type, .url)
      case "Tags", "Keywords", "Categories": expectEqual(attribute.type, .tags)
      case "Added", "Modified", "Created", "Revision": expectEqual(attribute.type, .datetime)
      default: continue
      }
    }
  }
}
