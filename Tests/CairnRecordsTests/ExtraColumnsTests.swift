import CairnNavigation
import CairnScreens
import CairnStore
import Testing

@testable import CairnRecords

@Suite struct `Columns that nobody chose` {
  private let kitchen: Kitchen
  private let author: ObjectID

  init() throws {
    kitchen = try Kitchen()
    author = try kitchen.add("Author", ["Name": .text("Ines")])
    try kitchen.add("Recipe", ["Name": .text("Bread"), "Author": .link(author.key)])
    try kitchen.changeModel(Kitchen.modelText.replacing("%columns: Name Rating Author", with: ""))
  }

  private func columns(_ origin: FetchRequest.Origin? = nil) throws -> [ListColumn] {
    try RecordListSource("recipes", entity: "Recipe", origin: origin, desk: kitchen.desk).columns
  }

  @Test func `have what records link to where there is room, before other fields`() throws {
    let columns = try columns()
    #expect(columns.filter(\.isExtra).map(\.name) == ["Author"])
    #expect(columns.map(\.name) == ["Name", "Slug", "Rating", "Made", "Tags", "Author"])
  }

  @Test func `have nothing that is the same in all rows of a list of links`() throws {
    let columns = try columns(FetchRequest.Origin(author, "Recipes"))
    #expect(columns.contains { $0.name == "Rating" })
    #expect(!columns.contains { $0.name == "Author" })
  }

  @Test func `have no link to so many records that reading their titles would be waited for`()
    throws
  {
    try kitchen.store.commit(title: "many") { (draft) throws(StoreError) in
      for number in 0...RecordFetch.shortCount {
        try draft.insert([.text("Author \(number)")], into: "Author")
      }
    }
    _ = try kitchen.desk.store.refresh()
    #expect(try !columns().contains { $0.name == "Author" })
  }
}
