import CairnFiles
import CairnKit
import TestSupport
import Testing

/// What an author writes for a list with details over an array: the whole app.
private struct Zone: Sendable {
  let name: String
  let offset: Int

  static let all = [Zone(name: "Lisbon", offset: 0), Zone(name: "Oslo", offset: 1)]

  static func application() throws -> Application {
    let map = try URLMap<any Screen>(home: "zones://all") {
      Route("zones://all") { (url: ScreenURL) in ListScreen(list(url)) }
      Route("zones://all/(name)") { (name: String) in DetailScreen(ZoneDetail(name)) }
    }
    return Application(map)
  }

  private static func list(_ url: ScreenURL) -> ArrayListSource<Zone> {
    ArrayListSource(
      "Zones", query: ListQuery(url),
      columns: [
        .init(ListColumn("zone")) { $0.name },
        .init(ListColumn("hours", alignment: .trailing, width: 5...5)) {
          String($0.offset)
        } sort: {
          $0.offset < $1.offset
        },
      ],
      id: \.name, url: { ScreenURL(scheme: "zones", ["all", $0.name]) }
    ) { all }
  }
}

private final class ZoneDetail: DetailSource {
  let changes: ChangeOptions = []
  let title: String
  init(_ name: String) { title = name }

  var fields: [DetailField] {
    Zone.all.filter { $0.name == title }.map { DetailField("Hours", "+\($0.offset)") }
  }
}

@Suite struct `A small application` {
  @Test func `has lists, details, filters and sorting for a map and two sources`() throws {
    let text = try Zone.application().render(
      size: Size(columns: 60, rows: 16), keys: "s h s h g g Enter")
    expectTrue(text.contains("☆ Oslo"))
    expectTrue(text.contains("Hours  +1"))
  }

  /// Keys of actions that only other apps perform mean nothing, as if no table had them.
  @Test(arguments: ["", "zones://all", "zones://all/Oslo"])
  func `has no key for an action that only other apps perform`(url: String) throws {
    let urls = url.isEmpty ? [] : [try ScreenURL(parsing: url)]
    func screen(_ keys: String) throws -> String {
      try Zone.application().render(
        size: Size(columns: 100, rows: 30), opening: urls, keys: keys)
    }
    var count = 0
    for action in ActionTable.standard.actions where !Application.offersByDefault(action.name) {
      for context in [ActionContext.list, .detail, .rows, .browsing] {
        for keys in action.keys(in: context) {
          let text = try screen(keys.keys.map(\.description).joined(separator: " "))
          expectTrue(!text.contains("' does nothing here"), "\(action.name): \(text)")
          count += 1
        }
      }
    }
    expectTrue(count > 15, "\(count)")
    for words in ["conflicts", "sync", "preview", "changes", "notes"] {
      let help = try screen("? " + words.map { "\($0)" }.joined(separator: " "))
      for title in ["Show conflicts", "Sync with", "import", "Show changes"] {
        expectTrue(!help.contains(title), help)
      }
    }
    expectTrue(try !screen(": > s y n c").contains("Sync with other machines"))
  }

  @Test func `has no help for favorites and undo unless the app has them`() throws {
    let titles = ["Undo", "Redo", "favorite"]
    func help(_ app: Application, _ word: String) throws -> String {
      try app.render(
        size: Size(columns: 100, rows: 30), keys: "? " + word.map { "\($0) " }.joined())
    }
    var app = try Zone.application()
    for title in titles {
      // A line of text has an undo of its own.
      let rows = try help(app, title).split(separator: "\n").dropFirst(3)
      expectEqual(rows.filter { $0.contains(title) && !$0.contains("typing") }, [])
    }
    expectTrue(try help(app, "sort").contains("Sort"))
    app.perform = { action, _ in action == .undo ? [] : nil }
    app.favorites = FavoritesFile("/favorites.json", fileSystem: MemoryFileSystem())
    for title in titles {
      let rows = try help(app, title).split(separator: "\n").dropFirst(3)
      expectTrue(rows.contains { $0.contains(title) && !$0.contains("typing") }, title)
    }
  }

