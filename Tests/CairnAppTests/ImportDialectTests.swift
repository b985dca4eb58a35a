internal import CairnFiles
internal import CairnInterchange
internal import CairnNavigation
internal import CairnRecords
@testable internal import CairnScreens
internal import CairnStore
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `The dialect of an import` {
  private let workspace: Workspace
  private let records: StoreClient
  private let jobs: JobScreens

  init() throws {
    workspace = try Workspace.fixture("")
    let environment = workspace.environment
    records = StoreClient(workspace.store, clock: { environment.wallClock })
    jobs = JobScreens(workspace, records)
    try workspace.fileSystem.makeFolder("/home/ann/notes")
    try write(Array("Name;City|Zip\nAnn;Lyon|1\nBob;Oslo|2\n".utf8))
  }

  private func write(_ bytes: [UInt8]) throws {
    try workspace.fileSystem.replace("/home/ann/notes/guests.csv", with: bytes)
  }

  private func review(_ query: String = "") throws -> ImportReview {
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

  private func facts(_ review: ImportReview) -> String {
    review.facts.map { "\($0.label): \($0.text)" }.joined(separator: "\n")
  }

  private func names(_ review: ImportReview) -> [String] {
    (0..<review.choices.count).map { review.choices.row(at: $0).cells[0] }
  }

  @Test func `is visible at once, and stands in the URL`() throws {
    let review = try review()
    expectEqual(names(review), ["Name", "City|Zip"])
    var dialect = Dialect()
    try dialect.set(.delimiter, to: "|")
    try dialect.set(.header, to: "none")
    settle(review, review.read(as: dialect))
    expectEqual(names(review), ["Column 1", "Column 2"])
    expectTrue(
      facts(review).contains("From: CSV, with |, no header, UTF-8 · 3 rows"), facts(review))
    expectTrue(facts(review).contains("delimiter | (given)"), facts(review))
    let text = review.asked.url.text
    expectTrue(text.contains("header=none"), text)
    let again = try ImportChoices(try ScreenURL(parsing: text))
    expectEqual(again.options.dialect, dialect)
  }

  @Test func `comes from the URL of a favorite`() throws {
    let review = try review("&delimiter=%7C&skip=1&header=2&null=Ann;Lyon&comment=%23")
    expectEqual(names(review), ["Ann;Lyon", "1"])
    #expect(throws: AppError.self) {
      try ImportChoices(try ScreenURL(parsing: "cairn://~import?file=a.csv&header=x"))
    }
  }

  /// The overlay that effects present.
  private func overlay<Kind>(_ effects: [Effect]?) throws -> Kind {
    for case .present(let overlay) in effects ?? [] {
      if let overlay = overlay as? Kind { return overlay }
    }
    throw AppError.failed("no overlay: \(effects?.count ?? 0) effects")
  }

  @Test func `has a key for each part in one menu, with what was found`() throws {
    let review = try review("&null=-")
    let menu: Menu = try overlay(review.perform(.importDialect, on: nil))
    expectEqual(menu.items.count, Dialect.Part.allCases.count)
    expectEqual(Set(menu.items.compactMap(\.letter)).count, menu.items.count)
    expectEqual(
      menu.items.map { "\($0.title): \($0.detail)" },
      [
        "Encoding: UTF-8 · detected", "Delimiter: ; · detected", "Quote: \" · detected",
        "Escape: none", "Header: 1 · detected", "Skipped lines: none", "Comment: none",
        "Texts without a value: -", "Time zone: the store's",
      ])
  }

  @Test(arguments: [
    (Character("d"), "|", "delimiter"), ("h", "2", "header"), ("k", "1", "skip"),
    ("e", "latin1", "encoding"), ("n", "Ann, Bob", "null"), ("c", "#", "comment"),
    ("q", "none", "quote"), ("s", "\\", "escape"), ("z", "+02:00", "zone"),
  ])
  func `is changed by each key of that menu`(letter: Character, word: String, part: String) throws {
    let review = try review()
    let menu: Menu = try overlay(review.perform(.importDialect, on: nil))
    let prompt: TextPrompt = try overlay(menu.insert(String(letter)))
    _ = prompt.insert(word)
    settle(review, prompt.perform(.accept) ?? [])
    let query = review.asked.query.filter { $0.name == part }.compactMap(\.value)
    expectEqual(query.isEmpty, false, part)
    let dialect = try #require(Dialect.Part(rawValue: part))
    expectEqual(review.asked.options.dialect.words(of: dialect), query)
    expectTrue(review.explanation == nil, review.explanation?.reason ?? "")
  }

  @Test func `is asked for where the encoding is not clear, with a sample of each`() throws {
    // The words Имя and Ольга in Windows-1251.
    try write([0xC8, 0xEC, 0xFF, 0x0A, 0xCE, 0xEB, 0xFC, 0xE3, 0xE0, 0x0A])
    let review = try review()
    let explanation = try #require(review.explanation)
    expectTrue(explanation.reason.contains("its encoding is not clear"), explanation.reason)
    let way = try #require(explanation.ways.first { $0.title == "encoding Windows-1251" })
    expectEqual(way.detail, "Имя · Ольга")
    guard case .replace(let url)? = way.effects.first else {
      return expectTrue(false, "no other URL")
    }
    expectEqual(url.value("encoding"), "Windows-1251")
    let told = try self.review("&encoding=Windows-1251")
    expectEqual(names(told), ["Имя"])
  }
}
