import TestSupport
import Testing

@testable import CairnKit
@testable import CairnScreens

@Suite struct `An app that is to end, or its work` {
  @Test(arguments: ["w q", "B q", "B C-c"])
  func `takes a question about work away once that is done`(keys: String) throws {
    let worker = PatientWorker()
    let driver = try Driver(at: ["cairn://slow"], worker: worker)
    driver.press(keys)
    expectTrue(driver.text.contains("Still"))
    worker.work()
    driver.session.readInbox()
    expectTrue(driver.session.overlays.isEmpty)
    expectTrue(driver.message.hasSuffix("is done"))
    expectTrue(driver.session.takeRequests().isEmpty)
  }

  @Test func `cancels work that has the keys, and loses nothing typed ahead`() throws {
    let worker = PatientWorker()
    let driver = try Driver(at: ["cairn://slow"], worker: worker)
    let screen = try #require(driver.session.screen as? SlowScreen)
    let job = BackgroundJob(
      "changing some", lane: .long, progress: screen.progress, holdsKeys: true, work: {}
    ) { [] }
    driver.session.apply([.run(job)])
    driver.press("a b C-c")
    expectEqual(screen.progress.ending, .cancel)
    expectEqual(driver.message, "canceling")
    expectTrue(driver.session.overlays.isEmpty)
    worker.work()
    driver.session.readInbox()
    expectEqual(screen.pressed, ["a", "b"])
    driver.press("C-c")
    expectTrue(driver.session.takeRequests().isEmpty, "one Ctrl-C canceled, and none quits yet")
  }

  @Test func `quits at the first Ctrl-C where the app says so`() throws {
    let driver = try Driver(at: ["cairn://people"])
    var application = driver.session.application
    application.interrupted = { [.quit] }
    let session = try application.session(
      opening: [], start: .onTop, size: Size(columns: 80, rows: 24), worker: InlineWorker(),
      now: .now)
    session.handle(.key(Session.interruptKey), at: .now)
    expectEqual(session.takeRequests(), [.quit])
  }

  @Test func `is for the job that the question names`() throws {
    let driver = try Driver(at: ["cairn://people"])
    let (first, second) = (JobProgress(endings: []), JobProgress())
    var jobs = RunningJobs()
    for (title, progress) in [("compacting", first), ("importing", second)] {
      let job = BackgroundJob(title, lane: .writer, progress: progress) {
      } completion: {
        []
      }
      _ = jobs.add(job, of: driver.session.screen)
    }
    expectEqual(jobs.oldestWriter?.title, "compacting")
    let writer = try #require(jobs.oldestToEnd)
    expectEqual(writer.title, "importing")
    expectTrue(jobs.end(writer.number) == nil)
    expectEqual(first.ending, nil)
    expectEqual(second.ending, .cancel)
  }
  @Test func `abandons a named reading that tells what follows instead`() throws {
    let driver = try Driver(at: ["cairn://people"])
    var jobs = RunningJobs()
    let plain = BackgroundJob("reading on") {
    } completion: {
      []
    }
    _ = jobs.add(plain, of: driver.session.screen)
    // Its screen waits for its completion.
    expectEqual(jobs.oldestToEnd?.title, nil)
    let reading = BackgroundJob("counting words") {
    } completion: {
      []
    } abandon: {
      [.say(Message("not counted"))]
    }
    let number = jobs.add(reading, of: driver.session.screen)
    expectEqual(jobs.oldestToEnd?.title, "counting words")
    expectEqual(jobs.oldestWriter?.title, nil)
    expectEqual(jobs.end(number)?.job.abandon?().count, 1)
    // Its completion is not called.
    expectTrue(jobs.remove(number) == nil)
  }
}
