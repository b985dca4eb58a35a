public import CairnFiles
internal import Synchronization

// For programs that stay open while others work on the same store.
extension ObjectStore {
  /// Watches the store's folders for as long as the store is open.
  ///
  /// When the watch reports changes, call `refresh`, which also follows new folders. The watch
  /// reports saves of this process, too.
  ///
  /// - Returns: the watch; `nil` if the file system cannot report changes, so that the caller has
  ///   to poll.
  /// - Throws: `StoreError.file` when the system has no watch left.
  public func startWatching() throws(StoreError) -> (any FolderWatch)? {
    let folder = writer.withLock { $0.folder }
    let made = try folder.perform { fileSystem throws(FileError) in try fileSystem.makeWatch() }
    watch.withLock { $0 = made }
    followFolders()
    return made
  }

  func followFolders() {
    guard let watch = watch.withLock({ $0 }) else { return }
    let (folder, journals) = writer.withLock { ($0.folder, $0.journal.folder) }
    watch.follow(folder.foldersToWatch + [journals.path])
  }

  /// Whether saved changes of records or of the model are not in the text yet, and this process
  /// could fold them.
  public var isTextBehind: Bool {
    published.withLock { $0.isTextBehind }
  }

  /// The number of record files that lack saved changes which this process could fold.
  ///
  /// Each file takes some milliseconds, because a fold waits for the disk.
  public var shardsBehind: Int {
    published.withLock { $0.shardsBehind }
  }
}

extension StoreFolder {
  /// Every folder in which a program could change the store's contents.
  ///
  /// This includes the folders of files that the store links to. While the store is missing, the
  /// nearest existing folder above it is included. Cost: a microsecond or two for each file.
  var foldersToWatch: [String] {
    var folders = [path, modelFolder, data] + nearestAncestor
    var files = [model] + ShardName.ofBuiltIns.values.map { "\(path)/\($0)" }
    for entity in names(in: data) {
      let shards = "\(data)/\(entity)"
      let names = names(in: shards)
      let groups = names.filter { $0.utf8.allSatisfy { $0.digitValue != nil } }
        .map { "\(shards)/\($0)" }
      folders += [shards] + groups
      files += names.map { "\(shards)/\($0)" }
      for group in groups { files += self.names(in: group).map { "\(group)/\($0)" } }
    }
    return folders + fileSystem.foldersLinked(from: files.filter { $0.hasSuffix(".rec") })
  }

  /// The folder in which the path to a missing store would appear again.
  private var nearestAncestor: [String] {
    var place = path
    while (try? fileSystem.exists(place)) != true, place.parentFolder != place {
      place = place.parentFolder
    }
    return place == path ? [] : [place]
  }

  /// The names in a folder; empty for a missing folder, because its return is a change to report.
  private func names(in folder: String) -> [String] {
    (try? fileSystem.list(folder)) ?? []
  }
}