  @Test func `does nothing unseen in a window that is too small`() throws {
    let files = MemoryFileSystem()
    var app = try Zone.application()
    let favorites = FavoritesFile("/favorites.json", fileSystem: files)
    app.favorites = favorites
    func press(_ keys: String, in size: Size) throws {
      _ = try app.render(size: size, opening: ["zones://all"], keys: keys)
    }
    try press("b Enter", in: Size(columns: 20, rows: 5))
    #expect(favorites.favorites.isEmpty)
    try press("b Enter", in: Size(columns: 60, rows: 16))
    #expect(favorites.favorites.count == 1)
  }

  @Test func `takes its query from the URL`() throws {
    let text = try Zone.application().render(
      size: Size(columns: 60, rows: 16), opening: ["zones://all?where=lis&sort=-zone"])
    expectTrue(text.contains("1 of 2"))
    expectTrue(text.contains("ZONE▾"))
  }

  @Test func `shows the last elements of a long list whole`() throws {
    let map = try URLMap<any Screen>(home: "numbers://all") {
      Route("numbers://all") { (_: ScreenURL) in
        let source = ArrayListSource(
          "Numbers",
          columns: [
            .init(ListColumn("n", alignment: .trailing, width: 3...8)) { "\($0)" },
            .init(ListColumn("text", width: 10...40)) { "text \($0)" },
          ], id: { "\($0)" }, elements: { Array(1...100_010) })
        source.hasNewestLast = true
        return ListScreen(source)
      }
    }
    let text = try Application(map).render(size: Size(columns: 60, rows: 10))
    expectTrue(text.contains("  100010  text 100010"), text)
    expectTrue(!text.contains("…"), text)
  }

  @Test func `reads its elements again only if they may have changed`() {
    var (reads, newest, followed) = (0, 1 as Int?, 0)
    let list = ArrayListSource(
      "Numbers", columns: [.init(ListColumn("n")) { (n: Int) in "\(n)" }], id: { "\($0)" },
      elements: {
        reads += 1
        return Array(1...(newest ?? 9))
      })
    list.followUp = {
      followed += 1
      return []
    }
    list.generation = { newest }
    for _ in 0..<3 { _ = list.refresh() }
    expectEqual([reads, followed, list.count], [2, 3, 1])
    newest = 4
    for _ in 0..<3 { _ = list.refresh() }
    expectEqual([reads, followed, list.count], [3, 6, 4])
    _ = list.apply(ListQuery(filter: "3"))
    _ = list.refresh()
    expectEqual([reads, list.count], [3, 1])
    newest = nil
    for _ in 0..<3 { _ = list.refresh() }
    expectEqual(reads, 6)
  }

  @Test func `hints the actions of its author before those that every screen has`() throws {
    var app = try Zone.application()
    app.actions.add([
      Action(
        "zones.pin", title: "Pin the zone", hint: "pin", keys: [", p"], in: [.list], isHinted: true)
    ])
    app.offers = { action, _ in action == "zones.pin" ? true : nil }
    let text = try app.render(size: Size(columns: 60, rows: 12))
    let hints = try #require(text.split(separator: "\n").last)
    expectTrue(hints.contains("pin"), "\(hints)")
  }

  @Test func `adds and deletes what its list was given to add and delete with`() {
    var names = ["Lisbon"]
    let list = ArrayListSource(
      "Zones", columns: [.init(ListColumn("zone")) { $0 }], id: { $0 },
      add: {
        names.append("Oslo")
        return []
      },
      delete: { name in
        names.removeAll { $0 == name }
        return []
      }, elements: { names })
    expectEqual(list.add(in: nil)?.isEmpty, true)
    expectEqual(list.delete(["Lisbon"])?.isEmpty, true)
    expectTrue(list.delete(["Bergen"]) == nil)
    expectEqual(names, ["Oslo"])
  }
}
