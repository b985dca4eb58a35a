/// What there is to say about a store as a whole.
public struct StoreInfo: Sendable {
  /// The store's folder.
  public var path: String
  /// The number of the form in which its files are written.
  public let format = StoreHeader.format
  /// The store's identity.
  public var id: StoreID
  /// When it was created.
  public var created: Timestamp
  /// The replica as which this copy mints keys.
  public var replica: Replica
  /// The number of the last change.
  public var version: UInt64
  /// Whether nothing can be saved.
  public var isReadOnly: Bool
  /// Each entity's name and number of records, in the model's order.
  public var counts: [(entity: String, count: Int)]
  /// Bytes of changes that are not yet in the text.
  public var journalBytes: Int
  /// Bytes of history that undo can reach after a restart.
  public var historyBytes: Int
  /// When the history begins, `nil` where there is none.
  public var historyStart: Timestamp?
  /// When the journal was last moved into the text, `nil` if it never was.
  public var lastFold: Timestamp?
}

/// Something in the store's files that a person should look at.
public struct StoreProblem: Hashable, Sendable, CustomStringConvertible {
  /// How bad it is.
  public enum Severity: Sendable {
    /// Data is unreadable or contradictory.
    case damage
    /// Both sides of a merge stand there, and wait for a person's choice.
    case conflict
    /// Worth knowing, nothing is lost.
    case note
  }

  /// How bad it is.
  public var severity: Severity
  /// The file within the store, such as `data/Recipe/0000.rec`.
  public var file: String
  /// The line in that file, from 1; 0 for the file as a whole.
  public var line: Int
  /// What is the matter, a lower-case sentence without a full stop.
  public var message: String
  /// Whether a saved change gave way to what somebody wrote in the file; it is in the history.
  public var overrulesSave = false
  /// Whether records are missing that nobody deleted in the store; a person may have meant it.
  public var isLoss = false
  /// Whether it tells of a link that this machine follows from now on.
  public var isNewLink = false

  /// Whether a backup that has it must not replace another one, which may lack it.
  var endangersBackups: Bool { severity == .damage || isLoss }

  /// Where and what, in one line.
  public var description: String {
    line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)"
  }
}
