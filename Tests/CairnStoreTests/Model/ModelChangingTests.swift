import CairnFiles
import TestSupport
import Testing

@testable import CairnStore

@Suite struct `A model that is changed` {
  private let model: ObjectModel

  init() throws {
    model = try ObjectModel(
      parsing: """
        %rec: Recipe
        %title: Name
        %handle: Slug
        %mandatory: Name
        %singular: Slug
        %type: Rating range 0 5
        %attribute: Made string
        %inferred: Made
        %relationship: Author to-one Author inverse=Recipes
        %columns: Name Author.Name Rating
        %sort: -Author.Name Name

        %rec: Author
        %title: Name
        %mandatory: Name
        %relationship: Recipes to-many Recipe inverse=Author
        %columns: Name Recipes.Name
        """)
  }

  @Test func `speaks of a renamed field by its new name, through links too, and knows the old`()
    throws
  {
    let changed = try model.renamingField("Name", of: "Author", to: "Called")
    let author = try #require(changed["Author"])
    expectEqual(author.title, "Called")
    expectEqual(author.columns, ["Called", "Recipes.Name"])
    expectEqual(author.currentName(of: "Name"), "Called")
    expectEqual(author.property(matching: "name")?.name, "Called")
    let recipe = try #require(changed["Recipe"])
    expectEqual(recipe.columns, ["Name", "Author.Called", "Rating"])
    expectEqual(recipe.sort, "-Author.Called Name")
    let twice = try changed.renamingField("Called", of: "Author", to: "Full")
    expectEqual(twice["Author"]?.currentName(of: "Name"), "Full")
    expectEqual(twice["Author"]?.currentName(of: "Called"), "Full")
    let back = try twice.renamingField("Full", of: "Author", to: "Name")
    expectEqual(back["Author"]?.columns, model["Author"]?.columns)
    expectEqual(back["Author"]?.currentName(of: "Full"), "Name")
  }

  @Test func `says nothing of a field that is gone, through links neither`() throws {
    let changed = try model.removing(field: "Name", of: "Author")
    expectEqual(changed["Author"]?.title, nil)
    expectEqual(changed["Author"]?.columns, ["Recipes.Name"])
    expectEqual(changed["Recipe"]?.columns, ["Name", "Rating"])
    expectEqual(changed["Recipe"]?.sort, "Name")
    let slug = try model.removing(field: "Slug", of: "Recipe")
    expectEqual(slug["Recipe"]?.handle, nil)
    let renamed = try model.renamingField("Made", of: "Recipe", to: "By")
    let without = try renamed.removing(field: "By", of: "Recipe")
    expectEqual(without["Recipe"]?.formerNames, [:])
  }

  @Test func `says nothing of a field that is gone, however its names are written`() throws {
    let model = try ObjectModel(
      parsing: """
        %rec: Task
        %attribute: Name string
        %attribute: Weight integer
        %renamed: Weight Rating
        %columns: name Rating
        %sort: Name,-Rating
        """)
    let changed = try model.removing(field: "Weight", of: "Task")
    expectEqual(changed["Task"]?.columns, ["name"])
    expectEqual(changed["Task"]?.sort, "Name")
    #expect(throws: StoreError.self) { try changed.removing(field: "Weight", of: "Task") }
    #expect(throws: StoreError.self) { try changed.removing(entity: "Note") }
  }

  @Test func `loses both sides of a link`() throws {
    let changed = try model.removing(field: "Recipes", of: "Author")
    expectEqual(changed["Recipe"]?["Author"], nil)
    expectEqual(changed["Author"]?.properties.map(\.name), ["Name"])
    expectEqual(changed["Recipe"]?.sort, "Name")
  }

  @Test func `loses a collection with the links to it`() throws {
    let changed = try model.removing(entity: "Recipe")
    expectEqual(changed.entities.map(\.name).contains("Recipe"), false)
    expectEqual(changed["Author"]?.properties.map(\.name), ["Name"])
    expectEqual(changed["Author"]?.columns, ["Name"])
  }

  @Test func `keeps both sides of a renamed link`() throws {
    let changed = try model.renamingField("Author", of: "Recipe", to: "Cook")
    expectEqual(changed["Author"]?.relationship("Recipes")?.inverse, "Cook")
    expectEqual(changed["Recipe"]?.columns, ["Name", "Cook.Name", "Rating"])
  }

  @Test func `has a renamed collection wherever links lead to it`() throws {
    let changed = try model.renaming(entity: "Recipe", to: "Dish")
    expectEqual(changed["Dish"]?.plural, "dishes")
    expectEqual(changed["Author"]?.relationship("Recipes")?.destination, "Dish")
    expectEqual(changed.entity(matching: "recipes")?.name, "Dish")
  }

  @Test(arguments: ["Slug", "2nd", "", "a b", "Id"])
  func `takes no name that can't be`(name: String) throws {
    #expect(throws: StoreError.self) { try model.renamingField("Rating", of: "Recipe", to: name) }
  }

  @Test func `has another field name the records`() throws {
    let changed = try model.titling("Recipe", by: "Slug")
    expectEqual(changed["Recipe"]?.title, "Slug")
    expectEqual(changed["Author"]?.title, model["Author"]?.title)
    #expect(throws: StoreError.self) { try model.titling("Recipe", by: "None") }
  }

  @Test func `asks of values what goes with their type alone`() throws {
    let changed = try model.giving(.double, to: "Rating", of: "Recipe")
    let rating = try #require(changed["Recipe"]?.attribute("Rating"))
    expectTrue(rating.type == .double && rating.range == nil)
    let words = try model.giving(.choice, choices: ["a", "b"], to: "Made", of: "Recipe")
    expectEqual(words["Recipe"]?.attribute("Made")?.choices, ["a", "b"])
    expectEqual(words["Recipe"]?.attribute("Made")?.isInferred, false)
    try expectEqual(
      model.confirming("Made", of: "Recipe")["Recipe"]?.attribute("Made")?.type, .string)
    try expectEqual(model.confirming("Recipe")["Recipe"]?.attribute("Made")?.isInferred, false)
  }
}
