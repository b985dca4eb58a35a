internal import CairnFiles
internal import Synchronization

extension ObjectStore {
  /// Removes the store if nothing was ever saved in it, and closes it then.
  ///
  /// It is for a store that was made for something which then came to nothing.
  ///
  /// - Returns: whether it was removed; the folder itself stays, empty.
  /// - Throws: `StoreError.readOnly`, `.busy`, `.file`.
  public func discardIfUnused() throws(StoreError) -> Bool {
    try writer.withLock { writer throws(StoreError) in try writer.discardIfUnused() }
  }
}

extension Writer {
  mutating func discardIfUnused() throws(StoreError) -> Bool {
    try requireWritable()
    let lock = try journals.lock(.commit, patience: options.patience)
    defer { lock.release() }
    try catchUp()
    guard snapshot.version == 0 else { return false }
    state = .closed
    let folder = folder
    try folder.perform { fileSystem throws(FileError) in
      // Without its header the folder is no store, whatever else goes wrong.
      try fileSystem.remove(folder.header)
      for name in try fileSystem.list(folder.path) {
        try fileSystem.removeTree("\(folder.path)/\(name)")
      }
    }
    return true
  }
}
