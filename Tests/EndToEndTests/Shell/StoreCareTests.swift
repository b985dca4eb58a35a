import TestSupport
import Testing

@Suite struct `Care of the store` {
  @Test func `info has the path, the id, and a count for each collection`() throws {
    let home = try Home.withRecipes()
    let json = try home.output("store", "info", "--format", "json")
    for line in [
      "\"path\": \"\(home.path)/.local/share/cairn\"", "\"recipes\": 3", "\"authors\": 1",
      "\"journalBytes\": ", "\"format\": 1", "\"historySince\": \"", "\"lastFold\": \"",
    ] {
      expectTrue(json.contains(line))
    }
  }

  @Test func `fold leaves text that anybody can read`() throws {
    let home = try Home.withRecipes()
    try home.output("store", "fold")
    let answer = try home.shell("grep -h -A1 '^Id: p3' .local/share/cairn/data/Recipe/0000.rec")
    expectEqual(answer.output, "Id: p3\nName: Ratatouille 2\n")
  }

  @Test func `a damaged shard shows what is whole, says so, and keeps the rest`() throws {
    let home = try Home.withRecipes()
    try home.output("store", "fold")
    let shard = ".local/share/cairn/data/Recipe/0000.rec"
    try home.write(home.text(of: shard) + "\nId: p4\nName: Broken\nno field here\n", to: shard)
    let list = try home.cairn("list", "recipes", "--count")
    expectEqual(list.output, "3\n")
    expectEqual(
      list.errors, "cairn: the store is damaged in 1 place; cairn store verify shows them\n")
    let verify = try home.cairn("store", "verify")
    expectEqual(verify.status, 1)
    expectTrue(verify.output.hasPrefix("damaged: data/Recipe/0000.rec:"))
    for output in [["-o", "recipes.json"], ["-o", "recipes.json"], ["-o", "copy/"], []] {
      let export = try home.cairn(["export", "recipes"] + output)
      expectEqual(export.status, 1)
      expectTrue(
        export.errors.hasSuffix(
          "cairn: the store is damaged in 1 place, so the export may lack records; "
            + "cairn store verify shows them\n"))
    }
    expectTrue(home.text(of: "recipes.json").contains("Ratatouille"))
    try home.output("set", "recipes/p1", "Rating=1")
    try home.output("store", "fold")
    expectTrue(home.text(of: shard).contains("Name: Broken\nno field here\n"))
  }

  @Test func `a file that another program edited is listed, and the edit is no fault`() throws {
    let home = try Home.withRecipes()
    try home.output("store", "fold")
    try expectEqual(home.output("store", "verify"), "")
    let shard = ".local/share/cairn/data/Recipe/0000.rec"
    try home.shell("sed -i 's/^Name: Ratatouille 2$/Name: Stew/' \(shard)")
    let edited = "edited outside Cairn: data/Recipe/0000.rec: 1 record changed (p3)\n"
    for options in [[], ["--read-only"]] {
      let verify = try home.cairn(["store", "verify"] + options)
      expectEqual(verify.output, edited)
      expectEqual(verify.status, 0)
    }
    try home.output("set", "recipes/p2", "Rating=1")
    try home.output("store", "fold")
    try expectEqual(home.output("store", "verify"), "")
  }

  @Test func `a file of records that went is named, until it is accepted`() throws {
    let home = try Home.withRecipes()
    try home.output("store", "fold")
    try home.shell("rm .local/share/cairn/data/Recipe/0000.rec")
    let list = try home.cairn("list", "recipes", "--count")
    expectEqual(list.output, "0\n")
    let words =
      "records are missing in data/Recipe/0000.rec; restore them from git or a backup, or accept the loss "
      + "with cairn store verify --accept-missing"
    expectEqual(list.errors, "cairn: \(words)\n")
    let verify = try home.cairn("store", "verify")
    expectEqual(verify.status, 1)
    expectTrue(
      verify.output.hasPrefix("note: data/Recipe/0000.rec: the file is missing; it held 3"))
    expectTrue(verify.errors.hasPrefix("cairn: 1 file lacks records; "))
    try expectEqual(home.cairn("store", "verify", "--accept-missing").status, 0)
    try expectEqual(home.cairn("list", "recipes", "--count").errors, "")
  }

  @Test func `a damaged journal is named, and work goes on`() throws {
    let home = try Home.withRecipes()
    try home.output("store", "fold")
    try home.shell("for f in .local/share/cairn/.local/0000/journal-*; do echo garbage > $f; done")
    let list = try home.cairn("list", "recipes", "--count")
    expectEqual(list.output, "3\n")
    expectTrue(list.errors.contains("the store is damaged in 1 place"))
    try home.output("add", "recipe", "Name=Tea")
    try expectEqual(home.output("list", "recipes", "--count"), "4\n")
  }

  @Test func `records without a header are no place for a new store`() throws {
    let home = try Home.withRecipes()
    try home.output("store", "fold")
    for damage in ["echo garbage > STORE", "rm STORE"] {
      try home.shell("cd .local/share/cairn && \(damage)")
      for command in [["list", "recipes"], ["init"], ["add", "recipe", "Name=x"]] {
        let answer = try home.cairn(command)
        expectEqual(answer.status, 1, "\(command)")
        expectTrue(answer.errors.contains("/.local/share/cairn"))
      }
    }
    try expectEqual(home.shell("grep -c ^Name .local/share/cairn/data/Recipe/*").output, "3\n")
  }

  @Test func `model check names every mistake by line`() throws {
    let home = try Home(environment: [:])
    try home.write(ShellModel.text, to: "good.rec")
    try expectEqual(home.output("model", "check", "good.rec"), "")
    try home.write("%rec: A\n%type: x nonsense\n\n%rec: A\n%title: y\n", to: "bad.rec")
    let answer = try home.cairn("model", "check", "bad.rec")
    expectEqual(answer.status, 1)
    expectTrue(answer.lines.contains { $0.hasPrefix("bad.rec, line 2") })
    expectTrue(answer.lines.count > 1)
    let refused = try home.cairn("init", "--model", "bad.rec")
    expectEqual(refused.status, 1)
    expectTrue(refused.errors.hasPrefix("cairn: bad.rec, line 2: "))
    try expectEqual(home.cairn("model", "show").status, 1)
  }

  @Test(.enabled("recutils are not installed") { Program("recfix") != nil })
  func `recfix accepts every shard with the descriptor of its collection`() throws {
    let home = try Home(environment: [:])
    try home.output("init", "--sample", "recipes")
    try home.output("set", "authors/p1", "Email=ärger@straße.example")
    try home.output("store", "fold")
    let answer = try home.shell(
      """
      set -e; shopt -s globstar
      for shard in .local/share/cairn/data/*/**/*.rec; do
        name=${shard#*/data/}
        { cairn model show "${name%%/*}" --format rec; echo; grep -v '^%rec' "$shard"; } | recfix --check
        echo "$shard"
      done
      """)
    expectEqual(answer.status, 0, "\(answer.errors)")
    expectTrue(answer.lines.count > 3)
  }
}
