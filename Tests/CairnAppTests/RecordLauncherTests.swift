internal import CairnFiles
internal import CairnInterface
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
internal import TestSupport
import Testing

@testable internal import CairnApp

extension ReadingFileSystem {
  func hasRead(_ folder: String) -> Bool {
    pathsRead.contains { $0.contains("/data/\(folder)/") }
  }
}

@Suite struct `The launcher's content` {
  private let files = MemoryFileSystem()

  /// A launcher over a store with two recipes, of which a list is kept.
  private func launcher() throws -> (RecordLauncher, ReadingFileSystem, Workspace) {
    let environment = try Environment.fixture(["CAIRN_SEED": "1"])
    let made = try Workspace.create(
      "/store", modelText: "%rec: Recipe\n%plural: recipes\n%attribute: Name string\n",
      environment: environment, fileSystem: files)
    try add(["Soup", "Bread"], to: made)
    try made.addFavorite(try Address("recipes?where=soup"), title: nil, name: nil)
    try made.store.fold()
    try made.close(isBrief: false)
    let reading = ReadingFileSystem(files)
    let workspace = try Workspace.open("/store", environment: environment, fileSystem: reading)
    let client = StoreClient(workspace.store, clock: { environment.wallClock })
    return (RecordLauncher(client: client, place: "~/store"), reading, workspace)
  }

  private func add(_ names: [String], to workspace: Workspace) throws {
    let context = workspace.store.newContext()
    for name in names { try context.create("Recipe")["Name"] = .text(name) }
    try context.save(title: "add")
  }

  @Test func `folds owned collections under their owners`() throws {
    let workspace = try Workspace.create(
      "/store",
      modelText: """
        %rec: Part
        %plural: parts
        %attribute: Name string
        %relationship: Recipe to-one Recipe inverse=Parts

        %rec: Recipe
        %plural: recipes
        %attribute: Name string
        %relationship: Parts to-many Part inverse=Recipe delete=cascade
        """,
      environment: try Environment.fixture(["CAIRN_SEED": "1"]), fileSystem: files)
    try add(["Soup"], to: workspace)
    let client = StoreClient(workspace.store, clock: { workspace.clock })
    let screen = LauncherScreen(RecordLauncher(client: client, place: "~/store"))
    screen.layOut(in: Size(columns: 80, rows: 20))
    _ = screen.refresh(Surroundings())
    func text() -> String {
      var canvas = Canvas(Size(columns: 80, rows: 20))
      screen.draw(on: &canvas, theme: .standard)
      return canvas.text
    }
    expectTrue(text().contains("▸  Recipes") && !text().contains("Parts"), text())
    expectEqual(screen.selection, "cairn://recipes")
    _ = screen.perform(.fold)
    expectTrue(text().contains("▾  Recipes") && text().contains("Parts"), text())
    _ = screen.perform(.rowDown)
    expectEqual(screen.selection, "cairn://parts")
    // On an owned collection, its owner is folded, and has the cursor.
    _ = screen.perform(.fold)
    expectTrue(!text().contains("Parts"), text())
    expectEqual(screen.selection, "cairn://recipes")
    // The filter shows folded items, too.
    _ = screen.perform(.filter)
    _ = screen.insert("par")
    expectTrue(text().contains("Parts"), text())
  }

  @Test func `shows the total of a list with totals, and counts the rows of others`() throws {
    let workspace = try Workspace.create(
      "/store",
      modelText: "%rec: Bill\n%plural: bills\n%attribute: Name string\n"
        + "%attribute: Amount decimal\n%type: Paid bool\n",
      environment: try Environment.fixture(["CAIRN_SEED": "1"]), fileSystem: files)
    let context = workspace.store.newContext()
    for (amount, isPaid) in [("17000.50", false), ("982", false), ("5", true)] {
      let bill = try context.create("Bill")
      bill["Amount"] = DecimalNumber(amount).map(Value.decimal)
      if isPaid { bill["Paid"] = .boolean(true) }
    }
    try context.save(title: "add")
    for list in [
      "no:paid&columns=Name,Amount&totals=sum", "no:paid&columns=Name&totals=sum", "no:paid",
    ] {
      try workspace.addFavorite(try Address("bills?where=\(list)"), title: nil, name: nil)
    }
    let client = StoreClient(workspace.store, clock: { workspace.clock })
    let launcher = RecordLauncher(client: client, place: "~/store")
    expectEqual(launcher.favorites.map(\.badge), ["17 982.50 amount", "2", "2"])
  }

