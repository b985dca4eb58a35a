// The abilities that an outside author needs, in one program that checks itself.
import CairnInterchange
import CairnJSON
import CairnRecords

/// A page with a text, which keeps a choice.
final class Page: DetailSource, StatefulSource {
  struct Choice: Codable, Equatable { var days: Int }

  let title: String
  let changes: ChangeOptions = []
  private let effects: [Effect]
  private(set) var choice = Choice(days: 1)
  init(_ title: String, _ effects: [Effect] = []) { (self.title, self.effects) = (title, effects) }

  var fields: [DetailField] { [DetailField("Days", "\(choice.days)")] }
  func encodeState(to encoder: inout StateEncoder) { encoder.encode(choice, as: "choice") }
  func decodeState(from decoder: StateDecoder) { choice = decoder.decode("choice") ?? choice }
  func perform(_ action: ActionName) -> [Effect]? {
    guard action == "outside.go" else { return nil }
    choice.days += 1
    return [.refresh] + effects
  }
}

struct Event { let time: Int }

struct NoTime: Error {}

let go = Action("outside.go", title: "Go", keys: [", g"], in: [.detail])

func page(_ title: String, _ effects: [Effect] = []) -> any Screen {
  DetailScreen(Page(title, effects))
}

func app(_ effects: [Effect] = []) throws -> Application {
  let map = try URLMap<any Screen>(home: "events://home") {
    Route("events://home") { page("home", effects) }.listed("Start")
    Route("events://all") {
      ListScreen(
        ArrayListSource(
          "Events", columns: [.init(ListColumn("time")) { "\($0.time)" }], id: { "\($0.time)" },
          elements: { [Event(time: 7), Event(time: 9)] }))
    }
    Route("events://all/(time)") { (time: Int) in page("event \(time)") }
    Route("events://sheet", .popover) { page("any screen") }
    Link(from: Event.self, to: "events://all/(time)", \.time)
    Redirect("events://site", to: "https://events.example/")
  }
  var app = Application(map)
  app.actions.add([go])
  app.keepsState = false
  return app
}

func shown(_ app: Application, at url: ScreenURL = "events://home", keys: String = "") throws
  -> String
{
  try app.render(size: Size(columns: 70, rows: 16), opening: [url], keys: keys)
}

func expect(_ isTrue: Bool, _ row: String) {
  if !isTrue { ProcessExit.fail("this does not hold: \(row)") }
}

// 001: URLs of objects. Rows get URLs and marks from the map; a route writes its URL.
func objectsHaveURLs() throws {
  expect(try shown(app(), at: "events://all").contains("›"), "rows have marks")
  expect(try shown(app(), at: "events://all", keys: "Enter").contains("event 7"), "rows open")
  let event = Route<any Screen>("events://all/(time)") { (time: Int) in page("event \(time)") }
  expect(try event.url(9) == "events://all/9", "a route writes its URL")
  let map = try app().map
  expect(try map.url(for: Event(time: 9)) == "events://all/\(9)", "an object has a URL")
}

// 001: several URLs, a mode, arguments, tabs, and a URL from anywhere.
func opensURLs() throws {
  let both = try app([.open(["events://all", "events://all/7"])])
  expect(try shown(both, keys: ", g").contains("event 7"), "several open")
  expect(try shown(both, keys: ", g H").contains("Events"), "each on top of the one before")
  let arguments = try app([
    .open("events://all/9", mode: .root) { $0.scope("source") { _ in } }, .openTab("events://all"),
  ])
  expect(try shown(arguments, keys: ", g").contains("2/2"), "a tab opens")
  let elsewhere = try app()
  elsewhere.inbox.open("events://all/9")
  expect(try shown(elsewhere).contains("event 9"), "the inbox opens a URL")
}

// 001: delegate methods.
func asksHooks() throws {
  final class Seen { var texts: [String] = [] }
  let seen = Seen()
  var app = try app([.open("events://all")])
  app.guards = [{ $0.url == "events://all" ? .veto("closed today") : .allow }]
  app.observers = [{ request, _ in seen.texts.append(request.text) }]
  expect(app.navigator == nil, "no navigator before the start")
  expect(try shown(app, keys: ", g").contains("closed today"), "a guard refuses")
  expect(seen.texts.contains("events://all"), "an observer sees the request")
}

// 001: popovers of any screen, and addresses of other programs.
func showsPopovers() throws {
  let sheet = try app([.open("events://sheet")])
  expect(try shown(sheet, keys: ", g").contains("any screen"), "any screen is a popover")
  for address in ["https://events.example/", "events://site"] {
    let outside = try app([.openText(address, .link)])
    let text = try shown(outside, keys: ", g")
    expect(text.contains("Open in another program?"), "an address asks")
    var atOnce = outside
    atOnce.opensAtOnce = { $0.scheme == "https" }
    expect(try !shown(atOnce, keys: ", g").contains("another program"), "or opens at once")
  }
}

