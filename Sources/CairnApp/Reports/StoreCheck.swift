internal import CairnInterchange
internal import CairnStore

/// What a look at every file of a store found.
public struct StoreCheck {
  /// What is wrong or odd, damage first.
  public let lines: [String]
  private let damageCount: Int
  private let conflictCount: Int
  /// How many files lack records for a reason that is no damage.
  private let lossCount: Int

  init(problems: [StoreProblem], edits: [FileEdit]) {
    lines =
      problems.map { "\($0.severity.word): \($0)" }
      + edits.map { "edited outside Cairn: \($0)" }
    damageCount = problems.count { $0.severity == .damage }
    conflictCount = problems.count { $0.severity == .conflict }
    lossCount = problems.count { $0.isLoss && $0.severity != .damage }
  }

  /// What the person can do, or need not fear.
  public var advice: String {
    damageCount + lossCount == 0
      ? "cairn sync conflicts shows both values, cairn sync resolve chooses"
      : "undamaged records stay usable, damaged files are kept"
  }

  /// What somebody has to look at, as a part of a sentence; `nil` where nothing calls for it.
  public var fault: String? {
    let damage = counted(damageCount, "place") + (damageCount == 1 ? " is" : " are") + " damaged"
    let loss = counted(lossCount, "file") + (lossCount == 1 ? " lacks" : " lack") + " records"
    let conflicts =
      counted(conflictCount, "conflict") + (conflictCount == 1 ? " is" : " are") + " open"
    let parts = [
      damageCount > 0 ? damage : nil, lossCount > 0 ? loss : nil,
      conflictCount > 0 ? conflicts : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", and ")
  }
}
