internal import CairnFiles
internal import Synchronization

/// Where the sessions, drafts and jobs of a store are: apart from those of its copies.
///
///     STATE/ID          of the store's folder that was opened first
///     STATE/ID-2 …      of copies, such as a restored backup or a clone
///     STATE/ID/store    whose it is: the identity of the store's folder, and a line below its path
///
/// A store that was moved is followed: its folder has the same identity, or nothing with that
/// identity is any longer where it was. So is one whose whole home was copied, as paths below the
/// home begin with `~`.
final class SessionFolder: Sendable {
  private let first: String
  /// The store's folder; nil for one in memory, which has no copies.
  private let store: String?
  private let home: String
  private let fileSystem: any FileSystem
  private let found = Mutex<String?>(nil)

  /// Creates it; nothing is looked at yet.
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

  /// The folder, found once; it need not exist yet.
  var path: String {
    found.withLock { found in
      let path = found ?? look()
      found = path
      return path
    }
  }

  /// Writes the note, now that the folder exists.
  func claim() {
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
    var (left, number): (String?, Int) = (nil, 1)
    while true {
      let folder = number == 1 ? first : "\(first)-\(number)"
      guard (try? fileSystem.exists(folder)) == true else {
        return left.map { take($0, owner) } ?? folder
      }
      // A folder of an earlier version says nothing, nor does one that a job has just made.
      guard let known = self.owner(of: folder) else { return take(folder, owner) }
      if known.identity == owner.identity {
        return known == owner ? folder : take(folder, owner)
      }
      if known.path == owner.path { return take(folder, owner) }
      if left == nil, identity(of: known.path) != known.identity { left = folder }
      number += 1
    }
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
