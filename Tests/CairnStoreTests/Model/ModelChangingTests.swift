import CairnFiles
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
    #expect(author.title == "Called")
    #expect(author.columns == ["Called", "Recipes.Name"])
    #expect(author.currentName(of: "Name") == "Called")
    #expect(author.property(matching: "name")?.name == "Called")
    let recipe = try #require(changed["Recipe"])
    #expect(recipe.columns == ["Name", "Author.Called", "Rating"])
    #expect(recipe.sort == "-Author.Called Name")
    let twice = try changed.renamingField("Called", of: "Author", to: "Full")
    #expect(twice["Author"]?.currentName(of: "Name") == "Full")
    #expect(twice["Author"]?.currentName(of: "Called") == "Full")
    let back = try twice.renamingField("Full", of: "Author", to: "Name")
    #expect(back["Author"]?.columns == model["Author"]?.columns)
    #expect(back["Author"]?.currentName(of: "Full") == "Name")
  }

  @Test func `says nothing of a field that is gone, through links neither`() throws {
    let changed = try model.removing(field: "Name", of: "Author")
    #expect(changed["Author"]?.title == nil)
    #expect(changed["Author"]?.columns == ["Recipes.Name"])
    #expect(changed["Recipe"]?.columns == ["Name", "Rating"])
    #expect(changed["Recipe"]?.sort == "Name")
    let slug = try model.removing(field: "Slug", of: "Recipe")
    #expect(slug["Recipe"]?.handle == nil)
    let renamed = try model.renamingField("Made", of: "Recipe", to: "By")
    let without = try renamed.removing(field: "By", of: "Recipe")
    #expect(without["Recipe"]?.formerNames == [:])
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
    #expect(changed["Task"]?.columns == ["name"])
    #expect(changed["Task"]?.sort == "Name")
    #expect(throws: StoreError.self) { try changed.removing(field: "Weight", of: "Task") }
    #expect(throws: StoreError.self) { try changed.removing(entity: "Note") }
  }

  @Test func `loses both sides of a link`() throws {
    let changed = try model.removing(field: "Recipes", of: "Author")
    #expect(changed["Recipe"]?["Author"] == nil)
    #expect(changed["Author"]?.properties.map(\.name) == ["Name"])
    #expect(changed["Recipe"]?.sort == "Name")
  }

  @Test func `loses a collection with the links to it`() throws {
    let changed = try model.removing(entity: "Recipe")
    #expect(changed.entities.map(\.name).contains("Recipe") == false)
    #expect(changed["Author"]?.properties.map(\.name) == ["Name"])
    #expect(changed["Author"]?.columns == ["Name"])
  }

  @Test func `keeps both sides of a renamed link`() throws {
    let changed = try model.renamingField("Author", of: "Recipe", to: "Cook")
    #expect(changed["Author"]?.relationship("Recipes")?.inverse == "Cook")
    #expect(changed["Recipe"]?.columns == ["Name", "Cook.Name", "Rating"])
  }

  @Test func `has a renamed collection wherever links lead to it`() throws {
    let changed = try model.renaming(entity: "Recipe", to: "Dish")
    #expect(changed["Dish"]?.plural == "dishes")
    #expect(changed["Author"]?.relationship("Recipes")?.destination == "Dish")
    #expect(changed.entity(matching: "recipes")?.name == "Dish")
  }

  @Test(arguments: ["Slug", "2nd", "", "a b", "Id"])
  func `takes no name that can't be`(name: String) throws {
    #expect(throws: StoreError.self) { try model.renamingField("Rating", of: "Recipe", to: name) }
  }

  @Test func `has another field name the records`() throws {
    let changed = try model.titling("Recipe", by: "Slug")
    #expect(changed["Recipe"]?.title == "Slug")
    #expect(changed["Author"]?.title == model["Author"]?.title)
    #expect(throws: StoreError.self) { try model.titling("Recipe", by: "None") }
  }

  @Test func `asks of values what goes with their type alone`() throws {
    let changed = try model.giving(.double, to: "Rating", of: "Recipe")
    let rating = try #require(changed["Recipe"]?.attribute("Rating"))
    #expect(rating.type == .double && rating.range == nil)
    let words = try model.giving(.choice, choices: ["a", "b"], to: "Made", of: "Recipe")
    #expect(words["Recipe"]?.attribute("Made")?.choices == ["a", "b"])
    #expect(words["Recipe"]?.attribute("Made")?.isInferred == false)
    #expect(
      try model.confirming("Made", of: "Recipe")["Recipe"]?.attribute("Made")?.type == .string)
    #expect(try model.confirming("Recipe")["Recipe"]?.attribute("Made")?.isInferred == false)
  }
}
