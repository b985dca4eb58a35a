internal import CairnFiles
internal import CairnStore
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `Changes of programs that the app starts` {
  private let files = MemoryFileSystem()

  private func workspace(_ variables: [String: String] = [:]) throws -> Workspace {
    let environment = try Environment.fixture(variables)
    let isThere = try files.exists("/store")
    return isThere
      ? try Workspace.open("/store", environment: environment, fileSystem: files)
      : try Workspace.create(
        "/store", modelText: "%rec: Recipe\n%attribute: Name string\n", environment: environment,
        fileSystem: files)
  }

  private func add(_ name: String, to workspace: Workspace) throws {
    let context = workspace.store.newContext()
    try context.create("Recipe")["Name"] = .text(name)
    try context.save(title: "add \(name)")
  }

  /// The variables that a program gets.
  private func variables(_ changes: ProgramChanges) -> [String: String] {
    let words = changes.starting(["/bin/true"])
    expectTrue(words.first == "/usr/bin/env" && words.last == "/bin/true")
    let parts = words[1].split(separator: "=", maxSplits: 1).map(String.init)
    return [parts[0]: parts[1]]
  }

  @Test func `are known, and none of others`() throws {
    let app = try workspace()
    let changes = ProgramChanges(app.environment, files)
    let program = try workspace(variables(changes))
    let other = try workspace()
    try add("Soup", to: other)
    try add("Stew", to: program)
    try add("Pie", to: other)
    try add("Tart", to: program)
    ProgramChanges.tell(of: other)
    ProgramChanges.tell(of: program)
    expectEqual(changes.finish(app.store.id), [2, 4])
    try expectEqual(files.list(app.environment.cacheFolder + "/changes"), [])
    // Who goes on when nobody listens any more tells nothing.
    ProgramChanges.tell(of: program)
    try expectEqual(files.list(app.environment.cacheFolder + "/changes"), [])
  }

  @Test func `of an app that was killed are forgotten after a day`() throws {
    let app = try workspace()
    let all = app.environment.cacheFolder + "/changes"
    // The disk's clock says that these are old.
    let killed = ProgramChanges(app.environment, files)
    let program = try workspace(variables(killed))
    try add("Soup", to: program)
    ProgramChanges.tell(of: program)
    try expectEqual(files.list(all).count, 1)
    let changes = ProgramChanges(app.environment, files)
    try expectEqual(files.list(all).count, 1)
    expectEqual(killed.finish(app.store.id), [])
    try expectTrue(variables(changes).values.contains { try files.exists($0) })
  }

  @Test func `are none of a store that isn't the app's`() throws {
    let app = try workspace()
    let changes = ProgramChanges(app.environment, files)
    let other = try Workspace.create(
      "/other", modelText: "%rec: Recipe\n%attribute: Name string\n",
      environment: try .fixture(variables(changes)), fileSystem: files)
    try add("Soup", to: other)
    ProgramChanges.tell(of: other)
    expectEqual(changes.finish(app.store.id), [])
  }

  @Test func `aren't known where nothing can be written, and the program starts all the same`()
    throws
  {
    let app = try workspace()
    try files.makeFolder("/home/ann/.cache")
    try files.replace(app.environment.cacheFolder, with: [])
    let changes = ProgramChanges(app.environment, files)
    expectEqual(changes.starting(["/bin/true"]), ["/bin/true"])
    expectEqual(changes.finish(app.store.id), nil)
  }
}
