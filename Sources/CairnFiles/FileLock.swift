/// A lock that is held.
///
/// It ends with `release`, with the last reference to it, or with the process.
public protocol FileLock: AnyObject, Sendable {
  /// Gives the lock back; a second time does nothing.
  func release()

  /// Takes the lock that was released once more, which may be cheaper than a new one.
  ///
  /// - Parameter wait: how long to wait for others who have it.
  /// - Returns: whether it is held now; `false` where a new one must be taken instead.
  /// - Throws: `FileError.busy` when the time is over, or what the system says.
  func renew(wait: Duration) throws(FileError) -> Bool

  /// Returns whether the locked file still has its name.
  ///
  /// If another program deleted the file, another process can lock a new file of the same name.
  func isNamed() throws(FileError) -> Bool
}

extension FileLock {
  /// Never.
  public func renew(wait: Duration) throws(FileError) -> Bool { false }

  /// Always.
  public func isNamed() throws(FileError) -> Bool { true }
}
