internal import Synchronization

/// The problems found while reading the store's files, each once.
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

  /// Replaces the problems of a file's lines after the file was read again.
  ///
  /// Notes on the file as a whole stay, because they report overruled or missing values.
  func replace(with found: [StoreProblem], in file: String) {
    findings.withLock { findings in
      let isOld = { (problem: StoreProblem) in
        problem.file == file && (problem.line > 0 || problem.severity == .damage)
      }
      // Under one lock, so that no reader sees the file without its remaining problems.
      if findings.known.contains(where: isOld) { findings.removeAll(where: isOld) }
      findings.add(found)
    }
  }

  /// Removes problems that were repaired.
  func remove(_ mended: Set<StoreProblem>) {
    guard !mended.isEmpty else { return }
    findings.withLock { $0.removeAll(where: mended.contains) }
  }

  var damageCount: Int { findings.withLock { $0.damageCount } }

  /// The number of conflicts that wait for a person's choice.
  var conflictCount: Int { findings.withLock { $0.conflictCount } }

  var all: [StoreProblem] {
    findings.withLock { $0.inOrder }
  }
}
