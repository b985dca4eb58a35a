public import CairnStore

/// What a sync is doing.
public enum SyncStep: String, CaseIterable, Sendable {
  /// Moving what was saved into the text, and committing it.
  case committing
  /// Asking the other repository for what it has.
  case fetching
  /// Bringing both sides together.
  case merging
  /// Sending what the other repository lacks.
  case sending
}

/// What changed, counted by what happened to how many records of which collections.
public struct SyncChanges: Hashable, Sendable {
  /// The changes, record by record.
  public var records: [RecordChange] = []
  /// What each of the records is called.
  public var titles: [ObjectID: String] = [:]
  /// Whether the model changed.
  public var changesModel = false
  /// Whether anything changed at all, also what is no record.
  public var isEmpty = true
}

/// What came of a sync.
public struct SyncReport: Sendable {
  /// What of this machine was sent, in a few words; `nil` for nothing.
  public var sent: String?
  /// Whether anything was sent.
  public var isSent = false
  /// What came from the other side, in a few words; `nil` for nothing.
  public var received: String?
  /// The change that took in what came.
  public var transaction: Transaction?
  /// What a person should know of the merge.
  public var found = TextMerge.Findings()
  /// What waits for a person's choice, from this sync or one before, or why that can't be told.
  public var waiting: Result<[RecordConflict], StoreError> = .success([])
  /// What a person should know besides.
  public var notes: [String] = []
  /// Where it was sent to.
  public var remote = ""
}
