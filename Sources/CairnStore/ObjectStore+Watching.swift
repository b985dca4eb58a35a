public import CairnFiles
internal import Synchronization

// For programs that stay open while others work on the same store.
extension ObjectStore {
  /// Begins to watch the store's folders, and goes on for as long as the store is open.
  ///
  /// When the watch tells of changes, call `refresh`, which also follows folders that are new. A
  /// save of this process is a change like any other.
  ///
  /// - Returns: the watch; `nil` where nothing tells of changes, so that one has to look.
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

  /// Whether something was saved that is not in the text yet and that this process could fold.
  public var isTextBehind: Bool { shardsBehind > 0 }

  /// How many files of records lack something that was saved and that this process could fold; each
  /// takes some milliseconds, as the disk is waited for.
  public var shardsBehind: Int {
    published.withLock { $0.shardsBehind }
  }
}

extension StoreFolder {
  /// Every folder in which somebody could change what the store holds, also where a file of it is a
  /// link to one elsewhere; while the store is gone, the nearest folder above that is there.
  ///
  /// Cost: a microsecond or two for each file.
  var foldersToWatch: [String] {
    var folders = [path, modelFolder, data] + nearestAncestor
    var files = [model, "\(path)/\(ShardName.ofFavorites)"]
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

  /// The folder in which the way to a store that is gone would begin again.
  private var nearestAncestor: [String] {
    var place = path
    while (try? fileSystem.exists(place)) != true, place.parentFolder != place {
      place = place.parentFolder
    }
    return place == path ? [] : [place]
  }

  /// The names in a folder; none in one that is gone, whose return is a change to be told of.
  private func names(in folder: String) -> [String] {
    (try? fileSystem.list(folder)) ?? []
  }
}
