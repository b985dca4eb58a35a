import TestSupport
import Testing

@Suite struct `cairn jobs` {
  @Test func `names what was done, by whom ever, the newest first`() throws {
    let home = try Home.withRecipes()
    try home.write("Name,City\nAnn,Lyon\nBob,Oslo\n", to: "guests.csv")
    _ = try home.cairn("import", "guests.csv")
    try home.output("export", "guests", "-o", "guests.json")
    _ = try home.cairn("store", "verify")
    let lines = try home.output("jobs").split(separator: "\n")
    expectEqual(lines.count, 4)
    expectTrue(lines[0].hasPrefix("#  Job"))
    expectTrue(lines[1].contains("Verify the store") && lines[1].contains("no damage"))
    expectTrue(lines[2].contains("Export cairn://guests to guests.json"))
    expectTrue(lines[3].contains("Import guests.csv") && lines[3].contains("guests: 2 new"))
    let json = try home.output("jobs", "--format", "json")
    expectTrue(json.contains("\"url\": \"cairn://~jobs/1\""))
    expectTrue(json.contains("\"state\": \"done\""))
    expectTrue(json.contains("\"shows\": \"cairn://guests\""))
  }

  @Test func `names an import that still reads its file`() throws {
    let home = try Home.withRecipes()
    let session = try home.startShell(
      """
      mkfifo guests.csv gate; { printf 'Name\\nAnn\\n'; cat gate; } > guests.csv &
      "$0" import guests.csv; echo $? > status
      """)
    try session.terminal.wait(
      for: "a running import",
      outside: {
        (try? home.output("jobs").contains("running")) == true
      })
    try expectTrue(home.output("jobs").contains("Import guests.csv"))
    _ = try home.startShell("echo Bob > gate").waitForEnd()
    _ = try session.waitForEnd()
    expectEqual(home.text(of: "status"), "0\n")
    try expectTrue(home.output("jobs").contains("guests: 2 new"))
  }

  @Test func `has the changes of several records, with their undo`() throws {
    let home = try Home.withRecipes()
    try home.output("set", "recipes", "--all", "Rating=1")
    try home.output("set", "recipes/p1", "Rating=2")
    try home.output("set", "recipes", "--all", "Rating=3", "--dry-run")
    _ = try home.cairn("set", "recipes", "--all", "Rating=high")
    try home.output("remove", "recipes", "--all")
    let lines = try home.output("jobs").split(separator: "\n").dropFirst()
    expectEqual(lines.count, 3, "\(lines)")
    expectEqual(lines.first?.contains("Delete 3 recipes"), true)
    expectEqual(lines.dropFirst().first?.contains("failed"), true)
    expectEqual(lines.last?.contains("Change 3 recipes"), true)
    expectEqual(lines.last?.contains("3 records in one change"), true)
    try expectTrue(home.output("render", "~jobs/1", "--keys", "x").contains("Undo change"))
  }

  @Test func `prints nothing where nothing was done`() throws {
    let home = try Home.withRecipes()
    try expectEqual(home.output("jobs"), "")
    try expectEqual(home.output("jobs", "--format", "json"), "[]\n")
  }

  @Test func `keeps why something failed`() throws {
    let home = try Home.withRecipes()
    let answer = try home.cairn("export", "recipes", "-o", "/nowhere/at/all.json")
    expectEqual(answer.status, 1)
    let jobs = try home.output("jobs")
    expectTrue(jobs.contains("failed") && jobs.contains("/nowhere/at"))
  }

  @Test func `are screens with a URL each`() throws {
    let home = try Home.withRecipes()
    _ = try home.cairn("store", "verify")
    try expectTrue(home.output("render", "cairn://~jobs").contains("Verify the store"))
    let screen = try home.output("render", "~jobs/1")
    expectTrue(screen.contains("job 1 · done") && screen.contains("no damage"))
    try expectTrue(home.output("render", "~jobs/77").contains("no job 77"))
  }
}
