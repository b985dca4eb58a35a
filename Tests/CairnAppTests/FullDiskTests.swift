import CairnFiles
import CairnInterchange
import CairnStore
import TestSupport
import Testing

@testable import CairnApp

@Suite struct `An import on a full disk` {
  private let files = MemoryFileSystem()
  private let environment: Environment

  init() throws { environment = try .fixture() }

  @Test func `says that nothing was imported, and to free room`() throws {
    try Workspace.create("/store", environment: environment, fileSystem: files).close()
    let full = FaultyFileSystem(
      files, Fault(at: 1, { FileError.full($0, path: $1) }, lasting: .forever, of: [.write]))
    let workspace = try Workspace.open("/store", environment: environment, fileSystem: full)
    let inputs = try environment.inspect([
      ImportInput(ByteStream(name: "a.csv", blocks: [Array("Name\nSoup\n".utf8)]))
    ])
    let error = #expect(throws: AppError.self) {
      try workspace.unrecordedImport(inputs, ImportOptions()) { _ in .proceed }
    }
    let words = error?.description ?? ""
    expectTrue(words.hasPrefix("nothing was imported: cannot write /store/.local/0000/journal-"))
    expectTrue(words.hasSuffix(": the disk is full; free some space and import again"))
  }

  @Test(arguments: [true, false])
  func `leaves no store, and no folder that was made for one`(hadFolder: Bool) throws {
    if hadFolder { try files.makeFolder("/store") }
    let workspace = try Workspace.create("/store", environment: environment, fileSystem: files)
    try expectTrue(workspace.discardIfUnused())
    try expectEqual(files.exists("/store"), hadFolder)
    if hadFolder { try expectEqual(files.list("/store"), []) }
  }
}
