import CairnInterface
import CairnKit
import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import TestSupport
import Testing

/// The URLs of an outside app that name a record in any store.
@Suite struct `A portable URL of an author's app` {
  private let kitchen: Kitchen
  private let client: StoreClient

  init() throws {
    kitchen = try Kitchen.withThreeRecipes()
    client = StoreClient(kitchen.store, scheme: "kitchen", clock: kitchen.client.clock)
  }

  private func screen(_ url: ScreenURL, of client: StoreClient) throws -> String {
    try Application(records: client).render(size: Size(columns: 90, rows: 20), opening: [url])
  }

  @Test func `has five answers`() throws {
    let bread = ObjectID(entity: "Recipe", key: RecordKey(sequence: 2))
    let url = client.portableURL(of: bread)
    #expect(url.scheme == "kitchen" && url.segments.first == "recipes")
    #expect(try screen(url, of: client).contains("Bread"))

    let other = StoreClient(try Kitchen.withThreeRecipes().store, scheme: "kitchen")
    #expect(try screen(url, of: other).contains("another store"))

    let unknown = ObjectURI(
      store: kitchen.store.snapshot.storeID, id: ObjectID(entity: "Planet", key: bread.key))
    let planet = try #require(PortableID(uri: "\(unknown)"))
    let lost = try screen("kitchen://recipes/\(planet)", of: client)
    #expect(lost.contains("Planet") || lost.contains("collection"), "\(lost)")

    let malformed = try screen("kitchen://recipes/eC1jYWlybjov", of: client)
    #expect(!malformed.contains("Bread"), "\(malformed)")

    let context = kitchen.store.newContext()
    try context.delete([bread])
    try context.save(title: "delete")
    let gone = try screen(url, of: client)
    #expect(gone.contains("deleted"), "\(gone)")
  }

  @Test func `has days of the store in routes`() throws {
    let app = try Application(records: client) {
      Route("kitchen://day/(day)") { (day: CalendarDate) in
        ExplainScreen(Explanation("Day", subject: "\(day.days)", reason: "it is \(day)"))
      }
    }
    let day = try #require(CalendarDate("2026-11-30"))
    let text = try app.render(
      size: Size(columns: 60, rows: 12), opening: ["kitchen://day/\(day)"])
    #expect(text.contains("it is 2026-11-30"), "\(text)")
  }
}
