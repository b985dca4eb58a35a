internal import CPlatform
internal import Glibc
internal import Synchronization

/// Reports changes in folders by any program.
///
/// A program adds the descriptor to those that it waits for in `poll`:
///
///   W1  A change wakes the wait if it came after `follow` returned for its folder. Changes are
///       new, removed and replaced names, and bytes written to a file in it.
///   W2  The changed file is not reported, so nothing is missed if there are more changes than the
///       system can remember. The program looks at everything.
///   W3  A folder that can't be followed is a problem to report, not an error. The program goes on
///       and looks from time to time.
public protocol FolderWatch: AnyObject, Sendable {
  /// The descriptor for `poll`, readable after a change; negative if nothing can wait.
  var descriptor: Int32 { get }

  /// The reason why changes may go unnoticed; `nil` while all folders are followed.
  var problem: FileError? { get }

  /// Follows more folders from now on.
  ///
  /// A folder that was removed and created again must be followed again. A missing folder is no
  /// problem; its creation is a change in the parent folder.
  func follow(_ folders: [String])

  /// Tells whether something may have changed since the last call.
  func takeChanges() -> Bool
}

/// Folders of the machine, watched by the system.
final class RealFolderWatch: FolderWatch {
  private let events: Descriptor
  /// The reasons why folders aren't followed, by path, since several callers share a watch.
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

  /// Follows a folder; returns the problem if that fails.
  private func tryToFollow(_ folder: String) -> FileError? {
    guard unsafe platform_watch_folder(events.number, folder) < 0 else { return nil }
    return switch errno {
    case ENOENT, ENOTDIR: nil
    // Here the number means the limit of watches, not a full disk.
    case ENOSPC: .tooManyOpen(.watch, path: folder)
    case let code: FileError(.watch, path: folder, code: code)
    }
  }

  func takeChanges() -> Bool {
    var hasChanges = false
    // The reports themselves don't matter (W2); the loop ends when there are none.
    while let bytes = try? events.read(upTo: 4096, path: "folders"), !bytes.isEmpty {
      hasChanges = true
    }
    return hasChanges
  }
}

/// Folders in memory, which are compared at each call; nothing can wait for them.
final class MemoryFolderWatch: FolderWatch {
  private struct Seen {
    var folders: Set<String> = []
    var state: [String: Int64] = [:]
  }

  private let files: MemoryFileSystem
  private let seen = Mutex(Seen())

  init(_ files: MemoryFileSystem) { self.files = files }

  var descriptor: Int32 { -1 }
  var problem: FileError? { nil }

  func follow(_ folders: [String]) {
    seen.withLock { seen in
      for folder in folders where seen.folders.insert(folder).inserted {
        seen.state.merge(state(of: folder)) { $1 }
      }
    }
  }

  func takeChanges() -> Bool {
    seen.withLock { seen in
      let state = seen.folders.reduce(into: [:]) { $0.merge(self.state(of: $1)) { $1 } }
      defer { seen.state = state }
      return state != seen.state
    }
  }

  /// Returns the files of a folder with the times of their last changes.
  private func state(of folder: String) -> [String: Int64] {
    // A missing file has no state, which differs from any other.
    let names = (try? files.list(folder)) ?? []
    return names.map { "\(folder)/\($0)" }.reduce(into: [:]) { state, path in
      guard let status = try? files.status(of: path) else { return }
      // Changes in a subfolder don't count.
      state[path] = status.kind == .folder ? -Int64(status.inode) : status.modified
    }
  }
}

extension FileSystem {
  /// Returns the folders of the files that these links lead to, each once; a path that is no link
  /// has none.
  ///
  /// A watch on the link's folder doesn't see changes of a file elsewhere.
  public func foldersLinked(from paths: [String]) -> [String] {
    var folders: [String] = []
    for path in paths {
      // A broken or circular link is reported when it is read.
      guard let target = try? target(ofLink: path), !target.isEmpty,
        let goal = try? destination(of: path), !folders.contains(goal.parentFolder)
      else { continue }
      folders.append(goal.parentFolder)
    }
    return folders
  }
}
