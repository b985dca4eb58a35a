internal import Synchronization

/// What was found wrong in the store's files while they were read, each thing once.
final class ProblemLog: Sendable {
  private let problems = Mutex<[StoreProblem]>([])

  func add(_ found: [StoreProblem]) {
    guard !found.isEmpty else { return }
    problems.withLock { problems in
      for problem in found where !problems.contains(problem) { problems.append(problem) }
    }
  }

  var all: [StoreProblem] {
    problems.withLock { $0 }
  }
}
