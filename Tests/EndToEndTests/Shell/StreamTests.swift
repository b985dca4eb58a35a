import TestSupport
import Testing

@Suite struct `The streams of a command` {
  @Test func `end with a reader that has enough`() throws {
    let home = try Home.withRecipes()
    let answer = try home.shell(
      "for i in {1..2000}; do echo '{\"Name\":\"long enough to fill every pipe there is\"}'; done"
        + " | cairn add recipe --json - > /dev/null; set -o pipefail;"
        + " cairn list recipes --format jsonl | head -1 | cut -c1-6")
    expectEqual(answer.output, "{\"url\"\n")
    expectEqual(answer.status, 141)
    expectEqual(answer.errors, "")
  }

  @Test(arguments: [
    "list recipes", "list recipes --count", "list recipes --format json", "export recipes",
    "show recipes/p1", "find onion", "log", "keys", "config show", "jobs --format json",
    "store info", "render recipes", "model show", "routes", "completions bash",
    "--help", "--version", "help list", "list --help",
  ])
  func `say in one line that there is no room for the output`(command: String) throws {
    let answer = try Home.withRecipes().shell("cairn \(command) > /dev/full")
    expectEqual(answer.status, 1)
    expectEqual(answer.errors, "cairn: cannot write the output: No space left on device\n")
  }

  @Test(arguments: [0, 1])
  func `say that a file may not be so large, and lose nothing`(blocks: Int) throws {
    let home = try Home.withRecipes()
    try home.output("store", "fold")
    let limited = "ulimit -f \(blocks); cairn"
    let long = String(repeating: "long ", count: 4000)
    let answer = try home.shell("\(limited) set recipes/p1 'Notes=\(long)'")
    expectEqual(answer.status, 1)
    expectEqual(answer.errorLines.count, 1)
    expectTrue(answer.errors.contains("the file is larger than the system allows"))
    let export = try home.shell("\(limited) export recipes -o all.json")
    if blocks == 0 { expectTrue(export.status == 1 && export.errorLines.count == 1) }
    try expectEqual(home.output("store", "verify"), "")
    try expectEqual(home.output("list", "recipes", "--count"), "3\n")
    try expectTrue(!home.output("show", "recipes/p1").contains("long long"))
    try home.output("set", "recipes/p1", "Notes=\(long)")
    try expectTrue(home.output("show", "recipes/p1").contains("long long"))
  }

  @Test func `say what is saved though its URL can't be printed`() throws {
    let home = try Home.withRecipes()
    let answer = try home.shell("cairn add recipe Name=Full > /dev/full")
    expectEqual(answer.status, 1)
    let start = "cairn: cannot write the output: No space left on device; "
    expectTrue(answer.errors.hasPrefix(start) && answer.errors.hasSuffix(" is saved\n"))
    let url = answer.errors.dropFirst(start.count).prefix { $0 != " " }
    try expectTrue(home.output("show", String(url)).hasPrefix("Full\n"))
    try home.write(#"[{"Name": "One"}, {"Name": "Two"}]"#, to: "two.json")
    let both = try home.shell("cairn add recipe --json two.json > /dev/full")
    expectEqual(both.status, 1)
    expectEqual(both.errors, start + "all 2 records are saved\n")
  }

  @Test(arguments: ["list recipes >&-", "add recipe Name=x <&- >&- 2>&-"])
  func `are never mistaken for the store's own files where they are closed`(
    command: String
  ) throws {
    let home = try Home.withRecipes()
    try expectEqual(home.shell("cairn \(command)").status, 1)
    try expectEqual(home.output("store", "verify"), "")
    try expectEqual(home.output("list", "recipes/p1/sides", "--count"), "0\n")
    try expectTrue(home.output("show", "recipes/p1").hasPrefix("Onion soup\n"))
  }

  @Test func `get control characters of the data as pictures, except in data formats`() throws {
    let home = try Home.withRecipes()
    try home.output("set", "recipes/p3", "Name=a\u{1B}[31mb\u{7}", "Notes=x\u{9B}y")
    for arguments in [["list", "recipes"], ["show", "recipes/p3"], ["render", "recipes/p3"]] {
      let output = try home.cairn(arguments).output
      expectTrue(output.contains("a␛[31mb␇"))
      expectTrue(
        !output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" || $0 == "\u{9B}" })
    }
    try expectTrue(home.output("list", "recipes", "--format", "csv").contains("a\u{1B}[31mb\u{7}"))
    try expectTrue(
      home.output("show", "recipes/p3", "--format", "json").contains(#"a\u001b[31mb\u0007"#))
  }

  @Test(arguments: [
    ["list", "recipes", "zz:\u{1B}[31m"], ["show", "recipes/\u{1B}"], ["list", "a\nb"],
    ["add", "recipe", "x\u{1B}y=3"], ["add", "recipe", "Rating=\u{1B}"], ["import", "\u{1B}.csv"],
    ["list", "recipes", "--format", "\u{1B}"], ["--\u{1B}"], ["demo", "\u{1B}"],
  ])
  func `get errors without control characters`(arguments: [String]) throws {
    let answer = try Home.withRecipes().cairn(arguments)
    expectTrue(answer.status != 0)
    expectEqual(answer.errorLines.count, 1)
    expectTrue(!answer.errors.contains("\u{1B}"))
  }

  @Test func `have no colors and no progress where nobody sees them`() throws {
    let home = try Home(environment: [:])
    try home.write("n\n1\n2\n", to: "n.csv")
    let answer = try home.cairn("import", "n.csv")
    expectTrue(!answer.errors.contains("\u{1B}"))
    expectTrue(!answer.errors.contains("\r"))
  }

  @Test func `keep data apart from all else`() throws {
    let home = try Home.withRecipes()
    let list = try home.cairn("list", "recipes?colour=red", "--format", "csv")
    expectEqual(list.lines.count, 4)
    expectEqual(list.errors, "cairn: colour is not a field of recipes and is ignored\n")
    try expectEqual(home.cairn("add", "recipe", "Name=Tea").output, "cairn://recipes/p4\n")
    try expectEqual(home.cairn("undo").output, "")
  }
}
