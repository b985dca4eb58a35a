/// What is known about a file without reading it.
public struct FileStatus: Hashable, Sendable {
  /// What a path leads to.
  public enum Kind: Hashable, Sendable {
    /// A regular file.
    case file
    /// A folder.
    case folder
    /// A pipe, a socket or a device.
    case other
  }

  /// What the path leads to.
  public let kind: Kind
  /// The number of bytes; without meaning for a folder.
  public let size: Int
  /// When the contents last changed, in nanoseconds since 1970.
  public let modified: Int64
  /// When the contents, the name or the permissions last changed, in nanoseconds since 1970.
  ///
  /// A program can set `modified` back, but not this.
  public let changed: Int64
  /// The number of the file on its device, the same for as long as the file exists.
  public let inode: UInt64
  /// The number of the device.
  public let device: UInt64
  /// The permission bits, 0o600 for example.
  public let permissions: UInt16
  /// How many names the file has.
  public let linkCount: Int

  /// Creates a status from its parts.
  public init(
    kind: Kind, size: Int, modified: Int64, changed: Int64, inode: UInt64, device: UInt64,
    permissions: UInt16, linkCount: Int
  ) {
    self.kind = kind
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
    self.device = device
    self.permissions = permissions
    self.linkCount = linkCount
  }
}
