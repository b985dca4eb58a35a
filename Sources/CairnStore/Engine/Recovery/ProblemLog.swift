internal import Synchronization

/// What was found wrong in the store's files while they were read, each thing once.
final class ProblemLog: Sendable {
  private struct Findings {
    var inOrder: [StoreProblem] = []
    var known: Set<StoreProblem> = []
    var damageCount = 0
    var conflictCount = 0

    mutating func add(_ found: [StoreProblem]) {
      for problem in found where known.insert(problem).inserted {
        inOrder.append(problem)
        if problem.severity == .damage { damageCount += 1 }
        if problem.severity == .conflict { conflictCount += 1 }
      }
    }

    mutating func removeAll(where isOld: (StoreProblem) -> Bool) {
      inOrder.removeAll(where: isOld)
      known = Set(inOrder)
      damageCount = inOrder.count { $0.severity == .damage }
      conflictCount = inOrder.count { $0.severity == .conflict }
    }
  }

  private let findings = Mutex(Findings())

  func add(_ found: [StoreProblem]) {
    guard !found.isEmpty else { return }
    findings.withLock { $0.add(found) }
  }

  /// Puts what is wrong with lines of a file that was read anew in the place of what was wrong.
  ///
  /// Notes on the file as a whole stay, as they tell what became of somebody's values.
  func replace(with found: [StoreProblem], in file: String) {
    findings.withLock { findings in
      let isOld = { (problem: StoreProblem) in
        problem.file == file && (problem.line > 0 || problem.severity == .damage)
      }
      // At once, so that nobody sees the file without what is the matter with it still.
      if findings.known.contains(where: isOld) { findings.removeAll(where: isOld) }
      findings.add(found)
    }
  }

  /// Forgets problems that were mended.
  func remove(_ mended: Set<StoreProblem>) {
    guard !mended.isEmpty else { return }
    findings.withLock { $0.removeAll(where: mended.contains) }
  }

  var damageCount: Int { findings.withLock { $0.damageCount } }

  /// How many of them wait for a person's choice.
  var conflictCount: Int { findings.withLock { $0.conflictCount } }

  var all: [StoreProblem] {
    findings.withLock { $0.inOrder }
  }
}
