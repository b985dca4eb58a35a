import CairnFiles
import CairnJSON
@testable import CairnNavigation
import TestSupport
import Testing

/// Invariant 10: a draft ends by saving, discarding or an answered question.
@Suite struct `A draft that waits in another session` {
  private let typed = Visit(
    "cairn://new", mode: .modal, state: StateValue(["text": .string("typed")]), importance: .draft)
  private var left: NavigatorState {
    NavigatorState.atHome().opening("a").after(.open(typed, parents: []), .back)
  }

  /// A folder with a session that was left with a draft.
  private func folder(_ state: NavigatorState? = nil) throws -> SessionFolder {
    let folder = SessionFolder()
    let other = try folder.claim("other")
    try other.save(state ?? left, at: .start)
    other.release()
    return folder
  }

  private func drafts(_ folder: SessionFolder) throws -> [Entry] {
    try SessionFile.kept(in: SessionFolder.path, fileSystem: folder.files)
      .flatMap { $0.drafts.map(\.entry) }
  }

  @Test func `is there for all as long as nobody has its session`() throws {
    let folder = try folder()
    let own = try folder.claim()
    let draft = try #require(try own.waitingDrafts().first)
    expectEqual(draft.session, "other")
    expectEqual(draft.entry.visit, typed)
    let other = try folder.claim("other")
    expectEqual(try own.waitingDrafts(), [])
    #expect(throws: NavigationError.sessionInUse("other")) { try own.take(draft) }
    try other.save(left.after(.forward, .dismiss), at: .start)
    other.release()
    #expect(throws: NavigationError.noDraft) { try own.take(draft) }
    expectEqual(try SessionFile.kept(in: SessionFolder.path, fileSystem: folder.files).count, 1)
  }

  @Test(arguments: [false, true])
  func `is in at least one session, whichever call is the last`(isAll: Bool) throws {
    let state = isAll ? left.kept(by: .none) : nil
    var call = 1
    while true {
      let folder = try folder(state)
      let files = FaultyFileSystem(folder.files, Fault(at: call, FileError.full, lasting: .forever))
      let isMoved = (try? move(files)) != nil
      let drafts = try drafts(folder)
      expectTrue(!drafts.isEmpty, "call \(call)")
      expectTrue(drafts.allSatisfy { $0.state == typed.state })
      if isMoved { expectEqual(drafts.count, 1) }
      if files.failureCount == 0 {
        expectTrue(isMoved)
        break
      }
      call += 1
    }
    expectTrue(call > 10)
  }

  /// Moves the draft to a session of its own, as the app does.
  private func move(_ files: FaultyFileSystem) throws {
    let own = try SessionFile.claim("main", in: SessionFolder.path, fileSystem: files)
    defer { own.release() }
    guard let draft = try own.waitingDrafts().first else { throw NavigationError.noDraft }
    let taken = try own.take(draft)
    try own.save(.atHome().after(.open(taken.visit, parents: [])), at: .start)
    try taken.finish(at: .start)
  }

  @Test func `stays after two starts that failed`() throws {
    let folder = SessionFolder()
    try folder.run { session, _ in try session.save(left, at: .start) }
    for _ in 1...2 {
      let session = try folder.claim()
      _ = session.start()
      session.release()
    }
    let restored = try folder.run()
    expectTrue(restored.startsAtHome)
    expectEqual(restored.state?.entries.map(\.visit), [typed])
  }
}
