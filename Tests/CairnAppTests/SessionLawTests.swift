internal import CairnFiles
internal import CairnInterface
internal import CairnJSON
internal import CairnStore
internal import Synchronization
internal import TestSupport
import Testing

@testable internal import CairnApp
@testable internal import CairnNavigation

/// A person types into forms of two stores, and anything happens to the machine.
@Suite struct `Drafts in any sequence of events` {
  @Test(arguments: TestSupport.SeededGenerator.seeds(Torture.rounds(12)))
  func `are all there, until they are saved or discarded`(seed: UInt64) throws {
    var machine = try Machine(seed: seed)
    for step in 0..<40 {
      let event = machine.random.element(of: Machine.Event.allCases)
      try machine.happens(event)
      let missing = try machine.missing()
      try #require(missing.isEmpty, "step \(step), \(event): \(missing) is lost\n\(machine.log)")
    }
    try machine.expectDraftsOnScreen()
  }
}

/// A machine with a store, a copy of the store, and three sessions.
private struct Machine {
  enum Event: CaseIterable {
    case types, typesAndLeaves, typesInTabs, typesNewRecord, reopens, startsFresh, replaces
    case closesTabs, saves, discards, renamesField, deletesRecord, restoresRecord, clearsState
    case restoresNothing, restoresAll, waitsForDays, copiesStore, movesStore, usesCopy
    case runsTwoApps, hasFullDisk
  }

  private struct Store {
    var path: String
    /// The texts that were typed and neither saved nor discarded.
    var typed: Set<String> = []
  }

  var random: TestSupport.SeededGenerator
  private(set) var log = ""
  private let folder: TemporaryFolder
  private let days = Days()
  private let environment: Environment
  private var stores: [Store]
  private var current = 0
  private var typedCount = 0
  private var moves = 0

  /// The clock, which leaps over days.
  private final class Days: Sendable {
    let passed = Mutex(0)
  }

  private static let model = "%rec: Note\n%title: Name\n%attribute: Name string\n"
  private static let sessions = ["one", "two", "three"]

  init(seed: UInt64) throws {
    random = TestSupport.SeededGenerator(seed: seed)
    folder = try TemporaryFolder()
    environment = try Environment(
      variables: ["HOME": folder.path("home"), "CAIRN_SEED": "\(seed)"],
      currentFolder: folder.path("home"), terminals: [],
      clock: { [days] in
        let day = Timestamp("2026-11-20T12:00:00Z")?.microseconds ?? 0
        return Timestamp(microseconds: day + Int64(days.passed.withLock { $0 }) * 86_400_000_000)
      }, localTime: .fixed(0))
    stores = [Store(path: folder.path("home/store"))]
    let workspace = try Workspace.create(
      stores[0].path, modelText: Self.model, environment: environment)
    try workspace.store.commit(title: "Notes") { draft throws(StoreError) in
      for number in 1...6 { try draft.insert([.text("note \(number)")], into: "Note") }
    }
    try workspace.close()
  }

  // MARK: Events

  mutating func happens(_ event: Event) throws {
    log += "\(event) "
    switch event {
    case .types: try type(["C-e \(newText())"], at: [form()])
    case .typesAndLeaves: try type(["C-e \(newText()) Escape"], at: [form()])
    case .typesInTabs:
      let second = try form()
      try type(["C-e \(newText()) C-x t C-e \(newText())"], at: [form(), second])
    case .typesNewRecord: try type(["C-e \(newText())"], at: ["notes/~new"])
    case .reopens: try run(keys: "")
    case .startsFresh: try run(keys: "", isFresh: true)
    case .replaces: try run("notes", keys: "j", isReplacing: true)
    case .closesTabs: try run("notes", keys: "g x g x g x")
    case .saves: try savesOrDiscards("C-s", try form())
    case .discards: try savesOrDiscards("F6 d", try form())
    case .renamesField: try renameField()
    case .deletesRecord: try delete()
    case .restoresRecord: try restore()
    case .clearsState:
      _ = try inWorkspace {
        try $0.clearNavigation(session: random.element(of: Self.sessions), keepingDrafts: true)
      }
    case .restoresNothing: try set("restore = \"none\"")
    case .restoresAll: try set("forget-after-days = 2")
    case .waitsForDays: days.passed.withLock { $0 += 5 }
    case .copiesStore: try copy()
    case .movesStore: try move()
    case .usesCopy: current = stores.count - 1 - current
    case .runsTwoApps:
      let other = try inWorkspace { try? $0.claimSession("one") }
      try type(["C-e \(newText())"], at: [form()], session: "two")
      other?.release()
    case .hasFullDisk: try typeOnFullDisk()
    }
  }

