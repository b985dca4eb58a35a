internal import CPlatform
internal import Glibc
internal import Synchronization

/// Folders of the machine that the system itself keeps an eye on.
final class RealFolderWatch: FolderWatch {
  private let events: Descriptor
  private let unfollowed = Mutex<FileError?>(nil)

  init() throws(FileError) {
    let opened = platform_open_watch()
    guard opened >= 0 else { throw FileError(.watch, path: "folders", code: errno) }
    defer { close(opened) }
    events = try Descriptor(duplicating: opened, path: "folders")
  }

  var descriptor: Int32 { events.number }

  var problem: FileError? { unfollowed.withLock { $0 } }

  func follow(_ folders: [String]) {
    var problem: FileError?
    for folder in folders where unsafe platform_watch_folder(events.number, folder) < 0 {
      switch errno {
      case ENOENT, ENOTDIR: continue
      // The limit is not that of the disk, as the number says elsewhere.
      case ENOSPC: problem = .tooManyOpen(.watch, path: folder)
      case let code: problem = FileError(.watch, path: folder, code: code)
      }
    }
    unfollowed.withLock { [problem] in $0 = problem }
  }

  func takeChanges() -> Bool {
    var hasChanges = false
    // The reports themselves don't matter (W2); reading ends when there are none.
    while let bytes = try? events.read(upTo: 4096, path: "folders"), !bytes.isEmpty {
      hasChanges = true
    }
    return hasChanges
  }
}
