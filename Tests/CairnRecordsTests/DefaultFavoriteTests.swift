import CairnKit
import CairnRecords
import CairnStore
import TestSupport
import Testing

extension Kitchen {
  static let quick = DefaultFavorite(
    "cairn://recipes?where=soup", "Quick", letter: "s", section: "Tonight")
  static let authors = DefaultFavorite("cairn://authors", "Authors")
  static let about = DefaultFavorite("cairn://~about", "About", section: "Tonight")

  /// What an author writes for an app with favorites of its own.
  func application(_ defaults: [DefaultFavorite]) throws -> Application {
    let launcher = RecordLauncher(client: client, place: "the kitchen", defaults: defaults)
    let map = try URLMap<any Screen>(home: "cairn://~launcher") {
      Route("cairn://~launcher", .root) { LauncherScreen(launcher) }
      Route("cairn://authors") { (url: ScreenURL) in
        ListScreen(try RecordListSource(url, entity: "Author", origin: nil, client: client))
      }
    }
    var application = Application(map)
    application.favorites = launcher
    application.perform = { [client] action, _ in action == .undo ? client.undo() : nil }
    return application
  }

  /// The launcher after a start of the app and some keys.
  func start(_ defaults: [DefaultFavorite], _ keys: String = "") throws -> [String] {
    try application(defaults).render(size: Size(columns: 80, rows: 24), keys: keys)
      .split(separator: "\n").map(String.init)
  }

  func favorites(_ defaults: [DefaultFavorite]) throws -> [String] {
    try store.snapshot.favorites(beside: defaults).map(\.title)
  }
}

@Suite struct `Favorites that an app declares` {
  private let kitchen: Kitchen

  init() throws { kitchen = try Kitchen() }

  private func contains(_ lines: [String], _ words: String...) -> Bool {
    lines.contains { line in words.allSatisfy(line.contains) }
  }

  @Test func `are on the launcher from the start, and not in the store`() throws {
    try kitchen.add("Recipe", ["Name": .text("Onion soup")])
    let lines = try kitchen.start([Kitchen.quick, Kitchen.authors, Kitchen.about])
    expectTrue(contains(lines, "TONIGHT"))
    expectTrue(contains(lines, "Quick", "cairn://recipes?where=soup", "1"))
    expectTrue(contains(lines, "a ≡  Authors"))
    expectTrue(!lines.joined().contains("gone"))
    try expectTrue(kitchen.store.snapshot.favorites().isEmpty)
  }

  @Test func `never come back once they were removed, but by undo`() throws {
    let defaults = [Kitchen.authors, Kitchen.quick]
    let removed = try kitchen.start(defaults, "D")
    expectTrue(contains(removed, "removed Authors · u undoes it"))
    expectTrue(!contains(removed, "a ≡  Authors"))
    expectTrue(!contains(try kitchen.start(defaults), "a ≡  Authors"))
    try kitchen.store.fold()
    expectTrue(!contains(try kitchen.start(defaults.reversed()), "a ≡  Authors"))
    expectTrue(contains(try kitchen.start(defaults, "u"), "a ≡  Authors"))
    expectTrue(contains(try kitchen.start(defaults), "a ≡  Authors"))
  }

  @Test func `appear in a store that is older than they are`() throws {
    _ = try kitchen.start([Kitchen.authors], "D")
    let lines = try kitchen.start([Kitchen.authors, Kitchen.quick])
    expectTrue(contains(lines, "Quick"))
    expectTrue(!contains(lines, "a ≡  Authors"))
  }

  @Test func `stay as a person has changed them`() throws {
    let defaults = [Kitchen.authors, Kitchen.about, Kitchen.quick]
    _ = try kitchen.start(defaults, "E Tab End X Enter")
    let renamed = DefaultFavorite("cairn://authors", "Writers")
    try expectEqual(kitchen.favorites([renamed, Kitchen.about]), ["AuthorsX", "About"])
    _ = try kitchen.start(defaults, "j S-Up")
    try expectEqual(kitchen.favorites(defaults), ["AuthorsX", "About", "Quick"])
    _ = try kitchen.start(defaults, "} S-Down")
    try expectEqual(kitchen.favorites(defaults), ["AuthorsX", "Quick", "About"])
  }

  @Test func `can be kept again by the person who removed them`() throws {
    let defaults = [Kitchen.authors]
    _ = try kitchen.start(defaults, "E Tab End X Enter D")
    try expectTrue(kitchen.favorites(defaults).isEmpty)
    let application = try kitchen.application(defaults)
    _ = try application.render(
      size: Size(columns: 80, rows: 24), opening: ["cairn://authors"], keys: "b s")
    let kept = try kitchen.store.snapshot.favorites(beside: defaults)
    expectEqual(kept.map(\.title), ["Authors"])
    expectEqual(kept.map(\.letter), ["s"])
  }

  @Test func `stay away when their collection has another name since`() throws {
    let defaults = [DefaultFavorite("cairn://authors", "Everybody")]
    _ = try kitchen.start(defaults, "D")
    try rename("Author", to: "Writer")
    expectTrue(!contains(try kitchen.start(defaults), "Everybody"))
    try kitchen.changeModel(
      Kitchen.modelText.replacing("%plural: authors", with: "%plural: people"))
    expectTrue(!contains(try kitchen.start(defaults), "Everybody"))
  }

