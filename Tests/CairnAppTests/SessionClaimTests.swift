internal import CairnFiles
internal import CairnInterface
import Testing

@testable internal import CairnApp

@Suite struct `The app` {
  @Test func `says that where one is can't be kept, and runs all the same`() throws {
    let workspace = try Workspace.fixture()
    // A file stands where the folder of the state would be made.
    try workspace.fileSystem.makeFolder("/home/ann/.local")
    try workspace.fileSystem.replace("/home/ann/.local/state", with: [])
    let screen = try TerminalApp(workspace).render(
      size: Size(columns: 120, rows: 24), TerminalApp.Start(), keys: "", keepsState: true)
    #expect(screen.contains("where you are can't be saved: cannot examine"))
    #expect(screen.contains("Recipes"))
  }

  @Test func `says nothing of the kind where it can be kept, or shall not be`() throws {
    for keepsState in [true, false] {
      let screen = try TerminalApp(try .fixture()).render(
        size: Size(columns: 120, rows: 24), TerminalApp.Start(), keys: "", keepsState: keepsState)
      #expect(!screen.contains("can't be saved"))
    }
  }
}
