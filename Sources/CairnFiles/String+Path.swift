extension String {
  /// The path of the parent folder; `/` and the empty path are their own parent.
  public var parentFolder: String {
    let path = self[...].droppingTrailingSlashes
    guard let slash = path.utf8.lastIndex(of: .slash) else { return path.isEmpty ? self : "." }
    let parent = path[..<slash].droppingTrailingSlashes
    return parent.isEmpty ? "/" : String(parent)
  }

  /// The last name of this path.
  public var lastPathComponent: String {
    let path = self[...].droppingTrailingSlashes
    guard let slash = path.utf8.lastIndex(of: .slash) else { return String(path) }
    return String(path[path.utf8.index(after: slash)...])
  }
}

extension UInt8 {
  /// The byte between the names in a path.
  fileprivate static let slash = UInt8(ascii: "/")
}

extension Substring {
  var droppingTrailingSlashes: Substring {
    var rest = self
    while rest.utf8.last == .slash { rest = rest[..<rest.utf8.index(before: rest.endIndex)] }
    return rest
  }
}

extension [String] {
  /// Sorts the strings by their bytes, independent of the locale.
  func sortedByBytes() -> [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
