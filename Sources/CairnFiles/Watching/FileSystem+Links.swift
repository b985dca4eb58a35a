extension FileSystem {
  /// The folders in which the files lie that these paths are links to, each once; what is no link
  /// has none.
  ///
  /// A watch on a folder tells nothing of bytes that are written to a file elsewhere.
  public func foldersLinked(from paths: [String]) -> [String] {
    var folders: [String] = []
    for path in paths {
      // What leads nowhere, or in a circle, is told by whoever reads it.
      guard let target = try? target(ofLink: path), !target.isEmpty,
        let goal = try? destination(of: path), !folders.contains(goal.parentFolder)
      else { continue }
      folders.append(goal.parentFolder)
    }
    return folders
  }
}
