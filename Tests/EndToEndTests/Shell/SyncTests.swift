import TestSupport
import Testing

/// Two machines as the shell and the app show them: `a` and `b` are stores of one home.
@Suite struct `Syncing from the shell` {
  private let home: Home

  init() throws {
    home = try Home(environment: ["GIT_CONFIG_NOSYSTEM": "1", "USER": "ann"])
    try home.shell("git init -q --bare hub.git; cairn --store a init --sample recipes")
  }

  private func begin() throws {
    let first = try on("a", "sync", "init", "hub.git")
    expectTrue(first.status == 0 && first.output.hasPrefix("sent: Add 19 authors, 485 ingredients"))
    let second = try on("b", "sync", "init", "hub.git")
    expectTrue(second.status == 0 && second.output == "")
    expectEqual(second.errors, "cairn: copied the store in hub.git to ~/b\n")
  }

  private func on(_ machine: String, _ words: String...) throws -> Answer {
    home.environment["CAIRN_MACHINE"] = machine
    return try home.cairn(["--store", machine] + words)
  }

  @Test func `brings a change over, and says what was exchanged`() throws {
    try begin()
    try expectEqual(on("a", "set", "recipes/p1", "Rating=1").status, 0)
    try expectEqual(on("a", "sync").output, "sent: Change Gratinée lyonnaise (recipes/p1)\n")
    try expectEqual(on("b", "sync").output, "received: Change Gratinée lyonnaise (recipes/p1)\n")
    try expectEqual(on("b", "list", "recipes", "Rating=1", "--count").output, "1\n")
    try expectEqual(on("b", "sync").output, "nothing new here or in origin\n")
    let log = try on("b", "log", "--format", "json").output
    expectTrue(log.contains("\"sync a\"") || log.contains("sync") && log.contains("\"a\""))
    try expectEqual(on("b", "undo").status, 0)
    try expectEqual(on("b", "list", "recipes", "Rating=1", "--count").output, "0\n")
    let job = try on("b", "jobs").output
    expectTrue(job.contains("received: Change Gratinée lyonnaise"))
  }

  @Test func `gives a copy the times of commits, in the shell and in the app`() throws {
    try begin()
    try expectEqual(on("a", "set", "recipes/p2", "Rating=1").status, 0)
    try expectEqual(on("a", "sync").status, 0)
    try expectEqual(on("b", "sync").status, 0)
    let query = "recipes?columns=name,created&sort=-saved"
    let rows = try on("b", "list", query, "--limit", "2").output
    expectTrue(rows.split(separator: "\n").dropFirst().allSatisfy { $0.contains("  ~ 20") }, rows)
    expectTrue(try on("b", "render", query).output.contains("  ~ 20"))
    // The machine that saved the change has its own time.
    let own = try on("a", "list", "recipes?columns=name,saved", "--sort", "-saved", "--limit", "1")
    expectTrue(own.output.contains("Salade lyonnaise  20"), own.output)
    try expectEqual(on("b", "list", "recipes", "created>=-7d", "--count").output, "60\n")
  }

  @Test func `sends no loss of a copy that nothing was saved in`() throws {
    try begin()
    try home.shell("rm b/data/Author/0000.rec")
    let sync = try on("b", "sync")
    expectEqual(sync.status, 1)
    expectTrue(sync.errors.contains("because other machines would lose records"), sync.errors)
    try expectEqual(on("b", "verify").status, 1)
    try expectEqual(on("a", "list", "authors", "--count").output, "19\n")
  }

