internal import CairnFiles
internal import CairnInterface
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `The map of an app that runs` {
  private static let path = "/home/ann/.config/cairn/config.toml"
  private static let settings = """
    [store]
    history-days = 7
    [aliases]
    all = "recipes"

    """
  private static let clashing = "[routes]\n\"cairn://~launcher\" = \"cairn://recipes\"\n"
  private static let fitting = "[routes]\n\"cairn://home\" = \"cairn://recipes\"\n"

  private let files = MemoryFileSystem()
  private let workspace: Workspace
  private let configuration: LiveConfiguration
  private let maps: LiveMap

  init() throws {
    workspace = try Workspace.fixture()
    try files.makeFolder(Self.path.parentFolder)
    configuration = LiveConfiguration(
      .success(Configuration()), ConfigurationFile(workspace.environment, files))
    let environment = workspace.environment
    let client = StoreClient(workspace.store, clock: { environment.wallClock })
    let jobs = JobScreens(workspace, client)
    maps = LiveMap(
      client: client, launcher: RecordLauncher(client: client, place: ""), jobs: jobs,
      changes: ChangeScreens(history: ChangeHistory(client)),
      conflicts: ConflictScreens(openConflicts: OpenConflicts(client)),
      settings: SettingsScreen(environment: environment, fileSystem: files),
      imports: ImportScreens(workspace: workspace, records: client, jobs: jobs),
      peeks: PeekScreens(workspace, jobs.runner), configuration: configuration)
    _ = try maps.first()
  }

  /// Runs the jobs of effects, and returns the messages and the numbers of maps and refreshes.
  private func outcome(
    of first: [Effect]
  ) -> (messages: [String], maps: Int, refreshes: Int) {
    var (messages, maps, refreshes) = ([String](), 0, 0)
    var effects = first
    while !effects.isEmpty {
      switch effects.removeFirst() {
      case .run(let job): effects = job.completion(job.work()) + effects
      case .say(let message): messages.append(message.text)
      case .useMap: maps += 1
      case .refresh: refreshes += 1
      default: continue
      }
    }
    return (messages, maps, refreshes)
  }

  /// Writes the settings, and looks.
  private func look(
    at text: String
  ) throws -> (messages: [String], maps: Int, refreshes: Int) {
    try files.replace(Self.path, with: Array(text.utf8))
    return outcome(of: maps.look())
  }

  @Test func `shows a setting that was chosen, even if the watch read the file first`() throws {
    try files.replace(Self.path, with: Array(Self.settings.utf8))
    _ = try configuration.readIfChanged()
    let outcome = outcome(of: maps.look(saying: Message("chosen")))
    expectEqual(outcome.messages, ["chosen"])
    expectEqual(outcome.refreshes, 1)
  }

  @Test func `takes over what is right beside keys that aren't, and says which`() throws {
    let text = Self.settings + "[keys]\n\"go.hmoe\" = \"F5\"\nfrob = \"F6\"\n"
    let news = try look(at: text)
    expectEqual(
      news.messages,
      [
        "~/.config/cairn/config.toml, line 6, column 1: no action is called 'go.hmoe'; did you mean "
          + "'go.home'?; 1 more: cairn config check names them; all other settings are in use"
      ])
    expectEqual(configuration.current.aliases.keys.sorted(), ["all"])
    try expectTrue(look(at: text).messages.isEmpty)
    try expectEqual(
      look(at: Self.settings).messages, ["your changed settings are now in use"])
  }

  @Test func `says at first what was wrong from the start`() throws {
    let text = Self.settings + "[keys]\n\"go.hmoe\" = \"F5\"\n"
    try files.replace(Self.path, with: Array(text.utf8))
    let file = ConfigurationFile(workspace.environment, files)
    let live = LiveConfiguration(file.reading, file)
    expectTrue(live.takeFirstLook() && !live.takeFirstLook())
    try expectEqual(live.readIfChanged(), nil)
    expectEqual(
      live.remark()?.hasSuffix("did you mean 'go.home'?; all other settings are in use"), true)
  }

  @Test func `takes over settings that changed`() throws {
    let news = try look(at: Self.settings + Self.fitting)
    expectEqual(news.messages, ["your changed settings are now in use"])
    expectEqual(news.maps, 1)
    expectEqual(configuration.current.aliases.keys.sorted(), ["all"])
    expectEqual(workspace.store.historyDays, 7)
    try expectTrue(look(at: Self.settings + Self.fitting).messages.isEmpty)
  }

  /// What follows once the settings' file has another text, jobs done.
  private func effects(of text: String) throws -> [Effect] {
    try files.replace(Self.path, with: Array(text.utf8))
    var (done, effects) = ([Effect](), maps.look())
    while !effects.isEmpty {
      let effect = effects.removeFirst()
      if case .run(let job) = effect {
        effects = job.completion(job.work()) + effects
      } else {
        done.append(effect)
      }
    }
    return done
  }

  @Test func `hands on a keymap where keys changed, and only then`() throws {
    func keymaps(_ text: String) throws -> [Keymap] {
      try effects(of: text).compactMap { if case .useKeys(let keymap) = $0 { keymap } else { nil } }
    }
    let own = "[keys]\n\"list.sort\" = \"S\"\n"
    let first = try keymaps(own)
    expectEqual(first.count, 1)
    expectEqual(first.first?.table["list.sort"]?.keys, ["S"])
    try expectTrue(keymaps(own + "[store]\nhistory-days = 7\n").isEmpty)
    try expectEqual(keymaps("").first?.table["list.sort"]?.keys, ["s"])
  }

  @Test func `lets everything look as the settings say from then on`() throws {
    func themes(_ text: String) throws -> [Theme] {
      try effects(of: text).compactMap { if case .useTheme(let theme) = $0 { theme } else { nil } }
    }
    try expectEqual(themes("[look]\ntheme = \"light\"\n"), [.light])
    try expectTrue(themes("[look]\ntheme = \"light\"\n[store]\nhistory-days = 7\n").isEmpty)
    try expectEqual(themes("[look]\nplain = true\n"), [.spoken])
    try expectEqual(themes(""), [.standard])
  }

  @Test func `takes the mouse or leaves it to the terminal as the settings say`() throws {
    func uses(_ text: String) throws -> [Bool] {
      try effects(of: text).compactMap { if case .useMouse(let uses) = $0 { uses } else { nil } }
    }
    try expectEqual(uses("[look]\nmouse = false\n"), [false])
    try expectTrue(uses("[look]\nmouse = false\ntheme = \"light\"\n").isEmpty)
    try expectEqual(uses(""), [true])
  }

  @Test func `leaves a route out while it clashes, and takes it over once it doesn't`() throws {
    let clash = try look(at: Self.settings + Self.clashing)
    expectEqual(clash.messages.count, 1)
    expectEqual(clash.messages.first?.hasSuffix("all other settings are in use"), true)
    expectEqual(clash.maps, 0)
    expectEqual(workspace.store.historyDays, 7)
    try expectTrue(look(at: Self.settings + Self.clashing).messages.isEmpty)
    let mended = try look(at: Self.settings)
    expectEqual(mended.messages, ["your changed settings are now in use"])
    expectEqual(workspace.store.historyDays, 7)
  }

  @Test func `says that settings hold again when a mistake is taken back`() throws {
    for mistake in [Self.clashing, "[routes", "[theme]"] {
      try expectEqual(look(at: mistake).messages.count, 1)
      try expectEqual(look(at: "").messages, ["your changed settings are now in use"])
    }
  }
}
