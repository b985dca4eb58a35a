import CairnFiles
import TestSupport
import Testing

@Suite struct `The completion of words` {
  private let home: Home

  init() throws {
    home = try Home(
      model: """
        %rec: Place
        %unique: Code
        %handle: Code
        %title: Name
        %attribute: Name string
        %choices: Kind depot | shop
        %attribute: City string
        %attribute: Open boolean
        %relationship: Near to-one Place

        %rec: Person
        %plural: people
        %attribute: Name string

        """,
      [
        ["places", "Code=hb", "Name=Old harbor", "Kind=depot", "City=Lyon"],
        ["places", "Code=hill", "Name=Tower", "City=Lyon", "Near=hb"],
        ["places", "Code=m 1", "Name=Mill", "City=New York"],
        ["people", "Name=Ana"],
      ])
    try home.output("favorites", "add", "places?where=lyon", "--name", "lyon")
  }

  /// What the words may become, without notes.
  private func completions(_ words: String...) throws -> [String] {
    let answer = try home.cairn(["complete", "fish"] + words)
    expectEqual(answer.status, 0)
    expectEqual(answer.errors, "")
    return answer.lines.map { String($0.prefix { $0 != "\t" }) }
  }

  @Test func `offers the views of a list, and the fields of a merge`() throws {
    try expectEqual(
      completions("list", "places?view=dup").prefix(2).map(\.self),
      [
        "places?view=duplicates", "places?view=duplicates:Code",
      ])
    try expectTrue(completions("list", "places?view=f").contains("places?view=frequency:City"))
    try expectTrue(
      completions("list", "places?view=frequency:City,r") == ["places?view=frequency:City,repeated"]
    )
    try expectTrue(
      completions("list", "places?view=frequency:City,max:").contains(
        "places?view=frequency:City,max:saved"))
    try expectTrue(
      completions("list", "places?view=duplicates:City,K") == ["places?view=duplicates:City,Kind"])
    try expectTrue(completions("duplicates", "places", "--by", "Ci").contains("City"))
    try expectEqual(completions("merge", "places/p1", "places/p2", "--take", "Ki"), ["Kind="])
    try expectEqual(completions("merge", "places/p1", "places/p2", "--take", "Kind=d"), [])
  }

  @Test func `offers commands, and what they consist of`() throws {
    try expectEqual(completions("li"), ["list"])
    try expectEqual(
      completions("favorites", ""), ["list", "add", "remove", "move", "export", "import"])
    try expectTrue(completions("--store", home.path(".local/share/cairn"), "undo", "").isEmpty)
    try expectTrue(!completions("").contains("complete"))
    try expectTrue(completions("").contains("edit"))
    try expectEqual(
      home.cairn("complete", "fish", "undo").lines.first?.contains("\tUndo"), true)
  }

  @Test func `offers options and their words`() throws {
    try expectEqual(completions("list", "places", "--co"), ["--columns", "--count"])
    try expectEqual(completions("list", "places", "--format", "j"), ["json", "jsonl"])
    try expectEqual(completions("export", "places", "--format=m"), ["--format=markdown"])
    try expectEqual(completions("list", "--count", "--", "--co"), [])
    try expectEqual(completions("init", "--sample", "con"), ["contacts"])
    try expectEqual(completions("import", "x"), [":file"])
    try expectEqual(completions("export", "places", "-o", ""), [":file"])
  }

  @Test func `offers collections, records by handle or key, and favorites`() throws {
    try expectEqual(completions("show", "p"), ["places", "people"])
    try expectEqual(completions("show", "cairn://pl"), ["cairn://places"])
    try expectEqual(completions("show", "places/h"), ["places/hb", "places/hill"])
    try expectEqual(completions("show", "places/m"), ["places/m%201"])
    try expectEqual(completions("show", "people/"), ["people/p1"])
    try expectEqual(completions("render", "~jo"), ["~jobs"])
    try expectEqual(completions("render", "cairn://~jo"), ["cairn://~jobs"])
    try expectEqual(
      home.cairn("complete", "fish", "show", "places/hb").output, "places/hb\tOld harbor\n")
    try expectEqual(completions("@"), ["@lyon"])
    try expectEqual(completions("import", "a.csv", "--into", "pe"), ["people"])
    try expectEqual(completions("import", "a.csv", "--link", "Who=pe"), ["Who=people"])
    try expectEqual(completions("model", "link", "pl"), ["places."])
    try expectEqual(completions("model", "link", "people.", "--to", "pl"), ["places"])
  }

  @Test func `offers clauses of URLs, filters, fields and values`() throws {
    try expectEqual(completions("list", "places?s"), ["places?sort="])
    try expectEqual(
      completions("list", "places?sort=-C"), ["places?sort=-Code", "places?sort=-City"])
    try expectEqual(
      completions("list", "places?City="), ["places?City=Lyon", "places?City=New%20York"])
    try expectEqual(
      completions("list", "places?where=Kind:"),
      [
        "places?where=Kind:depot", "places?where=Kind:shop",
      ])
    try expectEqual(completions("list", "places", "City:Lyon -Na"), ["City:Lyon -Name:"])
    try expectEqual(completions("list", "@lyon", "City:"), ["City:Lyon", "City:\"New York\""])
    try expectEqual(completions("list", "places", "--columns", "Name,Ki"), ["Name,Kind"])
    try expectEqual(completions("add", "places", "N"), ["Name=", "Near="])
    try expectEqual(completions("add", "places", "Kind="), ["Kind=depot", "Kind=shop"])
    try expectEqual(completions("set", "places/hb", "Open=t"), ["Open=true"])
    try expectEqual(completions("set", "places/hb", "Near=h"), ["Near=hb", "Near=hill"])
    try expectEqual(completions("add", "places", "--match", "Co"), ["Code"])
  }

