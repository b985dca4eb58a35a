extension String {
  /// The path of the folder that holds what this path names; `/` and the empty path are their own.
  public var parentFolder: String {
    let path = self[...].droppingTrailingSlashes
    guard let slash = path.lastIndex(of: "/") else { return path.isEmpty ? self : "." }
    let parent = path[..<slash].droppingTrailingSlashes
    return parent.isEmpty ? "/" : String(parent)
  }

  /// The name that this path has in its folder.
  var lastPathComponent: String {
    let path = self[...].droppingTrailingSlashes
    guard let slash = path.lastIndex(of: "/") else { return String(path) }
    return String(path[path.index(after: slash)...])
  }
}

extension Substring {
  var droppingTrailingSlashes: Substring {
    var rest = self
    while rest.last == "/" { rest.removeLast() }
    return rest
  }
}

extension [String] {
  /// The strings in the order of their bytes, which no locale changes.
  func sortedByBytes() -> [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
