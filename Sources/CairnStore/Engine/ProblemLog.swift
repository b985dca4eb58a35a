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

  /// Puts what is wrong with lines of a file that was read anew in the place of what was wrong.
  ///
  /// What concerns the file as a whole stays, as it tells what became of somebody's values.
  func replace(with found: [StoreProblem], in file: String) {
    findings.withLock { findings in
      let isOld = { (problem: StoreProblem) in problem.file == file && problem.line > 0 }
      guard findings.known.contains(where: isOld) else { return }
      findings.inOrder.removeAll(where: isOld)
      findings.known = Set(findings.inOrder)
    }
    add(found)
  }

  var all: [StoreProblem] {
    findings.withLock { $0.inOrder }
  }
}
