import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `The text of a model` {
  @Test func `says what each keyword means`() throws {
    let model = try ObjectModel(parsing: Fixture.modelText)
    let recipe = try #require(model["Recipe"])
    expectEqual(
      recipe.properties.map(\.name),
      [
        "Name", "Rating", "Made", "Notes", "Tags", "Price", "Weight", "Seen", "Vegan", "Photo",
        "Kind", "Author",
      ])
    expectEqual(recipe.attribute("Name")?.isRequired, true)
    expectEqual(recipe.attribute("Rating")?.range, 0...5)
    expectEqual(recipe.attribute("Kind")?.choices, ["soup", "main dish", "dessert"])
    expectEqual(recipe.plural, "recipes")
    expectEqual(model.entity(matching: "RECIPES")?.name, "Recipe")
    let recipes = try #require(model["Author"]?.relationship("Recipes"))
    expectEqual(recipes.inverse, "Author")
    expectTrue(!recipes.isStored)
  }

  @Test func `is a fixed point in canonical form`() throws {
    let model = try ObjectModel(parsing: Self.everything)
    try expectEqual(ObjectModel(parsing: model.text), model)
    try expectEqual(ObjectModel(parsing: model.text).text, model.text)
  }

  @Test(arguments: [
    ("%rec: A\n%atribute: B string", 2, "unknown keyword %atribute"),
    ("%rec: A\n%attribute: B strin", 2, "no type is called strin"),
    ("%rec: A\n%attribute: B", 2, "names a field and its type"),
    ("%rec: A\n%relationship: B to-one C", 2, "no collection is called C"),
    ("%rec: A\n%relationship: B to-some A", 2, "to-one or to-many"),
    ("%rec: A\n%relationship: B to-one A delete=maybe", 2, "nullify, cascade, deny or none"),
    ("%rec: A\n%relationship: B to-one A inverse=C", 2, "no relationship called C"),
    ("%rec: A\n\n%rec: A", 3, "already called a"),
    ("%rec: A\n%type: B range 5 0", 2, "not a type of recutils"),
    ("%rec: A\n%title: 1x", 2, "is not a name"),
    ("%rec: A\n%attribute: Id string", 2, "a field of the store itself"),
    ("%title: B", 1, "belongs to no collection"),
    ("%rec: A\nName: x", 2, "starts with %keyword"),
    ("%rec: A\n%columns: B", 2, "no field called B"),
    ("%rec: A\n%plural: old things", 2, "old things is not a plural"),
    ("%rec: A\n%plural: ~new", 2, "~new is not a plural"),
    ("%rec: A\n%plural:", 2, "is not a plural"),
  ])
  func `has its mistakes named by line`(text: String, line: Int, message: String) throws {
    let error = #expect(throws: StoreError.self) { try ObjectModel(parsing: text) }
    guard case .invalidModel(let mistakes) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectTrue(mistakes.contains { $0.line == line && $0.message.contains(message) }, "\(mistakes)")
  }

  @Test func `keeps its comments and order when the model changes`() throws {
    let text = """
      # My kitchen.
      %rec: Recipe
      # The name comes first.
      %title: Name
      %type: Rating range 0 5
      %columns: Name Rating
      # At the end.

      %rec: Author
      %attribute: Name string

      """
    var entities = try ObjectModel(parsing: text).entities
    entities[0].properties.append(.attribute(Attribute(name: "Notes", type: .text)))
    entities[0].columns = ["Name"]
    entities.append(
      Entity(name: "Album", properties: [.attribute(Attribute(name: "Title", type: .string))]))
    let model = try ObjectModel(entities: entities)
    let updated = ModelText(text).updated(to: model)
    expectEqual(
      updated,
      """
      # My kitchen.
      %rec: Recipe
      # The name comes first.
      %title: Name
      %type: Rating range 0 5
      %attribute: Notes text
      %columns: Name
      # At the end.

      %rec: Author
      %attribute: Name string

      %rec: Album
      %plural: albums
      %attribute: Title string

      """)
    try expectEqual(ObjectModel(parsing: updated), model)
  }

  @Test func `follows any change of the model`() throws {
    let all = try ObjectModel(parsing: Self.everything)
    for count in 0...all.entities[0].properties.count {
      var entities = all.entities
      entities[0].properties.removeLast(count)
      entities[0].columns = []
      entities[0].title = nil
      entities[0].handle = nil
      entities[1].properties.removeAll { $0.name == "Recipes" }
      guard let smaller = try? ObjectModel(entities: entities) else { continue }
      let text = ModelText(Self.everything).updated(to: smaller)
      try expectEqual(ObjectModel(parsing: text), smaller)
      try expectEqual(ObjectModel(parsing: ModelText(text).updated(to: all)), all)
    }
  }

  @Test func `changes in a store without losing values`() throws {
    let files = MemoryFileSystem()
    let store = try Fixture.makeStore(files)
    let key = try store.addRecipe("Soup", ["Rating": .integer(4)])
    try store.updateModel { model throws(StoreError) in
      var entities = model.entities
      entities[0].properties.removeAll { $0.name == "Rating" }
      return try ObjectModel(entities: entities)
    }
    expectEqual(store.recipe(key, "Rating"), nil)
    try store.fold()
    expectTrue(
      String(decoding: try files.read("/store/data/Recipe/0000.rec"), as: UTF8.self)
        .contains("Rating: 4"))
    let again = try ObjectStore.open(Fixture.options(files))
    try again.updateModel { model throws(StoreError) in
      var entities = model.entities
      entities[0].properties.append(.attribute(Attribute(name: "Rating", type: .double)))
      return try ObjectModel(entities: entities)
    }
    expectEqual(again.recipe(key, "Rating"), .double(4))
    try expectEqual(store.refresh()?.modelChanged, true)
    expectEqual(store.recipe(key, "Rating"), .double(4))
  }

  private static let everything = """
    %rec: Recipe
    %doc: Things worth
    + cooking again
    %plural: recipes
    %title: Name
    %handle: Slug
    %mandatory: Name Author
    %singular: Slug
    %type: Rating range 0 5
    %type: Made date
    %attribute: Notes text
    %attribute: Tags tags
    %attribute: Photo file multiple
    %attribute: Codes integer multiple
    %choices: Kind soup | main dish | dessert
    %default: Kind main dish
    %describe: Kind What it is
    %relationship: Author to-one Author inverse=Recipes delete=deny export=follow
    %relationship: Steps to-many Step inverse=Recipe ordered delete=cascade export=follow
    %columns: Name Rating Kind Made
    %sort: -Rating Name
    %inferred: Codes

    %rec: Author
    %inferred:
    %title: Name
    %relationship: Recipes to-many Recipe

    %rec: Step
    %relationship: Recipe to-one Recipe
    %attribute: Text text

    """
}
