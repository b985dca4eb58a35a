internal import Synchronization

/// What an entry holds, with the line that it was written as.
///
/// The entry's copies share it, so that the line which the writer's thread made for one state is
/// there for the next one too.
final class WrittenEntry: Sendable {
  let content: EntryContent
  private let written = Mutex<ArraySlice<UInt8>?>(nil)

  init(_ content: EntryContent) { self.content = content }

  /// The content as a line of the session's file; encoded when it is first asked for.
  func line(id: Entry.ID) -> ArraySlice<UInt8> {
    written.withLock { written in
      if let line = written { return line }
      let line = content.line(id: id)[...]
      written = line
      return line
    }
  }
}
