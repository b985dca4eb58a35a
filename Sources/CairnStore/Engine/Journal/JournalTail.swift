internal import CairnFiles
internal import Synchronization

/// Up to where this process has taken in the journal, for whoever must know what came after.
///
/// Files that are read late learn from it of every change since they were opened: of those before
/// the tail's place when it passes them, of those behind it when they ask.
final class JournalTail: Sendable {
  private struct Follower {
    weak var files: ShardFiles?
  }

  private let journals: JournalFolder
  private let last = Mutex<Segment?>(nil)
  /// The files that some snapshot may yet read, which may be one that was taken long ago.
  private let followers = Mutex<[Follower]>([])

  init(_ journals: JournalFolder) {
    self.journals = journals
  }

  /// Tells `files` of every change from now on, for as long as anybody holds them.
  func add(_ files: ShardFiles) {
    followers.withLock { followers in
      followers.removeAll { $0.files == nil }
      followers.append(Follower(files: files))
    }
  }

  /// Takes note that everything before the end of `segment` was taken in.
  ///
  /// `announce` told of these changes before, so a file that is read in between gets them once.
  func move(to segment: Segment?) {
    last.withLock { $0 = segment }
  }

  /// Tells the readers of files about changes before they are saved, or taken over from another
  /// process.
  ///
  /// - Parameters:
  ///   - changes: the changes, in their order.
  ///   - model: the model whose names the changes have.
  func announce(_ changes: [RecordChange], _ model: ObjectModel) {
    for files in followers.withLock({ $0.compactMap(\.files) }) { files.note(changes, model) }
  }

  /// What others saved and this process has not taken in yet, in order.
  ///
  /// - Parameter model: the model by which values are read, and whose names the changes get.
  /// - Returns: the changes; none where the journal is damaged, which keeps no record from being
  ///   read, and is reported to whoever takes it in.
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
