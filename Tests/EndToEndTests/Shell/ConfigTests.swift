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

  @Test func `that is a pipe or a device is none, and holds nobody up`() throws {
    let home = try Home.withRecipes()
    try home.shell("mkdir -p .config/cairn")
    for command in ["mkfifo", "ln -sf /dev/zero"] {
      try home.shell("\(command) .config/cairn/config.toml")
      let list = try home.cairn("list", "recipes", "--count")
      #expect(list.output == "3\n")
      #expect(list.errors.contains("it is a pipe or a device, and no file"))
    }
  }

  @Test func `shows each setting with where it comes from, a store or none`() throws {
    let home = try Home(environment: [:])
    #expect(
      try home.output("config", "show") == """
        Setting                       Value     Origin
        navigation.restore            all       default
        navigation.forget-after-days  never     default
        store.history-days            90        default
        look.theme                    terminal  default
        look.glyphs                   auto      default
        look.plain                    false     default
        look.mouse                    true      default
        keys.like                     cairn     default

        """)
    try home.shell("mkdir -p .config/cairn")
    try home.write(Self.settings, to: ".config/cairn/config.toml")
    let lines = try home.cairn("config").lines
    #expect(lines.count == 11)
    #expect(
      lines[1].hasSuffix("top                                    ~/.config/cairn/config.toml:2"))
    #expect(lines[9].hasPrefix(#"routes."cairn://good/(least:int)"  "#))
    #expect(lines[10].hasPrefix("aliases.best"))
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

  @Test func `has routes wherever a URL goes`() throws {
    let home = try home(
      """
      [routes]
      "cairn://good/(least:int)" = "cairn://recipes?where=rating>=(least)"
      "cairn://first" = "cairn://recipes/p1"
      "cairn://one/(key)" = "cairn://recipes/(key)"
      [aliases]
      good = "good/4"
      """)
    let good = "recipes?where=rating>=4"
    for format in ["table", "csv", "json"] {
      #expect(
        try home.output("list", "good/4", "--format", format)
          == home.output("list", good, "--format", format))
    }
    #expect(try home.output("list", "@good", "--count") == "2\n")
    #expect(try home.output("list", "good/4", "rating>=5", "--count") == "1\n")
    #expect(try home.output("show", "first") == home.output("show", "recipes/p1"))
    #expect(try home.output("export", "good/4") == home.output("export", good))
    #expect(try home.output("export", "first") == home.output("export", "recipes/p1"))
    try home.output("set", "first", "Name=Broth")
    #expect(try home.output("show", "one/p1").contains("Broth"))
    #expect(try home.output("log", "first") == home.output("log", "recipes/p1"))
    let dry = try home.cairn("set", "--all", "--dry-run", "good/4", "rating=5")
    #expect(dry.errorLines.count == 3)
    #expect(dry.errorLines.last == "cairn: would change 2 records")
    try home.output("favorites", "add", "good/4")
    let favorites = try home.output("favorites", "list", "--format", "json")
    #expect(favorites.contains(#""url": "cairn://recipes?where=rating>=4""#))
    try home.output("favorites", "remove", "good/4")
    try home.output("remove", "first")
    #expect(try home.cairn("show", "recipes/p1").status == 1)
  }

  @Test func `has no route that hides what the store or the app has`() throws {
    let home = try home(
      """
      [routes]
      "cairn://recipes" = "cairn://authors"
      "cairn://recipe" = "cairn://authors"
      "cairn://recipes/p1" = "cairn://authors"
      "cairn://jobs" = "cairn://authors"
      "cairn://people" = "cairn://authors"
      """)
    #expect(try home.output("list", "recipes", "--count") == "3\n")
    #expect(try home.output("list", "recipe", "--count") == "3\n")
    #expect(try home.output("show", "recipes/p1").contains("Onion soup"))
    #expect(try home.output("render", "recipes").contains("Onion soup"))
    #expect(try home.output("render", "recipes/p1").contains("Onion soup"))
    #expect(try home.output("render", "jobs").contains("~jobs"))
    #expect(try home.output("render", "find").contains("~find"))
    #expect(try home.output("list", "people") == home.output("list", "authors"))
    let explained = try home.output("routes", "--explain", "recipes")
    #expect(explained.contains("cairn://recipes: matches too, comes later\n"))
  }

  @Test func `says where a route led that isn't what a command needs`() throws {
    let home = try home(
      """
      [routes]
      "cairn://start" = "cairn://~launcher"
      "cairn://stew" = "cairn://soups/p1"
      "cairn://all" = "cairn://recipes"
      "cairn://nine" = "cairn://recipes/p9"
      """)
    let answers = [
      ("list", "start", "cairn://start leads to cairn://~launcher: ~launcher is for a screen of "),
      ("show", "stew", "cairn://stew leads to cairn://soups/p1: there is no collection called"),
      ("show", "all", "cairn://recipes is a list; a record's URL is needed"),
      ("export", "nine", "cairn://nine leads to cairn://recipes/p9: there is no record p9"),
    ]
    for (command, url, reason) in answers {
      let answer = try home.cairn(command, url)
      #expect(answer.status == 1)
      #expect(answer.errors.hasPrefix("cairn: \(reason)"), "\(answer.errors)")
    }
  }
}

