internal import CairnFiles
internal import CairnInterface
internal import CairnKit
internal import CairnNavigation
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
import ScreenTestSupport
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `Settings and model on screens` {
  private let files = MemoryFileSystem()
  private let workspace: Workspace
  private let client: StoreClient

  init() throws {
    let workspace = try Workspace.create(
      "/store",
      modelText: "%rec: Recipe\n%doc: Things to cook\n%plural: recipes\n%mandatory: Name\n"
        + "%attribute: Name string\n%choices: Kind soup | salad\n",
      environment: try .fixture(["CAIRN_SEED": "1", "EDITOR": "ed -s"]), fileSystem: files)
    self.workspace = workspace
    client = StoreClient(workspace.store, clock: { workspace.environment.wallClock })
    let context = workspace.store.newContext()
    try context.create("Recipe")["Name"] = .text("Soup")
    try context.save(title: "add")
  }

  private func text(_ screen: any Screen) -> String {
    screen.layOut(in: Size(columns: 100, rows: 16))
    _ = screen.refresh(Surroundings())
    var canvas = Canvas(Size(columns: 100, rows: 16))
    screen.draw(on: &canvas, theme: .standard)
    return canvas.text
  }

  @Test func `show each setting, and the first mistake where there is one`() throws {
    let settings = SettingsScreen(environment: workspace.environment, fileSystem: files)
    let screen = settings.screen(at: SettingsScreen.url)
    expectTrue(text(screen).contains("store.history-days"))
    expectTrue(text(screen).contains("default"))
    let path = ConfigurationFile(workspace.environment, files).path
    try files.makeFolder(path.parentFolder)
    try files.replace(path, with: Array("[store]\nhistory-days = 7\n".utf8))
    expectTrue(text(screen).contains("config.toml:2"))
    try files.replace(path, with: Array("[store]\nhistory-dais = 7\n".utf8))
    expectTrue(text(screen).contains("no setting is called store.history-dais"))
  }

  @Test func `show collections and their fields with what is asked of values`() throws {
    let screens = ModelScreens(client: client)
    let collections = screens.collections(at: ModelScreens.url)
    expectTrue(text(collections).contains("recipes"))
    expectTrue(text(collections).contains("Things to cook"))
    expectEqual(collections.selection, ScreenURL(["~model", "recipes"]))
    let fields = text(
      try screens.fields(at: ScreenURL(["~model", "recipes"]), of: "recipes"))
    expectTrue(fields.contains("required") && fields.contains("soup | salad"))
    #expect(throws: AddressProblem.self) {
      try screens.fields(at: ScreenURL(["~model", "books"]), of: "books")
    }
  }

  @Test func `leave records to be edited as text, those that are marked`() throws {
    let context = workspace.store.newContext()
    for number in 2...1001 { try context.create("Recipe")["Name"] = .text("\(number)") }
    try context.save(title: "add")
    let actions = RecordActions(
      workspace, client, JobRunner(workspace.jobFolder), OpenConflicts(client))
    func place(_ marks: [Int]) -> ActionPlace {
      ActionPlace(
        url: ScreenURL(["recipes"]), selection: ScreenURL(["recipes", "p2"]),
        marks: Set(marks.map { "p\($0)" }))
    }
    for (marks, keys) in [([], ["p2"]), ([3, 1], ["p1", "p3"]), ([1, 2000], ["p1"])] {
      guard case .hand(let program)? = actions.editAsText(at: place(marks))?.first else {
        Issue.record("no editor is started for \(marks)")
        continue
      }
      expectEqual(program.arguments.dropFirst(8), keys.map { "cairn://recipes/\($0)" }[...])
    }
    expectEqual(
      settle(actions.editAsText(at: place(Array(1...1001))) ?? []),
      [
        "\(Count.text(1001)) records are marked; an editor takes at most \(Count.text(1000))"
      ])
  }

  @Test func `are edited as text, as records are`() throws {
    let actions = RecordActions(
      workspace, client, JobRunner(workspace.jobFolder), OpenConflicts(client))
    func arguments(_ segments: [String]) -> [String]? {
      let place = ActionPlace(url: ScreenURL(segments))
      var effects = actions.editAsText(at: place) ?? []
      if case .run(let job)? = effects.first { effects = job.completion(job.work()) }
      guard case .hand(let program)? = effects.first else { return nil }
      return program.arguments
    }
    expectEqual(
      arguments(["~settings"]),
      [
        "/bin/sh", "-c", "exec ed -s \"$1\"", "sh", "/home/ann/.config/cairn/config.toml",
      ])
    let path = "/home/ann/.config/cairn/config.toml"
    expectEqual(String(decoding: try files.read(path), as: UTF8.self), Configuration.template)
    try files.replace(path, with: Array("[look]\n".utf8))
    _ = arguments(["~settings"])
    expectEqual(String(decoding: try files.read(path), as: UTF8.self), "[look]\n")
    try workspace.store.commit(title: "model") { (draft) throws(StoreError) in
      try draft.updateModel(try draft.snapshot.model.adding(entity: "Alpha"))
    }
    let copy = "/home/ann/.local/state/cairn/edit/model.rec"
    expectEqual(arguments(["~model"])?.last, copy)
    let model = String(decoding: try files.read(copy), as: UTF8.self)
    expectTrue(model.contains("%rec: Alpha"), "what was saved of it is there to be edited")
    // Broken by hand, it can be mended only where it is.
    try files.replace("/store/model/1.rec", with: Array("%rec: 1\n".utf8))
    let place = ActionPlace(url: ScreenURL(["~model"]))
    expectEqual(settle(actions.editAsText(at: place) ?? []).first?.contains("line 1: "), true)
    expectEqual(
      arguments(["recipes", "p1"])?.suffix(3),
      [
        Machine.ownProgram, "/store", "cairn://recipes/p1",
      ])
    expectEqual(arguments(["~jobs"]), nil)
    expectEqual(arguments(["recipes"]), nil)
  }

  @Test func `begin as a file that says what can be set, and sets nothing`() throws {
    let names = Configuration().settings.map(\.name)
    let fresh = try Configuration(parsing: Configuration.template)
    expectTrue(fresh.places.isEmpty && Configuration.problems(in: Configuration.template).isEmpty)
    let lines = Configuration.template.split(separator: "\n").map {
      $0.hasPrefix("# ") && ($0.contains(" = ") || $0.hasPrefix("# ["))
        ? String($0.dropFirst(2)) : String($0)
    }
    let whole = try Configuration(parsing: lines.joined(separator: "\n"))
    expectTrue(Set(names).isSubset(of: whole.places.keys) && names.count > 7)
    expectTrue(Configuration.problems(in: lines.joined(separator: "\n")).isEmpty)
    expectTrue(whole.routes.count == 1 && whole.aliases.count == 1 && whole.commands.count == 1)
    expectEqual(whole.forgetAfterDays, 365)
    for (setting, usual) in zip(whole.settings, Configuration().settings)
    where setting.name != "navigation.forget-after-days" {
      expectEqual(setting.value, usual.value, "\(setting.name)")
    }
  }

  @Test func `takes in what an editor saved, so that undo undoes it`() throws {
    expectEqual(settle(client.takeIn([])), ["nothing was changed"])
    let context = workspace.store.newContext()
    let id = ObjectID(entity: "Recipe", key: RecordKey(sequence: 1))
    try context.existingObject(with: id)["Kind"] = .text("soup")
    try context.save(title: "edit Soup")
    let number = client.snapshot.version
    // What others save meanwhile is not this person's.
    try context.existingObject(with: id)["Name"] = .text("Stew")
    try context.save(title: "edit Stew")
    expectEqual(settle(client.takeIn([number])), ["saved Soup · u undoes it"])
    _ = settle(client.undo())
    expectEqual(client.snapshot.row(id)?["Kind"], nil)
  }

  @Test func `give collections and fields other names and types, which undo takes back`() throws {
    let screens = ModelScreens(client: client)
    let fields = try screens.fields(at: ScreenURL(["~model", "recipes"]), of: "recipes")
    _ = text(fields)
    let prompt = try #require(presented(fields.perform(.edit) ?? []) as? TextPrompt)
    _ = prompt.perform("text.cut-to-start")
    _ = prompt.insert("Kind")
    expectEqual(prompt.perform(.accept)?.isEmpty, true, "it is taken")
    _ = prompt.perform("text.cut-to-start")
    _ = prompt.insert("Called")
    expectEqual(settle(prompt.perform(.accept) ?? []), ["Name is Called now · u undoes it"])
    expectTrue(text(fields).contains("Called"))
    let id = ObjectID(entity: "Recipe", key: RecordKey(sequence: 1))
    expectEqual(workspace.store.snapshot.row(id)?["Called"], .text("Soup"))

    let types = try #require(presented(fields.perform(.columnType) ?? []) as? Menu)
    expectEqual(settle(types.insert("d") ?? []).count, 1)
    let sheet = try #require(presented(fields.perform(.actions) ?? []) as? Menu)
    expectEqual(sheet.title, "Called")

    let collections = screens.collections(at: ModelScreens.url)
    _ = text(collections)
    let name = try #require(presented(collections.perform(.edit) ?? []) as? TextPrompt)
    _ = name.perform("text.cut-to-start")
    _ = name.insert("Dish")
    expectEqual(settle(name.perform(.accept) ?? []), ["recipes are dishes now · u undoes it"])
    expectTrue(text(collections).contains("dishes"))
    // The fields are still those of the same collection.
    expectTrue(text(fields).contains("Called"))
    _ = settle(client.undo())
    expectTrue(workspace.store.snapshot.model["Recipe"] != nil)
  }

  @Test func `add collections and fields, which undo takes back`() throws {
    let screens = ModelScreens(client: client)
    let collections = screens.collections(at: ModelScreens.url)
    _ = text(collections)
    let name = try #require(presented(collections.perform(.add) ?? []) as? TextPrompt)
    _ = name.insert("Recipe")
    expectEqual(name.perform(.accept)?.isEmpty, true, "it is taken")
    _ = name.perform("text.cut-to-start")
    _ = name.insert("Guest")
    let line = try #require(presented(name.perform(.accept) ?? []) as? TextPrompt)
    expectEqual(settle(line.perform(.accept) ?? []).count, 1)
    expectTrue(text(collections).contains("guests"))

    let fields = try screens.fields(at: ScreenURL(["~model", "guests"]), of: "guests")
    _ = text(fields)
    func add(_ field: String, _ letter: String) throws -> [Effect] {
      let prompt = try #require(presented(fields.perform(.add) ?? []) as? TextPrompt)
      _ = prompt.insert(field)
      let types = try #require(presented(prompt.perform(.accept) ?? []) as? Menu)
      return types.insert(letter) ?? []
    }
    expectEqual(settle(try add("Born", "d")).first?.hasPrefix("added Born to guests"), true)
    let words = try #require(presented(try add("Diet", "c")) as? TextPrompt)
    expectEqual(words.perform(.accept)?.isEmpty, true, "a choice has words")
    _ = words.insert("all, no meat,, none")
    expectEqual(settle(words.perform(.accept) ?? []).count, 1)
    let guest = try #require(workspace.store.snapshot.model["Guest"])
    expectEqual(guest.attributes.map(\.name), ["Name", "Born", "Diet"])
    expectEqual(guest.titleAttribute?.name, "Name")
    expectEqual(guest.attribute("Diet")?.choices, ["all", "no meat", "none"])
    for _ in 0..<3 { _ = settle(client.undo()) }
    expectEqual(workspace.store.snapshot.model["Guest"], nil)
  }
}
