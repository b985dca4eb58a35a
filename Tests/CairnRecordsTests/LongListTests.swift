import CairnFiles
import CairnInterface
import CairnNavigation
import CairnStore
import TestSupport
import Testing

@testable import CairnRecords
@testable import CairnScreens

/// What takes longer than a key's drawing may is work for another thread.
@Suite struct `A long list` {
  let kitchen: Kitchen

  init() throws {
    kitchen = try Kitchen()
    let context = kitchen.store.newContext()
    for number in 0..<4200 {
      let recipe = try context.create("Recipe")
      recipe["Name"] = .text("Soup \(number * 7919 % 4200)")
      recipe["Rating"] = .integer(Int64(number % 6))
    }
    try context.save(title: "add")
  }

  private func job(_ effects: [Effect]) throws -> BackgroundJob {
    let jobs = effects.compactMap { if case .run(let job) = $0 { job } else { nil } }
    expectEqual(jobs.count, 1)
    return try #require(jobs.first)
  }

  private func carryOut(_ effects: [Effect]) throws {
    let job = try job(effects)
    expectTrue(job.holdsKeys)
    _ = job.completion(job.work())
  }

  @Test func `has no rows until they were sorted, and stays where it was left`() throws {
    let source = try kitchen.list("recipes?sort=Name")
    let screen = ListScreen(source)
    screen.layOut(in: Size(columns: 80, rows: 20))
    expectEqual(source.phase, .loading)
    expectTrue((source.count, source.total, source.columns.count) == (0, 0, 0))
    expectEqual(source.query.sorts, [ListSort("Name", isDescending: false)])
    expectTrue(screen.reveal(["recipes/p100"]))
    let effects = screen.refresh(Surroundings())
    // Somebody else's news start it no second time.
    expectTrue(screen.refresh(Surroundings()).isEmpty)
    try carryOut(effects)
    expectTrue(screen.refresh(Surroundings()).isEmpty)
    expectEqual(source.phase, .ready)
    expectEqual(source.row(at: 1).cells[0], "Soup 1")
    expectEqual(screen.selectedID, "p100")
  }

  @Test func `keeps its rows while it is sorted anew, and knows an order again`() throws {
    let source = try kitchen.list("recipes?sort=Name")
    try carryOut(source.refresh())
    let first = source.id(at: 0)
    let effects = source.apply(ListQuery(sorts: [ListSort("Rating", isDescending: true)]))
    expectEqual(source.id(at: 0), first)
    expectTrue(source.refresh().isEmpty)
    try carryOut(effects)
    expectEqual(source.row(at: 0).cells[1], "5")
    expectTrue(source.apply(ListQuery(sorts: [ListSort("Name")])).isEmpty)
    expectEqual(source.row(at: 0).cells[0], "Soup 0")
    // What was saved since is put in its place at once.
    try kitchen.add("Recipe", ["Name": .text("Aioli")])
    expectTrue(source.refresh().isEmpty)
    expectEqual(source.row(at: 0).cells[0], "Aioli")
  }

