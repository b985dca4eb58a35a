/// Facts about a store as a whole.
public struct StoreInfo: Sendable {
  /// The store's folder.
  public var path: String
  /// The number of the format of the store's files.
  public let format = StoreHeader.format
  /// The store's identity.
  public var id: StoreID
  /// The time when the store was created.
  public var created: Timestamp
  /// The replica under which this copy assigns keys.
  public var replica: Replica
  /// The number of the last change.
  public var version: UInt64
  /// Whether saves are impossible.
  public var isReadOnly: Bool
  /// Whether the file system can exchange two files; `nil` if unknown, as in a read-only store.
  ///
  /// Without this, a fold compares a file and then replaces it. Text that another program writes in
  /// that moment is lost.
  public var exchangesFiles: Bool?
  /// Each entity's name and number of records, in the model's order.
  public var counts: [(entity: String, count: Int)]
  /// The number of bytes of changes that are not in the text yet.
  public var journalBytes: Int
  /// The number of bytes of history that undo can reach after a restart.
  public var historyBytes: Int
  /// The time when the history begins; `nil` if there is no history.
  public var historyStart: Timestamp?
  /// The time of the last fold; `nil` if there was none.
  public var lastFold: Timestamp?
}

/// Something in the store's files that a person should look at.
public struct StoreProblem: Hashable, Sendable, CustomStringConvertible {
  /// The severity of a problem.
  public enum Severity: Sendable {
    /// Data is unreadable or contradictory.
    case damage
    /// Both sides of a merge are in the file and wait for a person's choice.
    case conflict
    /// A fact worth knowing; no data is lost.
    case note
  }

  /// The severity of the problem.
  public var severity: Severity
  /// The file within the store, such as `data/Recipe/0000.rec`.
  public var file: String
  /// The line in that file, from 1; 0 for the file as a whole.
  public var line: Int
  /// The problem, a lower-case sentence without a full stop.
  public var message: String
  /// Whether a person's text in the file replaced a saved value, which is still in the history.
  public var overrulesSave = false
  /// Whether records are missing that were not deleted in the store; a person may have removed
  /// them.
  public var isLoss = false
  /// Whether the problem reports a link that this machine follows from now on.
  public var isNewLink = false

  /// Whether a backup with this problem must not replace another one, which may lack the problem.
  var endangersBackups: Bool { severity == .damage || isLoss }

  /// Returns whether searches miss records of an entity because of the problem.
  ///
  /// - Parameter entity: the entity; its files may still be in the folder of a former name.
  /// - Returns: whether the problem is damage, a loss or an unresolved merge in a file of the entity.
  package func hidesRecords(of entity: Entity) -> Bool {
    (endangersBackups || severity == .conflict)
      && ([entity.name] + entity.earlierNames).contains { ShardName.isFile(file, of: $0) }
  }

  /// The file, the line and the problem, in one line.
  public var description: String {
    line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)"
  }
}
