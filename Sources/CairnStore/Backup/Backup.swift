/// What a backup of a store came to.
public struct Backup: Hashable, Sendable {
  /// How many files are in it.
  public let fileCount: Int

  /// What of the store's text is damaged or missing; the backup has what there is as it is.
  public let damage: [StoreProblem]
}

extension Backup {
  /// Why other backups should stay, in words: what is damaged, or else what is missing.
  static func reason(_ problems: [StoreProblem]) -> String {
    let damage = problems.filter { $0.severity == .damage }
    let named = damage.isEmpty ? problems : damage
    let what = damage.isEmpty ? "the store lacks records that it had in" : "the store is damaged in"
    return what + (named.count == 1 ? " 1 place: " : " \(named.count) places, such as ")
      + (named.first?.description ?? "")
  }
}
