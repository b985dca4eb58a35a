import CairnFiles
import CairnInterchange
import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import ScreenTestSupport
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `A column of an import's preview that becomes a link` {
  private let workspace: Workspace
  private let records: StoreClient
  private let jobs: JobScreens

  init() throws {
    workspace = try Workspace.fixture("")
    let environment = workspace.environment
    records = StoreClient(workspace.store, clock: { environment.wallClock })
    jobs = JobScreens(workspace, records)
    try workspace.fileSystem.makeFolder("/home/ann/notes")
    let text = "Title,Author\nEmma,Jane\nDune,Frank\nSanditon,Jane\n"
    try workspace.fileSystem.replace("/home/ann/notes/books.csv", with: Array(text.utf8))
  }

  private func review(_ query: String = "") throws -> ImportReview {
    let url = try ScreenURL(parsing: "cairn://~import?file=books.csv\(query)")
    let review = ImportReview(
      try ImportChoices(url), ImportScreens(workspace: workspace, records: records, jobs: jobs))
    _ = settle(review, review.refresh(Surroundings()))
    return review
  }

  /// Does effects to their end, and returns what they present.
  private func settle(_ review: ImportReview, _ effects: [Effect]?) -> [any Overlay] {
    var (effects, overlays) = (effects ?? [], [any Overlay]())
    while !effects.isEmpty {
      switch effects.removeFirst() {
      case .run(let job): effects = job.completion(job.work()) + effects
      case .refresh:
        effects = review.refresh(Surroundings()) + review.choices.refresh() + effects
      case .present(let overlay): overlays.append(overlay)
      default: continue
      }
    }
    return overlays
  }

  private func types(of column: Int, in review: ImportReview) throws -> Menu {
    let id = review.choices.row(at: column).id
    return try #require(settle(review, review.perform(.columnType, on: id)).first as? Menu)
  }

  private func item(_ letter: Character, of menu: Menu) -> String? {
    menu.items.first { $0.letter == letter }.map { "\($0.title): \($0.detail)" }
  }

  @Test func `offers a new collection with the number of its values, and keeps it in the URL`()
    throws
  {
    let review = try review()
    let menu = try types(of: 1, in: review)
    expectEqual(item("n", of: menu), "new collection: from these 2 values · authors")
    _ = settle(review, menu.insert("n"))
    expectEqual(review.asked.options.links.map(\.text), ["Author=Author"])
    expectEqual(
      review.choices.row(at: 1).cells.prefix(3).map { $0 },
      ["Author", "Author, to authors", "link"])
    let again = try self.review("&link=Author=Author")
    expectEqual(again.asked.url, review.asked.url)
    _ = settle(again, again.perform(.importShown, on: nil))
    try expectEqual(
      records.snapshot.load("Author").rows.map { $0["Name"] }, [.text("Jane"), .text("Frank")])
    expectEqual(records.snapshot.model["Book"]?.relationship("Author")?.destination, "Author")
    expectEqual(records.snapshot.version, 1)
  }

  @Test func `offers a known collection with the number of values that match`() throws {
    try workspace.store.updateModel { model throws(StoreError) in
      try model.adding(entity: "Author")
    }
    let context = workspace.store.newContext()
    try context.create("Author")["Name"] = .text("Jane")
    try context.save(title: "add")
    let review = try review()
    let menu = try types(of: 1, in: review)
    expectEqual(item("n", of: menu), "link to authors: 1 of 2 values matches, 1 author created")
    let goals = try #require(settle(review, menu.insert("l")).first as? Menu)
    let fields = try #require(settle(review, goals.insert("a")).first as? Menu)
    expectEqual(
      fields.items.map(\.title), ["replace the column", "Name"])
    _ = settle(review, fields.insert("r"))
    expectEqual(review.asked.options.links.map(\.text), ["Author=authors"])
  }

  @Test func `becomes a field again`() throws {
    let review = try review("&link=Author=Author")
    let menu = try types(of: 1, in: review)
    expectEqual(item("n", of: menu), nil)
    _ = settle(review, menu.insert("s"))
    expectEqual(review.asked.options.links, [])
    expectEqual(review.choices.row(at: 1).cells.prefix(3).map { $0 }, ["Author", "Author", "text"])
  }

  @Test func `is not offered where no row has a value`() throws {
    try workspace.fileSystem.replace(
      "/home/ann/notes/books.csv", with: Array("Title,Author\nA,\n".utf8))
    let review = try review()
    try expectEqual(item("n", of: types(of: 1, in: review)), nil)
  }
}
