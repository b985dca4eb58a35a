import TestSupport
import Testing

@Suite struct `Options of every command` {
  @Test(arguments: [
    ["--store", "s", "store", "info", "--format", "json"],
    ["--store=s", "store", "info", "--format", "json"],
    ["store", "--store", "s", "info", "--format", "json"],
    ["store", "info", "--format", "json", "--store", "s"],
    ["store", "info", "--store=s", "--format=json", "--plain"],
    ["--plain", "--session", "other", "--store", "s", "store", "info", "--format", "json"],
  ])
  func `work before and after the command`(arguments: [String]) throws {
    let home = try Home(environment: [:])
    try home.output("init", "--store", "s")
    let answer = try home.cairn(arguments)
    expectEqual(answer.status, 0)
    expectTrue(answer.output.contains("\"path\": \"\(home.path("s"))\""))
  }

  @Test func `before a command that has a default of its own reach the default`() throws {
    let home = try Home(environment: [:])
    try home.output("--store", "s", "init")
    try expectEqual(home.cairn("--store", "s", "favorites").status, 0)
    try expectEqual(home.cairn("favorites").status, 1)
  }

  @Test func `open no form with --read-only, which could save nothing`() throws {
    let home = try Home(sample: "contacts")
    for url in ["contacts/agathe/~edit", "contacts/~new"] {
      let shown = try home.output("render", url, "--size", "80x24", "--read-only")
      expectTrue(shown.contains("nothing can be edited here: the store is read-only"), "\(shown)")
    }
  }

  @Test func `keep every write away with --read-only`() throws {
    let home = try Home.withRecipes()
    for arguments in [
      ["add", "recipe", "Name=x"], ["set", "recipes/p1", "Name=x"], ["remove", "recipes/p1"],
      ["undo"], ["favorites", "add", "recipes"], ["store", "fold"],
    ] {
      let answer = try home.cairn(["--read-only"] + arguments)
      expectEqual(answer.status, 1, "\(arguments)")
      expectEqual(answer.errorLines.count, 1)
    }
    try expectEqual(home.output("list", "recipes", "--count", "--read-only"), "3\n")
    try expectEqual(home.cairn("init", "--read-only", "--store", "new").status, 64)
  }

  @Test func `that are no screen's but nearly a command's are refused, naming that`() throws {
    let home = try Home(environment: [:])
    try expectTrue(
      home.cairn("improt", "x.csv").errors.hasSuffix(
        "cairn init makes one; did you mean cairn import?\n"))
    try home.output("init")
    try expectTrue(
      home.cairn("add", "friend", "Name=Ana").errors.hasSuffix(
        "no collection called friend, nor any other; cairn import FILE makes one\n"))
    try home.write("Name\nAna\n", to: "friends.csv")
    try home.output("import", "friends.csv")
    for (word, sentence) in [
      ("improt", "no collection called improt; did you mean cairn import?"),
      ("fiends", "no collection called fiends; did you mean friends or cairn find?"),
    ] {
      let answer = try home.cairn(word)
      expectEqual(answer.status, 1)
      expectEqual(answer.errors, "cairn: \(sentence)\n")
    }
    // What is there is not refused, whatever it is called; only a terminal is missing.
    for word in ["friends", "friends/p1", "friends/p99", "~jobs"] {
      try expectTrue(home.cairn(word).errors.contains("no terminal"), "\(word)")
    }
    // Without one, what isn't there is what to say first.
    for word in ["xyz", "~xyz"] {
      let answer = try home.cairn(word)
      expectEqual(answer.status, 1)
      expectTrue(answer.errors.contains("cairn: "), "\(word)")
      expectTrue(!answer.errors.contains("terminal"), "\(word)")
    }
  }

  @Test func `name no store for a demo, which has its own`() throws {
    let home = try Home(environment: [:])
    let answer = try home.cairn("demo", "--store", "mine")
    expectEqual(answer.status, 64)
    expectTrue(answer.errors.contains("--store"))
    try expectEqual(home.shell("ls -A").output, ".input\n")
  }

