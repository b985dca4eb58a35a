import TestSupport
import Testing

@Suite struct `cairn export into a folder` {
  private let home: Home

  init() throws { home = try Home.withRecipes() }

  @Test func `writes a list into a file called like the collection`() throws {
    try home.shell("mkdir out")
    let answer = try home.cairn("export", "recipes?where=has:kind", "--format", "csv", "-o", "out")
    expectEqual(answer.output, "")
    expectEqual(answer.errorLines, ["cairn: wrote 2 files into out"])
    expectEqual(home.names(in: "out"), ["model.rec", "recipes.csv"])
    expectEqual(
      home.text(of: "out/recipes.csv"),
      (try home.output("export", "recipes?where=has:kind", "--format", "csv")))
  }

  @Test(arguments: [("json", "json"), ("vcard", "vcf"), ("rec", "rec")])
  func `writes every collection where no URL is given`(format: String, ending: String) throws {
    try home.output("export", "--format", format, "-o", "new/deep/")
    expectEqual(
      home.names(in: "new/deep"), ["authors.\(ending)", "model.rec", "recipes.\(ending)"])
    for name in ["authors", "recipes"] {
      expectEqual(
        home.text(of: "new/deep/\(name).\(ending)"),
        (try home.output("export", name, "--format", format)))
    }
  }

  @Test func `writes JSON unless another form is wanted, and a record under its own name`() throws {
    try home.output("export", "recipes/p1", "-o", "out/")
    try home.output("export", "recipes/p2", "-o", "out/")
    expectEqual(home.names(in: "out"), ["model.rec", "onion.json", "p2.json"])
    expectEqual(home.text(of: "out/p2.json"), (try home.output("export", "recipes/p2")))
  }

  @Test func `writes each record into a file of its own as Markdown`() throws {
    try home.output("set", "recipes/p3", "Slug=Onion")
    try home.output("export", "recipes", "--format", "markdown", "-o", "notes/")
    expectEqual(
      home.names(in: "notes"), ["Onion-2.markdown", "model.rec", "onion.markdown", "p2.markdown"])
    expectEqual(
      home.text(of: "notes/onion.markdown"),
      (try home.output("export", "recipes/p1", "--format", "markdown")))
    try home.output("export", "--format", "markdown", "-o", "all/")
    expectEqual(home.names(in: "all"), ["authors", "model.rec", "recipes"])
    expectEqual(home.names(in: "all/authors"), ["p1.markdown"])
    expectEqual(
      home.names(in: "all/recipes"), ["Onion-2.markdown", "onion.markdown", "p2.markdown"])
    let other = try Home(model: ShellModel.text)
    try other.output("import", home.path("all"))
    try expectEqual(other.output("list", "recipes", "--count"), "3\n")
  }

  @Test func `replaces files only where that is wanted`() throws {
    try home.write("mine", to: "out/recipes.json")
    let answer = try home.cairn("export", "-o", "out")
    expectEqual(answer.status, 1)
    expectEqual(answer.errorLines, ["cairn: out/recipes.json exists; --force replaces it"])
    expectEqual(home.names(in: "out"), ["recipes.json"])
    expectEqual(home.text(of: "out/recipes.json"), "mine")
    try home.output("export", "-o", "out", "--force")
    expectEqual(home.text(of: "out/recipes.json"), (try home.output("export", "recipes")))
    let again = try home.cairn("export", "-o", "out/")
    expectEqual(
      again.errorLines, ["cairn: out/recipes.json and 1 more file exist; --force replaces them"])
  }

  @Test func `says what is no folder, and what is missing`() throws {
    try home.write("mine", to: "file")
    let file = try home.cairn("export", "recipes", "-o", "file/")
    expectEqual(file.status, 1)
    expectEqual(file.errorLines, ["cairn: file/ is not a folder"])
    expectEqual(home.text(of: "file"), "mine")
    for arguments in [[], ["-o", "new.json"], ["--format", "csv"]] {
      let answer = try home.cairn(["export"] + arguments)
      expectEqual(answer.status, 64)
      expectTrue(answer.errors.contains("a URL"), "\(answer.errors)")
    }
    try expectEqual(home.cairn("export", "recipes/p99", "-o", "out/").status, 1)
    try expectEqual(home.cairn("export", "recipees", "-o", "out/").status, 1)
    expectEqual(home.names(in: "out"), [])
  }

  @Test func `is a job, which says where the files are`() throws {
    try home.output("export", "recipes", "-o", "out/")
    try expectTrue(home.output("jobs").contains("Export cairn://recipes to out/"))
    try home.output("export", "-o", "all/")
    try expectTrue(home.output("jobs").contains("Export all collections to all/"))
  }
}
