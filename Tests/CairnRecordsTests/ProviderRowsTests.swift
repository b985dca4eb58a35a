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
    var request = FetchRequest(entity: "Recipe", sorts: [RecordSort("Name")])
    request.group = "Rating"
    let grouped = ProviderRows(
      try ListProvider(request, in: kitchen.store.newContext(), at: kitchen.client.clock),
      client: client)
    #expect(grouped.sectionStarts.count == 3)
    #expect(grouped.section(at: 1).title == "5" || grouped.section(at: 1).title == "2")
  }

  @Test func `says an error of the provider`() throws {
    let record = try #require(provider.record(at: ResultPlace(section: 0, row: 0)))
    provider.edit(at: ResultPlace(section: 0, row: 0)) { $0["Rating"] = 9 }
    #expect(provider.newestError != nil)
    #expect(record["Rating"] == nil)
    #expect(ProviderRows(provider, client: client).warnings.first?.contains("Rating") == true)
  }
}
