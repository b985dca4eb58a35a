import CairnJSON
import TestSupport
import Testing

// V7
@Suite struct `The home of an earlier version` {
  private func home(_ version: FrozenVersion) throws -> Home {
    let home = try Home(unpacking: "home.tar.gz", of: version)
    // The archive has a folder of its own; all that was in it belongs in this home.
    try home.shell("cp -a home/. . && rm -r home")
    return home
  }

  @Test(arguments: FrozenVersion.all, ["main", "work"])
  func `has its sessions: each tab's history, drafts, and the row of the cursor`(
    version: FrozenVersion, session: String
  ) throws {
    let home = try home(version)
    let saved = try home.json(in: "\(session).json")
    let shown = try home.json("state", "show", "--session", session)
    expectEqual(shown.difference(from: saved), nil)
    // A new tab makes the program save the whole session; the earlier tabs come first.
    let newTab = session == "work" ? "C-x n" : "g n"
    try home.output(
      "render", "--state", "--session", session, "--size", "100x30", "--keys", newTab)
    let again = try home.json("state", "show", "--session", session)
    let (tabs, earlier) = (again["tabs"]?.array ?? [], saved["tabs"]?.array ?? [])
    expectEqual(tabs.count, earlier.count + 1)
    for (tab, old) in zip(tabs, earlier) {
      expectEqual(tab.without("savedAt").difference(from: old.without("savedAt")), nil)
    }
    for part in ["closedTabs", "arrangements"] {
      guard let old = saved[part]?.without("savedAt") else { continue }
      expectEqual(again[part]?.without("savedAt").difference(from: old), nil, part)
    }
  }

  @Test(arguments: FrozenVersion.all)
  func `has its drafts, which are saved as records`(version: FrozenVersion) throws {
    let home = try home(version)
    let form = try home.output("render", "--state", "--session", "work", "--size", "100x30")
    expectTrue(form.contains("kinpiraxyz"))
    try home.output("render", "--state", "--session", "work", "--keys", "C-x C-s")
    try expectEqual(home.json("show", "recipes/p7", "--format", "json")["Slug"], "kinpiraxyz")
    // The tab before the selected one has a form for a new record.
    try home.output("render", "--state", "--session", "main", "--keys", "g T C-x C-s")
    try expectEqual(home.output("list", "recipes", "Name=\"New draft\"", "--count"), "1\n")
  }

  @Test(arguments: FrozenVersion.all)
  func `has its settings, keys, routes, names, commands and themes`(version: FrozenVersion) throws {
    let home = try home(version)
    try expectEqual(home.output("config", "check"), "")
    let settings = try home.json("config", "show", "--format", "json").array ?? []
    let values = Dictionary(
      settings.compactMap { setting in
        setting["setting"]?.string.map { ($0, setting["value"] ?? .null) }
      }, uniquingKeysWith: { first, _ in first })
    expectEqual(values["navigation.restore"], "all")
    expectEqual(values["navigation.forget-after-days"], 365)
    expectEqual(values["store.history-days"], 3650)
    expectEqual(values["look.theme"], "sea")
    expectEqual(values["keys.like"], "emacs")
    expectEqual(values["look.glyphs"], "unicode")
    expectTrue(values["themes.sea.accent"]?.string?.contains("#5fafd7") == true, "\(values.keys)")
    let keys = try home.output("keys")
    let ownKeys = ["list.filter": " C-s, / ", "edit.change": "detail    F2 ", "go.home": " g h "]
    for (action, key) in ownKeys {
      let rows = keys.split(separator: "\n").filter { $0.contains(" \(action) ") }
      expectTrue(rows.contains { $0.contains(key) }, "\(action): \(rows)")
      // By itself, ~ leads home, too.
      expectTrue(!rows.contains { $0.contains("~") }, "\(action): \(rows)")
    }
    try expectEqual(home.cairn("keys", "--check").status, 0)

    let quick = try home.output("list", "recipes", "minutes<=30", "--count")
    try expectEqual(home.output("list", "cairn://quick/30", "--count"), quick)
    let good = try home.output("list", "recipes", "rating>=4", "--count")
    try expectEqual(home.output("list", "@good", "--count"), good)
    try expectEqual(home.output("list", "@s", "--count"), "61\n")
    try expectTrue(
      home.output("render", "recipes", "--keys", "x", "--size", "100x35")
        .contains("Print the name"))
  }
}