@Suite struct `cairn keys` {
  private func home(_ settings: String) throws -> Home {
    let home = try Home.withRecipes()
    try home.shell("mkdir -p .config/cairn")
    try home.write(settings, to: ".config/cairn/config.toml")
    return home
  }

  @Test func `prints every action with its keys, one's own included`() throws {
    let home = try home("[keys]\n\"list.sort\" = \"S\"\n")
    let lines = try home.cairn("keys").lines
    #expect(lines.first?.hasPrefix("Context") == true)
    #expect(lines.contains { $0.contains("list.sort") && $0.contains(" S ") })
    #expect(try home.output("keys", "--format", "json").contains(#""action": "list.sort""#))
    #expect(try home.output("keys", "--check") == "")
    let screen = try home.output("render", "recipes", "--size", "80x24")
    #expect(screen.contains("S sort"), "the hints know of it")
    #expect(try home.output("render", "recipes", "--keys", "S").contains("Sort by"))
    #expect(try home.output("render", "recipes", "--keys", "s").contains("s means nothing here"))
  }

  @Test func `checks them, and tells what gave way`() throws {
    let home = try home("[keys]\n\"list.sort\" = \"d\"\n")
    #expect(
      try home.output("keys", "--check")
        == """
        d in list was 'edit.delete' and is 'list.sort' now
        d in review is 'column.omit' and hides 'list.sort' of list

        """)
    let bad = try self.home("[keys]\n\"list.sort\" = \"C-m\"\n")
    let answer = try bad.cairn("keys", "--check")
    #expect(answer.status == 1)
    #expect(answer.output.contains("line 2, column 1: C-m can't be relied on"))
    let listed = try bad.cairn("keys")
    #expect(listed.status == 0 && listed.errors.contains("your other settings hold"))
    #expect(try bad.cairn("list", "recipes").errors.contains("your other settings hold"))
  }

  @Test func `checks the commands of one's own, of which the right ones hold`() throws {
    let home = try self.home(
      """
      [commands.good]
      collection = "recipes"
      run = ["sh", "-c", "true", "{Name}"]
      [commands.field]
      collection = "recipes"
      run = ["sh", "{Nmae}"]
      [commands.program]
      run = "no-such-program"
      [commands.key]
      run = "sh"
      key = "C-m"

      """)
    let answer = try home.cairn("keys", "--check")
    #expect(answer.status == 1)
    let lines = answer.output.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(answer.errors == "cairn: config.toml has 3 mistakes; all that is right holds\n")
    #expect(lines[0].contains("line 6, column 1: recipes have no field Nmae; did you mean Name?"))
    #expect(lines[1].contains("line 8, column 1: program runs no-such-program"))
    #expect(lines[2].contains("line 11, column 1: C-m can't be relied on"))
    #expect(try home.output("keys").contains("command.good"))
  }
}
