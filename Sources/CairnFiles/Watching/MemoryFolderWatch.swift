internal import Synchronization

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
