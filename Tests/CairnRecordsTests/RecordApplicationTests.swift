import CairnFiles
import CairnInterface
import CairnKit
import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import Synchronization
import TestSupport
import Testing

/// An app of another author over the kitchen's records, under a scheme of its own.
@Suite struct `An app over records` {
  private let kitchen: Kitchen
  private let client: StoreClient

  init() throws {
    kitchen = try Kitchen.withThreeRecipes()
    client = StoreClient(kitchen.store, scheme: "kitchen", clock: kitchen.client.clock)
  }

  private func app(
    favorites: [DefaultFavorite] = [],
    @URLMapBuilder<any Screen> _ routes: () -> [MapItem<any Screen>] = { [] }
  ) throws -> Application {
    try Application(records: client, favorites: favorites, routes: routes)
  }

  private func screen(_ app: Application, _ url: String = "", keys: String = "") throws -> String {
    let urls = url.isEmpty ? [] : [try ScreenURL(parsing: url)]
    return try app.render(size: Size(columns: 80, rows: 24), opening: urls, keys: keys)
  }

  @Test func `begins at a launcher with all collections`() throws {
    let text = try screen(app())
    #expect(text.contains("Authors") && text.contains("Recipes"), "\(text)")
    #expect(text.contains("4 records · /kitchen"), "\(text)")
  }

  @Test func `opens lists, pages and forms under its scheme`() throws {
    let app = try app()
    #expect(try screen(app, "kitchen://recipes").contains("Onion tart"))
    #expect(try screen(app, "kitchen://recipes/p3").contains("★★★★★"))
    #expect(try screen(app, "kitchen://recipes/p2/author").contains("Ines"))
    #expect(try screen(app, "kitchen://recipes/~new").contains("New recipe"))
    // From a list to its page, to its link, and up again.
    #expect(try screen(app, "kitchen://recipes", keys: "G Enter").contains("★★★★★"))
    let shown = try screen(app, keys: "j Enter Enter")
    #expect(shown.contains("kitchen") || shown.contains("Bread"), "\(shown)")
  }

  @Test func `saves a form, undoes it, and folds at the end`() throws {
    let app = try app()
    let text = try screen(app, "kitchen://recipes/~new", keys: "Leek C-s")
    #expect(text.contains("added"), "\(text)")
    #expect(try kitchen.store.snapshot.count(of: "Recipe") == 4)
    app.finish()
    let shard = try kitchen.files.read("/kitchen/data/Recipe/0000.rec")
    #expect(String(decoding: shard, as: UTF8.self).contains("Leek"))
    _ = try screen(app, "kitchen://recipes", keys: "u")
    #expect(try kitchen.store.snapshot.count(of: "Recipe") == 3)
  }

  @Test func `writes the text files in quiet moments`() throws {
    let app = try app()
    try kitchen.add("Recipe", ["Name": .text("Leek")])
    #expect(kitchen.store.shardsBehind > 0)
    #expect(app.upkeep?() == nil)
    #expect(kitchen.store.shardsBehind == 0)
  }

  @Test func `writes a changed model in a quiet moment, too`() throws {
    let app = try app()
    #expect(app.upkeep?() == nil && !kitchen.store.isTextBehind)
    try kitchen.store.updateModel(title: "count minutes") { (model) throws(StoreError) in
      var entities = model.entities
      for place in entities.indices where entities[place].name == "Recipe" {
        entities[place].append(.attribute(Attribute(name: "Minutes", type: .integer)))
      }
      return try ObjectModel(entities: entities)
    }
    #expect(kitchen.store.isTextBehind && kitchen.store.shardsBehind == 0)
    #expect(app.upkeep?() == nil && !kitchen.store.isTextBehind)
    let model = String(decoding: try kitchen.files.read("/kitchen/model/1.rec"), as: UTF8.self)
    #expect(model.contains("%type: Minutes int"), "\(model)")
  }

