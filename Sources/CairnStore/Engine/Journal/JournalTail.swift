internal import CairnFiles
internal import Synchronization

/// Up to where this process has taken in the journal, for whoever must know what came after.
final class JournalTail: Sendable {
  private let journals: JournalFolder
  private let last = Mutex<Segment?>(nil)

  init(_ journals: JournalFolder) {
    self.journals = journals
  }

  /// Takes note that everything before the end of `segment` was taken in.
  func move(to segment: Segment?) {
    last.withLock { $0 = segment }
  }

  /// What others saved and this process has not taken in yet, in order.
  ///
  /// - Parameter model: the model by which values are read.
  /// - Returns: the changes; none where the journal is damaged, which keeps no record from being
  ///   read, and is reported to whoever takes it in.
  /// - Throws: `StoreError.file`.
  func changes(_ model: ObjectModel) throws(StoreError) -> [RecordChange] {
    guard var segment = last.withLock({ $0 }) else { return [] }
    do throws(StoreError) {
      return try journals.readOn(&segment, .read).frames.flatMap {
        FrameDecoder.transaction($0, model)?.changes ?? []
      }
    } catch .damaged {
      return []
    }
  }
}
