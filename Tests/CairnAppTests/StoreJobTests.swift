internal import CairnScreens
internal import CairnStore
internal import ScreenTestSupport
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `A look at every file of the store` {
  private let workspace: Workspace
  private let jobs: JobRunner

  init() throws {
    workspace = try Workspace.fixture()
    jobs = JobRunner(workspace.jobFolder)
    let context = workspace.store.newContext()
    for number in 0..<30 { try context.create("Recipe")["Name"] = .text("\(number)") }
    try context.save(title: "add")
    try workspace.store.fold()
  }

  private func verify(meanwhile: () -> Void = {}) throws -> [String] {
    let menu = try presented(StoreJobs(workspace: workspace, jobs: jobs).menu())
    return settle(menu.insert("v") ?? [], meanwhile: meanwhile)
  }

  @Test func `tells how far it is, and what it found`() throws {
    try expectEqual(verify(), ["no damage"])
    expectEqual(jobs.report(1)?.state, .done)
    expectEqual(jobs.report(1)?.reading.total, 30)
  }

  @Test func `ends where it is canceled`() throws {
    let jobs = jobs
    try expectEqual(verify(meanwhile: { jobs.end(1, .cancel) }), ["canceled; nothing was changed"])
    expectEqual(jobs.report(1)?.state, .canceled)
  }

  @Test func `asks from file to file`() throws {
    var seen: [Int] = []
    let problems = try workspace.store.verify { done, total throws(StoreError) in
      expectEqual(total, 30)
      seen.append(done)
    }
    expectTrue(problems.isEmpty)
    expectTrue(seen == seen.sorted() && seen.count >= 3)
    #expect(throws: StoreError.self) {
      try workspace.store.verify { _, _ throws(StoreError) in throw .canceled }
    }
  }
}
