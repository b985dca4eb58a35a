/// What a file is opened for.
public enum OpenMode: Hashable, Sendable {
  /// Only to be read.
  case read
  /// To be read and changed; it must exist.
  case readWrite
  /// To be read and changed; it must not exist yet.
  case create
}

/// An open file.
///
/// It keeps no position, so that several threads may use it at once.
public protocol OpenFile: AnyObject, Sendable {
  /// The path that it was opened by, which errors name.
  var path: String { get }

  /// Returns the number of bytes in the file.
  func size() throws(FileError) -> Int

  /// Returns `count` bytes from `offset`, or as many as there are before the end.
  func read(at offset: Int, count: Int) throws(FileError) -> [UInt8]

  /// Writes all of `bytes` from `offset`.
  func write(_ bytes: [UInt8], at offset: Int) throws(FileError)

  /// Starts to write the file's bytes to the disk, and doesn't wait.
  ///
  /// If many files are to be synchronized, the disk then writes them at the same time. Nothing
  /// depends on it, so it reports no error. The default does nothing.
  func startWriteBack()

  /// Waits until the file's bytes and size are on the disk.
  ///
  /// After a failure the outcome is unknown, and a second call that succeeds says nothing: the
  /// system may have dropped what it could not write. Never try again.
  func synchronize() throws(FileError)

  /// Makes the file `size` bytes long, by cutting it or with zeros at its end.
  func truncate(to size: Int) throws(FileError)

  /// Gives the file the permission bits, 0o644 for example.
  func setPermissions(_ bits: UInt16) throws(FileError)

  /// Returns how many names the file has; zero once it was removed or replaced.
  func linkCount() throws(FileError) -> Int
}

extension OpenFile {
  /// Does nothing: the file is in memory, or the system has no such call.
  public func startWriteBack() {}
}
