internal import CairnFiles
internal import Synchronization

/// The position up to which this process has read the journal, for files that are read late.
///
/// Such files get every change since they were opened. The tail announces the changes up to its
/// position. The files ask for the changes after it.
final class JournalTail: Sendable {
  private struct Follower {
    weak var files: ShardFiles?
  }

  private let journals: JournalFolder
  private let last = Mutex<Segment?>(nil)
  /// The files that a snapshot may still read, even a very old snapshot.
  private let followers = Mutex<[Follower]>([])

  init(_ journals: JournalFolder) {
    self.journals = journals
  }

  /// Announces every change from now on to `files`, as long as `files` exists.
  func add(_ files: ShardFiles) {
    followers.withLock { followers in
      followers.removeAll { $0.files == nil }
      followers.append(Follower(files: files))
    }
  }

  /// Notes that everything before the end of `segment` was read.
  ///
  /// `announce` was called for these changes before, so a file that is read in between gets them
  /// once.
  func move(to segment: Segment?) {
    last.withLock { $0 = segment }
  }

  /// Announces changes to the files before they are saved, or taken over from another process.
  ///
  /// - Parameters:
  ///   - forEach: calls its argument with each change, in their order.
  ///   - model: the model whose names the changes have.
  func announce(_ forEach: ((RecordChange) -> Void) -> Void, _ model: ObjectModel) {
    for files in followers.withLock({ $0.compactMap(\.files) }) { files.note(forEach, model) }
  }

  /// Returns the changes that other processes saved and this process has not read yet, in order.
  ///
  /// - Parameter model: the model by which values are read, and whose names the changes get.
  /// - Returns: the changes; empty if the journal is damaged. Records can be read even then, and
  ///   the next catch-up reports the damage.
  /// - Throws: `StoreError.file`.
  func changes(_ model: ObjectModel) throws(StoreError) -> [RecordChange] {
    guard var segment = last.withLock({ $0 }) else { return [] }
    do throws(StoreError) {
      var present = model
      return try journals.readOn(&segment, .read).frames.flatMap { frame in
        if let update = FrameDecoder.modelChange(in: frame)?.change,
          let new = try? ObjectModel(parsing: update.new)
        {
          present = new
        }
        let renaming = Renaming(from: present, to: model)
        return FrameDecoder.transaction(frame, present)?.changes.map(renaming.change) ?? []
      }
    } catch .damaged {
      return []
    }
  }
}
