/// A file, a folder or a link, whatever its names.
struct MemoryNode {
  /// What the node is; decided when it is made.
  enum Kind {
    case file, folder, link
  }

  let kind: Kind
  var permissions: UInt16
  /// The contents of a file.
  ///
  /// Contents, names and target are apart, not in one enum, so that a write changes the bytes
  /// where they are.
  var bytes: [UInt8] = []
  /// The names in a folder.
  var entries: [String: Int] = [:]
  /// Where a link leads.
  var target: String?
  var modified: Int64 = 0
  var linkCount = 0
  var openCount = 0
  /// How many of those that have it open may write to it.
  var writerCount = 0

  init(kind: Kind) {
    self.kind = kind
    permissions = kind == .folder ? 0o700 : 0o600
  }
}

/// Where a path leads: to a name in a folder, and to a node if the name is taken.
struct MemoryPlace {
  /// The folders from the root to the one that has the name.
  let folders: [Int]
  /// Empty where the path ends in a folder without naming it, as `/` and `..` do.
  let name: String
  let node: Int?

  var folder: Int { folders[folders.count - 1] }
}
