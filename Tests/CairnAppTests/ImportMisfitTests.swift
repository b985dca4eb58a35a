import CairnFiles
import CairnInterchange
import CairnNavigation
import CairnRecords
import CairnScreens
import CairnStore
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `The refused rows of an import's preview` {
  private let workspace: Workspace
  private let records: StoreClient
  private let jobs: JobScreens

  init() throws {
    workspace = try Workspace.fixture("")
    let environment = workspace.environment
    records = StoreClient(workspace.store, clock: { environment.wallClock })
    jobs = JobScreens(workspace, records)
    try workspace.fileSystem.makeFolder("/home/ann/notes")
    let text = "Name,Age,Day\nAnn,30,2026-01-02\nBob,old,never\nCleo,4,2026-01-03\n"
    try workspace.fileSystem.replace("/home/ann/notes/guests.csv", with: Array(text.utf8))
  }

  private func review(_ query: String) throws -> ImportReview {
    let url = try ScreenURL(parsing: "cairn://~import?file=guests.csv\(query)")
    let review = ImportReview(
      try ImportChoices(url), ImportScreens(workspace: workspace, records: records, jobs: jobs))
    settle(review, review.refresh(Surroundings()))
    return review
  }

  private func settle(_ review: ImportReview, _ effects: [Effect]) {
    var effects = effects
    while !effects.isEmpty {
      switch effects.removeFirst() {
      case .run(let job): effects = job.completion(job.work()) + effects
      case .refresh:
        effects = review.refresh(Surroundings()) + review.choices.refresh() + effects
      default: continue
      }
    }
  }

  @Test func `come first, with all their reasons`() throws {
    let review = try review("&type=Age=integer&type=Day=date")
    let rows = (0..<4).map { review.results.row(at: $0) }
    expectEqual(
      rows.map(\.cells),
      [
        ["refused", "3", #"Age: "old" is not a whole number"#, "Bob", "old", "never"],
        ["refused", "3", #"Day: "never" is not a date such as 2026-11-05"#, "", "", ""],
        ["new", "2", "", "Ann", "30", "2026-01-02"], ["new", "4", "", "Cleo", "4", "2026-01-03"],
      ])
    expectEqual(rows.map(\.tone), [.bad, .bad, .plain, .plain])
    expectEqual(Set(rows.map(\.id)).count, 4)
  }

  @Test func `come in as soon as a person leaves their values empty, or moves them`() throws {
    let review = try review("&type=Age=integer&type=Day=date&misfits=Age=empty")
    expectEqual(review.choices.row(at: 1).cells[4], "")
    settle(review, review.decide { $0.options.setMisfits(of: "Day", .move(to: "Notes")) })
    expectEqual(review.choices.row(at: 1).cells[4], "1 empty")
    expectEqual(review.choices.row(at: 2).cells[4], "1 moved")
    expectEqual(review.results.row(at: 1).cells, ["new", "3", "Bob", "", ""])
    expectTrue(
      review.asked.url.text.contains("misfits=Day%3DNotes")
        || review.asked.url.text.contains("misfits=Day=Notes"))
    settle(review, review.perform(.importShown, on: nil) ?? [])
    let rows = try records.snapshot.load("Guest").rows
    expectEqual(rows.map { $0["Notes"]?.storedTexts ?? [] }, [[], ["never"], []])
    expectEqual(rows.map { $0["Age"]?.storedTexts ?? [] }, [["30"], [], ["4"]])
  }

  @Test func `are forgotten with columns that the file no longer has`() throws {
    let review = try review("&misfits=Zip=empty")
    expectEqual(review.asked.options.misfits, [:])
  }
}