  @Test func `shows what both changed, and ends it as one chooses`() throws {
    try begin()
    try expectEqual(on("a", "set", "recipes/p1", "Rating=1", "Name=Soup").status, 0)
    try expectEqual(on("b", "set", "recipes/p1", "Rating=2").status, 0)
    try expectEqual(on("a", "sync").status, 0)
    let sync = try on("b", "sync")
    let both = "cairn://recipes/p1 Rating  b: 2  |  a: 1\n"
    expectEqual(sync.status, 1)
    expectEqual(
      sync.output,
      "received: Change Soup (recipes/p1)\nsent: Change Gratinée lyonnaise "
        + "(recipes/p1)\n" + both)
    expectEqual(
      sync.errors,
      "cairn: 1 place changed on both machines; cairn sync conflicts shows the values, "
        + "cairn sync resolve URL --take NAME chooses one\n")
    let edit = try on("b", "set", "recipes/p1", "Rating=3")
    expectEqual(edit.status, 1)
    expectTrue(edit.errors.contains("or with cairn sync resolve"))
    let verify = try on("b", "verify")
    expectTrue(verify.status == 1 && verify.output.hasPrefix("conflict: data/Recipe/0000.rec:"))
    try expectEqual(on("a", "sync").status, 1)
    try expectEqual(on("a", "sync", "conflicts").output, both)
    for (words, error) in [
      (["recipes/p1", "--take", "c"], "Rating has no side c; the sides are b and a"),
      (
        ["recipes/p1", "--take", "a", "--field", "Name"],
        "Name of cairn://recipes/p1 has no conflict"
      ),
      (["recipes/p2", "--take", "a"], "cairn://recipes/p2 has no conflict"),
    ] {
      let answer = try home.cairn(["--store", "a", "sync", "resolve"] + words)
      expectTrue(answer.status == 1 && answer.errors == "cairn: \(error)\n")
    }
    let resolved = try on("a", "sync", "resolve", "recipes/p1", "--take", "2")
    expectTrue(resolved.status == 0 && resolved.output == "Rating: 2\n")
    try expectEqual(on("a", "sync").status, 0)
    try expectEqual(on("b", "sync").status, 0)
    try expectEqual(on("b", "sync", "conflicts").output, "")
    try expectEqual(on("b", "list", "recipes", "Rating=1", "--count").output, "1\n")
    try expectEqual(home.shell("diff -r a/data b/data").status, 0)
  }

  @Test func `says in a line what keeps it from going on`() throws {
    let alone = try on("a", "sync")
    expectEqual(alone.status, 1)
    expectEqual(
      alone.errors,
      "cairn: the store has no remote yet; add one: cairn sync init REMOTE\n")
    let bare = try home.shell("c=$(command -v cairn); PATH=/nowhere \"$c\" --store a sync")
    expectTrue(bare.status == 1 && bare.errorLines.count == 1)
    expectTrue(
      bare.errors.hasPrefix("cairn: syncing needs git, which can't be run: "), "\(bare.errors)")
    let away = try on("a", "sync", "init", "nowhere.git")
    expectTrue(away.status == 1 && away.errorLines.count == 1)
    expectTrue(away.errors.contains("/nowhere.git can't be reached"))
    try expectTrue(home.shell("test -e a/.git").status != 0)
    let empty = try on("b", "sync", "init", "hub.git")
    expectTrue(empty.status == 1 && empty.errors.contains("is empty, and no store is here"))
    try expectTrue(home.shell("test -e b").status != 0)
    try expectTrue(on("b", "sync").errors.contains("cairn init makes one"))
    try expectEqual(on("a", "sync", "init", "").status, 64)
    try expectEqual(on("a", "sync", "init", "hub.git", "--read-only").status, 64)
    try expectEqual(on("a", "sync", "init", "hub.git").status, 0)
    let readOnly = try on("a", "sync", "--read-only")
    expectTrue(readOnly.status == 1 && readOnly.errorLines.count == 1)
    try expectEqual(on("a", "sync", "init", "hub.git").output, "nothing new here or in origin\n")
    let other = try on("a", "sync", "init", "other.git")
    expectEqual(other.status, 1)
  }

  @Test func `in the app is a key, and so is the choice`() throws {
    try begin()
    try expectEqual(on("a", "set", "recipes/p1", "Name=Soup").status, 0)
    try expectEqual(on("b", "set", "recipes/p1", "Name=Stew").status, 0)
    try expectEqual(on("a", "sync").status, 0)
    home.environment["CAIRN_MACHINE"] = "b"
    let session = try home.start("--store", "b", "recipes")
    try session.wait(forText: "Adas polo")
    // The first row tells of it before git is done; what the sync says then would hide what is said
    // of the choice.
    try session.press("gs", until: "shows the conflicts")
    try session.press("g=", until: "Stew | a: Soup")
    try session.press("\r", until: "Decide later")
    try session.press("2", until: "resolved Stew")
    try session.press("gs", until: "sent: Change Soup")
    // What was chosen is what the other machine has.
    try expectEqual(on("a", "sync").output, "nothing new here or in origin\n")
    try expectEqual(home.shell("diff -r a/data b/data").status, 0)
  }
}
