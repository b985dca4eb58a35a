import TestSupport
import Testing

/// The app's own lists, which have no records.
@Suite struct `cairn list of the app's own lists` {
  @Test func `prints the same rows and objects as the command for them`() throws {
    let home = try Home.withRecipes()
    try home.write("Name,City\nAnn,Lyon\nBob,Oslo\n", to: "guests.csv")
    _ = try home.cairn("import", "guests.csv")
    try home.output("export", "guests", "-o", "guests.json")
    for format in ["json", "table"] {
      let command = format == "json" ? ["--format", "json"] : []
      try expectEqual(
        home.output("list", "~jobs", "--format", format), home.cairn(["jobs"] + command).output)
      try expectEqual(
        home.output("list", "~routes", "--format", format), home.cairn(["routes"] + command).output)
      try expectEqual(
        home.output("list", "~settings", "--format", format),
        home.cairn(["config", "show"] + command).output)
    }
    let json = try home.output("list", "~changes", "--format", "jsonl")
    try expectEqual(json, home.output("log", "--format", "jsonl"))
  }

  @Test func `filters, sorts, counts and limits them`() throws {
    let home = try Home.withRecipes()
    try home.write("Name\nAnn\n", to: "guests.csv")
    _ = try home.cairn("import", "guests.csv")
    try home.output("export", "guests", "-o", "guests.json")
    try expectEqual(home.output("list", "~jobs", "export", "--count"), "1\n")
    let sorted = try home.output("list", "jobs", "--sort", "number", "--format", "csv")
    expectEqual(sorted.split(separator: "\n").map { $0.prefix(2) }, ["nu", "1,", "2,"])
    let first = try home.output("list", "~jobs", "--limit", "1", "--format", "jsonl")
    expectTrue(first.contains("Export") && !first.contains("Import"))
    try expectEqual(home.output("list", "~changes", "from:import", "--count"), "1\n")
    try expectTrue(
      home.output("list", "~changes", "--sort", "number", "--limit", "1").contains("1  "))
    try expectEqual(
      home.output("list", "~model/recipes", "name", "--format", "csv").prefix(5), "field")
    try expectTrue(home.output("list", "~guide", "--count") != "0\n")
    try expectEqual(home.output("list", "~conflicts"), "")
  }

  @Test func `takes favorites of them, and refuses what they do not have`() throws {
    let home = try Home.withRecipes()
    try home.output("set", "recipes/p1", "Rating=1")
    try home.output("favorites", "add", "~changes?where=set", "--name", "sets")
    try expectEqual(home.output("list", "@sets", "--count"), "1\n")
    let grouped = try home.cairn("list", "~jobs", "--group", "state")
    expectTrue(grouped.status == 64 && grouped.errors.contains("has no groups"), grouped.errors)
    for list in ["~jobs", "~changes", "~settings"] {
      let sorted = try home.cairn("list", list, "--sort", "nix")
      expectTrue(
        sorted.status == 64 && sorted.errors.contains("has no column nix; its columns are "),
        sorted.errors)
    }
    let find = try home.cairn("list", "~find")
    expectTrue(find.status == 1 && find.errors.contains("cairn find WORDS"), find.errors)
    let launcher = try home.cairn("list", "~launcher")
    expectTrue(
      launcher.status == 1 && launcher.errors.contains("~launcher is a screen of "), launcher.errors
    )
  }
}
