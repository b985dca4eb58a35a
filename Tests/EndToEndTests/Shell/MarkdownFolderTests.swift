import TestSupport
import Testing

@Suite struct `Notes in files of Markdown` {
  private let home: Home

  init() throws {
    home = try Home(environment: [:])
    try home.write("---\ntags: [warm]\nserves: 4\n---\n\nStir.\n", to: "recipes/Soup.md")
    try home.write("---\nserves: 6\n---\n\nBake.\n", to: "recipes/sweet/Pie.md")
    try home.write("no note\n", to: "recipes/notes.txt")
    try home.write("hidden\n", to: "recipes/.trash/Old.md")
    try home.shell("ln -s .. recipes/sweet/up")
  }

  @Test func `are imported from a folder and those in it, as one collection called like it`() throws
  {
    try expectTrue(
      home.cairn("import", "recipes").errorLines.contains(
        "cairn: imported recipes: 2 new, a new collection"))
    try expectEqual(
      home.output("list", "recipes", "--format", "csv", "--columns", "Name,serves,Body"),
      "Name,serves,Body\nSoup,4,Stir.\nPie,6,Bake.\n")
  }

  @Test func `are imported by a shell's pattern in the same way`() throws {
    try home.write("Fry.\n", to: "recipes/Egg.md")
    try home.shell("cairn import recipes/*.md")
    try expectEqual(home.output("list", "recipes", "--count"), "2\n")
    try home.shell("cd recipes && cairn import --into notes *.md")
    try expectEqual(home.output("list", "notes", "--count"), "2\n")
    try home.output("import", "recipes/Egg.md")
    try expectEqual(home.output("list", "eggs", "--count"), "1\n")
  }

  @Test func `come in the order of the numbers in their names`() throws {
    for number in 1...12 { try home.write("text\n", to: "walks/walk \(number).md") }
    try home.output("import", "walks")
    let names = try home.output("list", "walks", "--format", "csv", "--columns", "Name")
    expectEqual(names, "Name\n" + (1...12).map { "walk \($0)\n" }.joined())
  }

  @Test func `come back from an export as they were`() throws {
    try home.output("import", "recipes")
    try home.output("export", "recipes", "-o", "all.md")
    let text = home.text(of: "all.md")
    expectTrue(text.hasPrefix("---\nurl: cairn://recipes/p1\nName: Soup\n"))
    try home.shell("cairn init --store other; cairn import --store other --into recipes all.md")
    try expectEqual(
      home.output("export", "recipes", "--format", "markdown", "--store", "other"), text)
  }

  @Test func `that are not there, or no notes, are told`() throws {
    try home.shell("mkdir empty; chmod 000 recipes/Soup.md")
    let empty = try home.cairn("import", "empty")
    expectEqual(
      empty.errors, "cairn: empty has no Markdown files (*.md), and no model.rec of an export\n")
    expectEqual(empty.status, 1)
    try expectEqual(home.cairn("import", "absent").status, 1)
    expectEqual(home.names(in: ".local"), [])
  }
}
