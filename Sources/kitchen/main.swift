// Recipes and menus: forms, a list with vetoes, an export with a sheet and mail, an import.
import CairnInterchange
import CairnRecords

let model = """
  %rec: Recipe
  %key: Name
  %attribute: Name string
  %type: Minutes int
  %choices: Kind soup | main dish | dessert
  %relationship: Menus to-many Menu inverse=Recipes

  %rec: Menu
  %attribute: Name string
  %relationship: Recipes to-many Recipe inverse=Menus
  """

/// The screens and actions of the kitchen, beside those that every app over records has.
final class Kitchen {
  let client: StoreClient
  init(_ client: StoreClient) { self.client = client }

  // A recipe that is on a menu can't be deleted here.
  func quick(_ minutes: Int) throws -> any Screen {
    let provider = try ListProvider(
      FetchRequest(
        entity: "Recipe", predicate: try RecordPredicate.parse("minutes<=\(minutes)"),
        sorts: [RecordSort("Kind"), RecordSort("Name")], group: "Kind"),
      showing: "Name", in: client.store.newContext())
    provider.mayDelete = { record in record.links("Menus").isEmpty }
    provider.emptyMessage = "No recipe takes at most \(minutes) minutes"
    let rows = ProviderRows(provider, client: client) { [client] in client.url(of: $0.id) }
    try rows.show(["Name", "Minutes"])
    rows.title = "At most \(minutes) minutes"
    rows.adds = { [.open("kitchen://recipes/~new?minutes=\(minutes)")] }
    return ListScreen(rows)
  }

  /// The sheet with the ways to send the recipes away.
  var exportSheet: Menu {
    Menu(
      "Export the recipes",
      choices: [
        Menu.Choice("c", "Write recipes.csv") { self.export(.csv, to: "recipes.csv") },
        Menu.Choice("m", "Write recipes.md") { self.export(.markdown, to: "recipes.md") },
        Menu.Choice("e", "Send an email") { self.mail() },
      ])
  }

  private var operation: (InterchangeFormat) -> ExportOperation {
    let (recipes, snapshot) = (FetchRequest(entity: "Recipe"), client.snapshot)
    return { ExportOperation(.request(recipes), in: snapshot, as: $0, scheme: "kitchen") }
  }

  private func export(_ format: InterchangeFormat, to path: String) -> [Effect] {
    let operation = operation(format)
    return [.write(path) { try operation.data() }]
  }

  func share(at place: ActionPlace) -> [Effect]? {
    client.record(at: place).map { [.copy(client.portableURL(of: $0).text, what: "the URL")] }
  }

  /// Hands the names and values over to the mail program, after the person has agreed.
  private func mail() -> [Effect] {
    guard let bytes = try? operation(.markdown).data() else { return [] }
    return [.mail(subject: "Recipes", body: String(decoding: bytes, as: UTF8.self))]
  }

  // Keys do not wait for this job. A canceled job saves nothing.
  func importFile(_ path: String) -> [Effect] {
    var options = ImportOptions()
    options.collection = "Recipe"
    options.changesCollections = false
    let importer = Importer(client.store, options)
    let progress = JobProgress()
    let job = BackgroundJob("importing \(path)", lane: .long, progress: progress) {
      Result {
        try importer.run([ImportInput(ByteStream(name: path, reading: path))]) { reading in
          progress.report(JobProgress.Reading(reading.rows, of: reading.total))
          return progress.ending == nil ? .proceed : .cancel
        }
      }
    } completion: { [client] result in
      switch result {
      case .success(let report):
        let left = [Effect.present(Notice("Left out", report.details.joined(separator: "\n")))]
        let message = Message(report.summary, tone: report.isWhole ? .good : .warning)
        return client.takeIn(report.transaction.map { [$0] } ?? [], telling: message)
          + (report.isWhole ? [] : left)
      case .failure(let error): return [.say(Message("\(error)", tone: .bad))]
      }
    }
    return [.run(job)]
  }

  var ask: TextPrompt { .init("Import the file", footer: .taking("imports"), finish: importFile) }
}

do {
  let store = try ObjectStore.open(named: "kitchen", model: model)
  let kitchen = Kitchen(StoreClient(store, scheme: "kitchen"))
  let favorites = [DefaultFavorite("kitchen://quick/20", "Quick tonight", section: "Tonight")]
  var app = try Application(records: kitchen.client, favorites: favorites) {
    Route("kitchen://quick/(minutes)") { (minutes: Int) in try kitchen.quick(minutes) }
    Route("kitchen://export", .popover) { (_: ScreenURL) in kitchen.exportSheet }.listed("Export")
    Route("kitchen://import", .popover) { (_: ScreenURL) in kitchen.ask }.listed("Import")
    Redirect("kitchen://today", to: "kitchen://quick/20")
  }
  app.guards = [
    { $0.origin == .external && $0.url == "kitchen://import" ? .veto("import by hand") : .allow }
  ]
  app.actions.add([
    Action(
      "kitchen.share", title: "Copy a URL for other stores", keys: ["S"], in: [.list, .detail])
  ])
  app.perform = { action, place in action == "kitchen.share" ? kitchen.share(at: place) : nil }
  try app.run()
} catch { ProcessExit.fail("kitchen: \(error)") }