  @Test func `goes through its rows to a letter on another thread, and in order to one at once`()
    throws
  {
    let source = try kitchen.list("recipes?sort=Rating")
    let screen = ListScreen(source)
    screen.layOut(in: Size(columns: 80, rows: 20))
    _ = carryOutAll(screen.refresh(Surroundings()))
    _ = screen.refresh(Surroundings())
    let answer = { (letter: String) throws -> [Effect] in
      guard case .present(let prompt)? = screen.perform(.jumpToLetter)?.first else { return [] }
      return try #require(prompt.insert(letter))
    }
    try carryOut(try answer("4"))
    expectEqual(screen.cursorRow, 4 * 700)
    // The next one has it, too, which takes no work.
    expectEqual(carryOutAll(try answer("4")), 0)
    expectEqual(screen.cursorRow, 4 * 700 + 1)
    let effects = try answer("m")
    let job = try job(effects)
    // Rows came meanwhile: it is looked for again among those that are there.
    try kitchen.add("Recipe", ["Name": .text("Mash"), "Rating": .integer(0)])
    _ = screen.refresh(Surroundings())
    expectEqual(carryOutAll(job.completion(job.work())), 1)

    _ = carryOutAll(screen.apply(ListQuery(sorts: [ListSort("Name")])))
    _ = screen.refresh(Surroundings())
    expectEqual(carryOutAll(try answer("m")), 0)
    expectEqual(source.row(at: try #require(screen.cursorRow)).cells[0], "Mash")
  }

  @Test func `offers its records to a link from another thread`() throws {
    let id = try kitchen.add("Author", ["Name": .text("Ana")])
    let form = try RecordFormSource(editing: id, client: kitchen.client)
    let field = try #require(form.fields.first { $0.name == "Recipes" })
    let find = try #require(form.findingCandidates(for: field, matching: "4199", limit: 9))
    expectEqual(find().map(\.title), ["Soup 4199", "4199"])
    expectEqual(find(), form.candidates(for: field, matching: "4199", limit: 9))
    let recipe = try RecordFormSource(
      editing: ObjectID(entity: "Recipe", key: RecordKey(sequence: 1)), client: kitchen.client)
    let author = try #require(recipe.fields.first { $0.name == "Author" })
    expectTrue(recipe.findingCandidates(for: author, matching: "", limit: 9) == nil)
  }

  @Test func `reads a pasted filter on another thread`() throws {
    let source = try kitchen.list("recipes")
    expectTrue(source.apply(ListQuery(filter: "soap")).isEmpty)
    let words = Array(repeating: "soap", count: 2000).joined(separator: " ")
    try carryOut(source.apply(ListQuery(filter: words)))
    expectEqual(source.count, 0)
    expectTrue(source.apply(ListQuery(filter: "")).isEmpty)
    try carryOut(source.apply(ListQuery(filter: words + " (")))
    expectTrue(source.filterProblem != nil)
  }

  @Test func `tests all its records anew on another thread where its filter looks at others`()
    throws
  {
    let context = kitchen.store.newContext()
    for number in 0..<30_000 {
      try context.create("Author")["Name"] = .text("Ann \(number)")
    }
    try context.save(title: "add")
    let own = try kitchen.list("recipes?where=rating:0..5")
    expectTrue(own.refresh().isEmpty)
    let around = try kitchen.list("recipes?where=author:ann")
    try carryOut(around.refresh())
    let author = try #require(kitchen.store.snapshot.table("Author")?.rows.first { _ in true })
    try kitchen.add(
      "Recipe", ["Name": .text("Aioli"), "Rating": .integer(5), "Author": .link(author.key)])
    // What was saved since is all that the record's own fields need to be looked at for.
    expectTrue(own.refresh().isEmpty)
    expectEqual(own.total, 4201)
    try carryOut(around.refresh())
    expectTrue((around.count, around.total) == (1, 4201))
  }

  @Test func `goes back to what it shows where nobody waits any more`() throws {
    let source = try kitchen.list("recipes?where=soup&sort=Name")
    try carryOut(source.refresh())
    let query = source.query
    var other = query
    other.sorts = [ListSort("Rating")]
    let abandon = try #require(try job(source.apply(other)).abandon)
    let effects = abandon()
    expectEqual(source.query, query)
    guard case .setItems(let items)? = effects.first else {
      Issue.record("no query items are set")
      return
    }
    expectEqual(items.first { $0.name == "sort" }?.value, "Name")
    expectEqual(source.count, 4200)

    // Also for files that are looked at, whose URLs name the files.
    let outward = { @Sendable (url: ScreenURL) in url.setting("file", to: "a.csv") }
    let mount = Mount(outward: outward) { $0.setting("file", to: nil) }
    let mounted = StoreClient(kitchen.store, clock: kitchen.client.clock, mount: mount)
    let peeked = try RecordListSource(
      outward(try ScreenURL(parsing: "cairn://recipes?where=soup&sort=Name")), entity: "Recipe",
      origin: nil, client: mounted)
    _ = peeked.refresh()
    guard case .setItems(let all)? = try job(peeked.apply(other)).abandon?().first else {
      Issue.record("no query items are set")
      return
    }
    expectEqual(all.first { $0.name == "file" }?.value, "a.csv")

    let unread = try kitchen.list("recipes?sort=-Rating,Name")
    _ = try job(unread.refresh()).abandon?()
    expectEqual(unread.phase, .failed("reading it was canceled"))
    try carryOut(unread.refresh())
    expectEqual(unread.phase, .ready)
  }

  /// Does all work that effects ask for, and says how many pieces of it there were.
  private func carryOutAll(_ effects: [Effect]) -> Int {
    effects.reduce(0) { count, effect in
      guard case .run(let job) = effect else { return count }
      return count + 1 + carryOutAll(job.completion(job.work()))
    }
  }

  @Test func `looks for its marks on another thread once rows are gone or filtered`() throws {
    let source = try kitchen.list("recipes")
    let screen = ListScreen(source)
    screen.layOut(in: Size(columns: 80, rows: 20))
    _ = carryOutAll(screen.refresh(Surroundings()))
    _ = carryOutAll(try #require(screen.perform(.markAll)))
    _ = carryOutAll(screen.refresh(Surroundings()))
    expectEqual(screen.marks.count, 4200)
    let context = kitchen.store.newContext()
    let gone = [3, 4000].map { ObjectID(entity: "Recipe", key: RecordKey(sequence: $0)) }
    try context.delete(gone)
    try context.save(title: "delete")
    _ = kitchen.client.reload()
    var pieces = 0
    for _ in 0..<3 { pieces += carryOutAll(screen.refresh(Surroundings())) }
    expectEqual(screen.marks.count, 4198)
    expectTrue(pieces > 0)
    expectEqual(carryOutAll(screen.refresh(Surroundings())), 0)
    expectTrue(source.existing(of: screen.marks).isLater)
    expectTrue(!source.existing(of: ["p1"]).isLater)

    var query = source.query
    query.filter = "Rating>0"
    _ = carryOutAll(screen.apply(query))
    for _ in 0..<2 { _ = carryOutAll(screen.refresh(Surroundings())) }
    expectTrue(
      screen.status.text.contains("4 198 marked, 700 out of sight"), "\(screen.status.text)")
  }

  @Test func `isn't read again and again where that fails`() throws {
    try kitchen.store.fold()
    let now = try #require(Timestamp(Kitchen.now))
    let store = try ObjectStore.open(
      ObjectStore.Options(folder: "/kitchen", fileSystem: kitchen.files, clock: { now }))
    let client = StoreClient(store, clock: { WallClock(now: now) })
    let source = try RecordListSource(
      "recipes", entity: "Recipe", origin: nil, client: client)
    let names = try kitchen.files.list("/kitchen/data/Recipe")
    for name in names {
      try kitchen.files.replace("/kitchen/data/Recipe/\(name)", with: [0xFF, 0xFE, 0])
    }
    let job = try job(source.refresh())
    let effects = job.completion(job.work())
    guard case .failed = source.phase else { return }
    expectTrue(effects.isEmpty)
  }

  @Test func `tells at once of a filter that can't be read, so that no URL has it`() throws {
    let source = try kitchen.list("recipes?sort=Name")
    try carryOut(source.refresh())
    var query = source.query
    query.sorts = [ListSort("Rating")]
    query.filter = "Stars>2"
    expectTrue(source.apply(query).isEmpty)
    expectTrue(source.filterProblem != nil)
    query.filter = "Rating>x"
    expectTrue(source.apply(query).isEmpty)
    expectTrue(source.filterProblem != nil)
  }

  @Test func `stays with what was found or counted where nobody waits for more`() throws {
    let counts = try #require(
      try FrequencyListSource(
        "recipes?view=frequency:Rating", entity: "Recipe", origin: nil, client: kitchen.client))
    let first = try job(counts.refresh())
    _ = first.completion(first.work())
    expectEqual(counts.count, 6)
    _ = try job(counts.apply(ListQuery(filter: "Rating=5", sorts: counts.query.sorts))).abandon?()
    expectTrue(counts.query.filter.isEmpty && counts.count == 6)
    expectTrue(counts.refresh().isEmpty)

    let found = FindListSource("~find?q=soup", client: kitchen.client)
    let search = try job(found.refresh())
    _ = search.completion(search.work())
    expectEqual(found.count, 4200)
    _ = try job(found.apply(ListQuery(filter: "soup 7"))).abandon?()
    expectEqual(found.query.filter, "soup")
    // It can be looked for again.
    try expectTrue(job(found.apply(ListQuery(filter: "soup 7"))).holdsKeys)

    let never = FindListSource("~find?q=soup", client: kitchen.client)
    _ = try job(never.refresh()).abandon?()
    expectEqual(never.phase, .failed("the search was canceled"))
    try carryOut(never.refresh())
    expectEqual(never.phase, .ready)
  }

  @Test func `says what is wrong with a filter or an order as a short one does`() throws {
    let source = try kitchen.list("recipes?where=Stars>2&sort=Name")
    try carryOut(source.refresh())
    expectTrue(source.filterProblem != nil)
    expectEqual(source.count, 0)
    #expect(throws: FilterError.self) { try kitchen.list("recipes?sort=Stars") }
  }

  @Test func `tells a record its place in it once that is known`() throws {
    let id = ObjectID(entity: "Recipe", key: try #require(RecordKey("p1")))
    let source = try RecordDetailSource(id, client: kitchen.client)
    let surroundings = Surroundings(listURL: "recipes?sort=-Name")
    let effects = source.refresh(surroundings)
    expectEqual(source.place, nil)
    expectTrue(source.refresh(surroundings).isEmpty)
    try carryOut(effects)
    expectEqual(source.place?.count, 4200)
    expectTrue(source.refresh(surroundings).isEmpty)
  }

  @Test func `is counted on the launcher when it was read`() throws {
    try kitchen.store.fold()
    let now = try #require(Timestamp(Kitchen.now))
    let store = try ObjectStore.open(
      ObjectStore.Options(folder: "/kitchen", fileSystem: kitchen.files, clock: { now }))
    let client = StoreClient(store, clock: { WallClock(now: now) })
    let launcher = RecordLauncher(
      client: client, place: "the kitchen",
      defaults: [DefaultFavorite("cairn://recipes?where=rating=5", "Best")])
    expectEqual(launcher.collections.map(\.count), [nil, nil])
    expectEqual(launcher.favorites.map(\.badge), [nil])
    expectEqual(launcher.summary, "1 favorite · the kitchen")
    let job = try job(launcher.refresh())
    expectTrue(launcher.refresh().isEmpty)
    _ = job.completion(job.work())
    expectEqual(launcher.collections.map(\.count), [0, 4200])
    expectEqual(launcher.favorites.map(\.badge), ["700"])
    expectEqual(launcher.summary, "1 favorite · 4 200 records · the kitchen")
  }

  @Test func `is marked as a whole on another thread, and keeps the marks of what is there`() throws
  {
    let source = try kitchen.list("recipes?sort=Name")
    let screen = ListScreen(source)
    screen.layOut(in: Size(columns: 80, rows: 20))
    try carryOut(screen.refresh(Surroundings()))
    _ = screen.refresh(Surroundings())
    let effects = try #require(screen.perform(.markAll))
    expectTrue(screen.marks.isEmpty)
    // What is in sight shows at once what will be.
    func shownMarks() -> Int {
      var canvas = Canvas(Size(columns: 80, rows: 20))
      screen.draw(on: &canvas, theme: .standard)
      return canvas.text.count { $0 == "●" }
    }
    expectEqual(shownMarks(), 19)
    try carryOut(effects)
    expectEqual(screen.marks.count, 4200)
    expectEqual(shownMarks(), 19)
    expectTrue(screen.status.text.contains("4 200 marked"))
    _ = screen.perform(.markRow)
    expectEqual(screen.marks.count, 4199)
    try carryOut(try #require(screen.perform(.markOthers)))
    expectEqual(screen.marks.count, 1)
    try carryOut(try #require(screen.perform(.markOthers)))
    var log = EffectLog()
    log.carryOut(try #require(source.delete(["p1", "p2"])))
    _ = carryOutAll(screen.refresh(Surroundings()))
    expectEqual(screen.marks.count, 4198)
    _ = source.apply(ListQuery(filter: "\"Soup 1\"", sorts: source.query.sorts))
    _ = carryOutAll(screen.refresh(Surroundings()))
    expectTrue(screen.status.text.contains("out of sight"))
  }
}

extension Lookup {
  fileprivate var isLater: Bool { if case .later = self { true } else { false } }
}
