/// The history of a store's text files, as git has it.
///
/// `ObjectStore.Options.textHistory` gives it to a store. The store asks for it when a list needs
/// the time of a record that its own history lacks.
public protocol TextHistory: Sendable {
  /// An identity of the newest version of all files; `nil` if there is no history.
  ///
  /// It differs after each new version. Cost: a few short files.
  var newest: String? { get }

  /// Starts to read the history; `nil` if it cannot be read.
  func read() -> (any TextHistoryReader)?
}

/// A reader of the versions of text files.
///
/// After a problem with the history, the store keeps the times that it read before.
public protocol TextHistoryReader {
  /// The newest version, up to which the reader reads.
  var version: String { get }

  /// Reads the changes of the files in some folders, the newest first.
  ///
  /// - Parameters:
  ///   - folders: the folders within the store.
  ///   - earlier: the version of an earlier reader, after which the changes begin; `nil` for all.
  ///   - most: the number of changes after which the reader ends.
  /// - Returns: the changes; `nil` if the earlier version is not in the history any more.
  /// - Throws: `TextHistoryFailure`.
  func changes(
    in folders: [String], since earlier: String?, atMost most: Int
  ) throws(TextHistoryFailure) -> [TextFileChange]?

  /// Returns the contents with some ids, without those that the history lacks.
  ///
  /// - Throws: `TextHistoryFailure`.
  func contents(of ids: [String]) throws(TextHistoryFailure) -> [String: [UInt8]]
}

/// The history could not be read, and a later attempt may succeed.
public struct TextHistoryFailure: Error {
  /// Creates a failure.
  public init() {}
}

/// A change of one text file.
public struct TextFileChange: Sendable {
  /// The path of the file within the store.
  public var path: String
  /// When the new content was made.
  public var time: Timestamp
  /// The ids of the contents before; several for a merge, `nil` where the file did not exist.
  public var before: [String?]
  /// The id of the new content; `nil` if the file was deleted.
  public var after: String?
  /// Whether the contents before are unknown, as at the end of an incomplete copy.
  public var isCut: Bool

  /// Creates a change.
  public init(
    path: String, time: Timestamp, before: [String?], after: String?, isCut: Bool = false
  ) {
    (self.path, self.time, self.before, self.after) = (path, time, before, after)
    self.isCut = isCut
  }
}
