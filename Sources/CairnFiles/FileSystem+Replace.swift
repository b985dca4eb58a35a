extension FileSystem {
  /// Replaces the contents of a file as a whole or not at all.
  ///
  /// The new contents go to a second file, reach the disk, and only then get the name. After a
  /// power loss, a reader finds the old contents or the new, never a mixture; after the call
  /// returned, the new. After an error, the old contents are still there. One exception: if the
  /// last step fails, the folder's synchronization, the new contents are there, but a power loss
  /// may remove them.
  ///
  /// If `path` is a symbolic link, its target is replaced and the link stays: people store files
  /// elsewhere and link them. The permissions stay unchanged; a new file has 0600.
  public func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    try replace(path) { file throws(FileError) in try file.write(bytes, at: 0) }
  }

  /// Replaces the contents of a file by those that `write` writes, as a whole or not at all.
  ///
  /// The result is that of ``replace(_:with:)``, for contents that are too large for memory.
  /// `write` gets a new, empty file, and its error ends the replacement.
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

  /// The same for a closure that may throw any error, such as one of the caller.
  ///
  /// - Throws: the error of `write`, and then the old contents are still there; the errors of
  ///   ``replace(_:with:)``.
  @_disfavoredOverload
  public func replace(
    _ path: String, writing write: (any OpenFile) throws -> Void
  ) throws {
    var caller = CallerError()
    do {
      try replace(path) { file throws(FileError) in
        try caller.keep(stoppingWith: FileError.notFound(.write, path: path)) { try write(file) }
      }
    } catch {
      throw caller.orElse(error)
    }
  }

  /// Follows symbolic links from `path` to a name that is no link, whether it exists or not.
  ///
  /// Only the last name of `path` is examined.
  public func destination(of path: String) throws(FileError) -> String {
    var goal = path
    for _ in 0..<40 {
      do throws(FileError) {
        guard let target = try target(ofLink: goal) else { return goal }
        // This throws if the link is not allowed.
        _ = try status(of: goal)
        goal = target.hasPrefix("/") ? target : "\(goal.parentFolder)/\(target)"
      } catch .notFound {
        return goal
      }
    }
    throw .linkLoop(.write, path: path)
  }
}