  @Test(arguments: [
    (["--nonsense", "list", "recipes"], "--nonsense"), (["list"], "<url>"),
    (["list", "recipes", "--limit", "-1"], "--limit"), (["list", "recipes", "--limit", "x"], "x"),
    (
      ["list", "recipes", "--format", "xml"],
      "cairn: --format: xml is not one of table, csv, json, jsonl; see cairn list --help\n"
    ),
    (
      ["import", "x.csv", "--format", "it's invalid for 'x"],
      "--format: it's invalid for 'x is not one of csv, tsv, json, jsonl, vcard, rec, markdown, "
        + "bibtex, bookmarks, icalendar; see "
        + "cairn import --help\n"
    ),
    (
      ["store", "info", "--format=x"],
      "--format: x is not one of text, json; see cairn store info --help"
    ),
    (
      ["completions", "ksh"],
      "shell: ksh is not one of bash, zsh, fish; see cairn completions --help"
    ),
    (["list", "recipes", "--limit", "z"], "--limit takes <n>, not z; see cairn list --help"),
    (["render", "--size", "9"], "--size takes <80x24>, not 9; see cairn render --help"),
    (["export", "recipes", "-o", "g.xyz"], "g.xyz: the ending .xyz names no format; use --format"),
    (["render", "--size", "80"], "80"), (["favorites", "move", "recipes", "0"], "1"),
    (["import", "-"], "--into"), (["set", "recipes/p1", "Name"], "FIELD=VALUE"),
    (["import", "x.csv", "--map", "a"], "COLUMN=FIELD"),
    (["import", "x.csv", "--link", "a="], "COLUMN=COLLECTION or COLUMN=COLLECTION.FIELD"),
    (["add", "recipe", "Name=x", "--json", "-"], "--json"),
    (["render", "recipes", "--session", ""], "--session needs a name"),
    (["--session=", "state", "show"], "--session"),
    (["list", "recipes", "--store", ""], "--store needs a folder"),
  ])
  func `that make no sense are one line and status 64`(
    arguments: [String], hint: String
  ) throws {
    let answer = try Home(environment: [:]).cairn(arguments)
    expectEqual(answer.status, 64)
    expectEqual(answer.output, "")
    expectEqual(answer.errorLines.count, 1)
    expectTrue(answer.errors.hasPrefix("cairn: "))
    expectTrue(answer.errors.contains(hint))
  }

  @Test func `stand in the help of each command that takes them`() throws {
    let home = try Home(environment: [:])
    for (command, takesStore) in [("list", true), ("demo", false)] {
      let help = try home.output(command, "--help")
      expectEqual(help.contains("--store <dir>"), takesStore)
      expectTrue(help.contains("--session <name>"))
    }
    let answer = try home.cairn("demo", "--store", "s")
    expectEqual(answer.status, 64)
    expectTrue(answer.errors.contains("a demo has its own store"))
  }

  @Test func `answer --help and --version on standard output`() throws {
    let home = try Home(environment: [:])
    let usage = try home.output("list", "--help").split(separator: "\n")
    expectTrue(usage.contains { $0.hasPrefix("USAGE: cairn list <url>") })
    for arguments in [["--help"], ["--version"], ["list", "--help"], ["--store", "s", "--help"]] {
      let answer = try home.cairn(arguments)
      expectEqual(answer.status, 0)
      expectTrue(!answer.output.isEmpty)
      expectEqual(answer.errors, "")
    }
  }

  @Test(arguments: [
    (["--map", "A=x", "--map", "A=y"], "--map A=y: another --map is about the same column"),
    (["--type", "A=text", "--type", "A=date"], "--type A=date: another --type is about"),
    (["--misfits", "A=empty", "--misfits", "A=text"], "--misfits A=text: another --misfits"),
    (["--link", "A=x", "--link", "A=y"], "--link A=y: another --link is about the same column"),
    (["--map", "A=", "--link", "A=x"], "--map A= leaves the column out, but --link uses it"),
    (["--map", "A=", "--type", "A=date"], "--map A= leaves the column out, but --type uses it"),
    (["--map", "A=", "--misfits", "A=empty"], "--map A= leaves the column out, but --misfits"),
  ])
  func `of an import do not contradict each other`(options: [String], words: String) throws {
    let home = try Home(environment: [:])
    try home.write("A,B\n1,2\n", to: "t.csv")
    let answer = try home.cairn(["import", "t.csv", "--store", "s"] + options)
    expectEqual(answer.status, 64)
    expectTrue(answer.errors.contains(words), answer.errors)
    try expectEqual(home.cairn("list", "ts", "--store", "s").status, 1)
  }
}
