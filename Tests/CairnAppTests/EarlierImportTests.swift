internal import CairnFiles
internal import CairnInterchange
internal import CairnJSON
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `An import like an earlier one` {
  private let workspace: Workspace
  private let records: StoreClient
  private let jobs: JobScreens
  private static let folder = "/home/ann/notes"

  init() throws {
    workspace = try Workspace.fixture("")
    let environment = workspace.environment
    records = StoreClient(workspace.store, clock: { environment.wallClock })
    jobs = JobScreens(workspace, records)
    try workspace.fileSystem.makeFolder(Self.folder)
  }

  private func write(_ name: String, _ text: String) throws {
    try workspace.fileSystem.replace("\(Self.folder)/\(name)", with: Array(text.utf8))
  }

  /// A review after its work, with the messages that it said.
  private func review(
    _ query: String, restoring state: ImportReview? = nil
  ) throws -> (ImportReview, said: [String]) {
    let url = try ScreenURL(parsing: "cairn://~import?file=\(query)")
    let review = ImportReview(
      try ImportChoices(url), ImportScreens(workspace: workspace, records: records, jobs: jobs))
    let effects = review.refresh(Surroundings())
    if let state {
      var encoder = StateEncoder()
      state.encodeState(to: &encoder)
      review.decodeState(from: StateDecoder(encoder.value))
    }
    return (review, settle(review, effects))
  }

  @discardableResult
  private func settle(_ review: ImportReview, _ effects: [Effect]?) -> [String] {
    var said: [String] = []
    var effects = effects ?? []
    while !effects.isEmpty {
      switch effects.removeFirst() {
      case .run(let job): effects = job.completion(job.work()) + effects
      case .refresh: effects = review.refresh(Surroundings()) + effects
      case .say(let message): said.append(message.text)
      default: continue
      }
    }
    return said
  }

  private func into(_ review: ImportReview) -> String? { review.facts.first?.text }

  private func like(_ review: ImportReview) -> String? {
    review.facts.first { $0.label == "Like" }?.text
  }

  private static let cards = """
    BEGIN:VCARD
    VERSION:4.0
    UID:a1
    FN:Ann Lee
    END:VCARD

    """

  @Test func `goes where the file went, and changes nothing where the file is the same`() throws {
    try write("27-rich.vcf", Self.cards)
    let (first, _) = try review("27-rich.vcf")
    expectEqual(like(first), nil)
    settle(first, first.decide { $0.options.collection = "contacts" })
    settle(first, first.perform(.importShown, on: nil))
    try expectEqual(records.snapshot.load("Contact").count, 1)
    let (second, said) = try review("27-rich.vcf")
    expectEqual(said, [])
    let time = ValueText.display(
      .datetime(jobs.runner.reports[0].started), at: records.clock())
    expectEqual(like(second), "its import on \(time)")
    expectEqual(into(second), "contacts, which has 1 record")
    expectEqual(second.facts[1].text, "0 new, 1 unchanged")
    expectEqual(second.asked.url.value("into"), "contacts")
  }

  @Test func `goes where a table with the same header went, with all choices`() throws {
    try write("bank-11.csv", "Date;Text;Amount\n05.12.2026;Rent;1,50\n")
    let query = "&into=entries&map=Text%3DPurpose&type=Date%3Dstring"
    let (first, _) = try review("bank-11.csv\(query)")
    settle(first, first.perform(.importShown, on: nil))
    try write("bank-12.csv", "Date;Text;Amount\n06.12.2026;Food;2,50\n")
    let (second, _) = try review("bank-12.csv")
    expectEqual(like(second)?.hasPrefix("the import of bank-11.csv on "), true)
    expectEqual(into(second), "entries, which has 1 record")
    expectEqual(second.asked.options.mapping, ["Text": "Purpose"])
    settle(second, second.perform(.importShown, on: nil))
    try expectEqual(records.snapshot.load("Entry").count, 2)
    for header in ["Date;Text", "Date;Text;Sum", "Text;Date;Amount"] {
      let row = header.split(separator: ";").map { _ in "word" }.joined(separator: ";")
      try write("other.csv", "\(header)\n\(row)\n")
      let (third, _) = try review("other.csv")
      expectEqual(like(third), nil)
      expectEqual(into(third), "others, a new collection")
    }
  }

  @Test func `takes no header of a table that has none, or of a single column`() throws {
    for (first, second) in [("1;2\n3;4\n", "5;6\n7;8\n"), ("Name\nAnn\n", "Name\nBob\n")] {
      try write("a.csv", first)
      try write("b.csv", second)
      let (review, _) = try review("a.csv&into=things")
      settle(review, review.perform(.importShown, on: nil))
      try expectEqual(like(self.review("b.csv").0), nil)
    }
  }

  @Test func `begins with no choices where its URL has some, or the screen is restored`() throws {
    try write("guests.csv", "Name,City\nAnn,Lyon\n")
    let (first, _) = try review("guests.csv&into=people")
    settle(first, first.perform(.importShown, on: nil))
    let (second, _) = try review("guests.csv&map=City%3DTown")
    expectEqual(like(second), nil)
    expectEqual(into(second), "guests, a new collection")
    let (third, _) = try review("guests.csv", restoring: second)
    expectEqual(like(third), nil)
    expectEqual(into(third), "guests, a new collection")
    let (fourth, _) = try review("guests.csv")
    let (fifth, _) = try review("guests.csv&into=people", restoring: fourth)
    expectEqual(like(fifth), like(fourth))
    expectTrue(like(fifth) != nil)
  }

  @Test func `can begin without the earlier choices`() throws {
    try write("guests.csv", "Name,City\nAnn,Lyon\n")
    let (first, _) = try review("guests.csv&into=people")
    settle(first, first.perform(.importShown, on: nil))
    let (second, _) = try review("guests.csv")
    expectEqual(into(second), "people, which has 1 record")
    guard case .present(let overlay)? = second.perform(.importInto, on: nil)?.first,
      let menu = overlay as? Menu
    else { return expectTrue(false) }
    expectEqual(menu.items.last?.title, "Begin without the choices")
    settle(second, menu.insert("0"))
    expectEqual(into(second), "guests, a new collection")
    expectEqual(second.asked, ImportChoices(["~/notes/guests.csv"]))
  }

  @Test func `leaves choices that no longer work, and says so`() throws {
    try write("guests.csv", "Name,City\nAnn,Lyon\n")
    let (first, _) = try review("guests.csv&into=people&match=Name")
    settle(first, first.perform(.importShown, on: nil))
    settle(first, records.undo())
    try write("guests.csv", "Town,City\nAnn,Lyon\n")
    let (second, said) = try review("guests.csv")
    expectEqual(like(second), nil)
    expectEqual(
      said.last?.hasPrefix("the choices of the earlier import no longer work: "), true)
    expectEqual(into(second), "guests, a new collection")
  }

  @Test func `is found after an import in the shell, but not after a trial or a failure`() throws {
    try write("guests.csv", "Name,City\nAnn,Lyon\n")
    func run(_ change: (inout ImportOptions) -> Void) throws {
      let environment = workspace.environment
      var options = ImportOptions()
      options.collection = "people"
      change(&options)
      let input = try environment.input(
        "~/notes/guests.csv", format: nil, fileSystem: workspace.fileSystem)
      _ = try workspace.importing(
        environment.inspect([input]), options, of: ["guests.csv"])
    }
    try run { $0.isDryRun = true }
    expectTrue((try? run { $0.match = "Planet" }) == nil)
    try expectEqual(like(review("guests.csv").0), nil)
    try run { _ in }
    try expectEqual(into(review("guests.csv").0), "people, which has 1 record")
  }

  @Test func `is kept in the record of its job, and passes over what it can't read`() throws {
    try write("guests.csv", "Name,City\nAnn,Lyon\n")
    let (first, _) = try review("guests.csv&into=people")
    settle(first, first.perform(.importShown, on: nil))
    let source = try #require(try workspace.jobFolder.reports().first?.outcome.source)
    expectEqual(source.header, ["Name", "City"])
    expectEqual(source.choices.url.text, "cairn://~import?file=~/notes/guests.csv&into=people")
    expectEqual(EarlierImport(source.json), source)
    for url in ["", "cairn://people", "cairn://~import?file=", "cairn://~import?file=a&match=%"] {
      expectEqual(EarlierImport(.object(["url": .string(url)])), nil)
    }
    expectEqual(EarlierImport(.object(["url": .string("cairn://~import?file=a&format=x")])), nil)
  }
}