  @Test func `stay as a person has changed them when their collection has another name`() throws {
    let defaults = [DefaultFavorite("cairn://authors", "Everybody")]
    _ = try kitchen.start(defaults, "E Tab End X Enter")
    try rename("Author", to: "Writer")
    let lines = try kitchen.start(defaults)
    expectEqual(lines.count { $0.contains("Everybody") }, 1)
    expectTrue(contains(lines, "EverybodyX"))
    _ = try kitchen.start(defaults, "D")
    expectTrue(!contains(try kitchen.start(defaults), "Everybody"))
  }

  @Test(arguments: ["D", "E Tab End X Enter D"])
  func `stay away when their record has another handle since`(keys: String) throws {
    let soup = try kitchen.add("Recipe", ["Name": .text("Soup"), "Slug": .text("soup")])
    let defaults = [DefaultFavorite("cairn://recipes/soup", "Everyday")]
    _ = try kitchen.start(defaults, keys)
    let context = kitchen.store.newContext()
    try context.existingObject(with: soup)["Slug"] = .text("stew")
    try context.save(title: "change")
    expectTrue(!contains(try kitchen.start(defaults), "Everyday"))
    try kitchen.add("Recipe", ["Name": .text("Other"), "Slug": .text("soup")])
    expectTrue(!contains(try kitchen.start(defaults), "Everyday"))
  }

  @Test func `are shown once if two are of one view`() throws {
    let twice = [Kitchen.authors, DefaultFavorite("cairn://authors", "Writers")]
    try expectEqual(kitchen.favorites(twice), ["Authors"])
  }

  @Test func `are changed in the record that is shown, not in the mark beside it`() throws {
    let defaults = [Kitchen.authors]
    try write(["Url": .text("cairn://authors"), "Removed": .boolean(true)])
    try write(["Url": .text("cairn://authors"), "Title": .text("A"), "Name": .text("all")])
    let change = FavoriteChange.update(
      url: "cairn://authors", title: "B", letter: nil, section: "")
    try kitchen.store.commit(title: change.title) { (draft) throws(StoreError) in
      try change.apply(to: &draft, beside: defaults)
    }
    let favorites = try kitchen.store.snapshot.favorites(beside: defaults)
    expectEqual(favorites.map(\.title), ["B"])
    expectEqual(favorites.map(\.name), ["all"])
  }

  private func write(_ values: [String: Value]) throws {
    try kitchen.store.commit(title: "another hand") { (draft) throws(StoreError) in
      let id = ObjectID(
        entity: Entity.favorite.name, key: try draft.mintKey(for: Entity.favorite.name))
      let fields = values.map { FieldChange(name: $0.key, old: nil, new: $0.value) }
      draft.changes.append(RecordChange(id: id, kind: .insert, fields: fields))
    }
  }

  private func rename(_ old: String, to new: String) throws {
    try kitchen.changeModel(
      Kitchen.modelText.replacing(
        "%rec: \(old)\n%plural: \(old.lowercased())s",
        with: "%rec: \(new)\n%formerly: \(old)\n%plural: \(new.lowercased())s"))
  }

  @Test func `leave a letter to the favorite that a person gave it`() throws {
    let change = FavoriteChange.add([
      NewFavorite(url: "cairn://recipes", title: "All", letter: "a")
    ])
    try kitchen.store.commit(title: change.title) { (draft) throws(StoreError) in
      try change.apply(to: &draft)
    }
    let favorites = try kitchen.store.snapshot.favorites(
      beside: [Kitchen.authors, DefaultFavorite("cairn://~about", "Words", letter: "a")])
    expectEqual(favorites.map(\.letter), ["t", "r", "a"])
  }

  @Test(arguments: SeededGenerator.seeds(20))
  func `are shown unless they were removed, whatever else happens`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let defaults = (0..<4).map { DefaultFavorite(ScreenURL(["recipes", "~\($0)"]), "\($0)") }
    var expected = Set(defaults.map(\.url.text))
    for _ in 0..<25 {
      let url = ScreenURL(["recipes", "~\(random.number(0...6))"]).text
      let change: FavoriteChange
      switch random.number(0...4) {
      case 0, 1: change = .remove(url: url)
      case 2: change = .move(url: url, to: random.number(-1...5))
      case 3 where expected.contains(url):
        let section = random.number(0...1) == 0 ? "" : "Other"
        change = .update(url: url, title: "new", letter: nil, section: section)
      default: change = .add([NewFavorite(url: url, title: "again")])
      }
      if case .remove = change { expected.remove(url) }
      if case .add = change { expected.insert(url) }
      try kitchen.store.commit(title: change.title) { (draft) throws(StoreError) in
        try change.apply(to: &draft, beside: defaults)
      }
      let shown = try kitchen.store.snapshot.favorites(beside: defaults).map(\.url)
      expectEqual(shown.count, Set(shown).count)
      expectEqual(Set(shown), expected, "seed \(seed), \(change)")
    }
  }
}
