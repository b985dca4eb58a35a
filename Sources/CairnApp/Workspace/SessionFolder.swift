internal import CairnFiles
internal import Synchronization

/// The folder for the sessions, drafts and jobs of a store.
///
/// A copy of the store has another one.
///
///     STATE/ID          of the store's folder that was opened first
///     STATE/ID-2 …      of copies, such as a restored backup or a clone
///     STATE/ID/store    whose it is: the identity of the store's folder, and a line below its path
///
/// A store keeps its sessions wherever it is moved, as its folder has the same identity. On another
/// disk it gets a new one, and takes the sessions of which no store is left at the path. Paths
/// below the home begin with `~`, so that a home can be copied as a whole.
final class SessionFolder: Sendable {
  private let first: String
  /// The store's folder; nil for one in memory, which has no copies.
  private let store: String?
  private let home: String
  private let fileSystem: any FileSystem
  private let found = Mutex<String?>(nil)

  /// Creates it without reading anything.
  ///
  /// - Parameters:
  ///   - first: the folder for the store, where it is no copy.
  ///   - store: the store's folder; `nil` for one in memory.
  ///   - home: the person's own folder.
  ///   - fileSystem: where all three are.
  init(_ first: String, of store: String?, home: String, fileSystem: any FileSystem) {
    self.first = first
    self.store = store
    self.home = fileSystem.realPath(of: home)
    self.fileSystem = fileSystem
  }

  /// The folder, found once.
  ///
  /// It need not exist yet. If it exists, it gets its note.
  var path: String {
    found.withLock { found in
      let path = found ?? look()
      found = path
      return path
    }
  }

  /// Writes the note, now that the folder exists.
  func note() {
    found.withLock { $0 = nil }
    _ = path
  }

  /// The store that a folder of sessions belongs to.
  private struct Owner: Equatable {
    var identity: String
    var path: String
  }

  private func look() -> String {
    guard let store else { return first }
    let path = fileSystem.realPath(of: store)
    let owner = Owner(identity: identity(of: path) ?? path, path: path)
    var known: [(folder: String, owner: Owner?)] = []
    var free = first
    while (try? fileSystem.exists(free)) == true {
      known.append((free, self.owner(of: free)))
      free = "\(first)-\(known.count + 1)"
    }
    if let own = known.first(where: { $0.owner?.identity == owner.identity }) {
      return own.owner == owner ? own.folder : take(own.folder, owner)
    }
    // Another folder with the store's id is at the path, as after a restore.
    let replaced = known.first { $0.owner?.path == path }
    // A folder of an earlier version has no note, nor has one that a job has just made.
    let unnoted = known.first { $0.owner == nil }
    let left = known.first { $0.owner.map { identity(of: $0.path) == nil } ?? false }
    return (replaced ?? unnoted ?? left).map { take($0.folder, owner) } ?? free
  }

  /// The identity of a folder: its path where the file system has no better one; nil if there is no
  /// folder.
  private func identity(of path: String) -> String? {
    guard (try? fileSystem.exists(path)) == true else { return nil }
    return (try? fileSystem.identity(of: path)) ?? path
  }

  // MARK: The note

  /// Writes the note into a folder; without it where the folder is read-only.
  private func take(_ folder: String, _ owner: Owner) -> String {
    let isBelow = owner.path.hasPrefix(home + "/")
    let path = isBelow ? "~" + owner.path.dropFirst(home.count) : owner.path
    try? fileSystem.replace("\(folder)/store", with: Array("\(owner.identity)\n\(path)\n".utf8))
    return folder
  }

  private func owner(of folder: String) -> Owner? {
    guard let bytes = try? fileSystem.read("\(folder)/store") else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard lines.count == 2, !lines[0].isEmpty, lines[1].hasSuffix("\n") else { return nil }
    let path = String(lines[1].dropLast())
    return Owner(
      identity: String(lines[0]), path: path.hasPrefix("~/") ? home + path.dropFirst() : path)
  }
}
