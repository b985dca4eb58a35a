internal import CairnFiles
internal import CairnRecords
internal import CairnScreens
internal import CairnStore
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `A change of several records` {
  private let workspace: Workspace
  private let records: StoreClient
  private let jobs: JobRunner
  private let ids: [ObjectID]

  init() throws {
    let workspace = try Workspace.fixture()
    let records = StoreClient(workspace.store, clock: { workspace.environment.wallClock })
    let jobs = JobRunner(workspace.jobFolder)
    records.bulkChanges = { [unowned records] change, ends in
      jobs.make(change, on: records, then: ends)
    }
    records.changeUnderWay = { jobs.changeUnderWay }
    let context = workspace.store.newContext()
    let made = try ["Soup", "Bread", "Tart"].map { name in
      let record = try context.create("Recipe")
      record["Name"] = .text(name)
      return record
    }
    try context.save(title: "add")
    (self.workspace, self.records, self.jobs) = (workspace, records, jobs)
    ids = made.map(\.id)
  }

  private var names: [String] {
    ids.compactMap { workspace.store.snapshot.row($0)?["Name"].map(ValueText.export) }
  }

  @Test func `is a job with its result, and undo undoes it`() throws {
    let messages = settle(records.delete([ids[0], ids[2]]))
    expectEqual(messages, ["deleted 2 recipes · u undoes it"])
    expectEqual(names, ["Bread"])
    let report = try #require(jobs.report(1))
    expectEqual(report.title, "Delete 2 recipes")
    expectEqual(report.state, .done)
    expectEqual(report.outcome.result, "deleted 2 recipes")
    expectEqual(report.reading, JobProgress.Reading(2, of: 2))
    _ = settle(records.undo())
    expectEqual(names, ["Soup", "Bread", "Tart"])
  }

  @Test func `is taken back and made again as jobs, too, which can be canceled`() throws {
    _ = settle(records.delete([ids[0], ids[2]]))
    let jobs = jobs
    let canceled = ["canceled; nothing was changed"]
    expectEqual(settle(records.undo(), meanwhile: { jobs.end(2, .cancel) }), canceled)
    expectEqual(names, ["Bread"])
    expectEqual(settle(records.undo()), ["undone: delete 2 recipes · ^R redoes it"])
    expectEqual(names, ["Soup", "Bread", "Tart"])
    expectEqual(jobs.report(3)?.title, "Undo delete 2 recipes")
    expectEqual(jobs.report(3)?.reading, JobProgress.Reading(2, of: 2))
    expectEqual(settle(records.redo(), meanwhile: { jobs.end(4, .cancel) }), canceled)
    expectEqual(names, ["Soup", "Bread", "Tart"])
    expectEqual(settle(records.redo()), ["redone: delete 2 recipes · u undoes it"])
    expectEqual(names, ["Bread"])
    expectEqual(jobs.report(5)?.title, "Redo delete 2 recipes")
    // By its number, as the jobs' screen does: the newest change that is taken back.
    let number = try #require(workspace.store.history(limit: 1).first).number
    _ = settle(records.undo(number, savedBy: nil))
    expectEqual(names, ["Soup", "Bread", "Tart"])
    expectEqual(settle(records.undo(999, savedBy: nil)), ["the history has no change 999"])
  }

  @Test func `leaves nothing where it is canceled`() {
    let jobs = jobs
    let messages = settle(records.delete(ids), meanwhile: { jobs.end(1, .cancel) })
    expectEqual(messages, ["canceled; nothing was changed"])
    expectEqual(names, ["Soup", "Bread", "Tart"])
    expectEqual(jobs.report(1)?.state, .canceled)
    let refused = "nothing to undo since the app started · x in gu undoes older changes"
    expectEqual(settle(records.undo()), [refused])
  }

  @Test func `is what undo would be about while it is under way, and no older change`() throws {
    _ = settle(records.delete([ids[0]]))
    let (records, jobs, ids) = (records, jobs, ids)
    var refused: [String] = []
    _ = settle(
      records.delete([ids[1], ids[2]]),
      meanwhile: {
        guard jobs.changeUnderWay != nil, refused.isEmpty else { return }
        for effects in [records.undo(), records.redo(), records.delete(ids)] {
          for case .say(let message) in effects { refused.append(message.text) }
        }
      })
    expectEqual(
      refused,
      [
        "deleting 2 recipes is still running · u undoes it then",
        "deleting 2 recipes is still running", "deleting 2 recipes is still running",
      ])
    expectEqual(names, [])
    _ = settle(records.undo())
    expectEqual(names, ["Bread", "Tart"])
  }

  @Test func `holds keys until it has begun, so that who quits is asked about it`() {
    guard case .run(let job)? = records.delete(ids).first else {
      Issue.record("nothing is started")
      return
    }
    expectTrue(job.holdsKeys)
  }

  @Test func `is told with why it failed`() throws {
    _ = settle(records.delete([ids[1]]))
    expectTrue(jobs.reports.isEmpty, "one record is no long work")
    let messages = settle(records.delete(ids))
    expectEqual(messages, ["no record recipes/p2"])
    expectEqual(jobs.report(1)?.state, .failed)
    expectEqual(names, ["Soup", "Tart"])
  }
}
