internal import Synchronization

/// What was found wrong in the store's files while they were read, each thing once.
final class ProblemLog: Sendable {
  private struct Findings {
    var inOrder: [StoreProblem] = []
    var known: Set<StoreProblem> = []
  }

  private let findings = Mutex(Findings())

  func add(_ found: [StoreProblem]) {
    guard !found.isEmpty else { return }
    findings.withLock { findings in
      for problem in found where findings.known.insert(problem).inserted {
        findings.inOrder.append(problem)
      }
    }
  }

  var all: [StoreProblem] {
    findings.withLock { $0.inOrder }
  }
}
