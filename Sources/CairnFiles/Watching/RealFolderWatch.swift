internal import CPlatform
internal import Glibc
internal import Synchronization

/// Folders of the machine that the system itself keeps an eye on.
final class RealFolderWatch: FolderWatch {
  private let events: Descriptor
  /// Why folders aren't followed, by their paths: several follow theirs by one watch.
  private let problems = Mutex<[String: FileError]>([:])

  init() throws(FileError) {
    let opened = platform_open_watch()
    guard opened >= 0 else { throw FileError(.watch, path: "folders", code: errno) }
    defer { close(opened) }
    events = try Descriptor(duplicating: opened, path: "folders")
  }

  var descriptor: Int32 { events.number }

  var problem: FileError? {
    problems.withLock { problems in problems.min { $0.key < $1.key }?.value }
  }

  func follow(_ folders: [String]) {
    for folder in folders {
      let problem = tryToFollow(folder)
      problems.withLock { [problem] in $0[folder] = problem }
    }
  }

  /// Follows a folder, and says why that can't be.
  private func tryToFollow(_ folder: String) -> FileError? {
    guard unsafe platform_watch_folder(events.number, folder) < 0 else { return nil }
    return switch errno {
    case ENOENT, ENOTDIR: nil
    // The limit is not that of the disk, as the number says elsewhere.
    case ENOSPC: .tooManyOpen(.watch, path: folder)
    case let code: FileError(.watch, path: folder, code: code)
    }
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
