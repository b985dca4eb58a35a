internal import CPlatform
internal import Glibc
internal import Synchronization

/// Tells that something in folders changed, whoever changed it, without looking again and again.
///
/// A program that waits in `poll` adds the descriptor to what it waits for, and sleeps until there
/// is something to see:
///
///   W1  A change in a folder wakes the wait if it came after `follow` returned for the folder: a
///       name that came, went or stands for another file, and bytes written to a file in it.
///   W2  What changed isn't told, so nothing is missed when there is more than the system can
///       remember: whoever is woken looks at everything.
///   W3  A folder that can't be followed is a problem to be told, never an error: the program goes
///       on, and has to look now and then.
public protocol FolderWatch: AnyObject, Sendable {
  /// What can be read from when something changed, for `poll`; negative where nothing can wait.
  var descriptor: Int32 { get }

  /// Why changes may go unnoticed, `nil` while all folders are followed, whoever asked for them.
  var problem: FileError? { get }

  /// Follows these folders from now on, besides those that are followed already.
  ///
  /// One that was removed and made again has to be followed again. One that isn't there is no
  /// problem; its making is a change in the folder above.
  func follow(_ folders: [String])

  /// Says whether something changed since the last call, or may have.
  func takeChanges() -> Bool
}

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

/// Folders in memory that are looked at when somebody asks; nothing can wait for them.
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

  /// What is in the folder, and when each file of it changed last.
  private func state(of folder: String) -> [String: Int64] {
    // What isn't there has no state, which differs from that of what is.
    let names = (try? files.list(folder)) ?? []
    return names.map { "\(folder)/\($0)" }.reduce(into: [:]) { state, path in
      guard let status = try? files.status(of: path) else { return }
      // What happens in a folder below is not told of this one.
      state[path] = status.kind == .folder ? -Int64(status.inode) : status.modified
    }
  }
}

extension FileSystem {
  /// The folders in which the files lie that these paths are links to, each once; what is no link
  /// has none.
  ///
  /// A watch on a folder tells nothing of bytes that are written to a file elsewhere.
  public func foldersLinked(from paths: [String]) -> [String] {
    var folders: [String] = []
    for path in paths {
      // What leads nowhere, or in a circle, is told by whoever reads it.
      guard let target = try? target(ofLink: path), !target.isEmpty,
        let goal = try? destination(of: path), !folders.contains(goal.parentFolder)
      else { continue }
      folders.append(goal.parentFolder)
    }
    return folders
  }
}
