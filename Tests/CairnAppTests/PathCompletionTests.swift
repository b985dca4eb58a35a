internal import CairnFiles
internal import CairnScreens
import TestSupport
import Testing

@testable internal import CairnApp

@Suite struct `A path that is typed` {
  private let completion: PathCompletion

  init() throws {
    let files = MemoryFileSystem()
    for path in [
      "/home/ann/places.csv", "/home/ann/plans.csv", "/home/ann/.plan", "/data/élan.csv",
      "/data/many/x", "/big/a01",
    ] {
      try files.makeFolder(path.parentFolder)
      try files.replace(path, with: [])
    }
    for number in 2...20 { try files.replace("/big/a\(number)", with: []) }
    let environment = try Environment.fixture([:], currentFolder: "/home/ann")
    completion = PathCompletion(environment: environment, fileSystem: files)
  }

  static let texts: [(text: String, completed: String, candidates: [String])] = [
    ("pl", "pla", ["places.csv", "plans.csv"]), ("plac", "places.csv", []), ("x", "x", []),
    ("~/plan", "~/plans.csv", []), ("~", "~/", []), ("", "pla", ["places.csv", "plans.csv"]),
    (".", ".plan", []), ("/da", "/data/", []), ("/data/m", "/data/many/", []),
    ("/data/é", "/data/élan.csv", []), ("/nowhere/at", "/nowhere/at", []),
    ("/home/ann", "/home/ann/", []),
    ("places.csv", "places.csv", []),
  ]

  @Test(arguments: texts)
  func `goes on as far as it is certain`(text: String, completed: String, candidates: [String]) {
    expectEqual(
      completion.completion(of: text),
      TextPrompt.Completion(text: completed, candidates: candidates))
  }

  @Test func `names a dozen of many files, and how many there are`() {
    let candidates = completion.completion(of: "/big/").candidates
    expectEqual(candidates.count, 13)
    expectEqual(candidates.last, "… 20 in all")
  }
}
