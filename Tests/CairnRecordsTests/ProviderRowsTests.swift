import CairnInterface
import CairnKit
import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import TestSupport
import Testing

/// A list that an author makes of a provider, in an app over the records.
@Suite struct `A list over a provider` {
  private let kitchen: Kitchen
  private let client: StoreClient
  private let provider: ListProvider

  init() throws {
    kitchen = try Kitchen.withThreeRecipes()
    client = StoreClient(kitchen.store, scheme: "kitchen", clock: kitchen.client.clock)
    provider = try ListProvider(
      FetchRequest(entity: "Recipe", sorts: [RecordSort("Name")]),
      in: kitchen.store.newContext(), at: kitchen.client.clock)
  }

  private func screen(keys: String = "") throws -> String {
    let app = try Application(records: client) {
      Route("kitchen://mine") { (_: ScreenURL) in
        ListScreen(provider, client: client) { client.url(of: $0.id) }
      }
    }
    return try app.render(
      size: Size(columns: 70, rows: 16), opening: ["kitchen://mine"], keys: keys)
  }

  @Test func `shows the provider's texts, and opens what may be selected`() throws {
    provider.text = { "dish \($0.title)" }
    let text = try screen()
    #expect(text.contains("dish Bread") && text.contains("1 of 3"), "\(text)")
    #expect(try screen(keys: "Enter").contains("kitchen://recipes/p2"))
    provider.maySelect = { _ in false }
    #expect(try screen(keys: "Enter").contains("Bread can't be opened here"))
  }

  @Test func `deletes unless the provider refuses, and undo takes that back`() throws {
    provider.mayDelete = { $0.title != "Bread" }
    #expect(try screen(keys: "d").contains("Bread can't be deleted here"))
    #expect(try kitchen.store.snapshot.count(of: "Recipe") == 3)
    #expect(try screen(keys: "j d").contains("deleted Onion tart"))
    #expect(try kitchen.store.snapshot.count(of: "Recipe") == 2)
    let undone = try screen(keys: "u")
    #expect(undone.contains("Onion tart"), "\(undone)")
    #expect(try kitchen.store.snapshot.count(of: "Recipe") == 3)
  }

  @Test func `deletes marked records as one change, without those that are refused`() throws {
    provider.mayDelete = { $0.title != "Bread" }
    let rows = ProviderRows(provider, client: client)
    _ = rows.delete(["p1", "p2", "p3"])
    #expect(try kitchen.store.snapshot.count(of: "Recipe") == 1)
    // A second list over the provider notes no change twice.
    _ = ProviderRows(provider, client: client)
    _ = try screen(keys: "u")
    #expect(try kitchen.store.snapshot.count(of: "Recipe") == 3)
    _ = try screen(keys: "u")
    #expect(try kitchen.store.snapshot.count(of: "Recipe") == 3)
  }

  @Test func `follows what others save, filters, and has the provider's sections`() throws {
    #expect(try !screen().contains("Apple pie"))
    try kitchen.add("Recipe", ["Name": "Apple pie", "Rating": 2])
    #expect(try screen().contains("Apple pie"))
    let filtered = try screen(keys: "/ pie Enter")
    #expect(filtered.contains("Apple pie") && !filtered.contains("Bread"), "\(filtered)")
    #expect(try screen(keys: "/ rating> Enter").contains("rating"))
    // A filter belongs to its list, not to the provider.
    #expect(try screen(keys: "/ bread Enter").contains("1 of 4"))
    #expect(try screen().contains("Apple pie"))
    var request = FetchRequest(entity: "Recipe", sorts: [RecordSort("Name")])
    request.group = "Rating"
    let grouped = ProviderRows(
      try ListProvider(request, in: kitchen.store.newContext(), at: kitchen.client.clock),
      client: client)
    #expect(grouped.sectionStarts.count == 3)
    #expect(grouped.section(at: 1).title == "5" || grouped.section(at: 1).title == "2")
  }

  @Test func `narrows another request of the provider by the same filter`() throws {
    let rows = ProviderRows(provider, client: client)
    _ = rows.apply(ListQuery(filter: "o"))
    expectTrue((rows.count, rows.total) == (2, 3))
    var request = FetchRequest(entity: "Recipe", sorts: [RecordSort("Name")])
    request.predicate = try RecordPredicate.parse("-name:tart")
    #expect(provider.show(request))
    _ = rows.refresh()
    expectTrue((rows.count, rows.total) == (1, 2))
  }

  /// The screen of a list with these columns.
  private func columns(
    _ columns: [ProviderRows.Column], url: ScreenURL = "kitchen://mine", keys: String = ""
  ) throws -> String {
    let rows = ProviderRows(provider, client: client)
    try rows.show(columns)
    let app = try Application(records: client) {
      Route("kitchen://mine") { (_: ScreenURL) in ListScreen(rows) }
    }
    return try app.render(size: Size(columns: 60, rows: 12), opening: [url], keys: keys)
  }

