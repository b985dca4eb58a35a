internal import CairnFiles
internal import CairnInterface
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
internal import ScreenTestSupport
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `What was saved on screens` {
  private let workspace: Workspace
  private let client: ChangeHistory
  private let soup: ObjectID

  init() throws {
    let workspace = try Workspace.fixture(
      "%rec: Recipe\n%plural: recipes\n%attribute: Name string\n%attribute: Rating integer\n"
        + "%attribute: Notes text\n")
    self.workspace = workspace
    client = ChangeHistory(
      StoreClient(workspace.store, clock: { workspace.environment.wallClock }))
    let context = workspace.store.newContext()
    let record = try context.create("Recipe")
    record["Name"] = .text("Soup")
    record["Rating"] = .integer(3)
    try context.save(title: "add Soup")
    soup = record.id
    try set(["Rating": .integer(4)], title: "change Soup")
    try set(["Rating": .integer(5), "Notes": .text("Stir.")], title: "change Soup again")
  }

  private func set(_ values: [String: Value], title: String) throws {
    let context = workspace.store.newContext()
    let record = try context.existingObject(with: soup)
    for (name, value) in values { record[name] = value }
    try context.save(title: title)
  }

  private func delete() throws {
    let context = workspace.store.newContext()
    try context.delete([soup])
    try context.save(title: "delete Soup")
  }

  private func refreshed(_ screen: any Screen) -> any Screen {
    screen.layOut(in: Size(columns: 100, rows: 20))
    // What a look brings is shown by the one after it.
    for _ in 0..<2 { _ = settle(screen.refresh(Surroundings())) }
    return screen
  }

  private func text(_ screen: any Screen) -> String {
    var canvas = Canvas(Size(columns: 100, rows: 20))
    refreshed(screen).draw(on: &canvas, theme: .standard)
    return canvas.text
  }

  private func text(of overlay: any Overlay) -> String {
    var canvas = Canvas(Size(columns: 100, rows: 20))
    overlay.draw(on: &canvas, theme: .standard)
    return canvas.text
  }

  private func history(_ version: UInt64? = nil) throws -> any Screen {
    var url = workspace.store.snapshot.url(of: soup).appending("~history")
    if let version { url = url.appending("\(version)") }
    return try ChangeScreens(history: client).history(at: url, version: version)
  }

  /// Opens the sheet of a screen and takes what a letter stands for; what is said in the end.
  private func choose(_ letter: String, on screen: any Screen) throws -> [String] {
    settle(try presented(refreshed(screen).perform(.actions)).insert(letter) ?? [])
  }

  private var rating: Value? { workspace.store.snapshot.row(soup)?["Rating"] }

  @Test func `is listed with the newest first, and what is newer comes before`() throws {
    _ = settle(client.look())
    expectEqual(client.entries.map(\.title), ["change Soup again", "change Soup", "add Soup"])
    expectEqual(client.entries.map(\.counts), ["~1", "~1", "+1"])
    try delete()
    _ = settle(client.look())
    expectEqual(client.entries.map(\.title).first, "delete Soup")
    expectEqual(client.entries.count, 4)
    expectTrue(client.look().isEmpty, "nothing was saved since")
    expectTrue(
      text(ChangeScreens(history: client).list(at: ChangeScreens.url)).contains("delete Soup"))
  }

  @Test func `is told record by record`() throws {
    let number = try #require(client.records.store.history().first?.number)
    let shown = text(ChangeScreens(history: client).screen(of: number))
    expectTrue(shown.contains("CHANGED  1"))
    expectTrue(shown.contains("Rating: 4 → 5"))
    expectTrue(text(ChangeScreens(history: client).screen(of: 99)).contains("no change 99"))
    try delete()
    let last = try #require(client.records.store.history().first?.number)
    expectTrue(text(ChangeScreens(history: client).screen(of: last)).contains("→ Soup"))
  }

  @Test func `can be taken back, whenever it was`() throws {
    let numbers = try client.records.store.history().map(\.number)
    let messages = try choose("t", on: ChangeScreens(history: client).screen(of: numbers[0]))
    expectEqual(messages.count, 1)
    expectEqual(rating, .integer(4))
    // What changed again since is not taken back over that.
    let again = try choose("t", on: ChangeScreens(history: client).screen(of: numbers[2]))
    expectEqual(rating, .integer(4), "\(again)")
  }

  @Test func `is there for each record, with what it was then`() throws {
    let versions = text(try history())
    expectTrue(versions.contains("Rating: 4 → 5, Notes: nothing → Stir."))
    expectTrue(versions.contains("Rating: 3 → 4"))
    expectTrue(versions.contains("added"))
    let numbers = try client.records.store.history().map(\.number)
    let second = text(try history(numbers[1]))
    let remarks = try #require(second.firstRange(of: "THIS VERSION"))
    let then = second[..<remarks.lowerBound]
    expectTrue(then.contains("Rating      4") && !then.contains("Stir."), "\(second)")
    expectTrue(second.contains("Since then  Rating: 4 → 5, Notes: nothing → Stir."), "\(second)")
    expectTrue(text(try history(99)).contains("did not change this record"))
  }

  @Test func `brings a record back to what it was`() throws {
    let numbers = try client.records.store.history().map(\.number)
    try expectEqual(
      choose("b", on: try history(numbers[2])),
      [
        "Soup is restored · u undoes it"
      ])
    expectEqual(rating, .integer(3))
    expectEqual(workspace.store.snapshot.row(soup)?["Notes"], nil)
    _ = settle(client.records.undo())
    expectEqual(rating, .integer(5))
  }

  @Test func `gives one field what it was, and leaves the others`() throws {
    let numbers = try client.records.store.history().map(\.number)
    let screen = refreshed(try history(numbers[2]))
    let menu = try presented(screen.perform(.actions))
    let fields = try presented(menu.insert("f"))
    let drawn = text(of: fields)
    expectTrue(drawn.contains("Rating") && drawn.contains("5 → 3"), "\(drawn)")
    expectTrue(drawn.contains("Stir. → nothing"), "\(drawn)")
    expectTrue(!drawn.contains("Name"), "what is unchanged then has nothing to be brought back")
    expectEqual(
      settle(fields.insert("r") ?? []), ["Rating of Soup is restored · u undoes it"])
    expectEqual(rating, .integer(3))
    expectEqual(workspace.store.snapshot.row(soup)?["Notes"], .text("Stir."))
    let title = try client.records.store.history(limit: 1).first?.title
    expectEqual(title, "restore Rating of Soup of change 1")
  }

  @Test func `offers nothing to bring back of what the record is`() throws {
    let numbers = try client.records.store.history().map(\.number)
    let menu = try presented(refreshed(try history(numbers[0])).perform(.actions))
    let drawn = text(of: menu)
    expectTrue(drawn.contains("Undo this change"))
    expectTrue(!drawn.contains("what it was"), "\(drawn)")
    try set(["Notes": .text("Wait.")], title: "change Notes")
    let one = try presented(refreshed(try history(numbers[0])).perform(.actions))
    expectTrue(text(of: one).contains("Restore Notes"))
    expectTrue(!text(of: one).contains("one field"))
  }

  @Test func `brings a deleted record back from each of its versions`() throws {
    try delete()
    let numbers = try client.records.store.history().map(\.number)
    let menu = try presented(refreshed(try history(numbers[3])).perform(.actions))
    expectTrue(text(of: menu).contains("undoes change \(numbers[0])"))
    _ = try choose("b", on: try history(numbers[3]))
    expectEqual(rating, .integer(5))
  }

  @Test func `brings a deleted record back`() throws {
    try delete()
    expectTrue(text(try history()).contains("deleted"))
    let numbers = try client.records.store.history().map(\.number)
    let shown = text(try history(numbers[0]))
    expectTrue(shown.contains("it was deleted by this change"))
    _ = try choose("b", on: try history(numbers[0]))
    expectEqual(rating, .integer(5))
  }

  @Test func `is of no use where no record is named`() {
    let url = ScreenURL(["recipes", "soups=1", "~history"])
    #expect(throws: AddressProblem.self) {
      try ChangeScreens(history: client).history(at: url, version: nil)
    }
  }
}
