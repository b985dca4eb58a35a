/// The new contents of a file, in a file beside it that has yet to take its name.
///
/// It ends by one of two ways: it takes the file's place, or it is discarded.
public struct FileDraft: ~Copyable {
  /// Takes the contents; it is empty at first.
  public let file: any OpenFile
  private let path: String
  private let goal: String
  private let files: any FileSystem
  /// Says that the draft is still written; held as long as the draft is there.
  private let lock: (any FileLock)?

  init(
    file: any OpenFile, path: String, goal: String, files: any FileSystem,
    lock: (any FileLock)? = nil
  ) {
    self.lock = lock
    self.file = file
    self.path = path
    self.goal = goal
    self.files = files
  }

  /// Gives the contents the file's name once they are on the disk, and the file's permissions.
  ///
  /// - Throws: What failed. Only if that is the last step, the folder's synchronization, the file
  ///   has the new contents then; else the draft is discarded.
  public consuming func takePlace() throws(FileError) {
    do throws(FileError) {
      try keepPermissions()
      try file.synchronize()
      try files.rename(path, to: goal)
    } catch {
      let path = file.path
      discard()
      throw error.naming(path)
    }
    try files.synchronizeFolder(goal.parentFolder)
  }

  /// Removes the draft; the file stays as it is.
  public consuming func discard() {
    // Why the draft is of no use matters more than that it stays.
    try? files.remove(path)
  }

  private borrowing func keepPermissions() throws(FileError) {
    guard let old = try files.status(of: goal), old.kind == .file,
      old.permissions != (try files.status(of: path))?.permissions
    else { return }
    try file.setPermissions(old.permissions & 0o777)
  }
}
