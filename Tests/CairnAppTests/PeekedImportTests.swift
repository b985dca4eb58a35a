internal import CairnFiles
internal import CairnInterchange
internal import CairnScreens
internal import CairnStore
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `The import of what is looked at` {
  private let files = MemoryFileSystem()
  private let environment: Environment
  private let jobs: JobRunner
  private let imports: PeekedImport
  private let choices = ImportChoices(["/home/ann/notes/guests.csv"])

  init() throws {
    let workspace = try Workspace.fixture("", in: files)
    (environment, jobs) = (workspace.environment, JobRunner(workspace.jobFolder))
    try files.makeFolder("/home/ann/notes")
    try files.replace("/home/ann/notes/guests.csv", with: Array("Name\nAnn\nBob\n".utf8))
    try workspace.close()
    imports = PeekedImport { [environment, files] () throws(AppError) in
      (try Workspace.open("/store", environment: environment, fileSystem: files), false)
    }
  }

  private func start() throws -> [String] {
    let input = try environment.input("guests.csv", format: nil, fileSystem: files)
    let inputs = try environment.inspect([input])
    return settle(imports.start(inputs, choices, jobs))
  }

  private func guests() throws -> Int {
    let workspace = try Workspace.open("/store", environment: environment, fileSystem: files)
    let count = workspace.store.snapshot.table("Guest")?.count ?? 0
    try workspace.close()
    return count
  }

  @Test func `is taken back and made again as jobs that tell how far they are`() throws {
    _ = try start()
    try expectEqual(guests(), 2)
    expectEqual(
      settle(imports.undo(jobs)), ["undid the import of guests.csv · ^R redoes it"])
    try expectEqual(guests(), 0)
    expectEqual(jobs.reports.first?.reading, JobProgress.Reading(2, of: 2))
    expectEqual(settle(imports.redo(jobs)), ["imported guests.csv again · u undoes it"])
    try expectEqual(guests(), 2)
    expectEqual(jobs.reports.first?.reading, JobProgress.Reading(2, of: 2))
  }

  @Test func `stays as it is where its taking back is canceled`() throws {
    _ = try start()
    let jobs = jobs
    let said = settle(
      imports.undo(jobs),
      meanwhile: { if let job = jobs.reports.first { jobs.end(job.number, .cancel) } })
    expectEqual(said, ["canceled; nothing was undone"])
    try expectEqual(guests(), 2)
    // It can be taken back still.
    expectEqual(
      settle(imports.undo(jobs)), ["undid the import of guests.csv · ^R redoes it"])
    try expectEqual(guests(), 0)
  }

  @Test func `is what undo and redo would be about while it is under way`() throws {
    _ = try start()
    let (imports, jobs) = (imports, jobs)
    var refused: [String] = []
    _ = settle(
      imports.undo(jobs),
      meanwhile: {
        guard jobs.changeUnderWay != nil, refused.isEmpty else { return }
        for effects in [imports.undo(jobs), imports.redo(jobs)] { refused += settle(effects) }
      })
    let doing = "undoing the import of guests.csv is still running · gw shows it"
    expectEqual(refused, [doing, doing])
  }
}
