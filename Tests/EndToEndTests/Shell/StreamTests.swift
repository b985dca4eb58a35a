import Testing

@Suite struct `The streams of a command` {
  @Test func `end with a reader that has enough`() throws {
    let home = try Home.withRecipes()
    let answer = try home.shell(
      "for i in {1..2000}; do echo '{\"Name\":\"long enough to fill every pipe there is\"}'; done"
        + " | cairn add recipe --json - > /dev/null; set -o pipefail;"
        + " cairn list recipes --format jsonl | head -1 | cut -c1-6")
    #expect(answer.output == "{\"url\"\n")
    #expect(answer.status == 141)
    #expect(answer.errors == "")
  }

  @Test(arguments: [
    "list recipes", "list recipes --count", "list recipes --format json", "export recipes",
    "show recipes/p1", "find onion", "log", "keys", "config show", "jobs --format json",
    "store info", "render recipes", "model show", "routes", "completions bash",
    "--help", "--version", "help list", "list --help",
  ])
  func `say in one line that there is no room for the output`(command: String) throws {
    let answer = try Home.withRecipes().shell("cairn \(command) > /dev/full")
    #expect(answer.status == 1)
    #expect(answer.errors == "cairn: cannot write the output: No space left on device\n")
  }

  @Test(arguments: [0, 1])
  func `say that a file may not be so large, and lose nothing`(blocks: Int) throws {
    let home = try Home.withRecipes()
    try home.output("store", "fold")
    let limited = "ulimit -f \(blocks); cairn"
    let long = String(repeating: "long ", count: 4000)
    let answer = try home.shell("\(limited) set recipes/p1 'Notes=\(long)'")
    #expect(answer.status == 1)
    #expect(answer.errorLines.count == 1)
    #expect(answer.errors.contains("files may not get so large here"))
    let export = try home.shell("\(limited) export recipes -o all.json")
    if blocks == 0 { #expect(export.status == 1 && export.errorLines.count == 1) }
    #expect(try home.output("store", "verify") == "")
    #expect(try home.output("list", "recipes", "--count") == "3\n")
    #expect(try !home.output("show", "recipes/p1").contains("long long"))
    try home.output("set", "recipes/p1", "Notes=\(long)")
    #expect(try home.output("show", "recipes/p1").contains("long long"))
  }

  @Test func `say what is saved though its URL can't be printed`() throws {
    let home = try Home.withRecipes()
    let answer = try home.shell("cairn add recipe Name=Full > /dev/full")
    #expect(answer.status == 1)
    let start = "cairn: cannot write the output: No space left on device; "
    #expect(answer.errors.hasPrefix(start) && answer.errors.hasSuffix(" is saved\n"))
    let url = answer.errors.dropFirst(start.count).prefix { $0 != " " }
    #expect(try home.output("show", String(url)).hasPrefix("Full\n"))
    try home.write(#"[{"Name": "One"}, {"Name": "Two"}]"#, to: "two.json")
    let both = try home.shell("cairn add recipe --json two.json > /dev/full")
    #expect(both.status == 1)
    #expect(both.errors == start + "all 2 records are saved\n")
  }

  @Test(arguments: ["list recipes >&-", "add recipe Name=x <&- >&- 2>&-"])
  func `are never mistaken for the store's own files where they are closed`(
    command: String
  ) throws {
    let home = try Home.withRecipes()
    #expect(try home.shell("cairn \(command)").status == 1)
    #expect(try home.output("store", "verify") == "")
    #expect(try home.output("list", "recipes/p1/sides", "--count") == "0\n")
    #expect(try home.output("show", "recipes/p1").hasPrefix("Onion soup\n"))
  }

  @Test func `get control characters of the data as pictures, except in data formats`() throws {
    let home = try Home.withRecipes()
    try home.output("set", "recipes/p3", "Name=a\u{1B}[31mb\u{7}", "Notes=x\u{9B}y")
    for arguments in [["list", "recipes"], ["show", "recipes/p3"], ["render", "recipes/p3"]] {
      let output = try home.cairn(arguments).output
      #expect(output.contains("a␛[31mb␇"))
      #expect(!output.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" || $0 == "\u{9B}" })
    }
    #expect(try home.output("list", "recipes", "--format", "csv").contains("a\u{1B}[31mb\u{7}"))
    #expect(
      try home.output("show", "recipes/p3", "--format", "json").contains(#"a\u001b[31mb\u0007"#))
  }

  @Test(arguments: [
    ["list", "recipes", "zz:\u{1B}[31m"], ["show", "recipes/\u{1B}"], ["list", "a\nb"],
    ["add", "recipe", "x\u{1B}y=3"], ["add", "recipe", "Rating=\u{1B}"], ["import", "\u{1B}.csv"],
    ["list", "recipes", "--format", "\u{1B}"], ["--\u{1B}"], ["demo", "\u{1B}"],
  ])
  func `get errors without control characters`(arguments: [String]) throws {
    let answer = try Home.withRecipes().cairn(arguments)
    #expect(answer.status != 0)
    #expect(answer.errorLines.count == 1)
    #expect(!answer.errors.contains("\u{1B}"))
  }

  @Test func `have no colors and no progress where nobody sees them`() throws {
    let home = try Home(environment: [:])
    try home.write("n\n1\n2\n", to: "n.csv")
    let answer = try home.cairn("import", "n.csv")
    #expect(!answer.errors.contains("\u{1B}"))
    #expect(!answer.errors.contains("\r"))
  }

  @Test func `keep data apart from all else`() throws {
    let home = try Home.withRecipes()
    let list = try home.cairn("list", "recipes?colour=red", "--format", "csv")
    #expect(list.lines.count == 4)
    #expect(list.errors == "cairn: colour is no field of recipes and is ignored\n")
    #expect(try home.cairn("add", "recipe", "Name=Tea").output == "cairn://recipes/p4\n")
    #expect(try home.cairn("undo").output == "")
  }
}
