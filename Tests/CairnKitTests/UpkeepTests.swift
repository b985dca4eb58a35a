import Synchronization
import TestSupport
import Testing

@testable import CairnKit
@testable import CairnScreens

@Suite struct `Work for a quiet moment` {
  let start = ContinuousClock.now

  private func at(_ seconds: Double) -> ContinuousClock.Instant {
    start.advanced(by: .seconds(seconds))
  }

  // 1
  @Test func `waits for two quiet seconds, and for ten at most`() {
    var upkeep = Upkeep()
    expectEqual(upkeep.due, nil)
    for second in 0...9 {
      upkeep.noteChange(at: at(Double(second)))
      expectEqual(upkeep.due, at(min(Double(second) + 2, 10)))
    }
  }

  // 2
  @Test func `never runs twice at a time, and misses no change`() {
    var upkeep = Upkeep()
    upkeep.noteChange(at: at(0))
    upkeep.begin()
    expectEqual(upkeep.due, nil)
    upkeep.noteChange(at: at(3))
    expectEqual(upkeep.due, nil)
    let isNews1 = upkeep.end(failed: false, at: at(4))
    expectTrue(!isNews1)
    expectEqual(upkeep.due, at(5))
    upkeep.begin()
    let isNews2 = upkeep.end(failed: false, at: at(6))
    expectTrue(!isNews2)
    expectEqual(upkeep.due, nil)
  }

  // 3
  @Test func `rests after a failure, and says it once`() {
    var upkeep = Upkeep()
    upkeep.noteChange(at: at(0))
    upkeep.begin()
    let isNews3 = upkeep.end(failed: true, at: at(3))
    expectTrue(isNews3)
    upkeep.noteChange(at: at(4))
    expectEqual(upkeep.due, at(33))
    upkeep.begin()
    let isNews4 = upkeep.end(failed: true, at: at(34))
    expectTrue(!isNews4)
    upkeep.begin()
    let isNews5 = upkeep.end(failed: false, at: at(65))
    expectTrue(!isNews5)
    upkeep.noteChange(at: at(70))
    upkeep.begin()
    let isNews6 = upkeep.end(failed: true, at: at(73))
    expectTrue(isNews6)
  }
}

/// Counts what the session asked for, from any thread.
private final class Calls: Sendable {
  private let count = Mutex(0)
  var number: Int { count.withLock { $0 } }
  func add() { count.withLock { $0 += 1 } }
}

/// A watch that tells what a test wants it to.
private final class TestWatch: FolderWatch {
  let descriptor: Int32 = 7
  let problem: FileError?
  init(problem: FileError? = nil) { self.problem = problem }
  func follow(_ folders: [String]) {}
  func takeChanges() -> Bool { true }
}

@Suite struct `What others do` {
  private let looks = Calls()
  private let start = ContinuousClock.now

  private func session(
    watch: (any FolderWatch)? = nil, watchesAllFiles: Bool = true,
    upkeep: (@Sendable () -> String?)? = nil
  ) throws -> Session {
    let looks = looks
    var application = try AddressBook().application()
    application.watch = watch
    application.watchesAllFiles = { watchesAllFiles }
    application.upkeep = upkeep
    application.reload = {
      looks.add()
      return []
    }
    return try application.session(
      opening: ["cairn://people"], start: .onTop, size: Size(columns: 80, rows: 24),
      worker: InlineWorker(), now: start)
  }

  @Test func `is looked at once for all that comes within a moment`() throws {
    let session = try session(watch: TestWatch())
    expectEqual(session.outside, 7)
    session.noteOutsideChange(at: start)
    session.noteOutsideChange(at: start.advanced(by: .milliseconds(40)))
    expectEqual(session.outside, -1)
    session.tick(at: start.advanced(by: .milliseconds(49)))
    expectEqual(looks.number, 0)
    session.tick(at: start.advanced(by: .milliseconds(50)))
    expectEqual(looks.number, 1)
    expectEqual(session.outside, 7)
    expectEqual(session.nextDeadline, nil)
  }

  @Test(arguments: [nil, FileError.tooManyOpen(.watch, path: "data")])
  func `is looked for at keys, at most once a second, where nothing tells of it`(
    problem: FileError?
  ) throws {
    let session = try session(watch: problem.map { TestWatch(problem: $0) })
    for tenth in 0..<25 {
      let now = start.advanced(by: .milliseconds(100 * tenth))
      session.handle(.key(Key(.character("j"))), at: now)
      expectEqual((session.message != nil), (problem != nil && tenth == 0))
    }
    expectEqual(looks.number, 3)
  }

  @Test(arguments: [true, false])
  func `is not looked for at keys where something tells of all of it`(watchesAllFiles: Bool) throws
  {
    let session = try session(watch: TestWatch(), watchesAllFiles: watchesAllFiles)
    session.handle(.key(Key(.character("j"))), at: start)
    expectEqual(looks.number, (watchesAllFiles ? 0 : 1))
    expectEqual(session.message, nil)
  }

  @Test func `makes upkeep due, but not between the keys of a sequence`() throws {
    let runs = Calls()
    let session = try session {
      runs.add()
      return "the disk is full"
    }
    session.application.inbox.refresh()
    session.readInbox()
    session.handle(.key(Key(.character("g"))), at: start)
    session.tick(at: start.advanced(by: .seconds(5)))
    expectEqual(runs.number, 0)
    session.handle(.key(Key(.character("g"))), at: start.advanced(by: .seconds(5)))
    session.tick(at: start.advanced(by: .seconds(5)))
    session.readInbox()
    expectEqual(runs.number, 1)
    expectEqual(session.message?.text, "the disk is full")
    expectEqual(session.upkeepDue, start.advanced(by: .seconds(35)))
  }
}
