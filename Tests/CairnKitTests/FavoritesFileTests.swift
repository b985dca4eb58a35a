import CairnFiles
import CairnKit
import TestSupport
import Testing

@Suite struct `Favorites in a file` {
  private let files = MemoryFileSystem()

  private func favorites() -> FavoritesFile { FavoritesFile("/data/f.json", fileSystem: files) }

  private func app(_ favorites: FavoritesFile) throws -> Application {
    let map = try URLMap<any Screen>(home: "zones://~launcher") {
      Route("zones://~launcher", .shared) { (_: ScreenURL) in LauncherScreen(favorites) }
      Route("zones://all") { (_: ScreenURL) in
        ExplainScreen(Explanation("Zones", subject: "", reason: "All of them."))
      }
    }
    var app = Application(map)
    app.favorites = favorites
    app.perform = { action, _ in favorites.perform(action) }
    return app
  }

  @Test func `are kept for the next start, changed, moved, and undone`() throws {
    let first = favorites()
    _ = first.addFavorite(Favorite(url: "zones://all", title: "All", letter: "a"))
    _ = first.addFavorite(Favorite(url: "zones://all?where=x", title: "Some", section: "Mine"))
    _ = first.addFavorite(Favorite(url: "zones://all?where=y", title: "Others"))
    let second = favorites()
    expectEqual(second.favorites.map(\.title), ["All", "Others", "Some"])
    _ = second.moveFavorite("zones://all?where=y", by: -1)
    expectEqual(favorites().favorites.map(\.title), ["Others", "All", "Some"])
    var changed = second.favorites[1]
    changed.title = "Every zone"
    _ = second.updateFavorite(changed)
    _ = second.removeFavorite("zones://all?where=x")
    expectEqual(favorites().favorites.map(\.title), ["Others", "Every zone"])
    for _ in 0..<3 { expectTrue(second.perform(.undo) != nil) }
    expectEqual(favorites().favorites.map(\.title), ["All", "Others", "Some"])
    expectTrue(second.perform(.undo) == nil)
    expectTrue(second.perform(.redo) != nil)
    expectEqual(favorites().favorites.map(\.title), ["Others", "All", "Some"])
  }

  @Test func `are on the launcher, where a letter opens them`() throws {
    let favorites = favorites()
    _ = favorites.addFavorite(Favorite(url: "zones://all", title: "Zones of all", letter: "w"))
    let text = try app(favorites).render(size: Size(columns: 60, rows: 16))
    expectTrue(text.contains("Zones of all"), text)
    let opened = try app(favorites).render(size: Size(columns: 60, rows: 16), keys: "w")
    expectTrue(opened.contains("All of them."), opened)
  }

  @Test func `keep what another process wrote, and replace no file that they can't read`() throws {
    let (one, other) = (favorites(), favorites())
    _ = one.addFavorite(Favorite(url: "zones://a", title: "A"))
    _ = other.addFavorite(Favorite(url: "zones://b", title: "B"))
    expectEqual(favorites().favorites.map(\.title), ["A", "B"])
    // The undo of one process takes back its own change only.
    _ = one.perform(.undo)
    expectEqual(favorites().favorites.map(\.title), ["B"])
    _ = one.perform(.redo)
    expectEqual(favorites().favorites.map(\.title), ["B", "A"])
    try files.replace("/data/f.json", with: Array("{ broken".utf8))
    let broken = favorites()
    expectTrue(broken.isReadOnly)
    expectEqual(broken.summary, "/data/f.json is no list of favorites")
    _ = broken.addFavorite(Favorite(url: "zones://c", title: "C"))
    expectEqual(String(decoding: try files.read("/data/f.json"), as: UTF8.self), "{ broken")
  }
}
