/// A lock that is held.
///
/// It ends with `release`, with the last reference to it, or with the process.
public protocol FileLock: AnyObject, Sendable {
  /// Gives the lock back; a second time does nothing.
  func release()
}
