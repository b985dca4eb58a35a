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
    try expectEqual(home.output("list", "dishes", "--count"), "3\n")
    try expectEqual(home.output("list", "recipes", "--count"), "3\n")
    try expectTrue(home.output("show", "@soup", "--format", "json").contains("Onion soup"))
    try expectEqual(home.output("show", "recipes/p1"), home.output("show", "dishes/p1"))
    try expectTrue(home.output("log", "dishes/p1").contains("Onion soup"))
    try expectTrue(home.output("render", "recipes/p1").contains("Onion soup"))
    try expectEqual(home.output("list", "recipes", "author.name:ann", "--count"), "2\n")
    try home.output("set", "recipes/p1", "Rating=1")
    try home.output("store", "fold")
    try expectEqual(home.output("store", "verify"), "")
    try expectEqual(home.shell("ls .local/share/cairn/data").output, "Author\nDish\n")
  }
}
