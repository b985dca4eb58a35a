import TestSupport
import Testing

// S20
@Suite struct `A collection that a person renames in the model` {
  @Test func `goes on to be found by its old addresses and favorites`() throws {
    let home = try Home.withRecipes()
    try home.output("favorites", "add", "recipes/p1", "--name", "soup")
    try home.output("store", "fold")
    let model = ".local/share/cairn/model/1.rec"
    let text = home.text(of: model)
    let renamed = text.replacing("%rec: Recipe", with: "%rec: Dish\n%formerly: Recipe")
      .replacing("%plural: recipes", with: "%plural: dishes")
    try home.write(renamed, to: model)
    #expect(try home.output("list", "dishes", "--count") == "3\n")
    #expect(try home.output("list", "recipes", "--count") == "3\n")
    #expect(try home.output("show", "@soup", "--format", "json").contains("Onion soup"))
    #expect(try home.output("show", "recipes/p1") == home.output("show", "dishes/p1"))
    #expect(try home.output("log", "dishes/p1").contains("Onion soup"))
    #expect(try home.output("render", "recipes/p1").contains("Onion soup"))
    #expect(try home.output("list", "recipes", "author.name:ann", "--count") == "2\n")
    try home.output("set", "recipes/p1", "Rating=1")
    try home.output("store", "fold")
    #expect(try home.output("store", "verify") == "")
    #expect(try home.shell("ls .local/share/cairn/data").output == "Author\nDish\n")
  }
}
