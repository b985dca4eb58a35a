import TestSupport
import Testing

@Suite struct `The store of a command` {
  @Test func `is the option's, else CAIRN_STORE's, else the nearest .cairn, else the home's`()
    throws
  {
    let home = try Home(environment: [:])
    for arguments in [["--store", "option"], ["--store", "variable"], ["--here"], []] {
      try expectEqual(home.cairn(["init"] + arguments).status, 0)
    }
    try expectEqual(store(of: home), "\(home.path)/.cairn")
    try expectTrue(
      home.shell("mkdir -p a/b && cd a/b && cairn store info").output
        .contains("\(home.path)/.cairn\n"))
    try expectTrue(
      home.shell("cd / && cairn store info").output
        .contains("\(home.path)/.local/share/cairn\n"))
    home.environment["CAIRN_STORE"] = home.path("variable")
    try expectEqual(store(of: home), home.path("variable"))
    try expectEqual(store(of: home, "--store", "option"), home.path("option"))
  }

  @Test func `lies under XDG_DATA_HOME where that is absolute`() throws {
    let home = try Home(environment: [:])
    home.environment["XDG_DATA_HOME"] = home.path("data")
    try home.output("init")
    try expectEqual(store(of: home), home.path("data/cairn"))
    home.environment["XDG_DATA_HOME"] = "relative"
    try expectEqual(home.cairn("store", "info").status, 1)
  }

  @Test func `is made by init, import and add, which say so`() throws {
    for arguments in [["init"], ["import", "albums.csv"], ["add", "album", "--json", "-"]] {
      let home = try Home(environment: [:])
      try home.write("Title\nLow\n", to: "albums.csv")
      let answer = try home.cairn(arguments, input: #"{"Title": "Low"}"#)
      expectEqual(answer.status, 0)
      expectTrue(answer.errors.contains("~/.local/share/cairn"))
      try expectEqual(home.cairn("store", "info").status, 0)
    }
  }

  @Test(arguments: [
    ["list", "recipes"], ["show", "recipes/p1"], ["set", "recipes/p1", "a=b"], ["undo"], ["redo"],
    ["remove", "recipes/p1"], ["export", "recipes"], ["favorites"], ["state", "show"], ["routes"],
    ["render"], ["model", "show"], ["store", "info"], ["store", "verify"], ["store", "fold"],
    ["list", "@best"],
  ])
  func `is missed by everything else with status 1, naming cairn init`(
    arguments: [String]
  ) throws {
    let home = try Home(environment: [:])
    let answer = try home.cairn(arguments)
    expectEqual(answer.status, 1)
    expectEqual(answer.output, "")
    expectEqual(
      answer.errors, "cairn: no store in ~/.local/share/cairn; cairn init makes one\n")
    try expectEqual(home.shell("ls -A").output, ".input\n")
  }

  @Test func `is never made twice, nor in a file, nor where nothing may be written`() throws {
    let home = try Home(environment: [:])
    try home.output("init")
    try home.write("text", to: "file")
    for place in [[], ["--store", "file"], ["--store", "/proc/cairn"]] {
      let answer = try home.cairn(["init"] + place)
      expectEqual(answer.status, 1)
      expectEqual(answer.errorLines.count, 1)
    }
    expectEqual(home.text(of: "file"), "text")
  }

  @Test func `is not taken for one where other files lie`() throws {
    let home = try Home(environment: [:])
    try home.shell("mkdir other && touch other/file")
    try expectEqual(home.cairn("list", "x", "--store", "other").status, 1)
    try expectEqual(home.cairn("add", "x", "a=b", "--store", "other").status, 1)
    try expectEqual(home.shell("ls -A other").output, "file\n")
  }

  @Test func `starts with a model or a sample`() throws {
    let home = try Home(environment: [:])
    try home.write(ShellModel.text, to: "model.rec")
    try home.output("init", "--model", "model.rec", "--store", "m")
    try expectTrue(
      home.output("model", "show", "recipe", "--store", "m").contains("%handle: Slug\n"))
    try home.output("init", "--sample", "recipes", "--store", "s")
    try expectEqual(home.output("list", "recipes", "--count", "--store", "s"), "60\n")
    try expectEqual(home.output("store", "verify", "--store", "s"), "")
    let answer = try home.cairn("init", "--sample", "recipe", "--store", "t")
    expectEqual(answer.status, 1)
    expectTrue(answer.errors.contains("recipes, books, contacts, servers"))
  }

  @Test func `comes out the same where time and chance are fixed`() throws {
    let home = try Home(environment: [:])
    home.environment = ["CAIRN_NOW": "2026-11-20T22:31:07Z", "CAIRN_SEED": "7"]
    for name in ["one", "two"] {
      try home.output("init", "--sample", "recipes", "--store", name)
      try home.output("add", "recipe", "Name=Tea", "Made=tomorrow", "--store", name)
    }
    try expectEqual(home.shell("diff -r -x where -x folded one two").status, 0)
    // Its last three words are a file's times and its number on the disk.
    for name in ["one", "two"] {
      try home.shell("cut -d ' ' -f 1-5 \(name)/.local/*/folded > \(name).folded")
    }
    try expectEqual(home.shell("grep -c data/Recipe one.folded").output, "1\n")
    try expectEqual(home.shell("diff one.folded two.folded").status, 0)
    try expectTrue(home.output("show", "recipes/p61", "--store", "one").contains("2026-11-21"))
    try expectTrue(
      home.cairn("store", "info", "--store", "one").output.contains("2026-11-20T22:31:07Z"))
    for variable in ["CAIRN_NOW", "CAIRN_SEED"] {
      let broken = try Home(environment: [:])
      broken.environment[variable] = "soon"
      let answer = try broken.cairn("init")
      expectEqual(answer.status, 64)
      expectTrue(answer.errors.contains(variable))
    }
  }

  private func store(of home: Home, _ more: String...) throws -> String? {
    let lines = try home.cairn(["store", "info"] + more).lines
    return lines.first?.split(separator: " ").last.map(String.init)
  }
}