  private mutating func newText() -> String {
    typedCount += 1
    return "zz\(typedCount)zz"
  }

  /// The URL of a form: of a record, or of a new one if there are no records.
  private mutating func form() throws -> String {
    let keys = try inWorkspace { try $0.store.snapshot.load("Note").rows.map(\.key) }
    guard !keys.isEmpty else { return "notes/~new" }
    return "notes/\(random.element(of: keys))/~edit"
  }

  private mutating func type(
    _ keys: [String], at urls: [String], session: String? = nil
  ) throws {
    let screen = try run(urls, keys: keys.joined(separator: " "), session: session)
    for text in keys.joined(separator: " ").split(separator: " ") where text.hasPrefix("zz") {
      // A form of a record that was deleted has no field to type into.
      if try drafts().contains(text) {
        stores[current].typed.insert(String(text))
      } else {
        try #require(!screen.contains(text), "\(text) was typed and is no draft\n\(log)")
      }
    }
  }

  private mutating func savesOrDiscards(_ keys: String, _ url: String) throws {
    let before = try drafts(at: url)
    try run(url, keys: keys)
    let after = try drafts()
    let ended = stores[current].typed.filter { !after.contains($0) }
    for text in ended {
      try #require(before.contains(text), "\(text) ended with another draft\n\(log)")
      if keys == "C-s" {
        let texts = try inWorkspace { try $0.store.snapshot.load("Note").rows.map(\.title) }
        try #require(texts.contains { $0.contains(text) }, "\(text) was not saved\n\(log)")
      }
    }
    stores[current].typed.subtract(ended)
  }

  private func renameField() throws {
    _ = try inWorkspace { workspace in
      try workspace.store.updateModel { model throws(StoreError) in
        let old = model["Note"]?.attributes.first?.name ?? ""
        return try model.renamingField(old, of: "Note", to: old == "Name" ? "Heading" : "Name")
      }
    }
  }

  private mutating func delete() throws {
    let ids = try inWorkspace { try $0.store.snapshot.load("Note").rows.map(\.id) }
    guard ids.count > 2 else { return }
    let id = random.element(of: ids)
    _ = try inWorkspace { workspace in
      try workspace.store.commit(title: "Delete") { draft throws(StoreError) in
        try draft.delete([id])
      }
    }
  }

  private func restore() throws {
    try inWorkspace { workspace in
      let deletion = try workspace.store.history().first {
        $0.title == "Delete" && $0.undoes == nil
      }
      // Undone before, it cannot be undone again.
      if let deletion { _ = try? workspace.store.undo(deletion.number) }
    }
  }

  private func set(_ line: String) throws {
    let path = environment.configurationFolder
    _ = try #require(Program("mkdir")).run(["-p", path])
    try RealFileSystem().replace(
      "\(path)/config.toml", with: Array("[navigation]\n\(line)\n".utf8))
  }

  private mutating func copy() throws {
    guard stores.count == 1 else { return }
    let copy = folder.path("home/copy")
    let program = try #require(Program("cp"))
    _ = try program.run(["-a", stores[0].path, copy])
    stores.append(Store(path: copy))
  }

  private mutating func move() throws {
    moves += 1
    let path = folder.path("home/moved \(moves)")
    try RealFileSystem().rename(stores[current].path, to: path)
    stores[current].path = path
  }

