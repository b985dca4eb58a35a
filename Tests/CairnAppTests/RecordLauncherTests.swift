internal import CairnFiles
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
internal import TestSupport
import Testing

@testable internal import CairnApp

extension ReadingFileSystem {
  func hasRead(_ folder: String) -> Bool {
    pathsRead.contains { $0.contains("/data/\(folder)/") }
  }
}

@Suite struct `The launcher's content` {
  private let files = MemoryFileSystem()

  /// A launcher over a store with two recipes, of which a list is kept.
  private func launcher() throws -> (RecordLauncher, ReadingFileSystem, Workspace) {
    let environment = try Environment.fixture(["CAIRN_SEED": "1"])
    let made = try Workspace.create(
      "/store", modelText: "%rec: Recipe\n%plural: recipes\n%attribute: Name string\n",
      environment: environment, fileSystem: files)
    try add(["Soup", "Bread"], to: made)
    try made.addFavorite(try Address("recipes?where=soup"), title: nil, name: nil)
    try made.store.fold()
    try made.close(isBrief: false)
    let reading = ReadingFileSystem(files)
    let workspace = try Workspace.open("/store", environment: environment, fileSystem: reading)
    let desk = RecordDesk(workspace.store, clock: { environment.wallClock })
    return (RecordLauncher(desk: desk, place: "~/store"), reading, workspace)
  }

  private func add(_ names: [String], to workspace: Workspace) throws {
    let context = workspace.store.newContext()
    for name in names { try context.create("Recipe")["Name"] = .text(name) }
    try context.save(title: "add")
  }

  @Test func `reads no collection to tell what is kept`() throws {
    let (launcher, reading, _) = try launcher()
    #expect(launcher.isKept("cairn://recipes?where=soup"))
    #expect(!launcher.isKept("cairn://recipes"))
    #expect(!reading.hasRead("Recipe"))
    #expect(launcher.collections.map(\.count) == [2])
    #expect(reading.hasRead("Recipe"))
  }

  @Test func `counts anew what was saved since`() throws {
    let (launcher, _, workspace) = try launcher()
    #expect(launcher.favorites.map(\.badge) == ["1"])
    #expect(launcher.summary == "1 favorite · 2 records · ~/store")
    try add(["Fish soup"], to: workspace)
    #expect(launcher.favorites.map(\.badge) == ["2"])
    #expect(launcher.summary == "1 favorite · 3 records · ~/store")
    try workspace.removeFavorite(try Address("recipes?where=soup"))
    #expect(!launcher.isKept("cairn://recipes?where=soup"))
  }
}
