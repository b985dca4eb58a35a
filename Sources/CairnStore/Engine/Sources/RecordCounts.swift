internal import CairnFiles
internal import Synchronization

/// The number of records in each file, known without reading the files.
///
/// A fold notes the number with the file's state (`FoldedFiles`). If the file still has that state,
/// the number holds. A file with damage or conflicts has none, since reading it reports these.
final class RecordCounts: Sendable {
  private let journals: JournalFolder
  private let model: ObjectModel
  private let folded = Mutex<FoldedFiles?>(nil)

  init(_ journals: JournalFolder, _ model: ObjectModel) {
    (self.journals, self.model) = (journals, model)
  }

  /// Returns the number of records in a file that has `state`; `nil` if it is not known.
  ///
  /// Cost: the first call reads one file with a line for each file of records.
  func count(of shard: ShardName, _ entity: String, in state: FileFingerprint?) -> Int? {
    let entry = folded.withLock { folded in
      let known = folded ?? journals.readFoldedFiles(model)
      folded = known
      return known[entity, shard]
    }
    guard let state, let entry, !entry.hasLost, entry.state == state else { return nil }
    return entry.count
  }
}