// 001 and 003: the state in one line, including the state of a source.
func keepsState() throws {
  var app = try app()
  app.keepsState = true
  app.persistence = .all
  var saved = StateEncoder()
  let page = Page("home")
  _ = page.perform("outside.go")
  page.encodeState(to: &saved)
  let again = Page("home")
  again.decodeState(from: StateDecoder(saved.value))
  expect(again.choice == Page.Choice(days: 2), "a source keeps any Codable value")
}

let model = """
  %rec: Task
  %key: Name
  %attribute: Name string
  %type: Done bool
  %type: Hours int
  %relationship: After to-one Task inverse=Before
  %relationship: Before to-many Task inverse=After
  """

func store() throws -> ObjectStore {
  try ObjectStore.open(named: "outside", model: model) { options in
    options.fileSystem = MemoryFileSystem()
    options.folder = "/outside"
  }
}

// 004: a factory, secondary contexts, and a list from a provider in one line.
func providesRows() throws {
  let store = try store()
  let context = store.newContext()
  let (wash, dry) = (try context.create("Task"), try context.create("Task"))
  (wash["Name"], wash["Hours"], dry["Name"]) = ("Wash", 2, "Dry")
  dry.setLinks("After", [wash])
  try context.save(title: "Add tasks")
  expect(try store.snapshot.links(of: wash.id, "Before") == [dry.id], "links are ids")
  expect(
    try store.newContext().fetch(FetchRequest(entity: "Task")).count == 2, "no clock is needed")
  let link = "After"
  let request = FetchRequest(
    entity: "Task", sorts: [RecordSort("\(link).Name"), RecordSort("Name")], group: "Done")

  let client = StoreClient(store, scheme: "tasks")
  let provider = try ListProvider(request, in: store.newContext())
  provider.mayDelete = { $0.links("Before").isEmpty }
  var app = try Application(records: client) {
    Route("tasks://mine") { ListScreen(provider, client: client) { client.url(of: $0.id) } }
    Route("tasks://columns") {
      let rows = ProviderRows(provider, client: client) { client.url(of: $0.id) }
      try rows.show(["Name", "Hours", .init(ListColumn("letters")) { "\($0.title.count)" }])
      return ListScreen(rows)
    }
  }
  app.keepsState = false
  expect(try shown(app, at: "tasks://columns").contains("HOURS"), "columns have names")
  expect(try shown(app, at: "tasks://mine", keys: "/ wash Enter d").contains("can't be"), "a veto")
  expect(try shown(app, at: "tasks://mine", keys: "/ wash Enter X").contains("yes: Wash"), "done")
  expect(try shown(app, at: "tasks://mine", keys: "/ dry Enter d").contains("deleted"), "deletion")
  _ = client.change { store in
    try store.commit(title: "Hours") { _ in throw NoTime() }
  } completion: { _ in
    []
  }
}

// 002: an export operation, a sheet and a mail.
func exportsRecords() throws {
  let store = try store()
  let context = store.newContext()
  try context.create("Task")["Name"] = "Wash"
  try context.save(title: "Add a task")
  let export = ExportOperation(
    .request(FetchRequest(entity: "Task")), in: store.snapshot, as: .json, scheme: "tasks")
  let bytes = try export.data()
  expect(try JSONValue(reading: bytes) != .null, "the export is JSON")
  var written: [UInt8] = []
  try export.run { written += $0 }
  expect(written == bytes, "the export comes in blocks")
  let sheet = Menu(
    "Export",
    choices: [
      Menu.Choice("w", "Write it") { [.write("tasks.json") { try export.data() }] },
      Menu.Choice("m", "Mail it") {
        [.mail(subject: "Tasks", body: String(decoding: bytes, as: UTF8.self))]
      },
    ])
  let text = try shown(app([.present(sheet)]), keys: ", g")
  expect(text.contains("Write it") && text.contains("Mail it"), "the sheet has both ways")
  expect(try shown(app([.present(sheet)]), keys: ", g m").contains("mailto:"), "a mail asks")
  let report = try Importer(store).run([
    ImportInput(ByteStream(name: "tasks.json", blocks: [bytes]))
  ])
  expect(report.badRows.isEmpty, "the import takes it back")
}

// 000: a launcher without a store.
func launches() throws {
  let favorites = FavoritesFile("/favorites.json", fileSystem: MemoryFileSystem())
  let map = try URLMap<any Screen>(home: "events://~launcher") {
    Route("events://~launcher", .shared) { LauncherScreen(favorites) }
    Route("events://all") { page("all") }.listed("All events")
  }
  var app = Application(map)
  app.favorites = favorites
  app.perform = { action, _ in favorites.perform(action) }
  app.keepsState = false
  let text = try shown(app, at: "events://all", keys: "b Enter g h")
  expect(text.contains("all"), "a favorite is on the launcher")
}

do {
  for row in [
    objectsHaveURLs, opensURLs, asksHooks, showsPopovers, keepsState, providesRows, exportsRecords,
    launches,
  ] { try row() }
} catch {
  ProcessExit.fail("rows: \(error)")
}
