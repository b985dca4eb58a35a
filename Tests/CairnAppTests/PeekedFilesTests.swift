internal import CairnFiles
internal import CairnInterchange
internal import CairnScreens
internal import CairnStore
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `The peeked of files that are looked at` {
  private let workspace: Workspace
  private let peeked: PeekedFiles
  private let guests = ImportChoices(["/home/ann/notes/guests.csv"])

  init() throws {
    workspace = try Workspace.fixture("")
    peeked = PeekedFiles(workspace)
    try workspace.fileSystem.makeFolder("/home/ann/notes")
    for name in ["guests", "gifts", "a", "b", "c"] {
      try workspace.fileSystem.replace(
        "/home/ann/notes/\(name).csv", with: Array("Name,Zip\nAnn,69001\n".utf8))
    }
  }

  /// Asks for files, and returns the work that brings them.
  private func load(_ choices: ImportChoices) throws -> BackgroundJob {
    let effects = peeked.state(of: choices).effects
    guard case .run(let job)? = effects.first, effects.count == 1 else {
      throw AppError.failed("nothing is read")
    }
    return job
  }

  private func finish(_ job: BackgroundJob) { _ = job.completion(job.work()) }

  private func guests(zipAs type: AttributeType) -> ImportChoices {
    var choices = guests
    choices.options.types["Zip"] = type
    return choices
  }

  /// How far the peeked is with files.
  private func state(_ choices: ImportChoices) -> String {
    switch peeked.known(of: choices) {
    case nil, .loading: "loading"
    case .ready(let look): look.made.inputs.names.joined()
    case .failed(let error): "\(error)"
    }
  }

  @Test func `ends work on the same files as other types, and forgets what comes of it`() throws {
    finish(try load(guests))
    let first = try load(guests(zipAs: .integer))
    let second = try load(guests(zipAs: .decimal))
    expectEqual(first.progress?.ending, .cancel)
    expectEqual(second.progress?.ending, nil)
    finish(first)
    expectEqual(state(guests(zipAs: .integer)), "loading")
    finish(second)
    expectEqual(state(guests(zipAs: .decimal)), "~/notes/guests.csv")
    finish(try load(guests(zipAs: .integer)))
    expectEqual(state(guests(zipAs: .integer)), "~/notes/guests.csv")
  }

  @Test func `ends work on files that are no longer among the newest`() throws {
    let job = try load(guests)
    for name in ["gifts", "a", "b"] { _ = try load(ImportChoices(["\(name).csv"])) }
    expectEqual(job.progress?.ending, nil)
    _ = try load(ImportChoices(["c.csv"]))
    expectEqual(job.progress?.ending, .cancel)
  }

  private func isRefresh(_ effects: [Effect]) -> Bool {
    if case .refresh? = effects.first { true } else { false }
  }

  @Test func `lets a person end the making of records of what was read`() throws {
    finish(try load(guests))
    let job = try load(guests(zipAs: .integer))
    job.progress?.end(.cancel)
    finish(job)
    expectTrue(state(guests(zipAs: .integer)).contains("cancel"))
    // Otherwise the screen would wait for what nobody brings.
    expectTrue(isRefresh(peeked.forgetFailures()))
    expectTrue(!isRefresh(peeked.forgetFailures()))
    finish(try load(guests(zipAs: .integer)))
    expectEqual(state(guests(zipAs: .integer)), "~/notes/guests.csv")
  }
}
