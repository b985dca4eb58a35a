/// What tells whether a file is still the one that was read: enough for a cheap check.
struct FileFingerprint: Hashable, Sendable {
  var size: Int64
  var modified: Int64
  var inode: UInt64
}
