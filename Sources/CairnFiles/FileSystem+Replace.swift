extension FileSystem {
  /// Puts `bytes` in the file at `path`, all of them or none.
  ///
  /// The new contents go to a file beside the old one, reach the disk, and only then take its
  /// name. A reader, or a machine that loses power, finds the old contents or the new, never a
  /// mixture; once the call returns, the new. After a failure the old ones are still there,
  /// unless it came from the last step, the folder's synchronization: then the new ones are, but
  /// may be lost with the power.
  ///
  /// Where `path` is a symbolic link, the file that it leads to is replaced and the link stays:
  /// people keep their files elsewhere and link them. The permissions stay as they are; a file that
  /// wasn't there has 0600.
  public func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    try replace(path) { file throws(FileError) in try file.write(bytes, at: 0) }
  }

  /// Puts what `write` writes in the file at `path`, all of it or nothing.
  ///
  /// Does as ``replace(_:with:)`` does, for contents that are too large to be held at once:
  /// `write` gets a new, empty file, and what it throws ends the replacement.
  public func replace(
    _ path: String, writing write: (any OpenFile) throws(FileError) -> Void
  ) throws(FileError) {
    let draft = try createDraft(for: path, isLocked: false)
    do throws(FileError) {
      try write(draft.file)
    } catch {
      draft.discard()
      throw error
    }
    try draft.takePlace()
  }

  /// Follows symbolic links from `path` to the name that is not one, whether anything is there or
  /// not.
  ///
  /// Only the last name of `path` is looked at.
  public func destination(of path: String) throws(FileError) -> String {
    var goal = path
    for _ in 0..<40 {
      do throws(FileError) {
        guard let target = try target(ofLink: goal) else { return goal }
        // Refused where the link may not be followed.
        _ = try status(of: goal)
        goal = target.hasPrefix("/") ? target : "\(goal.parentFolder)/\(target)"
      } catch .notFound {
        return goal
      }
    }
    throw .linkLoop(.write, path: path)
  }
}
