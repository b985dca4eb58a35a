import Testing

@Suite struct `cairn config` {
  private static let settings = """
    [navigation]
    restore = "top"
    [routes]
    "cairn://good/(least:int)" = "cairn://recipes?where=rating>=(least)"
    [aliases]
    best = "recipes?where=rating>=4"
    """

  private func home(_ settings: String) throws -> Home {
    let home = try Home.withRecipes()
    try home.shell("mkdir -p .config/cairn")
    try home.write(settings, to: ".config/cairn/config.toml")
    return home
  }

  @Test func `shows each setting with where it comes from, a store or none`() throws {
    let home = try Home(environment: [:])
    #expect(
      try home.output("config", "show") == """
        Setting                       Value  Origin
        navigation.restore            all    default
        navigation.forget-after-days  never  default
        store.history-days            90     default

        """)
    try home.shell("mkdir -p .config/cairn")
    try home.write(Self.settings, to: ".config/cairn/config.toml")
    let lines = try home.cairn("config").lines
    #expect(lines.count == 6)
    #expect(
      lines[1].hasSuffix("top                                    ~/.config/cairn/config.toml:2"))
    #expect(lines[4].hasPrefix(#"routes."cairn://good/(least:int)"  "#))
    #expect(lines[5].hasPrefix("aliases.best"))
    let json = try home.output("config", "show", "--format", "json")
    #expect(json.contains(#""setting": "navigation.restore""#))
    #expect(json.contains(#""origin": "file""#))
    #expect(json.contains(#""line": 2"#))
  }

  @Test func `checks the file and names every mistake by line and column`() throws {
    let good = try home(Self.settings)
    #expect(try good.output("config", "check") == "")
    let bad = try home("[navigation]\nrestor = 1\n\n[routes]\n  \"x\" = \"recipes\"\n")
    let answer = try bad.cairn("config", "check")
    #expect(answer.status == 1)
    #expect(
      answer.lines.first
        == "~/.config/cairn/config.toml, line 2, column 1: there is no setting navigation.restor; "
        + "did you mean navigation.restore?")
    #expect(answer.lines.count == 2)
    #expect(answer.lines.last?.contains("line 5, column 3") == true)
    #expect(answer.errors == "cairn: config.toml has 2 mistakes\n")
    #expect(try bad.cairn("config", "show").status == 1)
  }

  @Test func `has routes and aliases that stand for URLs`() throws {
    let home = try home(Self.settings)
    #expect(try home.output("list", "@best", "--count") == "2\n")
    let routed = try home.cairn("render", "cairn://good/4").lines
    let named = try home.cairn("render", "@best").lines
    #expect(routed == named)
    #expect(try home.output("routes").contains("redirect  cairn://good/(least:int)\n"))
    let explained = try home.output("routes", "--explain", "good/4")
    #expect(explained.contains("cairn://good/(least:int): matches\n"))
    let missed = try home.cairn("routes", "--explain", "good/x")
    #expect(missed.status == 1)
    #expect(missed.output.contains("cairn://good/(least:int): (least) takes int, not x\n"))
    try home.output("favorites", "add", "recipes", "--name", "best")
    #expect(try home.output("list", "@best", "--count") != "2\n")
  }
}
