/// The model that most tests of the shell begin with: a field of most types, links both ways.
enum ShellModel {
  static let text = """
    %rec: Recipe
    %plural: recipes
    %title: Name
    %handle: Slug
    %mandatory: Name
    %singular: Slug
    %attribute: Name string
    %attribute: Slug string
    %choices: Kind soup | main dish | dessert
    %type: Rating range 0 5
    %attribute: Price decimal
    %type: Made date
    %attribute: Seen datetime
    %type: Vegan bool
    %attribute: Tags tags
    %attribute: Notes text
    %attribute: Photo data
    %relationship: Author to-one Author inverse=Recipes export=follow
    %relationship: Sides to-many Recipe

    %rec: Author
    %plural: authors
    %title: Name
    %attribute: Name string
    %attribute: City string
    %relationship: Recipes to-many Recipe inverse=Author delete=deny

    """

  /// Three recipes in this order, p1 to p3: two by Ann, who is p1, one without most fields.
  static let records = [
    ["author", "Name=Ann", "City=Lyon"],
    [
      "recipe", "Name=Onion soup", "Slug=onion", "Kind=soup", "Rating=4", "Price=3.50",
      "Made=2026-11-05", "Seen=2026-11-05T10:00:00Z", "Vegan=no", "Tags=warm,cheap",
      "Author=authors/p1",
    ],
    ["recipe", "Name=Crème brûlée", "Kind=dessert", "Rating=5", "Vegan=no", "Author=authors/p1"],
    ["recipe", "Name=Ratatouille 2"],
  ]
}

extension Home {
  /// A home whose store has three recipes and their author.
  static func withRecipes() throws -> Home {
    try Home(model: ShellModel.text, ShellModel.records)
  }
}
