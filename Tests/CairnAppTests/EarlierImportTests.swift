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

  @Test func `reads another file as it is, not as the earlier one`() throws {
    for (name, text) in [
      ("semicolons.csv", "Name;City\nAnn;Lyon\n"),
      ("titled.csv", "Guests\n\nName,City\nBob,Oslo\n"),
    ] {
      try write(name, text)
      let query = name == "titled.csv" ? "&header=3" : "&delimiter=;"
      let (first, _) = try review("\(name)\(query)&into=people")
      settle(first, first.perform(.importShown, on: nil))
    }
    try workspace.fileSystem.replace(
      "\(Self.folder)/other.csv", with: [0xEF, 0xBB, 0xBF] + Array("Name,City\nZoë,Köln\n".utf8))
    let (other, _) = try review("other.csv")
    expectTrue(like(other) != nil)
    expectEqual(into(other), "people, which has 2 records")
    expectEqual(other.asked.options.dialect, Dialect())
    settle(other, other.perform(.importShown, on: nil))
    try expectEqual(records.snapshot.load("Person").count, 3)
  }

  @Test func `finds a file by another spelling of its path, and standard input never`() throws {
    try write("guests.csv", "Name,City\nAnn,Lyon\n")
    let (first, _) = try review("guests.csv&into=people")
    settle(first, first.perform(.importShown, on: nil))
    let known = EarlierImports(
      try workspace.jobFolder.reports(), in: records.snapshot.model)
    for path in ["~/notes/guests.csv", "~/notes/./deep/..//guests.csv", "~/notes/guests.csv/"] {
      expectTrue(known.find(of: [path]) != nil, path)
    }
    expectTrue(known.find(of: ["~/guests.csv"]) == nil)
    let environment = workspace.environment
    let input = try environment.input(
      "~/notes/guests.csv", format: nil, fileSystem: workspace.fileSystem)
    var options = ImportOptions()
    options.collection = "others"
    _ = try workspace.importing(environment.inspect([input]), options, of: ["-"])
    expectEqual(try workspace.jobFolder.reports().first?.outcome.source, nil)
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
    try write("guests.csv", #"[{"Name": "Ann", "City": "Lyon"}]"#)
    let (first, _) = try review("guests.csv&into=people&format=json")
    settle(first, first.perform(.importShown, on: nil))
    try expectEqual(records.snapshot.load("Person").count, 1)
    try write("guests.csv", "Name,City\nAnn,Lyon\n")
    let (second, said) = try review("guests.csv")
    expectEqual(like(second), nil)
    expectEqual(
      said.last?.hasPrefix("the choices of the earlier import no longer work: "), true)
    expectEqual(into(second), "guests, a new collection")
  }

  @Test func `finds no import that was undone with its collection`() throws {
    try write("guests.csv", "Name,City\nAnn,Lyon\n")
    let (first, _) = try review("guests.csv&into=people")
    settle(first, first.perform(.importShown, on: nil))
    try expectTrue(like(review("guests.csv").0) != nil)
    settle(first, records.undo())
    let (second, said) = try review("guests.csv")
    expectEqual(like(second), nil)
    expectEqual(said, [])
    expectEqual(into(second), "guests, a new collection")
  }

  @Test func `leaves alone what a person chooses while the file is read, or later`() throws {
    try write("guests.csv", "Name;City\nAnn;Lyon\n")
    let (first, _) = try review("guests.csv&into=people")
    settle(first, first.perform(.importShown, on: nil))
    let review = ImportReview(
      ImportChoices(["guests.csv"]),
      ImportScreens(workspace: workspace, records: records, jobs: jobs))
    let reading = review.refresh(Surroundings())
    var dialect = Dialect()
    try dialect.set(.delimiter, to: ";")
    let chosen = review.read(as: dialect)
    settle(review, reading)
    settle(review, chosen)
    expectEqual(like(review), nil)
    expectEqual(review.asked.options.dialect, dialect)
    // A choice that does not work takes back itself, not the earlier choices.
    let (second, _) = try self.review("guests.csv")
    let said = settle(second, second.decide { $0.options.match = "Planet" })
    expectTrue(said.last?.hasPrefix("refused: ") == true, "\(said)")
    expectEqual(into(second), "people, which has 1 record")
    settle(second, second.decide { $0.options.match = "Name" })
    try dialect.set(.header, to: "none")
    settle(second, second.read(as: dialect))
    expectTrue(second.explanation != nil || second.asked.options.match == "Name")
    expectEqual(second.asked.options.collection, "people")
  }

  @Test func `reads the same files once`() throws {
    try write("guests.csv", "Name,City\nAnn,Lyon\n")
    let (first, _) = try review("guests.csv&into=people")
    settle(first, first.perform(.importShown, on: nil))
    let review = ImportReview(
      ImportChoices(["guests.csv"]),
      ImportScreens(workspace: workspace, records: records, jobs: jobs))
    var effects = review.refresh(Surroundings())
    guard case .run(let job)? = effects.last else { return expectTrue(false) }
    // The first job does not read the file.
    try workspace.fileSystem.rename(
      "\(Self.folder)/guests.csv", to: "\(Self.folder)/away.csv")
    let made = job.work()
    try workspace.fileSystem.rename(
      "\(Self.folder)/away.csv", to: "\(Self.folder)/guests.csv")
    effects = job.completion(made)
    settle(review, effects)
    expectEqual(into(review), "people, which has 1 record")
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
