/// The state of a file, by which a cheap check finds out whether the file was changed.
struct FileFingerprint: Hashable, Sendable {
  var size: Int64
  var modified: Int64
  /// When the file or its name last changed.
  ///
  /// A tool can set `modified` back, but not this.
  var changed: Int64
  var inode: UInt64

  /// Whether the file has the same contents, perhaps under another name.
  func hasSameContents(as other: FileFingerprint?) -> Bool {
    var renamed = self
    renamed.changed = other?.changed ?? changed
    return renamed == other
  }
}
