internal import CairnFiles
internal import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `The review of an import` {
  private let workspace: Workspace
  private let records: StoreClient
  private let jobs: JobScreens
  private static let path = "/home/ann/notes/guests.csv"

  init() throws {
    workspace = try Workspace.fixture("")
    let environment = workspace.environment
    records = StoreClient(workspace.store, clock: { environment.wallClock })
    jobs = JobScreens(workspace, records)
    try workspace.fileSystem.makeFolder("/home/ann/notes")
    try write("Name,City\nAnn,Lyon\nBob,Oslo\nrag,x,y\n")
  }

  private func write(_ text: String) throws {
    try workspace.fileSystem.replace(Self.path, with: Array(text.utf8))
  }

  private func review(_ query: String = "") throws -> ImportReview {
    let url = try ScreenURL(parsing: "cairn://~import?file=guests.csv\(query)")
    return ImportReview(
      try ImportChoices(url), ImportScreens(workspace: workspace, records: records, jobs: jobs))
  }

  /// What effects led to.
  private struct Outcome {
    var messages: [String] = []
    var items: [String] = []
    var replaced: ScreenURL?
    var notices: [String] = []
  }

  /// Does effects to their end; `meanwhile` comes before each work.
  private func settle(
    _ review: ImportReview, _ effects: [Effect]?, meanwhile: () -> Void = {}
  ) -> Outcome {
    var outcome = Outcome()
    var effects = effects ?? []
    while !effects.isEmpty {
      switch effects.removeFirst() {
      case .run(let job):
        meanwhile()
        effects = job.completion(job.work()) + effects
      case .refresh:
        effects = review.refresh(Surroundings()) + review.choices.refresh() + effects
      case .say(let message): outcome.messages.append(message.text)
      case .setItems(let items): outcome.items = items.map(\.name)
      case .replace(let url): outcome.replaced = url
      case .present(let overlay): outcome.notices.append(overlay.title)
      default: continue
      }
    }
    return outcome
  }

  private func read(_ query: String = "") throws -> (ImportReview, Outcome) {
    let review = try review(query)
    return (review, settle(review, review.refresh(Surroundings())))
  }

  private func facts(_ review: ImportReview) -> String {
    review.facts.map { "\($0.label): \($0.text)" }.joined(separator: "\n")
  }

  @Test func `says what would come, before anything is written`() throws {
    let (review, _) = try read()
    expectEqual(
      facts(review),
      """
      Into: guests, a new collection
      Result: 2 new · 1 row refused, the first in line 4
      From: CSV, UTF-8 · 3 rows
      Match: nothing; each row is a new record
      """)
    expectTrue(review.choices.count == 2 && review.results.count == 3)
    expectEqual(
      review.choices.row(at: 1).cells, ["City", "City", "text, guessed", "", "", "Lyon, Oslo"])
    expectEqual(
      review.results.row(at: 0).cells,
      ["refused", "4", "the row has 3 cells, the header has 2", "rag", "x"])
    expectEqual(review.results.row(at: 0).tone, .bad)
    expectEqual(review.results.row(at: 1).cells.prefix(2), ["new", "2"])
    expectEqual(records.snapshot.version, 0)
  }

  @Test func `has the members of inner records as columns, behind the one that they stand in`()
    throws
  {
    try write(
      """
      [{"Name": "Ann", "Home": {"Zip": "012", "Land": {"Code": "FR"}}},
       {"Name": "Bo", "Home": {"Zip": "99"}}]
      """)
    let (review, _) = try read("&format=json")
    let cells = { (row: Int) in review.choices.row(at: row).cells }
    expectEqual(
      (0..<review.choices.count).map { cells($0)[0] },
      ["Name", "Home", "Home.Zip", "Home.Land", "Home.Land.Code"])
    expectEqual(cells(2), ["Home.Zip", "Zip", "text, guessed", "", "", "012, 99"])
    expectEqual(cells(4), ["Home.Land.Code", "Code", "text, guessed", "", "", "FR"])
    expectEqual(cells(3)[3], "1")
    _ = settle(review, review.decide { $0.options.types["Home.Zip"] = .integer })
    expectEqual(cells(2)[2], "whole number")
    let zip = review.choices.row(at: 2).id
    let refused = settle(review, review.perform(.columnMatch, on: zip))
    expectEqual(refused.messages.first?.contains("rows match by a whole column"), true)
    _ = settle(review, review.perform(.columnOmit, on: zip))
    expectEqual(cells(2)[1], "omitted")
    _ = settle(review, review.perform(.columnOmit, on: zip))
    _ = settle(review, review.decide { $0.options.mapping["Home.Zip"] = "Code" })
    expectEqual(Array(cells(2)[1...2]), ["Code", "text, guessed"])
    _ = settle(review, review.perform(.importShown, on: nil))
    expectEqual(records.snapshot.model["Home"]?.attribute("Code")?.type, .string)
  }

  @Test func `shows the first values of a column where its type refuses all rows`() throws {
    let (review, _) = try read()
    _ = settle(review, review.decide { $0.options.types["City"] = .date })
    expectTrue(facts(review).contains("Into: guests, but every row is refused"))
    expectTrue(facts(review).contains("Result: nothing · 3 rows refused"))
    expectEqual(review.choices.row(at: 0).cells.last, "Ann, Bob, rag")
    expectEqual(
      review.choices.row(at: 1).cells, ["City", "City", "date", "", "2", "Lyon, Oslo, x"])
  }

  @Test func `says where there are no rows`() throws {
    try write("Name,City\n")
    let (review, _) = try read()
    expectTrue(facts(review).contains("Into: guests, but no rows"))
  }

  @Test func `says in which encoding a file was read`() throws {
    let bytes = "Name\nZoé\nRené\nAimé\n".unicodeScalars.map { UInt8($0.value) }
    try workspace.fileSystem.replace(Self.path, with: bytes)
    let (review, _) = try read()
    expectTrue(facts(review).contains("From: CSV, Windows-1252 · 3 rows"))
    expectTrue(facts(review).contains("Note: ~/notes/guests.csv was read as Windows-1252"))
    expectEqual(review.results.row(at: 0).cells.last, "Zoé")
  }

  @Test func `shows nothing while the file is read, and says so`() throws {
    let review = try review()
    let effects = review.refresh(Surroundings())
    expectEqual(facts(review), "From: reading guests.csv · 0 rows")
    expectTrue(review.choices.phase == .loading && review.results.phase == .loading)
    let outcome = settle(review, review.perform(.importShown, on: nil))
    expectEqual(outcome.messages, ["the file is still being read"])
    _ = settle(review, effects)
    expectEqual(review.choices.phase, .ready)
  }

  @Test func `reads a file again, and no longer takes the first reading`() throws {
    let review = try review()
    let first = review.refresh(Surroundings())
    try write("Name\nCleo\n")
    _ = settle(review, review.perform(.reload, on: nil))
    _ = settle(review, first)
    expectEqual(review.choices.count, 1)
  }

  @Test func `forgets what it was finding out when the file is read again`() throws {
    let (review, _) = try read()
    let rehearsal = review.decide { $0.options.collection = "visitors" }
    try write("Name\nCleo\n")
    let reading = review.perform(.reload, on: nil)
    _ = settle(review, rehearsal)
    _ = settle(review, reading)
    expectEqual(review.choices.count, 1)
    expectTrue(facts(review).contains("Result: 1 new"))
  }

  @Test func `imports nothing before it is known what would come`() throws {
    let (review, _) = try read()
    let rehearsal = review.perform(.columnOmit, on: "0/1")
    let outcome = settle(review, review.perform(.importShown, on: nil))
    expectEqual(outcome.messages, ["the preview is not complete yet"])
    expectEqual(records.snapshot.version, 0)
    _ = settle(review, rehearsal)
    expectTrue(settle(review, review.perform(.importShown, on: nil)).replaced != nil)
  }

  @Test func `keeps a choice in the URL, and shows what comes of it`() throws {
    let (review, _) = try read()
    let outcome = settle(review, review.perform(.columnOmit, on: "0/1"))
    expectEqual(outcome.items, ["file", "map"])
    expectEqual(review.choices.row(at: 1).cells[1], "omitted")
    _ = settle(review, review.perform(.columnOmit, on: "0/1"))
    expectEqual(review.choices.row(at: 1).cells[1], "City")
  }

  @Test func `takes back a choice that can't be had`() throws {
    let (review, _) = try read()
    let outcome = settle(review, review.decide { $0.options.match = "Planet" })
    expectEqual(outcome.messages.first?.hasPrefix("refused: "), true)
    expectEqual(outcome.items, ["file"])
    expectEqual(review.asked.options.match, nil)
  }

  @Test func `explains choices of its URL that can't be had`() throws {
    let (review, _) = try read("&match=Planet")
    expectEqual(review.explanation?.headline, "This can't be imported")
    expectEqual(review.explanation?.reason.contains("Planet"), true)
  }

  @Test func `forgets what was decided about columns that went`() throws {
    let (review, outcome) = try read("&type=Zip=integer&map=City=Town")
    expectEqual(outcome.messages, ["guests.csv no longer has Zip"])
    expectTrue(review.asked.options.types.isEmpty)
    expectEqual(review.choices.row(at: 1).cells[1], "Town")
  }

  @Test func `imports as a job, and leads to what came`() throws {
    let (review, _) = try read()
    let outcome = settle(review, review.perform(.importShown, on: nil))
    expectEqual(outcome.replaced?.text, "cairn://guests")
    expectEqual(
      outcome.messages,
      [
        "imported guests: 2 new; 1 row refused, the first in line 4 · u undoes it"
      ])
    try expectEqual(records.snapshot.load("Guest").count, 2)
    expectEqual(jobs.runner.reports.map(\.title), ["Import guests.csv"])
    expectTrue(jobs.runner.reports.first?.outcome.change != nil)
    _ = settle(review, records.undo())
    expectTrue(records.snapshot.model.entities.isEmpty)
  }

  @Test func `takes back no change of another store that came in this one's place`() throws {
    let (store, files) = (workspace.store, workspace.fileSystem)
    try store.backUp(to: "/b.tar", on: files)
    let (review, _) = try read()
    _ = settle(review, review.perform(.importShown, on: nil))
    let number = try #require(jobs.runner.reports.first?.outcome.change)
    try files.removeTree(workspace.path)
    let environment = workspace.environment
    try ObjectStore.restore(
      .init(folder: workspace.path, fileSystem: files, clock: { environment.wallClock.now }),
      from: "/b.tar", on: files)
    var newest: UInt64?
    while newest ?? 0 < number {
      newest = try store.commit(title: "other") { draft throws(StoreError) in
        let key = try draft.mintKey(for: Entity.favorite.name)
        let id = ObjectID(entity: Entity.favorite.name, key: key)
        let url = FieldChange(name: "Url", old: nil, new: .text("cairn://x"))
        draft.changes.append(RecordChange(id: id, kind: .insert, fields: [url]))
      }?.number
    }
    expectEqual(newest, number)
    let before = store.snapshot.version
    expectEqual(
      settle(review, records.undo()).messages, ["the history has no change \(number)"])
    expectEqual(store.snapshot.version, before)
  }

  @Test(arguments: [false, true]) func `can be canceled, or ended`(keeps: Bool) throws {
    try write("Name\n" + (1...9000).map { "\($0)\n" }.joined())
    let (review, _) = try read()
    let outcome = settle(
      review, review.perform(.importShown, on: nil),
      meanwhile: { jobs.runner.end(1, keeps ? .keep : .cancel) })
    if keeps {
      expectEqual(outcome.messages.first?.contains("stopped after row 4096"), true)
      try expectEqual(records.snapshot.load("Guest").count, 4096)
    } else {
      expectEqual(outcome.messages, ["the import was canceled; nothing was changed"])
      expectEqual(records.snapshot.version, 0)
    }
  }

  @Test func `reads a file that changed, instead of importing it`() throws {
    let (review, _) = try read()
    try write("Name\nDan\n")
    let outcome = settle(review, review.perform(.importShown, on: nil))
    expectEqual(
      outcome.messages.first, "guests.csv changed and is read again; nothing was imported"
    )
    expectEqual(review.choices.count, 1)
    expectEqual(records.snapshot.version, 0)
    expectTrue(settle(review, review.perform(.importShown, on: nil)).replaced != nil)
  }

  @Test(arguments: ["a.md", "deep/b.md", "c.md"])
  func `reads a folder of Markdown that changed, instead of importing it`(name: String) throws {
    func write(_ name: String, _ text: String) throws {
      try workspace.fileSystem.makeFolder("/home/ann/notes/diary/deep")
      try workspace.fileSystem.replace("/home/ann/notes/diary/\(name)", with: Array(text.utf8))
    }
    try write("a.md", "# One\n")
    try write("deep/b.md", "# Two\n")
    let review = ImportReview(
      ImportChoices(["diary"]), ImportScreens(workspace: workspace, records: records, jobs: jobs))
    _ = settle(review, review.refresh(Surroundings()))
    try write(name, "# Something else\n")
    let outcome = settle(review, review.perform(.importShown, on: nil))
    expectEqual(
      outcome.messages.first, "diary changed and is read again; nothing was imported")
    expectEqual(records.snapshot.version, 0)
    expectTrue(settle(review, review.perform(.importShown, on: nil)).replaced != nil)
  }

  @Test func `finds duplicates anew when the store changes`() throws {
    let (review, _) = try read("&match=Name")
    expectTrue(facts(review).contains("Result: 2 new"))
    let (other, _) = try read()
    _ = settle(other, other.perform(.importShown, on: nil))
    _ = settle(review, review.refresh(Surroundings()))
    expectTrue(facts(review).contains("Result: 0 new, 2 unchanged"))
    expectEqual(review.results.row(at: 1).cells[0], "same")
    expectEqual(
      settle(review, review.perform(.importShown, on: nil)).messages,
      [
        "nothing to import"
      ])
  }

  @Test func `says what would be deleted, and imports where nothing else would happen`() throws {
    let path = "/home/ann/notes/recipes.json"
    let soup = #"{"No": 1, "Name": "Soup", "parts": [PARTS]}"#
    let bread = #"{"No": 2, "Name": "Bread", "parts": [{"Food": "Flour"}]}"#
    func write(_ parts: String) throws {
      let text = "[\(soup.replacing("PARTS", with: parts)), \(bread)]"
      try workspace.fileSystem.replace(path, with: Array(text.utf8))
    }
    func review() throws -> ImportReview {
      let url = try ScreenURL(parsing: "cairn://~import?file=recipes.json&match=No")
      let review = ImportReview(
        try ImportChoices(url), ImportScreens(workspace: workspace, records: records, jobs: jobs))
      _ = settle(review, review.refresh(Surroundings()))
      return review
    }
    try write(#"{"Food": "Salt"}, {"Food": "Water"}"#)
    let first = ImportReview(
      ImportChoices([path]), ImportScreens(workspace: workspace, records: records, jobs: jobs))
    _ = settle(first, first.refresh(Surroundings()))
    _ = settle(first, first.perform(.importShown, on: nil))
    try expectEqual(records.snapshot.load("Part").count, 3)
    try write(#"{"Food": "Salt"}"#)
    let second = try review()
    expectTrue(facts(second).contains("1 deleted"))
    let outcome = settle(second, second.perform(.importShown, on: nil))
    expectTrue(outcome.replaced != nil, "\(outcome.messages)")
    try expectEqual(records.snapshot.load("Part").count, 2)
  }

  @Test func `shows each row of a file in one line by itself`() throws {
    try write("")
    let path = "/home/ann/notes/guests.json"
    try workspace.fileSystem.replace(
      path, with: Array(#"[{"Name": "Ann"}, {"Name": "Bob"}, {"Name": "Cleo"}]"#.utf8))
    let review = ImportReview(
      ImportChoices([path]), ImportScreens(workspace: workspace, records: records, jobs: jobs))
    _ = settle(review, review.refresh(Surroundings()))
    expectEqual(Set((0..<3).map { review.results.row(at: $0).id }).count, 3)
  }

  @Test func `says that a file changed since one was here`() throws {
    let (review, _) = try read()
    var encoder = StateEncoder()
    review.encodeState(to: &encoder)
    for (text, messages) in [
      (nil, []), ("Name\nDan\n", ["guests.csv changed since your last visit"]),
    ] {
      if let text { try write(text) }
      let again = try self.review()
      let effects = again.refresh(Surroundings())
      again.decodeState(from: StateDecoder(encoder.value))
      expectEqual(settle(again, effects).messages, messages)
    }
  }

  @Test func `explains what is not there any more`() throws {
    try workspace.fileSystem.remove(Self.path)
    let (review, _) = try read()
    expectEqual(review.explanation?.reason, "~/notes/guests.csv does not exist")
    try write("Name\nDan\n")
    _ = settle(review, review.perform(.reload, on: nil))
    expectTrue(review.explanation == nil && review.choices.count == 1)
  }
}