  @Test func `makes no store, reads none that is broken, and says nothing of either`() throws {
    let empty = try Home(environment: [:])
    try expectEqual(empty.cairn("complete", "fish", "list", "").output, "")
    expectEqual(empty.names(in: ".local"), [])
    try home.write("x", to: "broken/store.rec")
    try expectEqual(completions("--store", home.path("broken"), "show", "p"), [])
    try home.write("[[", to: ".config/cairn/config.toml")
    try expectEqual(completions("show", "pl"), ["places"])
    try expectEqual(completions("li"), ["list"])
    try expectEqual(home.cairn("complete", "tcsh", "li").output, "")
    try expectTrue(home.cairn("complete").status != 0)
  }

  @Test func `changes nothing in the store`() throws {
    try home.output("store", "fold")
    let before = try home.shell("cd .local/share/cairn && find . -type f | sort | xargs md5sum")
      .output
    _ = try completions("show", "places/")
    _ = try completions("add", "places", "City=")
    try expectEqual(
      home.shell("cd .local/share/cairn && find . -type f | sort | xargs md5sum").output, before)
  }

  @Test(arguments: [
    ("cairn li", ["list"]), ("cairn show places/h", ["places/hb", "places/hill"]),
    ("cairn show cairn://pl", ["//places"]), ("cairn set places/hb Kind=d", ["depot"]),
    ("cairn set places/hb City=N", ["New\\ York"]),
    ("cairn set places/hb 'City=N", ["City=New York"]),
    ("cairn set places/hb City='N", ["New York"]),
    ("cairn set places/hb \"City=N", ["City=New York"]),
    ("cairn set places/hb City=New\\ Y", ["New\\ York"]), ("cairn show @l", ["lyon"]),
    ("cairn list places\\?so", ["places\\?sort="]), ("cairn list 'places?so", ["places?sort="]),
    ("true; cairn li", ["list"]), ("X=1 cairn list places City", ["City:"]),
  ])
  func `is put into the line by bash as it cuts words`(line: String, words: [String]) throws {
    let script = """
      source <(cairn completions bash)
      COMP_LINE=$(cat line); COMP_POINT=${#COMP_LINE}; COMP_WORDBREAKS=$' \\t\\n"\\'@><=;|&(:'
      _cairn "$CAIRN"; printf '%s\\n' "${COMPREPLY[@]}"
      """
    try home.write(line, to: "line")
    try expectEqual(home.shell(script).lines, words)
  }

  @Test func `works in bash at the press of a key`() throws {
    let session = try home.startShell(
      #"PATH="$(dirname "$0"):$PATH" PS1='> ' exec bash --norc --noprofile -i"#)
    try session.wait(forText: ">")
    try session.press("source <(cairn completions bash)\r", until: "bash)\n>")
    try session.press("cairn show pla\t", until: "cairn show places")
    try session.press("\u{15}cairn show places/hi\t", until: "cairn show places/hill")
    try session.press("\u{15}cairn set places/hb Na\t", until: "cairn set places/hb Name=")
    try session.press("Ol\t", until: "Name=Old\\ harbor")
    session.send("\u{15}exit\r")
  }

  @Test(.enabled(if: Self.isInstalled("zsh"), "zsh is not installed"))
  func `works in zsh at the press of a key`() throws {
    let session = try home.startShell(
      #"PATH="$(dirname "$0"):$PATH" PS1='> ' exec zsh -f -i"#)
    try session.wait(forText: ">")
    try session.press(
      "autoload -U compinit; compinit -u; source <(cairn completions zsh); echo ready\r",
      until: "\nready")
    try session.press("cairn show pla\t", until: "cairn show places")
    try session.press("\u{15}cairn show places/hi\t", until: "cairn show places/hill")
    try session.press("\u{15}cairn set places/hb Nam\t", until: "cairn set places/hb Name=")
    try session.press("Ol\t", until: "Name=Old\\ harbor")
    session.send("\u{15}exit\r")
  }

  @Test(.enabled(if: Self.isInstalled("fish"), "fish is not installed"))
  func `works in fish`() throws {
    try home.write(
      """
      cairn completions fish | source
      complete -C 'cairn show places/hi'
      complete -C 'cairn set places/hb City=N'
      complete -C 'cairn li'

      """, to: "test.fish")
    let lines = try home.shell("PATH=\"$(dirname \"$CAIRN\"):$PATH\" fish --no-config test.fish")
      .lines
    expectEqual(lines.count, 3)
    expectEqual(lines.first, "places/hill\tTower")
    expectEqual(lines.dropFirst().first, "City=New York")
  }

  private static func isInstalled(_ program: String) -> Bool {
    (try? RealFileSystem().exists("/usr/bin/\(program)")) == true
  }
}