  /// New text may be lost, if the screen shows the reason; older text stays.
  private mutating func typeOnFullDisk() throws {
    let call = random.number(1...12)
    let full = FaultyFileSystem(
      RealFileSystem(),
      Fault(at: call, { FileError.full($0, path: $1) }, lasting: .forever, of: [.write]))
    let url = try form()
    guard let workspace = try? open(full) else { return }
    let text = newText()
    var start = TerminalApp.Start()
    start.urls = [try ScreenURL(parsing: "cairn://\(url)")]
    start.session = random.element(of: Self.sessions)
    let screen = try TerminalApp(workspace).render(
      size: Size(columns: 100, rows: 40), start, keys: "C-e \(text)", keepsState: true)
    try? workspace.close()
    if try drafts().contains(text) {
      stores[current].typed.insert(text)
    } else if screen.contains(text) {
      try #require(
        screen.contains("can't be saved"), "\(text) is lost without a word\n\(screen)\n\(log)")
    }
  }

  // MARK: Runs

  private func open(_ files: any FileSystem = RealFileSystem()) throws -> Workspace {
    try Workspace.open(stores[current].path, environment: environment, fileSystem: files)
  }

  private func inWorkspace<Result>(_ body: (Workspace) throws -> Result) throws -> Result {
    let workspace = try open()
    let result = try body(workspace)
    try workspace.close()
    return result
  }

  /// Runs the app until its state is saved.
  ///
  /// It ends like a killed app, without leaving a screen.
  @discardableResult
  private mutating func run(
    _ urls: [String] = [], keys: String, isFresh: Bool = false, isReplacing: Bool = false,
    session: String? = nil, rows: Int = 40
  ) throws -> String {
    var start = TerminalApp.Start()
    start.urls = try urls.map { try ScreenURL(parsing: "cairn://\($0)") }
    (start.isFresh, start.isReplacing) = (isFresh, isReplacing)
    start.session = session ?? random.element(of: Self.sessions)
    log += "(\(start.session ?? ""): \(urls.joined(separator: ", ")) \(keys)) "
    return try inWorkspace {
      try TerminalApp($0).render(
        size: Size(columns: 100, rows: rows), start, keys: keys, keepsState: true)
    }
  }

  @discardableResult
  private mutating func run(
    _ url: String, keys: String, isReplacing: Bool = false
  ) throws -> String {
    try run([url], keys: keys, isReplacing: isReplacing)
  }

  // MARK: Checks

  /// The texts of all drafts of the present store, or of those at a URL.
  private func drafts(at url: String? = nil) throws -> String {
    try inWorkspace { workspace in
      try workspace.keptSessions().flatMap { session in
        session.drafts.filter { url == nil || $0.entry.url.text == "cairn://\(url ?? "")" }
          .map { $0.entry.json.text() }
      }.joined(separator: "\n")
    }
  }

  /// The typed texts that are in no draft.
  mutating func missing() throws -> [String] {
    var missing: [String] = []
    let present = current
    for index in stores.indices {
      current = index
      let drafts = try drafts()
      missing += stores[index].typed.filter { !drafts.contains($0) }
      for other in stores.indices where other != index {
        let others = stores[other].typed.filter { drafts.contains($0) }
        missing += others.map { "\($0) of another store" }
      }
    }
    current = present
    return missing.sorted()
  }

  /// Each draft has a row on the launcher of a session that has none.
  mutating func expectDraftsOnScreen() throws {
    for index in stores.indices {
      current = index
      let count = try inWorkspace { try $0.keptSessions().flatMap(\.drafts).count }
      let screen = try run(keys: "", isFresh: true, session: "last", rows: 200)
      let shown = screen.split(separator: "\n").count {
        $0.contains(" ^ ") && ($0.contains("Edit ") || $0.contains("New note"))
      }
      try #require(shown == count, "\(shown) of \(count) drafts\n\(screen)\n\(log)")
    }
  }
}
