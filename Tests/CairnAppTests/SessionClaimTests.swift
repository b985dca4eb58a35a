internal import CairnFiles
internal import CairnInterface
internal import CairnNavigation
internal import Synchronization
internal import TestSupport
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
    expectTrue(screen.contains("the session can't be saved: cannot examine"))
    expectTrue(screen.contains("Recipes"))
  }

  @Test func `says nothing of the kind where it can be kept, or shall not be`() throws {
    for keepsState in [true, false] {
      let screen = try TerminalApp(try .fixture()).render(
        size: Size(columns: 120, rows: 24), TerminalApp.Start(), keys: "", keepsState: keepsState)
      expectTrue(!screen.contains("can't be saved"))
    }
  }

  @Test func `shows a session that can be read and not be claimed`() throws {
    let memory = MemoryFileSystem()
    let first = try Workspace.fixture(in: memory)
    var start = TerminalApp.Start()
    start.urls = [ScreenURL(["recipes"])]
    let size = Size(columns: 120, rows: 24)
    _ = try TerminalApp(first).render(size: size, start, keys: "", keepsState: true)
    try first.close()
    let files = FaultyFileSystem(
      memory,
      Fault(at: 1, { FileError.notAllowed($0, path: $1) }, lasting: .forever, of: [.lock]))
    let second = try Workspace.open(
      "/store", isReadOnly: true, environment: first.environment, fileSystem: files)
    let screen = try TerminalApp(second).render(
      size: size, TerminalApp.Start(), keys: "", keepsState: true)
    expectTrue(screen.contains("cairn://recipes"), screen)
    expectTrue(screen.contains("can't be saved"), screen)
  }

  @Test func `waits for the session of a program that is about to end`() throws {
    for name in [nil, "one"] {
      let files = PatientFileSystem()
      let workspace = try Workspace.fixture(in: files)
      let first = try workspace.claimSession(name)
      try first.save(NavigatorState(Visit("cairn://home")), at: Timestamp(milliseconds: 0))
      files.whenAwaited { first.release() }
      try expectEqual(workspace.claimSession(name).name, first.name)
    }
  }

  @Test func `takes another session where the terminal's own is kept, and no other's by name`()
    throws
  {
    let workspace = try Workspace.fixture(in: PatientFileSystem())
    let first = try workspace.claimSession(nil)
    try first.save(NavigatorState(Visit("cairn://home")), at: Timestamp(milliseconds: 0))
    let second = try workspace.claimSession(nil)
    expectEqual([first.name, second.name], ["main", "main-2"])
    #expect(throws: NavigationError.sessionInUse("main")) { try workspace.claimSession("main") }
  }
}

/// Files whose locks nobody waits for in vain: what is to happen meanwhile happens at once.
private final class PatientFileSystem: ForwardingFileSystem {
  let inner: any FileSystem = MemoryFileSystem()
  private let meanwhile = Mutex<(@Sendable () -> Void)?>(nil)

  func whenAwaited(_ act: @escaping @Sendable () -> Void) { meanwhile.withLock { $0 = act } }

  func lock(
    _ path: String, byte: Int64, exclusive: Bool, wait: Duration
  ) throws(FileError) -> any FileLock {
    if wait > .zero { meanwhile.withLock(\.self)?() }
    return try inner.lock(path, byte: byte, exclusive: exclusive, wait: .zero)
  }
}
