import TestSupport
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
      expectEqual(list.output, "3\n")
      expectTrue(list.errors.contains("it is a pipe or a device, not a file"))
    }
  }

  @Test func `sorts by a person's language wherever something is sorted`() throws {
    let home = try home("[sort]\nlocale = \"sv_SE\"\n")
    for name in ["Ärtsoppa", "Zucchini", "Åkerbär", "Öl", "Apelsin"] {
      try home.output("add", "recipes", "Name=\(name)")
    }
    let wanted = ["Apelsin", "Zucchini", "Åkerbär", "Ärtsoppa", "Öl"]
    let list = try home.output("list", "recipes?sort=name", "--columns", "Name")
    let names = list.split(separator: "\n").map { String($0.prefix { $0 != " " }) }
    expectEqual(names.filter(wanted.contains), wanted)
    let screen = try home.output("render", "recipes?sort=name", "--size", "80x24")
    let places = wanted.compactMap { screen.firstRange(of: $0)?.lowerBound }
    expectEqual(places.count, wanted.count)
    expectEqual(places, places.sorted())
    try expectTrue(home.output("config", "show").contains("sort.locale                   sv"))
    try home.write("[sort]\nlocale = \"xx\"\n", to: ".config/cairn/config.toml")
    let check = try home.cairn("config", "check")
    expectEqual(check.status, 1)
    expectTrue(check.errors.contains("sort.locale") || check.output.contains("sort.locale"))
  }

  @Test func `shows each setting with where it comes from, a store or none`() throws {
    let home = try Home(environment: [:])
    try expectEqual(
      home.output("config", "show"),
      """
      Setting                       Value     Origin
      navigation.restore            all       default
      navigation.forget-after-days  never     default
      store.history-days            90        default
      look.theme                    terminal  default
      look.glyphs                   auto      default
      look.plain                    false     default
      look.mouse                    true      default
      look.ambiguous-width          narrow    default
      sort.locale                   none      default
      time.first-weekday            monday    default
      keys.like                     cairn     default

      """)
    try home.shell("mkdir -p .config/cairn")
    try home.write(Self.settings, to: ".config/cairn/config.toml")
    let lines = try home.cairn("config").lines
    expectEqual(lines.count, 14)
    expectTrue(
      lines[1].hasSuffix("top                                    ~/.config/cairn/config.toml:2"))
    expectTrue(lines[12].hasPrefix(#"routes."cairn://good/(least:int)"  "#))
    expectTrue(lines[13].hasPrefix("aliases.best"))
    let json = try home.output("config", "show", "--format", "json")
    expectTrue(json.contains(#""setting": "navigation.restore""#))
    expectTrue(json.contains(#""origin": "file""#))
    expectTrue(json.contains(#""line": 2"#))
  }

  @Test func `checks the file and names every mistake by line and column`() throws {
    let good = try home(Self.settings)
    try expectEqual(good.output("config", "check"), "")
    let bad = try home("[navigation]\nrestor = 1\n\n[routes]\n  \"x\" = \"recipes\"\n")
    let answer = try bad.cairn("config", "check")
    expectEqual(answer.status, 1)
    expectEqual(
      answer.lines.first,
      "~/.config/cairn/config.toml, line 2, column 1: no setting is called navigation.restor; "
        + "did you mean navigation.restore?")
    expectEqual(answer.lines.count, 2)
    expectEqual(answer.lines.last?.contains("line 5, column 3"), true)
    expectEqual(answer.errors, "cairn: config.toml has 2 mistakes\n")
    let shown = try bad.cairn("config", "show")
    expectEqual(shown.status, 0)
    expectTrue(shown.errors.contains("1 more: cairn config check names them"), shown.errors)
  }

  @Test func `tells of routes that a collection or the app hides, which may be for another store`()
    throws
  {
    let home = try home(
      """
      [routes]
      "cairn://recipes" = "cairn://authors?sort=name"
      "cairn://recipes/(n:int)" = "cairn://authors?where=(n)"
      "cairn://recipes/(n:int)/(m)" = "cairn://authors?where=(n)"
      "cairn://jobs" = "cairn://authors"
      "cairn://quick/(n:int)" = "cairn://authors?where=(n)"

      """)
    let answer = try home.cairn("config", "check")
    expectEqual(answer.status, 0)
    let place = "~/.config/cairn/config.toml, line"
    expectEqual(
      answer.lines,
      [
        "\(place) 2, column 1: cairn://recipes is never used: the collection recipes has this URL",
        "\(place) 3, column 1: cairn://recipes/(n:int) is never used: "
          + "the collection recipes has this URL",
        "\(place) 5, column 1: cairn://jobs is never used: the app has this URL",
      ])
    // A URL that is nearly one of a route.
    let near = try home.cairn("list", "quick/12abc")
    expectEqual(near.status, 1)
    expectEqual(
      near.errors,
      "cairn: no collection called quick, and the route cairn://quick/(n:int) does not match: "
        + "(n) takes int, not 12abc\n")
    try expectTrue(
      home.output("render", "quick/12abc", "--size", "140x12").contains("the route cairn://quick/"))
  }

  @Test func `has routes and aliases that stand for URLs`() throws {
    let home = try home(Self.settings)
    try expectEqual(home.output("list", "@best", "--count"), "2\n")
    let routed = try home.cairn("render", "cairn://good/4").lines
    let named = try home.cairn("render", "@best").lines
    expectEqual(routed, named)
    try expectEqual(home.words("routes", at: "cairn://good/(least:int)").first, "elsewhere")
    try expectEqual(
      home.words("routes", "--explain", "good/4", at: "cairn://good/(least:int)").last, "matches")
    let missed = try home.cairn("routes", "--explain", "good/x")
    expectEqual(missed.status, 1)
    expectTrue(missed.output.contains(" (least) takes int, not x\n"))
    try home.output("favorites", "add", "recipes", "--name", "best")
    try expectTrue(home.output("list", "@best", "--count") != "2\n")
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
      try expectEqual(
        home.output("list", "good/4", "--format", format),
        home.output("list", good, "--format", format))
    }
    try expectEqual(home.output("list", "@good", "--count"), "2\n")
    try expectEqual(home.output("list", "good/4", "rating>=5", "--count"), "1\n")
    try expectEqual(home.output("show", "first"), home.output("show", "recipes/p1"))
    try expectEqual(home.output("export", "good/4"), home.output("export", good))
    try expectEqual(home.output("export", "first"), home.output("export", "recipes/p1"))
    try home.output("set", "first", "Name=Broth")
    try expectTrue(home.output("show", "one/p1").contains("Broth"))
    try expectEqual(home.output("log", "first"), home.output("log", "recipes/p1"))
    let dry = try home.cairn("set", "--all", "--dry-run", "good/4", "rating=5")
    expectEqual(dry.errorLines.count, 3)
    expectEqual(dry.errorLines.last, "cairn: would change 2 records")
    try home.output("favorites", "add", "good/4")
    let favorites = try home.output("favorites", "list", "--format", "json")
    expectTrue(favorites.contains(#""url": "cairn://recipes?where=rating>=4""#))
    try home.output("favorites", "remove", "good/4")
    try home.output("remove", "first")
    try expectEqual(home.cairn("show", "recipes/p1").status, 1)
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
    try expectEqual(home.output("list", "recipes", "--count"), "3\n")
    try expectEqual(home.output("list", "recipe", "--count"), "3\n")
    try expectTrue(home.output("show", "recipes/p1").contains("Onion soup"))
    try expectTrue(home.output("render", "recipes").contains("Onion soup"))
    try expectTrue(home.output("render", "recipes/p1").contains("Onion soup"))
    try expectTrue(home.output("render", "jobs").contains("~jobs"))
    try expectTrue(home.output("render", "find").contains("~find"))
    try expectEqual(home.output("list", "people"), home.output("list", "authors"))
    try expectEqual(
      home.words("routes", "--explain", "recipes", at: "cairn://recipes").dropFirst().joined(
        separator: " "), "matches too, comes later")
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
      ("list", "start", "cairn://start leads to cairn://~launcher: ~launcher is a screen of "),
      ("show", "stew", "cairn://stew leads to cairn://soups/p1: no collection called"),
      (
        "show", "all",
        "cairn://recipes is a list, not a record; in cairn set and remove, --all takes each of its records"
      ),
      ("export", "nine", "cairn://nine leads to cairn://recipes/p9: no record p9"),
    ]
    for (command, url, reason) in answers {
      let answer = try home.cairn(command, url)
      expectEqual(answer.status, 1)
      expectTrue(answer.errors.hasPrefix("cairn: \(reason)"), "\(answer.errors)")
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
    expectEqual(lines.first?.hasPrefix("Context"), true)
    expectTrue(lines.contains { $0.contains("list.sort") && $0.contains(" S ") })
    try expectTrue(home.output("keys", "--format", "json").contains(#""action": "list.sort""#))
    try expectEqual(home.output("keys", "--check"), "")
    let screen = try home.output("render", "recipes", "--size", "80x24")
    expectTrue(screen.contains("S sort"), "the hints know of it")
    try expectTrue(home.output("render", "recipes", "--keys", "S").contains("Sort by"))
    try expectTrue(home.output("render", "recipes", "--keys", "s").contains("s does nothing here"))
  }

  @Test func `checks them, and tells what gave way`() throws {
    let home = try home("[keys]\n\"list.sort\" = \"d\"\n")
    try expectEqual(
      home.output("keys", "--check"),
      """
      d in list was 'edit.delete' and is now 'list.sort'
      d in review is 'column.omit' and hides 'list.sort' of list

      """)
    let bad = try self.home("[keys]\n\"list.sort\" = \"C-m\"\n")
    let answer = try bad.cairn("keys", "--check")
    expectEqual(answer.status, 1)
    expectTrue(answer.output.contains("line 2, column 1: C-m can't be used"))
    let listed = try bad.cairn("keys")
    expectTrue(listed.status == 0 && listed.errors.contains("all other settings are in use"))
    try expectTrue(bad.cairn("list", "recipes").errors.contains("all other settings are in use"))
  }

  @Test func `checks the commands of one's own, of which the right ones hold`() throws {
    let home = try self.home(
      """
      [commands.good]
      collection = "recipes"
      run = ["sh", "-c", "true", "{Name}"]
      [commands.field]
      collection = "recipes"
      run = ["ls", "{Nmae}"]
      [commands.program]
      run = "no-such-program"
      [commands.key]
      run = "sh"
      key = "C-m"

      """)
    let answer = try home.cairn("keys", "--check")
    expectEqual(answer.status, 1)
    let lines = answer.output.split(separator: "\n")
    expectEqual(lines.count, 3)
    expectEqual(answer.errors, "cairn: config.toml has 3 mistakes; all other settings are in use\n")
    expectTrue(
      lines[0].contains("line 6, column 1: recipes have no field Nmae; did you mean Name?"))
    expectTrue(lines[1].contains("line 8, column 1: program runs no-such-program"))
    expectTrue(lines[2].contains("line 11, column 1: C-m can't be used"))
    try expectTrue(home.output("keys").contains("command.good"))
  }
}

extension Home {
  /// The words of the line that a command prints about a pattern.
  fileprivate func words(_ arguments: String..., at pattern: String) throws -> [Substring] {
    let lines = try cairn(arguments).output.split(separator: "\n").map { $0.split(separator: " ") }
    return try #require(lines.first { $0.contains(pattern[...]) })
  }
}
