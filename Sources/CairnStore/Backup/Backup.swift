/// What a backup of a store came to.
public struct Backup: Hashable, Sendable {
  /// How many files are in it.
  public let fileCount: Int

  /// What of the store's text could not be read, or may be cut; the backup has it as it is.
  public let damage: [StoreProblem]
}
