extension FileSystem {
  /// Removes what is at `path`, with everything in it if it is a folder.
  ///
  /// Symbolic links are removed and not followed. What is not there is no error.
  public func removeTree(_ path: String) throws(FileError) {
    do throws(FileError) {
      try remove(path)
    } catch .notFound {
      return
    } catch .notEmpty {
      for name in try list(path) { try removeTree("\(path)/\(name)") }
      try remove(path)
    }
  }
}