  @Test func `shows fields in columns with headers, and numbers on the right`() throws {
    let letters = ProviderRows.Column(
      ListColumn("letters", alignment: .trailing, width: 3...20)
    ) { "\($0.title.count)" }
    let shown: [ProviderRows.Column] = ["Name", "Rating", "Author.Name", letters]
    let lines = try columns(shown).split(separator: "\n").map(String.init)
    let head = try #require(lines.first { $0.contains("NAME") })
    let tart = try #require(lines.first { $0.contains("Onion tart") })
    func end(_ text: String, of line: String) -> Int? {
      line.firstRange(of: text).map { line.distance(from: line.startIndex, to: $0.upperBound) }
    }
    expectTrue(head.contains("RATING") && head.contains("LETTERS"), head)
    expectEqual(end("5", of: tart), end("RATING", of: head))
    expectTrue(try columns(shown).contains("Ines"))
    expectTrue(try columns(shown, url: "kitchen://mine?sort=-Rating").contains("RATING▾"))
    let first = try columns(shown, url: "kitchen://mine?sort=-Rating").split(separator: "\n")
    expectTrue(first.first { $0.hasPrefix("▌") }?.contains("Onion tart") == true, "\(first)")
    #expect(throws: FilterError.self) { _ = try columns(["Taste"]) }
  }

  @Test func `marks records as done, unless the provider refuses`() throws {
    try kitchen.changeModel(
      Kitchen.modelText + "\n\n%rec: Task\n%attribute: Name string\n%type: Done bool\n")
    try kitchen.add("Task", ["Name": "Wash up"])
    try kitchen.add("Task", ["Name": "Sleep"])
    let tasks = try ListProvider("Task", by: "Name", in: kitchen.store.newContext())
    tasks.mayEdit = { $0.title != "Sleep" }
    func screen(keys: String) throws -> String {
      let app = try Application(records: client) {
        Route("kitchen://tasks-of-mine") { (_: ScreenURL) in ListScreen(tasks, client: client) }
      }
      return try app.render(
        size: Size(columns: 70, rows: 16), opening: ["kitchen://tasks-of-mine"], keys: keys)
    }
    #expect(try screen(keys: "X").contains("Sleep can't be edited here"))
    #expect(try screen(keys: "j X").contains("Done yes: Wash up"))
    let ids = tasks.results.result.map(\.id)
    #expect(kitchen.store.snapshot.row(ids[1])?["Done"] == .boolean(true))
    _ = try screen(keys: "u")
    #expect(kitchen.store.snapshot.row(ids[1])?["Done"] == nil)
    #expect(try screen(keys: "Space Space X").contains("1 record can't be edited here"))
    #expect(kitchen.store.snapshot.row(ids[1])?["Done"] == .boolean(true))
  }

  @Test func `opens what the author says, such as a web page`() throws {
    let rows = ProviderRows(provider, client: client) { client.url(of: $0.id) }
    rows.opens = { [.say(Message("browsing \($0.title)"))] }
    let app = try Application(records: client) {
      Route("kitchen://mine") { ListScreen(rows) }
    }
    let text = try app.render(
      size: Size(columns: 70, rows: 16), opening: ["kitchen://mine"], keys: "Enter")
    #expect(text.contains("browsing Bread"), "\(text)")
    #expect(rows.targets == .none)
  }

  @Test func `gives an action of the app the marked records`() throws {
    let place = ActionPlace(
      url: "kitchen://mine", selection: client.url(of: provider.results.result.id(at: 0)),
      marks: ["Recipe/p3", "Author/p4", "Recipe/p1", "p2"])
    // A mark that names no record is no record of the cursor's collection.
    #expect(client.records(at: place).map(\.rowID) == ["Author/p4", "Recipe/p1", "Recipe/p3"])
    let rows = ProviderRows(provider, client: client) { client.url(of: $0.id) }
    var app = try Application(records: client) { Route("kitchen://mine") { ListScreen(rows) } }
    app.actions.add([Action("kitchen.count", title: "Count", keys: [", c"], in: [.list])])
    app.perform = { [client] action, place in
      action == "kitchen.count"
        ? [.say(Message("\(client.records(at: place).count) records"))] : nil
    }
    let text = try app.render(
      size: Size(columns: 70, rows: 16), opening: ["kitchen://mine"], keys: "Space Space , c")
    #expect(text.contains("2 records"), "\(text)")
  }

  @Test func `performs the author's actions where they do something`() throws {
    let rows = ProviderRows(provider, client: client)
    rows.acts = { action, record in
      action == "rate" ? [.say(Message("rated \(record.title)"))] : nil
    }
    rows.offers = { action, record in action == "rate" ? record["Rating"] == nil : nil }
    #expect(rows.perform("rate", on: "p2")?.count == 1)
    #expect(rows.offers("rate", on: "p2") == true)
    #expect(rows.offers("rate", on: "p1") == false)
    #expect(rows.perform("other", on: "p1") == nil)
  }

  @Test func `says an error of the provider`() throws {
    let record = try #require(provider.record(at: ResultPlace(section: 0, row: 0)))
    provider.edit(at: ResultPlace(section: 0, row: 0)) { $0["Rating"] = 9 }
    #expect(provider.newestError != nil)
    #expect(record["Rating"] == nil)
    #expect(ProviderRows(provider, client: client).warnings.first?.contains("Rating") == true)
  }
}
