import CairnInterface
import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import TestSupport
import Testing

@Suite struct `The calculated columns of a collection` {
  private let kitchen: Kitchen
  private let ann: ObjectID

  init() throws {
    kitchen = try Kitchen()
    ann = try kitchen.add("Author", ["Name": .text("Ann")])
    for rating in [2, 5] as [Int64] {
      _ = try kitchen.add(
        "Recipe",
        ["Name": .text("Soup"), "Rating": .integer(rating), "Author": .link(ann.key)])
    }
    let text = kitchen.store.modelText
    try kitchen.changeModel(
      text.replacing(
        "%rec: Author\n",
        with:
          "%rec: Author\n%columns: Name Recipes.count Recipes.Rating.sum Recipes.Rating.count*2 saved\n"
      ))
  }

  @Test func `are on a record's page`() throws {
    let page = try RecordDetailSource(ann, client: kitchen.client)
    let fields = page.fields.map { "\($0.label)=\($0.text)" }
    expectTrue(fields.contains("Recipes.count=2"), "\(fields)")
    expectTrue(fields.contains("Recipes.Rating.sum=7"), "\(fields)")
    expectTrue(!fields.contains { $0.hasPrefix("saved") }, "the history tells that")
  }

  @Test func `are not on a page if a link shows them already`() throws {
    try kitchen.changeModel(
      kitchen.store.modelText.replacing(
        "%columns: Name Rating Author", with: "%columns: Name Author.Name Author.Recipes.count"))
    let soup = ObjectID(entity: "Recipe", key: RecordKey(sequence: 2))
    let page = try RecordDetailSource(soup, client: kitchen.client)
    let labels = page.fields.map(\.label)
    expectTrue(!labels.contains { $0.contains("Author.Name") }, "\(labels)")
    expectTrue(labels.contains("Author.Recipes.count"), "\(labels)")
  }

  @Test func `are in a form, and cannot be changed there`() throws {
    let source = try RecordFormSource(editing: ann, client: kitchen.client)
    expectTrue(source.calculations.contains("Recipes.count 2 · Recipes.Rating.sum 7"))
    expectTrue(!source.fields.contains { $0.name.contains("count") })
    let form = FormScreen(source)
    form.layOut(in: Size(columns: 80, rows: 24))
    var canvas = Canvas(Size(columns: 80, rows: 24))
    form.draw(on: &canvas, theme: .standard)
    expectTrue(canvas.text.contains("Recipes.count 2"))
    let author = try #require(kitchen.store.snapshot.model["Author"])
    let new = RecordFormSource(new: author, filledWith: [], client: kitchen.client)
    expectEqual(new.calculations, "")
  }
}
