extension String {
  /// The path of the parent folder; `/` and the empty path are their own parent.
  public var parentFolder: String {
    let path = self[...].droppingTrailingSlashes
    guard let slash = path.lastIndex(of: "/") else { return path.isEmpty ? self : "." }
    let parent = path[..<slash].droppingTrailingSlashes
    return parent.isEmpty ? "/" : String(parent)
  }

  /// The last name of this path.
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
  /// Sorts the strings by their bytes, independent of the locale.
  func sortedByBytes() -> [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
