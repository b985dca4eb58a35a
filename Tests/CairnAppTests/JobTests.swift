internal import CairnFiles
internal import CairnJSON
internal import CairnScreens
internal import CairnStore
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `The folder of jobs` {
  private let files = MemoryFileSystem()
  private let time = Timestamp("2026-11-20T12:00:00Z") ?? Timestamp(microseconds: 0)

  private var folder: JobFolder {
    JobFolder(path: "/state/jobs", fileSystem: files, clock: { [time] in time })
  }

  @Test func `gives each job a number of its own`() throws {
    let logs = (1...3).map { folder.begin(.export, "Export \($0)") }
    expectEqual(logs.map(\.report.number), [1, 2, 3])
    try expectEqual(folder.reports().map(\.title), ["Export 3", "Export 2", "Export 1"])
  }

  @Test func `tells how far a job is, and what came of it`() throws {
    let log = folder.begin(.import, "Import places.csv")
    log.note(JobProgress.Reading(4096, of: 100_000, phase: "reading"))
    var report = try #require(try folder.reports().first)
    expectEqual(report.state, .running)
    expectEqual(report.reading, JobProgress.Reading(4096, of: 100_000, phase: "reading"))
    let outcome = JobOutcome(
      result: "100000 new", details: ["line 7: \"odd\""], url: "cairn://places", change: 3,
      replica: Replica("k7q2"))
    log.end(.done, outcome)
    report = try #require(try folder.reports().first)
    expectEqual(report.state, .done)
    expectEqual(report.outcome, outcome)
    expectEqual(report.ended, time)
  }

  @Test func `keeps what came of a job once it ended, in place of what was known`() throws {
    folder.begin(.mail, "Mail Soup").end(.done, JobOutcome(result: "1 record", url: "cairn://a"))
    var report = try #require(try folder.reports().first)
    report.state = .failed
    report.outcome.result = "mutt ended with status 1"
    folder.rewriteEnd(of: report)
    try expectEqual(folder.reports(), [report])
    try files.remove("/state/jobs/1")
    folder.rewriteEnd(of: report)
    try expectTrue(folder.reports().isEmpty)
    folder.begin(.import, "Import guests.csv").end(.done, JobOutcome(result: "3 new"))
    folder.rewriteEnd(of: report)
    try expectEqual(folder.reports().map(\.outcome.result), ["3 new"])
  }

  @Test func `knows a job as interrupted once its process is gone`() throws {
    var log: JobLog? = folder.begin(.fold, "Save all changes to your files")
    try expectEqual(folder.reports().map(\.state), [.running])
    expectTrue(log != nil)
    log = nil
    try expectEqual(folder.reports().map(\.state), [.interrupted])
  }

  @Test func `passes over a line that was cut, and files that are no jobs`() throws {
    folder.begin(.export, "Export").end(.done, JobOutcome(result: "done"))
    let bytes = try files.read("/state/jobs/1")
    for length in bytes.indices {
      try files.replace("/state/jobs/1", with: Array(bytes[..<length]))
      for report in try folder.reports() {
        expectEqual(report.title, "Export")
        expectTrue(report.state == .interrupted || report.outcome.result == "done")
      }
    }
    try files.replace("/state/jobs/1", with: [])
    try files.replace("/state/jobs/2", with: Array("{\"number\":9}\n".utf8))
    try files.replace("/state/jobs/notes", with: Array("hello".utf8))
    try files.replace("/state/jobs/\(Int.max)", with: Array("hello".utf8))
    try files.replace("/state/jobs/3", with: [0xFF, 0x0A, 0x7B])
    try expectTrue(folder.reports().isEmpty)
    expectEqual(folder.begin(.export, "Next").report.number, 4)
  }

  @Test func `keeps the hundred newest, and those that run`() throws {
    let running = folder.begin(.import, "Import")
    for number in 0..<150 { folder.begin(.export, "Export \(number)").end(.done, JobOutcome()) }
    let numbers = try folder.reports().map(\.number)
    expectTrue(numbers.count <= JobFolder.keptCount + 1)
    expectEqual(numbers.first, 151)
    expectEqual(numbers.last, running.report.number)
  }

  @Test func `keeps the hundred newest imports, whose choices are needed later`() throws {
    for number in 1...150 {
      var outcome = JobOutcome()
      outcome.source = EarlierImport(
        .object(["url": .string("cairn://~import?file=~/\(number).csv")]))
      folder.begin(.import, "Import \(number)").end(.done, outcome)
      folder.begin(.import, "Import \(number)").end(.failed, JobOutcome())
      folder.begin(.sync, "Sync \(number)").end(.done, JobOutcome())
    }
    let reports = try folder.reports()
    expectTrue(reports.count { $0.outcome.source != nil } >= JobFolder.keptCount)
    expectTrue(reports.count <= 2 * JobFolder.keptCount)
    expectTrue(reports.count { $0.kind == .sync } < JobFolder.keptCount / 2)
  }

  @Test func `lets jobs run where nothing can be written`() throws {
    let faulty = FaultyFileSystem(files, Fault(at: 1, FileError.full, lasting: .forever))
    let log = JobFolder(path: "/state/jobs", fileSystem: faulty, clock: { [time] in time })
      .begin(.export, "Export", otherwise: 5)
    log.note(JobProgress.Reading(1))
    expectEqual(log.end(.done, JobOutcome(result: "done")).outcome.result, "done")
    expectEqual(log.report.number, 5)
  }
}

@Suite struct `The runner of jobs` {
  private let runner: JobRunner

  init() {
    runner = JobRunner(
      JobFolder(
        path: "/state/jobs", fileSystem: MemoryFileSystem(),
        clock: { Timestamp(microseconds: 0) }))
  }

  private func start(
    _ work: @escaping @Sendable (JobRunner.Control) throws(AppError) -> JobRunner.End
  ) -> [Effect] {
    runner.start(.export, "Export", doing: "exporting") { control throws(AppError) in
      try work(control)
    } completion: {
      [.say(Message("\($0.state): \($0.outcome.result)"))]
    }
  }

  @Test func `shows a job while it runs, and what came of it`() {
    let runner = runner
    var seen: [JobReport.State] = []
    let messages = settle(
      start { control in
        control.report(JobProgress.Reading(1, of: 2))
        return .done(JobOutcome(result: "all"))
      },
      meanwhile: { seen += runner.reports.map(\.state) })
    expectEqual(seen, [.running])
    expectEqual(messages, ["done: all"])
    expectEqual(runner.report(1)?.outcome.result, "all")
    expectEqual(runner.pace, nil)
    expectEqual(runner.endings(of: 1), [])
  }

  @Test func `lets a job know that it is to end`() {
    let runner = runner
    let messages = settle(
      start { (control) throws(AppError) in
        guard control.ending == .cancel else { return .done(JobOutcome(result: "all")) }
        throw .failed("ended")
      },
      meanwhile: { runner.end(1, .cancel) })
    expectEqual(messages, ["canceled: canceled; nothing was changed"])
  }

  @Test func `reads what other processes do, and says so once`() {
    let other = JobRunner(runner.folder)
    _ = settle(
      other.start(.import, "Import", doing: "importing") { _ throws(AppError) in
        throw .failed("no room")
      } completion: { _ in
        []
      })
    expectTrue(runner.reports.isEmpty)
    var refreshes = 0
    for _ in 0..<2 {
      for case .run(let job) in runner.look() {
        for case .refresh in job.completion(job.work()) { refreshes += 1 }
      }
    }
    expectEqual(refreshes, 1)
    expectEqual(runner.reports.map(\.outcome.result), ["no room"])
  }
}
