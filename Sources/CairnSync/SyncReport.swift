public import CairnStore

/// A step of a sync.
public enum SyncStep: String, CaseIterable, Sendable {
  /// Folds the saved changes into the text, and commits the text.
  case committing
  /// Fetches new commits from the other repository.
  case fetching
  /// Merges both sides.
  case merging
  /// Pushes the commits that the other repository lacks.
  case sending
}

/// The changes of one commit or of one sync, with the titles of the records.
public struct SyncChanges: Hashable, Sendable {
  /// The changes, record by record.
  public var records: [RecordChange] = []
  /// The title of each changed record.
  public var titles: [ObjectID: String] = [:]
  /// Whether the model changed.
  public var changesModel = false
  /// Whether nothing changed at all, in records or in other files.
  public var isEmpty = true
}

/// The result of a sync.
public struct SyncReport: Sendable {
  /// A short summary of the sent changes; `nil` if no records or model were sent.
  public var sent: String?
  /// Whether the sync pushed commits.
  public var isSent = false
  /// A short summary of the received changes; `nil` if no records or model came.
  public var received: String?
  /// The change of the store that holds the received changes.
  public var transaction: Transaction?
  /// The findings of the merge for the person.
  public var found = TextMerge.Findings()
  /// The conflicts that a person has to resolve, from this sync or an earlier one, or the error
  /// that prevented the search for them.
  public var waiting: Result<[RecordConflict], StoreError> = .success([])
  /// Further notes for the person.
  public var notes: [String] = []
  /// The name of the remote.
  public var remote = ""

  /// Adds notes that the report does not have yet.
  mutating func add(_ notes: [String]) {
    self.notes += notes.filter { !self.notes.contains($0) }
  }
}
