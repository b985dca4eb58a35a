import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import TestSupport
import Testing

@Suite struct `The detail of a record` {
  let kitchen: Kitchen
  let recipes: [ObjectID]

  init() throws {
    let kitchen = try Kitchen()
    let ines = try kitchen.add("Author", ["Name": .text("Ines")])
    recipes = try ["Soup", "Bread", "Aioli"].map { name in
      try kitchen.add("Recipe", ["Name": .text(name), "Author": .link(ines.key)])
    }
    self.kitchen = kitchen
  }

  func detail(_ id: ObjectID, from list: ScreenURL? = nil) throws -> RecordDetailSource {
    let source = try RecordDetailSource(id, client: kitchen.client)
    _ = source.refresh(Surroundings(listURL: list))
    return source
  }

  @Test func `shows links from both sides`() throws {
    let outward = try #require(try detail(recipes[0]).sections.first)
    expectEqual(outward.links.map(\.url.text), ["cairn://authors/p1"])
    expectEqual(outward.links.map(\.direction), [.outward])
    let author = ObjectID(entity: "Author", key: recipes[0].key)
    let inward = try #require(try detail(author).sections.first)
    expectEqual(inward.links.map(\.title), ["Soup", "Bread", "Aioli"])
    expectTrue(inward.links.allSatisfy { $0.direction == .inward })
    expectEqual(inward.url?.text, "cairn://authors/p1/recipes")
  }

  @Test func `goes to its neighbors in the list it was opened from`() throws {
    let source = try detail(recipes[1], from: "recipes?sort=Name")
    expectEqual(source.place, DetailPlace(2, of: 3, in: "Recipes"))
    expectEqual(source.sibling(-1)?.text, "cairn://recipes/p3")
    expectEqual(source.sibling(1)?.text, "cairn://recipes/p1")
    expectEqual(source.sibling(2), nil)
  }

  @Test func `goes to its neighbors among those that were found with it`() throws {
    let source = try detail(recipes[0], from: "~find?q=o")
    expectEqual(source.place, DetailPlace(1, of: 2, in: "Find"))
    expectEqual(source.sibling(1)?.text, "cairn://recipes/p3")
    expectEqual(source.sibling(2), nil)
  }

  @Test(arguments: ["authors", "recipes?where=soup", "recipes?where=nonsense>1", "~help"])
  func `uses the whole collection where the list isn't one of its own`(list: String) throws {
    let source = try detail(recipes[1], from: ScreenURL(stringLiteral: list))
    expectEqual(source.place, DetailPlace(2, of: 3, in: "Recipes"))
  }

  @Test func `is left once its record is deleted, and not if that fails`() throws {
    let source = try detail(recipes[1])
    var log = EffectLog()
    log.carryOut(try #require(source.delete()))
    expectEqual(log.backCount, 1)
    log.carryOut(try #require(source.delete()))
    expectEqual(log.backCount, 1)
    expectEqual(log.messages.last?.contains("no record"), true)
  }

  @Test func `is made anew when its record is gone, so that its screen says so`() throws {
    let source = try detail(recipes[1])
    var log = EffectLog()
    log.carryOut(source.refresh(Surroundings()))
    expectEqual(log.retryCount, 0)
    log.carryOut(kitchen.client.delete([recipes[1]]))
    log.carryOut(source.refresh(Surroundings()))
    expectEqual(log.retryCount, 1)
    expectEqual(source.title, "Bread")
  }

  @Test func `keeps its place among neighbors that come, go and leave its list`() throws {
    let list: ScreenURL = "recipes?where=a&sort=Name"
    let source = try detail(recipes[1], from: list)
    expectEqual(source.place, DetailPlace(2, of: 2, in: "Recipes"))
    try kitchen.add("Recipe", ["Name": .text("Apple pie")])
    _ = source.refresh(Surroundings(listURL: list))
    expectEqual(source.place, DetailPlace(3, of: 3, in: "Recipes"))
    var log = EffectLog()
    log.carryOut(kitchen.client.delete([recipes[2]]))
    _ = source.refresh(Surroundings(listURL: list))
    expectEqual(source.place, DetailPlace(2, of: 2, in: "Recipes"))
    expectEqual(source.sibling(-1)?.text, "cairn://recipes/p4")
    let context = kitchen.store.newContext()
    context.object(with: recipes[1])["Name"] = .text("Soup II")
    context.object(with: recipes[1])["Author"] = nil
    try context.save(title: "rename")
    _ = source.refresh(Surroundings(listURL: list))
    expectEqual(source.place, DetailPlace(2, of: 3, in: "Recipes"))
  }

  @Test func `shows at its end what stands in the file and no field shows`() throws {
    try expectEqual(detail(recipes[0]).remarks, [])
    try kitchen.write("Name: Soup\nRating: fine\nColor: red\n", insteadOf: "Name: Soup\n")
    let remarks = try detail(recipes[0]).remarks
    expectEqual(remarks.map(\.label), ["Rating", "Color"])
    expectEqual(remarks.map(\.text), ["fine (needs a whole number from 0 to 5)", "red"])
    try expectEqual(detail(recipes[1]).remarks, [])
  }

  @Test func `says that both sides of a merge stand in the file`() throws {
    let conflict = "<<<<<<< mine\nName: Soup\n=======\nName: Broth\n>>>>>>> theirs\n"
    try kitchen.write(conflict, insteadOf: "Name: Soup\n")
    let remark = try #require(try detail(recipes[0]).remarks.first)
    expectEqual(remark.label, "Conflict")
    expectTrue(remark.text.hasPrefix("two values are in data/Recipe/0000.rec"))
  }

  @Test func `is not made for a record that is gone`() throws {
    let gone = ObjectID(entity: "Recipe", key: try #require(RecordKey("p99")))
    #expect(throws: AddressProblem.gone(gone, collection: "recipes")) {
      try RecordDetailSource(gone, client: kitchen.client)
    }
  }
}