  @Test func `reads no collection to tell what is kept`() throws {
    let (launcher, reading, _) = try launcher()
    expectTrue(launcher.isKept("cairn://recipes?where=soup"))
    expectTrue(!launcher.isKept("cairn://recipes"))
    expectTrue(!reading.hasRead("Recipe"))
    expectEqual(launcher.collections.map(\.count), [2])
    expectTrue(reading.hasRead("Recipe"))
  }

  @Test func `counts anew what was saved since`() throws {
    let (launcher, _, workspace) = try launcher()
    expectEqual(launcher.favorites.map(\.badge), ["1"])
    expectEqual(launcher.summary, "1 favorite · 2 records · ~/store")
    try add(["Fish soup"], to: workspace)
    expectEqual(launcher.favorites.map(\.badge), ["2"])
    expectEqual(launcher.summary, "1 favorite · 3 records · ~/store")
    try workspace.removeFavorite(try Address("recipes?where=soup"))
    expectTrue(!launcher.isKept("cairn://recipes?where=soup"))
  }

  @Test func `says of records their state, else what a list shows of them, and of screens theirs`()
    throws
  {
    let workspace = try Workspace.create(
      "/store",
      modelText: """
        %rec: Server
        %plural: servers
        %attribute: Name string
        %attribute: Room string
        %attribute: Status string
        %choices: Status up | down

        """, environment: .fixture(), fileSystem: files)
    let context = workspace.store.newContext()
    for (name, room, status) in [("web", "A", "down"), ("db", "B", nil), ("bare", nil, nil)] {
      let record = try context.create("Server")
      record["Name"] = .text(name)
      record["Room"] = room.map { .text($0) }
      record["Status"] = status.map { .text($0) }
    }
    try context.save(title: "add")
    for url in ["servers/p1", "servers/p2", "servers/p3", "servers/~new", "servers", "~jobs"] {
      try workspace.addFavorite(try Address(url), title: nil, name: nil)
    }
    let clock = workspace.environment.wallClock
    let launcher = RecordLauncher(
      client: StoreClient(workspace.store, clock: { clock }), place: "",
      state: { $0.text == "cairn://~jobs" ? "1 running" : nil })
    let favorites = launcher.favorites
    expectEqual(favorites.map(\.kind), [.record, .record, .record, .form, .list, .screen])
    expectEqual(favorites.map(\.badge), ["down", "B", nil, nil, "3", "1 running"])
  }

  @Test func `keeps the glyph that a person gives a favorite`() throws {
    let (launcher, _, workspace) = try launcher()
    var favorite = try #require(launcher.favorites.first)
    for glyph: Character? in ["★", "👩🏽‍🍳", nil] {
      favorite.glyph = glyph
      perform(launcher.updateFavorite(favorite))
      expectEqual(launcher.favorites.first?.glyph, glyph)
    }
    let text = "cairn://recipes/p1"
    try workspace.addFavorite(try Address(text), title: nil, name: nil, glyph: "é")
    expectEqual(launcher.favorites.last?.glyph, "é")
    for glyph in ["", "ab", " ", "\u{7}", "\u{200B}"] {
      #expect(throws: AppError.self) {
        try workspace.addFavorite(
          try Address("recipes/p2"), title: nil, name: nil, glyph: glyph)
      }
    }
    let exported = try workspace.favoritesReport(.json)
    try workspace.removeFavorite(try Address(text))
    let report = try workspace.importFavorites(Array(exported.utf8), from: "there")
    expectEqual(report.addedCount, 1)
    try expectEqual(workspace.favorites().last?.glyph, "é")
    let bad = try workspace.importFavorites(
      Array(#"[{"url": "cairn://recipes", "glyph": "ab"}]"#.utf8), from: "there")
    expectEqual(
      bad.badItems, ["there, item 1: ab can't be a favorite's glyph, which is one character"])
  }

  /// Does what a launcher asks for, at once.
  private func perform(_ effects: [Effect]) {
    for case .run(let job) in effects { perform(job.completion(job.work())) }
  }
}