  @Test func `keeps favorites that other apps over the store show, too`() throws {
    let quick = DefaultFavorite("kitchen://recipes?where=rating>=4", "Good", section: "Tonight")
    let app = try app(favorites: [quick])
    #expect(try screen(app).contains("Good"))
    _ = try screen(app, "kitchen://recipes?where=name:soup", keys: "b Enter")
    let kept = try kitchen.store.snapshot.favorites()
    #expect(kept.map(\.url) == ["cairn://recipes?where=name:soup"])
    let launcher = try screen(app)
    #expect(launcher.contains("Recipes · name:soup"), "\(launcher)")
    #expect(
      app.favorites?.favorites.contains { $0.url == "kitchen://recipes?where=name:soup" } == true)
    #expect(app.favorites?.isKept("kitchen://recipes?where=name:soup") == true)
  }

  @Test func `keeps a draft whose collection is gone, and shows what was typed`() throws {
    final class Kept: Sendable {
      let state = Mutex<NavigatorState?>(nil)
    }
    let kept = Kept()
    func render(_ urls: [ScreenURL], _ keys: String) throws -> String {
      var app = try app()
      app.state = StateKeeping(restored: kept.state.withLock(\.self)) { state, _ in
        kept.state.withLock { $0 = state }
      }
      return try app.render(size: Size(columns: 80, rows: 24), opening: urls, keys: keys)
    }
    #expect(try render(["kitchen://recipes/~new"], "Leek").contains("Leek"))
    try kitchen.changeModel("%rec: Author\n%plural: authors\n%mandatory: Name\n")
    for keys in ["", "Escape", "M-Left"] {
      let text = try render([], keys)
      #expect(keys != "" || text.contains("Leek") && text.contains("Discard the draft"), "\(text)")
      #expect(kept.state.withLock { $0?.entries.filter { $0.importance == .draft }.count } == 1)
    }
    try kitchen.changeModel(Kitchen.modelText)
    #expect(try render(["kitchen://recipes/~new"], "").contains("Leek"))
  }

  @Test func `names the first damaged line`() throws {
    try kitchen.store.fold()
    let path = "/kitchen/data/Recipe/0000.rec"
    let text = String(decoding: try kitchen.files.read(path), as: UTF8.self)
    try kitchen.files.replace(path, with: Array((text + "no field\n").utf8))
    try kitchen.store.refresh()
    let app = try app()
    _ = try screen(app, "kitchen://recipes")
    let alert = app.alert("kitchen://recipes")?.text
    #expect(alert?.hasPrefix("damaged in 1 place: data/Recipe/0000.rec") == true, "\(alert ?? "")")
  }

  @Test func `begins at its own home if a route has that address`() throws {
    let app = try app {
      Route("kitchen://~launcher") { (_: ScreenURL) in
        ExplainScreen(Explanation("Home", subject: "", reason: "what to cook"))
      }
      Route("kitchen://~find?q=(q)") { (q: String?) in
        ExplainScreen(Explanation("Search", subject: "", reason: "for \(q ?? "all")"))
      }
    }
    #expect(try screen(app).contains("what to cook"))
    #expect(try screen(app, "kitchen://recipes", keys: "g h").contains("what to cook"))
    #expect(try screen(app, "kitchen://~find?q=tart").contains("for tart"))
    #expect(try screen(app, "kitchen://~recents").contains("Recents"))
  }

  @Test func `is not made with a favorite that no key opens`() {
    let quick = DefaultFavorite("kitchen://recipes", "Quick", letter: "q")
    let digit = DefaultFavorite("kitchen://recipes?sort=-rating", "Best", letter: "1")
    let gone = DefaultFavorite("kitchen://drinks", "Drinks", letter: "d")
    let error = #expect(throws: NavigationError.self) { try app(favorites: [gone, quick, digit]) }
    #expect(
      error.map { "\($0)" } == """
        the favorite "Quick" has the letter q, and no favorite can have that; \
        the favorite "Best" has the letter 1, and no favorite can have that
        """)
  }

  @Test func `has screens of its own, and calls a favorite of one no missing record`() throws {
    let app = try app {
      Route("kitchen://tonight") { (_: ScreenURL) in
        ExplainScreen(Explanation("Tonight", subject: "", reason: "soup"))
      }
    }
    #expect(try screen(app, "kitchen://tonight").contains("soup"))
    #expect(try screen(app, "kitchen://tonights").contains("no collection called tonights"))
    let favorite = Favorite(url: "kitchen://tonight", title: "Tonight")
    for effect in try #require(app.favorites).addFavorite(favorite) {
      guard case .run(let job) = effect else { continue }
      _ = job.completion(job.work())
    }
    #expect(app.favorites?.favorites.map(\.isGone) == [false])
  }

  @Test func `names no key of a screen that it lacks`() throws {
    let text = try screen(app(), "kitchen://recipes", keys: "u")
    #expect(text.contains("nothing to undo since the app started"), "\(text)")
    #expect(!text.contains("older changes"), "\(text)")
    for url in ["kitchen://recipes", "kitchen://recipes/p3", ""] {
      for keys in ["g u", "g s", "g =", "x", "I", "E"] {
        let text = try screen(app(), url, keys: keys)
        #expect(!text.contains("' does nothing here"), "\(url) \(keys): \(text)")
      }
    }
  }

  @Test func `explains what does not exist, with the nearest names`() throws {
    let app = try app()
    let text = try screen(app, "kitchen://recipies")
    #expect(text.contains("Open recipes"), "\(text)")
    #expect(try screen(app, "kitchen://recipes/p99").contains("no record p99"))
  }

  @Test func `searches all records, and lists recent screens and messages`() throws {
    let app = try app()
    #expect(try screen(app, "kitchen://~find?q=tart").contains("Onion tart"))
    #expect(try screen(app, "kitchen://recipes", keys: "H").contains("Recipes"))
    #expect(try screen(app, "kitchen://~messages").contains("Messages"))
    #expect(try screen(app, "kitchen://~recents").contains("Recent"))
  }

  @Test func `refuses routes that contradict those of the records`() throws {
    #expect(throws: NavigationError.self) {
      _ = try Application(records: kitchen.store, scheme: "kitchen") {
        Route("kitchen://(name)/(id)/~edit") { (name: String, id: String) in
          ExplainScreen(Explanation("", subject: name, reason: id))
        }
        Route("kitchen://(name)/(id)/~edit") { (name: String, id: String) in
          ExplainScreen(Explanation("", subject: name, reason: id))
        }
      }
    }
  }

  @Test func `keeps undo beside actions of its own, which get the meant records`() throws {
    var app = try app()
    final class Seen { var ids: [ObjectID] = [] }
    let seen = Seen()
    app.perform = { [client] action, place in
      guard action == .importFile else { return nil }
      seen.ids = client.records(at: place)
      return []
    }
    app.offers = { action, _ in action == .importFile ? true : nil }
    _ = try screen(app, "kitchen://recipes/~new", keys: "Leek C-s")
    _ = try screen(app, "kitchen://recipes", keys: "u")
    #expect(try kitchen.store.snapshot.count(of: "Recipe") == 3)
    let place = ActionPlace(url: "kitchen://recipes", marks: ["p3", "p1"])
    #expect(client.records(at: place).map(\.key.description) == ["p1", "p3"])
    #expect(client.record(at: ActionPlace(url: "kitchen://recipes/p2"))?.key.description == "p2")
    #expect(client.records(at: ActionPlace(url: "kitchen://~find")).isEmpty)
  }

  @Test func `leaves the addresses of other programs as they are`() {
    let mount = Mount(scheme: "kitchen")
    let web = ScreenURL(scheme: "https", ["example.org", "a"])
    #expect(mount.outward(web) == web)
    #expect(mount.inward(web) == nil)
    #expect(mount.outward("cairn://recipes") == "kitchen://recipes")
  }

  @Test func `takes in what another program saves`() throws {
    let app = try app()
    var options = ObjectStore.Options(
      folder: "/kitchen", fileSystem: kitchen.files, clock: { .now })
    options.localTime = .fixed(0)
    let other = try ObjectStore.open(options)
    let context = other.newContext()
    try context.create("Recipe")["Name"] = .text("Ramen")
    try context.save(title: "add")
    for case .run(let job) in app.reload() { _ = job.completion(job.work()) }
    #expect(try screen(app, "kitchen://recipes").contains("Ramen"))
  }
}
