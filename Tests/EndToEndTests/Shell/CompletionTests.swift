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
    #expect(answer.status == 0)
    #expect(answer.errors == "")
    return answer.lines.map { String($0.prefix { $0 != "\t" }) }
  }

  @Test func `offers commands, and what they consist of`() throws {
    #expect(try completions("li") == ["list"])
    #expect(
      try completions("favorites", "") == ["list", "add", "remove", "move", "export", "import"])
    #expect(try completions("--store", home.path(".local/share/cairn"), "undo", "").isEmpty)
    #expect(try !completions("").contains("complete"))
    #expect(try completions("").contains("edit"))
    #expect(try home.cairn("complete", "fish", "undo").lines.first?.contains("\tTake back") == true)
  }

  @Test func `offers options and their words`() throws {
    #expect(try completions("list", "places", "--co") == ["--columns", "--count"])
    #expect(try completions("list", "places", "--format", "j") == ["json", "jsonl"])
    #expect(try completions("export", "places", "--format=m") == ["--format=markdown"])
    #expect(try completions("list", "--count", "--", "--co") == [])
    #expect(try completions("init", "--sample", "con") == ["contacts"])
    #expect(try completions("import", "x") == [":file"])
    #expect(try completions("export", "places", "-o", "") == [":file"])
  }

  @Test func `offers collections, records by handle or key, and favorites`() throws {
    #expect(try completions("show", "p") == ["places", "people"])
    #expect(try completions("show", "cairn://pl") == ["cairn://places"])
    #expect(try completions("show", "places/h") == ["places/hb", "places/hill"])
    #expect(try completions("show", "places/m") == ["places/m%201"])
    #expect(try completions("show", "people/") == ["people/p1"])
    #expect(try completions("render", "~jo") == ["~jobs"])
    #expect(try completions("render", "cairn://~jo") == ["cairn://~jobs"])
    #expect(
      try home.cairn("complete", "fish", "show", "places/hb").output == "places/hb\tOld harbor\n")
    #expect(try completions("@") == ["@lyon"])
    #expect(try completions("import", "a.csv", "--into", "pe") == ["people"])
  }

  @Test func `offers clauses of URLs, filters, fields and values`() throws {
    #expect(try completions("list", "places?s") == ["places?sort="])
    #expect(
      try completions("list", "places?sort=-C") == ["places?sort=-Code", "places?sort=-City"])
    #expect(
      try completions("list", "places?City=") == ["places?City=Lyon", "places?City=New%20York"])
    #expect(
      try completions("list", "places?where=Kind:") == [
        "places?where=Kind:depot", "places?where=Kind:shop",
      ])
    #expect(try completions("list", "places", "City:Lyon -Na") == ["City:Lyon -Name:"])
    #expect(try completions("list", "@lyon", "City:") == ["City:Lyon", "City:\"New York\""])
    #expect(try completions("list", "places", "--columns", "Name,Ki") == ["Name,Kind"])
    #expect(try completions("add", "places", "N") == ["Name=", "Near="])
    #expect(try completions("add", "places", "Kind=") == ["Kind=depot", "Kind=shop"])
    #expect(try completions("set", "places/hb", "Open=t") == ["Open=true"])
    #expect(try completions("set", "places/hb", "Near=h") == ["Near=hb", "Near=hill"])
    #expect(try completions("add", "places", "--match", "Co") == ["Code"])
  }

  @Test func `makes no store, reads none that is broken, and says nothing of either`() throws {
    let empty = try Home(environment: [:])
    #expect(try empty.cairn("complete", "fish", "list", "").output == "")
    #expect(empty.names(in: ".local") == [])
    try home.write("x", to: "broken/store.rec")
    #expect(try completions("--store", home.path("broken"), "show", "p") == [])
    try home.write("[[", to: ".config/cairn/config.toml")
    #expect(try completions("show", "pl") == ["places"])
    #expect(try completions("li") == ["list"])
    #expect(try home.cairn("complete", "tcsh", "li").output == "")
    #expect(try home.cairn("complete").status != 0)
  }

  @Test func `changes nothing in the store`() throws {
    try home.output("store", "fold")
    let before = try home.shell("cd .local/share/cairn && find . -type f | sort | xargs md5sum")
      .output
    _ = try completions("show", "places/")
    _ = try completions("add", "places", "City=")
    #expect(
      try home.shell("cd .local/share/cairn && find . -type f | sort | xargs md5sum").output
        == before)
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
    #expect(try home.shell(script).lines == words)
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
    #expect(lines.count == 3)
    #expect(lines.first == "places/hill\tTower")
    #expect(lines.dropFirst().first == "City=New York")
  }

  private static func isInstalled(_ program: String) -> Bool {
    (try? RealFileSystem().exists("/usr/bin/\(program)")) == true
  }
}
