internal import CairnFiles
internal import CairnInterface
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
internal import ScreenTestSupport
import Synchronization
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `The list of changes` {
  private let workspace: Workspace
  private let history: ChangeHistory

  init() throws {
    let seconds = Mutex<Int64>(0)
    let environment = try Environment(
      variables: ["HOME": "/home/ann", "CAIRN_SEED": "1"], currentFolder: "/home/ann",
      terminals: [],
      clock: {
        Timestamp(
          microseconds: seconds.withLock {
            $0 += 1; return $0
          } * 1_000_000)
      },
      localTime: .fixed(0))
    let workspace = try Workspace.create(
      "/store",
      modelText: "%rec: Note\n%plural: notes\n%attribute: Title string\n%attribute: Rank integer\n",
      environment: environment, fileSystem: MemoryFileSystem())
    self.workspace = workspace
    history = ChangeHistory(
      StoreClient(workspace.store, clock: { workspace.environment.wallClock }))
  }

  private func save(_ title: String, _ origin: ChangeOrigin?) throws {
    try workspace.store.commit(title: title, origin: origin) { draft throws(StoreError) in
      try draft.insert([.text(title), nil], into: "Note")
    }
  }

  private func saveFour() throws {
    try save("add Soup", .session(""))
    try save("add Cake", .session("kitchen"))
    try save("Import notes", .import("notes.csv"))
    try save("add Tea", .command("add"))
  }

  private func list(_ query: String = "") throws -> ChangeListSource {
    let url = try ScreenURL(parsing: "cairn://~changes" + query)
    let source = ChangeListSource(ListQuery(url), history)
    for _ in 0..<3 { _ = settle(source.refresh()) }
    return source
  }

  private func ids(_ source: ChangeListSource) -> [String] {
    (0..<source.count).map { source.id(at: $0) }
  }

  @Test func `says where each came from`() throws {
    try saveFour()
    let source = try list()
    let cells = (0..<source.count).map { source.row(at: $0).cells[3] }
    expectEqual(cells, ["command add", "import notes.csv", "app (kitchen)", "app"])
    expectEqual(source.phase, .ready)
    expectEqual(source.url(of: "3"), ChangeScreens.url(of: 3))
    expectEqual(source.id(leadingTo: ChangeScreens.url(of: 2)), "2")
    expectEqual(source.id(leadingTo: ChangeScreens.url(of: 9)), nil)
  }

  @Test func `draws no control character of a name that came from anywhere`() throws {
    try save("add \u{1B}[31mSoup", .import("a\u{1B}]0;x\u{7}\nb.csv"))
    let screen = ListScreen(try list())
    screen.layOut(in: Size(columns: 100, rows: 10))
    var canvas = Canvas(Size(columns: 100, rows: 10))
    screen.draw(on: &canvas, theme: .standard)
    expectTrue(!canvas.text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{7}" })
    expectTrue(canvas.text.contains("import a ]0;x b.csv"), "\(canvas.text)")
  }

  @Test(
    arguments: [
      ("?where=from:session", ["2", "1"]), ("?where=from:app", ["2", "1"]),
      ("?where=kitchen", ["2"]),
      ("?where=from:import%20OR%20tea", ["4", "3"]), ("?where=-add", ["3"]),
      ("?where=notes", ["4", "3", "2", "1"]), ("?sort=change", ["2", "1", "4", "3"]),
      ("?sort=-from&where=from:session", ["2", "1"]), ("?sort=number", ["1", "2", "3", "4"]),
      ("?sort=age", ["1", "2", "3", "4"]), ("?sort=nothing", ["4", "3", "2", "1"]),
      ("?where=soup%20tea", []),
    ] as [(String, [String])])
  func `is filtered and sorted as its URL says`(query: String, expected: [String]) throws {
    try saveFour()
    let source = try list(query)
    expectEqual(ids(source), expected)
    expectEqual(source.total, 4)
    for (row, id) in ids(source).enumerated() { expectEqual(source.index(of: id), row) }
    for id in ["1", "2", "3", "4", "5", "x"] where !expected.contains(id) {
      expectEqual(source.index(of: id), nil)
    }
  }

  @Test func `keeps its rows while a filter can't be read, and says why`() throws {
    try saveFour()
    let source = try list("?where=kitchen")
    _ = settle(source.apply(ListQuery(filter: "kitchen form:x")))
    expectEqual(source.filterProblem?.text.contains("changes have no field form"), true)
    expectEqual(source.filterProblem?.range, 8..<14)
    expectEqual(ids(source), ["2"])
    _ = settle(source.apply(ListQuery(filter: "tea")))
    expectEqual(source.filterProblem, nil)
    expectEqual(ids(source), ["4"])
    expectEqual(ids(try list("?where=from:")).count, 4, "one that is wrong at first leaves all")
  }

  @Test func `shows the newest of many before the others are read`() throws {
    for number in 1...2500 { try save("note \(number)", .command("add")) }
    let source = ChangeListSource(ListQuery(), history)
    expectEqual(source.phase, .loading)
    // A job at a time, as they come back.
    var effects = source.refresh()
    var counts: [Int] = []
    while let job = job(in: effects) {
      effects = job.completion(job.work())
      effects += source.refresh()
      counts.append(source.count)
    }
    expectEqual(counts, [500, 2500])
    expectEqual(source.index(of: "7"), 2493)
    // So many are filtered and sorted on another thread; the rows of before stay meanwhile.
    let filtering = source.apply(
      ListQuery(filter: "number:7,9", sorts: [ListSort("number")]))
    expectEqual(source.count, 2500)
    _ = settle(filtering)
    expectEqual(ids(source), ["7", "9"])
    _ = settle(source.apply(ListQuery()))
    expectEqual(source.count, 2500)
    // A person who stops it has the rows that are shown, by the name of what shows them.
    let filter = try #require(job(in: source.apply(ListQuery(filter: "number:8"))))
    let stopped = filter.abandon?() ?? []
    expectEqual(source.query, ListQuery())
    expectEqual(source.count, 2500)
    expectTrue(
      stopped.contains { if case .setQuery("where", nil) = $0 { true } else { false } },
      "\(stopped)")
    // And one that is filtered from the start begins with as many.
    let filtered = ChangeListSource(ListQuery(filter: "number:8"), history)
    expectEqual(filtered.phase, .loading)
    _ = settle(filtered.refresh())
    expectEqual(filtered.phase, .ready)
    expectEqual(ids(filtered), ["8"])
  }

  @Test func `tells why the older ones can't be read, and reads them all after the next save`()
    throws
  {
    for number in 1...600 { try save("note \(number)", .command("add")) }
    let source = ChangeListSource(ListQuery(), history)
    let newest = try #require(job(in: source.refresh()))
    let rest = try #require(job(in: newest.completion(newest.work())))
    _ = rest.abandon?()
    guard case .failed = source.phase else {
      Issue.record("\(source.phase)")
      return
    }
    expectTrue(!history.isFullyRead)
    try save("one more", .command("add"))
    for _ in 0..<4 { _ = settle(source.refresh()) }
    expectEqual(source.phase, .ready)
    expectEqual(source.count, 601)
    expectTrue(history.isFullyRead)
  }

  private func job(in effects: [Effect]) -> BackgroundJob? {
    effects.lazy.compactMap { effect -> BackgroundJob? in
      if case .run(let job) = effect { job } else { nil }
    }.first
  }
}
